import { readDependencies, taskWord } from "../document/read-dependencies.ts";
import type { DependencyReference } from "../document/task-list.ts";
import type { SourcePhase, SourceTask } from "./source-list.ts";

/** The word for a phase in several languages. */
export const phaseWord = "(?:phases?|фаз[аы]?|этап(?:ы|а)?|阶段|階段|단계|フェーズ|fasen?|etapas?|étapes?)";
const isPhaseWord = new RegExp(`^${phaseWord}$`, "i");
const itemWord = `(?:${taskWord}|issues?|tickets?)`;
const isItemWord = new RegExp(`^${itemWord}$`, "i");
/** `T010-T012`, `#3`, `Tasks 1.2.1 to 1.2.4` */
const idOrRange = new RegExp(
  String.raw`^(?:${itemWord}\s*)?#?(?<first>\S*\w)(?:\s*(?:[-–—]|to|through)\s*(?:${itemWord}\s*)?#?(?<last>\S*\w))?$`,
  "i",
);
/** The words after All if it means every earlier task. */
const merelyEarlier =
  /^(?:(?:of|the|other|previous|prior|preceding|earlier|tasks?|phases?|above|complete[d]?)(?:\s+|$))+$/i;

/** The tasks that a statement names, and its parts that match no task. */
interface NamedTasks {
  readonly tasks: readonly SourceTask[];
  readonly unknown: readonly string[];
}

/** The names in a source: ids, titles, stories, phases and common prefixes, such as `1.2` for `1.2.1` and `1.2.2`. */
export class TaskNames {
  readonly #phases: readonly SourcePhase[];
  readonly #order: readonly SourceTask[];
  readonly #names = new Map<string, readonly SourceTask[]>();

  constructor(phases: readonly SourcePhase[]) {
    this.#phases = phases;
    this.#order = phases.flatMap(({ tasks }) => tasks);
    // The first to get a name keeps it.
    for (const task of this.#order) this.#add(task.id, [task]);
    for (const task of this.#order) this.#add(task.title, [task]);
    const groups = phases.flatMap(({ ids, tasks }) => ids.map((id) => ({ id, tasks })));
    for (const [id, members] of Map.groupBy(groups, (group) => group.id.toUpperCase()))
      this.#add(
        id,
        members.flatMap(({ tasks }) => tasks),
      );
    const prefixOf = ({ id }: SourceTask) => /^(\d+\.\d+)\.\d+$/.exec(id ?? "")?.[1];
    const storyOf = ({ requirements }: SourceTask) => requirements.find((name) => /^US-?\d+$/.test(name));
    for (const nameOf of [prefixOf, storyOf])
      for (const [name, tasks] of Map.groupBy(this.#order, nameOf)) this.#add(name, tasks);
  }

  /** The tasks in a statement about a task, such as `T010, T012` or `Tasks 1-3 (models)`. */
  named(statement: string, about: SourceTask | undefined): NamedTasks {
    const text = withoutRemarks(statement);
    const titled = this.#names.get(text.toUpperCase());
    if (titled) return { tasks: titled, unknown: [] };
    const { references, unparsed } = readDependencies({ text, start: 0, end: text.length });
    const parts = [...references, ...unparsed].toSorted((one, other) => one.start - other.start);
    const found = parts.map((part) => {
      const words = text.slice(part.start, part.end).replace(/[.:]$/, "");
      const referred = "kind" in part ? this.#referred(part, about) : undefined;
      return { words, tasks: referred ?? this.#called(words) ?? this.#called(withoutTail(words)) };
    });
    return {
      tasks: [...new Set(found.flatMap(({ tasks }) => tasks ?? []))],
      unknown: found.filter(({ tasks }) => tasks === undefined).map(({ words }) => words),
    };
  }

  #add(name: string | null | undefined, tasks: readonly SourceTask[]): void {
    const key = name?.toUpperCase();
    if (key !== undefined && !this.#names.has(key)) this.#names.set(key, tasks);
  }

  #referred(
    reference: DependencyReference,
    about: SourceTask | undefined,
  ): readonly SourceTask[] | undefined {
    if (reference.kind === "task") return this.#names.get(reference.number.text);
    if (reference.kind === "range") return this.#between(reference.first.text, reference.last.text);
    if (reference.kind === "all")
      return merelyEarlier.test(reference.words) ? this.#before(about) : undefined;
    if (reference.kind === "name") return undefined;
    const { word, phase, last } = reference;
    if (isPhaseWord.test(word)) return this.#inPhases(phase, last, about);
    return isItemWord.test(word) ? this.#between(String(phase), String(last)) : undefined;
  }

  #called(words: string): readonly SourceTask[] | undefined {
    const { first, last = first } = idOrRange.exec(words)?.groups ?? {};
    const ofId = first === undefined || last === undefined ? undefined : this.#between(first, last);
    return this.#names.get(words.toUpperCase()) ?? ofId ?? this.#inPhaseTitled(words);
  }

  #before(task: SourceTask | undefined): readonly SourceTask[] {
    return task ? this.#order.slice(0, this.#order.indexOf(task)) : [];
  }

  /** All tasks from one name to another in the order of the source. */
  #between(first: string, last: string): readonly SourceTask[] | undefined {
    const [from, to] = [this.#names.get(first.toUpperCase()), this.#names.get(last.toUpperCase())];
    const [start, end] = [from?.[0], to?.at(-1)];
    if (!start || !end || from === to) return from;
    return this.#order.slice(this.#order.indexOf(start), this.#order.indexOf(end) + 1);
  }

  #inPhases(first: number, last: number, about: SourceTask | undefined): readonly SourceTask[] | undefined {
    const phases = this.#phases.filter(({ number }) => number !== null && number >= first && number <= last);
    if (phases.length === 0) return undefined;
    // If two tasks depend on all of their own phase, the first one comes first.
    const before = new Set(this.#before(about));
    const saysTheSame = ({ dependencies }: SourceTask) =>
      about?.dependencies.some((statement) => dependencies.includes(statement)) ?? false;
    return phases.flatMap(({ tasks }) => tasks).filter((task) => before.has(task) || !saysTheSame(task));
  }

  /** The tasks of the phases whose titles begin with the words. */
  #inPhaseTitled(text: string): readonly SourceTask[] | undefined {
    const words = text
      .toLowerCase()
      .replaceAll(/\b(?:all|any|the|of|desired|other|every|each|phases?|tasks?|completion|complete)\b/g, " ")
      .replaceAll(/stories\b/g, "story")
      .replaceAll(/\s+/g, " ")
      .trim();
    const phases = this.#phases.filter(({ title }) => beginsWith(title.toLowerCase(), words));
    return words === "" || phases.length === 0 ? undefined : phases.flatMap(({ tasks }) => tasks);
  }
}

/** Whether a text begins with whole words. */
const beginsWith = (text: string, words: string): boolean =>
  text.startsWith(words) && !/^[\p{L}\d]/u.test(text.slice(words.length));

/** Removes text in parentheses and markup. */
const withoutRemarks = (words: string): string =>
  words
    .replaceAll(/\([^()]*\)|（[^（）]*）/g, "")
    .replaceAll(/`|✅|\*\*/g, "")
    .trim();

/** Removes words after the reference: `Phase 1 being complete`, `Setup completion - BLOCKS all user stories`. */
export const withoutTail = (needs: string): string =>
  needs
    .replace(/\s+(?:[-–—]|because|since|so)\s.*$/i, "")
    .replace(
      /\s+(?:(?:is|are|being|be|to|have|has|been|must|both|fully)\s+)*(?:complete[d]?|completion|done|finished|working|functional|passing|successful|exist(?:s|ing)?)\b.*$/i,
      "",
    );
