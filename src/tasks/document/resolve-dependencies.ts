import { letters } from "./letters.ts";
import type { DependencyWords } from "./read-dependencies.ts";
import { readDependencies } from "./read-dependencies.ts";
import type { UnresolvedTask } from "./read-task.ts";
import { partOf } from "./source-lines.ts";
import type {
  Dependencies,
  DependencyReference,
  Field,
  Located,
  PhaseDependencies,
  PhaseReference,
} from "./task-list.ts";
import { isWithinPhases, isWithinRange, phaseOf, plainNumber } from "./task-number.ts";

/** A phase's heading as the resolver needs it: its name, and the dependencies of all of its tasks. */
export interface PhaseNeeds {
  readonly number: number;
  /** The list's word for a phase: `phase`, `group`, `этап`. */
  readonly word: string;
  readonly title: string;
  /** The fields that state the dependencies. */
  readonly fields: readonly Field[];
  readonly dependencyWords: DependencyWords;
}

/** The resolved dependencies of each task and each phase with a heading, in list order. */
interface ResolvedDependencies {
  readonly ofTasks: readonly Dependencies[];
  readonly ofPhases: readonly (PhaseDependencies | null)[];
}

/** The dependencies stated in one place. */
type Resolution = Omit<Dependencies, "shared">;

/**
 * Finds the tasks that dependencies name, in all tasks and phases of a list.
 * @param phaseIndexes the index of the phase that each task is in
 */
export function resolveDependencies(
  source: string,
  tasks: readonly UnresolvedTask[],
  phases: readonly PhaseNeeds[],
  phaseIndexes: readonly (number | null)[],
): ResolvedDependencies {
  const members: UnresolvedTask[][] = phases.map(() => []);
  for (const [place, task] of tasks.entries()) members[phaseIndexes[place] ?? -1]?.push(task);
  const directory = new TaskDirectory(source, tasks, phases, members);
  const shared = phases.map(({ dependencyWords: words }, index) => {
    if (words.references.length + words.unparsed.length === 0) return null;
    const own = new Set(members[index]);
    return directory.resolve(words, own, Math.max(0, phaseIndexes.indexOf(index)));
  });
  return {
    ofTasks: tasks.map((task, place) => {
      const own = directory.resolve(task.dependencyWords, new Set([task]), place);
      return withShared(own, shared[phaseIndexes[place] ?? -1] ?? null);
    }),
    ofPhases: shared.map((resolution, index) => {
      if (resolution === null) return null;
      const { references, unparsed, own } = resolution;
      return { references, unparsed, own, fields: phases[index]?.fields ?? [] };
    }),
  };
}

const withShared = (own: Resolution, phase: Resolution | null): Dependencies => ({
  ...own,
  resolved: phase ? [...new Set([...own.resolved, ...phase.resolved])] : own.resolved,
  unknown: phase ? [...own.unknown, ...phase.unknown] : own.unknown,
  shared: phase?.own ?? [],
});

class TaskDirectory {
  readonly #source: string;
  readonly #tasks: readonly UnresolvedTask[];
  readonly #phases: readonly PhaseNeeds[];
  readonly #members: readonly (readonly UnresolvedTask[])[];
  readonly #known: ReadonlySet<string>;
  readonly #byPhase: ReadonlyMap<number, readonly UnresolvedTask[]>;
  #byName: ReadonlyMap<string, readonly string[]> | undefined;
  #ownWord: RegExp | undefined;

  /** @param members the tasks of each phase, whose numbers may belong to another phase */
  constructor(
    source: string,
    tasks: readonly UnresolvedTask[],
    phases: readonly PhaseNeeds[],
    members: readonly (readonly UnresolvedTask[])[],
  ) {
    this.#source = source;
    this.#tasks = tasks;
    this.#phases = phases;
    this.#members = members;
    this.#known = new Set(tasks.map(({ number }) => number));
    this.#byPhase = Map.groupBy(tasks, ({ phase }) => phase);
  }

  /** @param place the index of the first dependent: `All previous tasks` are the tasks before it. */
  resolve(words: DependencyWords, selves: ReadonlySet<UnresolvedTask>, place: number): Resolution {
    const references: DependencyReference[] = [];
    const unparsed: Located[] = [];
    const resolved = new Set<string>();
    const unknown: Located[] = [];
    const own = new Set<string>();
    const said = words.unparsed.length > 0 ? this.#withoutOwnWords(words) : words;
    const parts = [...said.references, ...said.unparsed].sort((one, other) => one.start - other.start);
    for (const part of parts) {
      const reference = "kind" in part ? part : this.#named(part);
      if (reference) references.push(reference);
      else unparsed.push(part as Located);
      const found = reference ? this.#numbersOf(reference, selves, place) : [];
      for (const number of found) resolved.add(number);
      const missing = reference ? this.#missingIn(reference, found.length > 0) : [part as Located];
      unknown.push(...missing);
      for (const name of [...found, ...missing.map(({ text }) => text)]) own.add(name);
    }
    return { references, unparsed, unknown, resolved: [...resolved], own: [...own] };
  }

  /** The reference for words that are a task's id or title, a phase's title, or a range of ids. */
  #named({ text, start, end }: Located): DependencyReference | null {
    this.#byName ??= namesOf(this.#tasks, this.#phases);
    const words = plainName(text);
    const numbers = this.#byName.get(words) ?? this.#byName.get(withoutTail(words)) ?? this.#idRange(words);
    return numbers ? { kind: "name", start, end, numbers } : null;
  }

  /** Rereads the words that begin with the list's own word for a task: `Story 1.1`. */
  #withoutOwnWords({ references, unparsed }: DependencyWords): DependencyWords {
    this.#ownWord ??= ownWordPattern(this.#source, this.#tasks);
    const ownWord = this.#ownWord;
    const again = unparsed.map((part): DependencyReference | Located => {
      const text = part.text.replace(ownWord, (word) => " ".repeat(word.length));
      const read = text === part.text ? null : readDependencies(partOf({ ...part, text }, 0, text.length));
      const [reference] = read?.references ?? [];
      return reference ? { ...reference, start: part.start } : part;
    });
    return {
      references: [...references, ...again.filter((part) => "kind" in part)],
      unparsed: again.flatMap((part) => ("kind" in part ? [] : part)),
    };
  }

  #idRange(words: string): readonly string[] | undefined {
    const { first = "", last = "" } = idRange.exec(words)?.groups ?? {};
    const [from] = this.#byName?.get(first) ?? [];
    const [to] = this.#byName?.get(last) ?? this.#byName?.get(first.replace(/\d+$/, last)) ?? [];
    if (from === undefined || to === undefined) return undefined;
    return this.#numbersBetween(from, to);
  }

  #numbersOf(
    reference: DependencyReference,
    selves: ReadonlySet<UnresolvedTask>,
    place: number,
  ): readonly string[] {
    if (reference.kind === "name") return reference.numbers;
    if (reference.kind === "task")
      return [plainNumber(reference.number.text)].filter((number) => this.#known.has(number));
    if (reference.kind === "range") return this.#numbersBetween(reference.first.text, reference.last.text);
    const tasks = reference.kind === "all" ? this.#allOf(reference.words, place) : this.#tasksOf(reference);
    return tasks.filter((task) => !selves.has(task)).map(({ number }) => number);
  }

  /** `All setup tasks`: the tasks in phases or with ids of that name; else all earlier tasks. */
  #allOf(words: string, place: number): readonly UnresolvedTask[] {
    const earlier = this.#tasks.slice(0, place);
    const wanted = words.toLowerCase().match(contentWord) ?? [];
    if (wanted.length === 0) return earlier;
    const phases = this.#phases.filter(({ title }) => wanted.some((word) => mentions(title, word)));
    const numbers = new Set(phases.map(({ number }) => number));
    const chosen =
      numbers.size > 0
        ? earlier.filter(({ phase }) => numbers.has(phase))
        : earlier.filter(({ id }) => wanted.some((word) => id?.toLowerCase().startsWith(`${word}-`)));
    if (chosen.length > 0) return chosen;
    return workNoun.test(words) || this.#speakOf(wanted, earlier) ? earlier : [];
  }

  /** `All migrations` means the earlier tasks if their texts mention all these words. */
  #speakOf(wanted: readonly string[], earlier: readonly UnresolvedTask[]): boolean {
    const texts = earlier.map(({ span }) => this.#source.slice(span.start, span.end));
    return wanted.every((word) => texts.some((text) => mentions(text, word)));
  }

  #tasksOf(reference: PhaseReference): readonly UnresolvedTask[] {
    const { word } = reference;
    if (!this.#isPhaseWord(word)) return [];
    const isNamed = (number: number): boolean => isWithinPhases(number, reference);
    const headed = this.#phases.flatMap((one, index) =>
      isNamed(one.number) && singularOf(one.word) === singularOf(word) ? [index] : [],
    );
    const isHeaded = (number: number): boolean =>
      headed.some((index) => this.#phases[index]?.number === number);
    const byNumber = [...this.#byPhase].filter(([number]) => isNamed(number) && !isHeaded(number));
    const members = headed.flatMap((index) => this.#members[index] ?? []);
    return [...new Set([...members, ...byNumber.flatMap(([, own]) => own)])];
  }

  /** `Milestone 2` is a phase only if the list's phase headings use that word. */
  #isPhaseWord(word: string): boolean {
    const singular = singularOf(word);
    return phaseWords.has(singular) || this.#phases.some((phase) => singularOf(phase.word) === singular);
  }

  #numbersBetween(first: string, last: string): readonly string[] {
    const range = { first: { text: first }, last: { text: last } };
    const [from, to] = [phaseOf(first), phaseOf(last)];
    return [...this.#byPhase]
      .filter(([phase]) => phase >= from && phase <= to)
      .flatMap(([, tasks]) => tasks.map(({ number }) => number))
      .filter((number) => isWithinRange(number, range));
  }

  /** The unmatched parts of a reference: all of it, or each end of a range that matches no task. */
  #missingIn(reference: DependencyReference, hasFound: boolean): Located[] {
    const { start, end, kind } = reference;
    const whole = { text: this.#source.slice(start, end), start, end };
    if (kind === "name" || (kind === "all" && (hasFound || isBare(reference.words)))) return [];
    if (kind === "phase" || kind === "all") return hasFound ? [] : [whole];
    const ends = kind === "task" ? [reference.number] : [reference.first, reference.last];
    const missing = ends.filter(({ text }) => !this.#known.has(text) && !this.#known.has(plainNumber(text)));
    return missing.length > 0 || hasFound ? missing : [whole];
  }
}

/** Matches the words before the numbers in task headings, singular or plural, if a number follows. */
function ownWordPattern(source: string, tasks: readonly UnresolvedTask[]): RegExp {
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

const phaseWords: ReadonlySet<string> = new Set(["phase", "фаз", "阶段", "階段", "단계", "フェーズ", "fase"]);

const singularOf = (word: string): string => word.toLowerCase().replace(/[sаыи]$/, "");

/** Words that specify which tasks are meant, unlike `all previous tasks`. */
const contentWord =
  /(?!(?:of|the|other|others|previous|prior|preceding|earlier|above|remaining|before|and|tasks?|items?|steps?|work|phases?|groups?|stages?|are|is|must|be|complete|completed|done|finished|задачи|предыдущие|остальные|aufgaben|vorherigen|anderen|tâches|précédentes|tareas|anteriores|tarefas)(?!\p{L}))(?<!\p{L})\p{L}{2,}/gu;
const workNoun =
  /(?:tasks?|items?|steps?|phases?|groups?|stages?|above)\b|задачи|aufgaben|tâches|tareas|tarefas|任务|タスク|작업/i;

const isBare = (words: string): boolean => (words.toLowerCase().match(contentWord) ?? []).length === 0;

/** Whether a title contains the word, or one with the same beginning: `test` and `Testing`. */
function mentions(title: string, word: string): boolean {
  const stem = word.length > 5 ? word.slice(0, -1) : word;
  return (title.toLowerCase().match(/\p{L}+/gu) ?? []).some((other) => other.startsWith(stem));
}

const idRange = /^(?<first>\S*\d)\s*(?:[-–—~]|\.{2,3}|to|through)\s*(?<last>\S*\d)$/;

/** The ids and titles that name exactly one task, and the titles of phases. */
function namesOf(
  tasks: readonly UnresolvedTask[],
  phases: readonly PhaseNeeds[],
): ReadonlyMap<string, readonly string[]> {
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
  for (const { title, number } of phases) {
    const words = plainName(title);
    const own = tasks.filter(({ phase }) => phase === number).map((task) => task.number);
    if (!names.has(words)) add(title, own);
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
