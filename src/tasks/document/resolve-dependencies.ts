import { letters } from "./letters.ts";
import { isPhaseWord, readDependencies } from "./read-dependencies.ts";
import type { HeadedPhase, TaskGroup } from "./read-phases.ts";
import type { UnresolvedTask } from "./read-task.ts";
import { readSharedDependencies } from "./read-task.ts";
import { partOf } from "./source-lines.ts";
import type {
  Dependencies,
  DependencyPart,
  Located,
  PhasePart,
  ResolvedPart,
  SharedDependencies,
} from "./task-list.ts";
import { isBetween, isWithinPhases, phaseOf, plainNumber } from "./task-number.ts";

/** Finds the tasks that dependencies name, for each task in list order and each group that states some. */
export function resolveDependencies(
  source: string,
  tasks: readonly UnresolvedTask[],
  phases: readonly HeadedPhase[],
  groups: readonly TaskGroup[],
) {
  const directory = new TaskDirectory({ source, tasks, phases });
  const sharedBy = new Map<UnresolvedTask, Dependencies[]>(tasks.map((task) => [task, []]));
  const shared = groups.flatMap((group): readonly SharedDependencies[] => {
    const { parts, fields } = readSharedDependencies(source, group.blocks);
    if (parts.length === 0) return [];
    const resolved = dependenciesOf(directory.resolve(parts, group.tasks));
    for (const task of group.tasks) sharedBy.get(task)?.push(resolved);
    const members = group.tasks.map(({ number }) => number);
    return [{ parts: resolved.parts, own: resolved.own, fields, tasks: members }];
  });
  const ofTasks = tasks.map((task) =>
    dependenciesOf(directory.resolve(task.dependencyParts, [task]), sharedBy.get(task)),
  );
  return { ofTasks, shared };
}

/** @param groups - the dependencies that the task's phase and other groups state for all of their tasks */
function dependenciesOf(parts: readonly ResolvedPart[], groups: readonly Dependencies[] = []): Dependencies {
  const named = parts.flatMap(({ numbers, unknown }) => [...numbers, ...unknown.map(({ text }) => text)]);
  const numbers = parts.flatMap((part) => part.numbers);
  const unknown = parts.flatMap((part) => part.unknown);
  return {
    parts,
    own: [...new Set(named)],
    resolved: [...new Set([...numbers, ...groups.flatMap(({ resolved }) => resolved)])],
    unknown: [...unknown, ...groups.flatMap((group) => group.unknown)],
    shared: [...new Set(groups.flatMap(({ own }) => own))],
  };
}

interface Named {
  readonly source: string;
  readonly tasks: readonly UnresolvedTask[];
  readonly phases: readonly HeadedPhase[];
}

class TaskDirectory {
  readonly #list: Named;
  readonly #known: ReadonlySet<string>;
  readonly #byPhase: ReadonlyMap<number, readonly UnresolvedTask[]>;
  #byName: ReadonlyMap<string, readonly string[]> | undefined;
  #ownWord: RegExp | undefined;

  constructor(list: Named) {
    this.#list = list;
    this.#known = new Set(list.tasks.map(({ number }) => number));
    this.#byPhase = Map.groupBy(list.tasks, ({ phase }) => phase);
  }

  /** @param waiting the waiting tasks in list order, which a phase and All don't include */
  resolve(parts: readonly DependencyPart[], waiting: readonly UnresolvedTask[]): readonly ResolvedPart[] {
    return parts.map((written) => {
      const read = written.kind === "words" ? this.#reread(written) : written;
      const part = { ...read, text: read.text.replace(/\s+/g, " ") };
      const numbers = this.#numbersOf(part, waiting);
      return { ...part, numbers: numbers ?? [], unknown: this.#unknownIn(part, numbers) };
    });
  }

  /** The part without the list's own word for a task, as in `Story 1.1`. */
  #reread(part: DependencyPart): DependencyPart {
    this.#ownWord ??= ownWordPattern(this.#list);
    const text = part.text.replace(this.#ownWord, (word) => " ".repeat(word.length));
    if (text === part.text) return part;
    const [read = part] = readDependencies(partOf({ ...part, text }, 0, text.length));
    return read.kind === "words" ? part : { ...read, start: part.start, text: part.text };
  }

  /** The tasks that a part names; null if it has the form of none. */
  #numbersOf(part: DependencyPart, waiting: readonly UnresolvedTask[]): readonly string[] | null {
    if (part.kind === "words") return this.#named(plainName(part.text));
    if (part.kind === "tasks") return this.#numbersBetween(part.first.text, part.last.text);
    const tasks = part.kind === "all" ? this.#allOf(part.words, waiting[0]) : this.#tasksOf(part);
    return tasks.filter((task) => !waiting.includes(task)).map(({ number }) => number);
  }

  /** The tasks of an id, a title, a phase's title, or a range of ids. */
  #named(words: string): readonly string[] | null {
    this.#byName ??= namesOf(this.#list);
    return this.#byName.get(words) ?? this.#idRange(words) ?? this.#byName.get(withoutTail(words)) ?? null;
  }

  #idRange(words: string): readonly string[] | null {
    const { first = "", last = "" } = idRange.exec(words)?.groups ?? {};
    const [from] = this.#byName?.get(first) ?? [];
    const [to] = this.#byName?.get(last) ?? this.#byName?.get(first.replace(/\d+$/, last)) ?? [];
    return from === undefined || to === undefined ? null : this.#numbersBetween(from, to);
  }

  /**
   * `All setup tasks`: the earlier tasks in phases or with ids of that name; `All previous phases`: those of other
   * phases; else all tasks before the waiting one.
   */
  #allOf(words: string, waiting: UnresolvedTask | undefined): readonly UnresolvedTask[] {
    const { tasks } = this.#list;
    const earlier = waiting ? tasks.slice(0, tasks.indexOf(waiting)) : [];
    if (meansAllTasks(words)) return earlier;
    const wanted = words.toLowerCase().match(contentWord) ?? [];
    if (wanted.length === 0) return earlier.filter(({ phase }) => phase !== waiting?.phase);
    const phases = this.#list.phases.filter(({ words: { title } }) =>
      wanted.some((word) => mentions(title.text, word)),
    );
    const numbers = new Set(phases.map((phase) => phase.words.phase));
    const chosen =
      numbers.size > 0
        ? earlier.filter(({ phase }) => numbers.has(phase))
        : earlier.filter(({ id }) => wanted.some((word) => id?.toLowerCase().startsWith(`${word}-`)));
    if (chosen.length > 0) return chosen;
    return workNoun.test(words) || this.#speakOf(wanted, earlier) ? earlier : [];
  }

  /** `All migrations` means the earlier tasks if their texts mention all these words. */
  #speakOf(wanted: readonly string[], earlier: readonly UnresolvedTask[]): boolean {
    const texts = earlier.map(({ span }) => this.#list.source.slice(span.start, span.end));
    return wanted.every((word) => texts.some((text) => mentions(text, word)));
  }

  #tasksOf(part: PhasePart): readonly UnresolvedTask[] {
    const { word } = part;
    if (!this.#isPhaseWord(word)) return [];
    const isNamed = (number: number): boolean => isWithinPhases(number, part);
    const headed = this.#list.phases.filter(
      ({ words }) => isNamed(words.phase) && singularOf(words.word) === singularOf(word),
    );
    const isHeaded = (number: number): boolean => headed.some(({ words }) => words.phase === number);
    const byNumber = [...this.#byPhase].filter(([number]) => isNamed(number) && !isHeaded(number));
    const members = headed.flatMap(({ tasks }) => tasks);
    return [...new Set([...members, ...byNumber.flatMap(([, own]) => own)])];
  }

  /** `Milestone 2` is a phase only if the list's phase headings use that word. */
  #isPhaseWord(word: string): boolean {
    const singular = singularOf(word);
    return isPhaseWord(word) || this.#list.phases.some(({ words }) => singularOf(words.word) === singular);
  }

  #numbersBetween(first: string, last: string): readonly string[] {
    const number = plainNumber(first);
    if (first === last) return this.#known.has(number) ? [number] : [];
    const [from, to] = [phaseOf(first), phaseOf(last)];
    return [...this.#byPhase]
      .filter(([phase]) => phase >= from && phase <= to)
      .flatMap(([, tasks]) => tasks.map((task) => task.number))
      .filter((one) => isBetween(first, one, last));
  }

  /** All of a part without tasks, or each end of a range that matches no task. */
  #unknownIn(part: DependencyPart, numbers: readonly string[] | null): readonly Located[] {
    const isNothing = numbers === null || numbers.length === 0;
    if (part.kind === "tasks") {
      const ends = part.first.start === part.last.start ? [part.first] : [part.first, part.last];
      const unknown = ends.filter(({ text }) => !this.#known.has(plainNumber(text)));
      return unknown.length === 0 && isNothing ? [part] : unknown;
    }
    // The title of an empty phase and `All previous tasks` before the first task name nothing to wait for.
    const isEmpty =
      part.kind === "words" ? numbers !== null : part.kind === "all" && meansAllEarlier(part.words);
    return isNothing && !isEmpty ? [part] : [];
  }
}

/** Matches the words before the numbers in task headings, singular or plural, if a number follows. */
function ownWordPattern({ source, tasks }: Named): RegExp {
  const words = new Set(
    tasks.flatMap(({ heading, numberSpan }) => {
      const word = lastWord.exec(source.slice(heading.start, numberSpan.start))?.[0];
      return word === undefined ? [] : [word.toLowerCase().replace(/y$/, "")];
    }),
  );
  const anyOf = [...words].join("|") || "(?!)";
  return new RegExp(String.raw`(?<![${letters}])(?:${anyOf})[${letters}]{0,3}(?=\s*[#-]?\s*\d+\.\d)`, "gi");
}

const lastWord = new RegExp(`[${letters}]{2,20}(?=[^${letters}]*$)`);

const singularOf = (word: string): string => word.toLowerCase().replace(/[sаыи]$/, "");

/** Words that specify which tasks are meant, unlike `all previous tasks`. */
const contentWord =
  /(?!(?:of|the|other|others|previous|prior|preceding|earlier|above|remaining|before|and|tasks?|items?|steps?|work|phases?|groups?|stages?|are|is|must|be|complete|completed|done|finished|задачи|предыдущие|остальные|aufgaben|vorherigen|anderen|tâches|précédentes|tareas|anteriores|tarefas)(?!\p{L}))(?<!\p{L})\p{L}{2,}/gu;
const workNoun =
  /(?:tasks?|items?|steps?|phases?|groups?|stages?|above)\b|задачи|aufgaben|tâches|tareas|tarefas|任务|タスク|작업/i;

/** Whether words after All mean every earlier task, or those of other phases. */
export const meansAllEarlier = (words: string): boolean =>
  (words.toLowerCase().match(contentWord) ?? []).length === 0;

/** Whether words after All mean every earlier task, whatever its phase. */
export const meansAllTasks = (words: string): boolean =>
  meansAllEarlier(words) && !/\b(?:previous|preceding|prior|earlier) phases?\b/i.test(words);

/** Whether a title contains the word, or one with the same beginning: `test` and `Testing`. */
function mentions(title: string, word: string): boolean {
  const stem = word.length > 5 ? word.slice(0, -1) : word;
  return (title.toLowerCase().match(/\p{L}+/gu) ?? []).some((other) => other.startsWith(stem));
}

const idRange = /^(?<first>\S*\d)\s*(?:[-–—~]|\.{2,3}|to|through)\s*(?<last>\S*\d)$/;

/** The ids and titles that name exactly one task, and the titles of phases. */
function namesOf({ tasks, phases }: Named): ReadonlyMap<string, readonly string[]> {
  const names = new Map<string, readonly string[]>();
  const ambiguous = new Set<string>();
  const add = (name: string | null, numbers: readonly string[]) => {
    const words = plainName(name ?? "");
    if (words === "" || numbers.length === 0) return;
    if (names.has(words)) ambiguous.add(words);
    names.set(words, numbers);
  };
  for (const { id, title, number } of tasks) {
    add(id, [number]);
    if (title !== id) add(title, [number]);
  }
  for (const { words } of phases) {
    const own = tasks.filter(({ phase }) => phase === words.phase).map((task) => task.number);
    if (!names.has(plainName(words.title.text))) add(words.title.text, own);
  }
  for (const words of ambiguous) names.delete(words);
  return names;
}

const plainName = (text: string): string =>
  text
    .replace(/^[\s*_`"'“”[]+|[\s*_`"'“”\].;]+$/g, "")
    .replace(/\s+/g, " ")
    .toLowerCase();

/** `SETUP-001 (Project setup)`, `SETUP-001 must be complete`, `SETUP-001 ✅`. */
const withoutTail = (words: string): string =>
  words
    .replace(/^(?:tasks?|id)\s+/, "")
    .replace(/\s*[(（].*$/s, "")
    .replace(/(?<=\d)\s*[:–—-]\s.*$/s, "")
    .replace(/\s+(?:(?:is|are|must|be|to|task|completed?|completion|done|finished|完成)\s*)+$/, "")
    .replace(/[^\p{L}\p{N}]+$/u, "");
