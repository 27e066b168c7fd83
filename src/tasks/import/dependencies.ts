import { isPhaseWord, readDependencies, taskWords } from "../document/read-dependencies.ts";
import { fieldNamed } from "../document/read-labels.ts";
import { meansAllEarlier } from "../document/resolve-dependencies.ts";
import type { DependencyPart } from "../document/task-list.ts";
import type { SourcePhase, SourceTask, StatedDependency } from "./source-list.ts";

const itemWord = `(?:${taskWords}|issues?|tickets?)`;
const isItemWord = new RegExp(`^${itemWord}$`, "i");
/** `T010-T012`, `#3`, `Tasks 1.2.1 to 1.2.4` */
const idOrRange = new RegExp(
  String.raw`^(?:${itemWord}\s*)?#?(?<first>\S*\w)(?:\s*(?:[-–—]|to|through)\s*(?:${itemWord}\s*)?#?(?<last>\S*\w))?$`,
  "i",
);

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

  /** The tasks in a statement about a task, such as `T010, T012` or `Tasks 1-3 (models)`, and its parts that name none. */
  named(statement: string, about: SourceTask | undefined) {
    const text = withoutRemarks(statement);
    const titled = this.#names.get(text.toUpperCase());
    if (titled) return { tasks: titled, unknown: [] };
    const found = readDependencies({ text, start: 0, end: text.length }).map((part) => {
      const words = part.text.replace(/[.:]$/, "");
      return {
        words,
        tasks: this.#referred(part, about) ?? this.#called(words) ?? this.#called(withoutTail(words)),
      };
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

  #referred(part: DependencyPart, about: SourceTask | undefined): readonly SourceTask[] | undefined {
    if (part.kind === "tasks") return this.#between(part.first.text, part.last.text);
    if (part.kind === "all") return meansAllEarlier(part.words) ? this.#before(about) : undefined;
    if (part.kind === "words") return undefined;
    const { word, first, last } = part;
    if (isPhaseWord(word)) return this.#inPhases(first, last, about);
    return isItemWord.test(word) ? this.#between(String(first), String(last)) : undefined;
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
const withoutTail = (needs: string): string =>
  needs
    .replace(/\s+(?:[-–—]|because|since|so)\s.*$/i, "")
    .replace(
      /\s+(?:(?:is|are|being|be|to|have|has|been|must|both|fully)\s+)*(?:complete[d]?|completion|done|finished|working|functional|passing|successful|exist(?:s|ing)?)\b.*$/i,
      "",
    );

/** A line of a source outside of its tasks. */
export interface LooseLine {
  readonly line: number;
  readonly text: string;
  /** The heading and the label above it. */
  readonly about: string;
}

/** Words about tasks, and about those that they wait for. */
interface Statement {
  readonly subject: string;
  readonly needs: string;
}

const waits = String.raw`(?:(?:all|both|each)\s+)?(?:depends?\s+(?:up)?on|depend\s+(?:up)?on|(?:is|are)\s+(?:dependent\s+(?:up)?on|blocked\s+by)|requires?|needs?|waits?\s+for|blocked\s+by|(?:can\s+(?:only\s+)?(?:start|begin)|(?:must\s+)?(?:starts?|begins?|comes?|run)|may\s+start)\s+(?:only\s+)?after|follows?|завис(?:ит|ят)\s+от|h[äa]ng(?:t|en)\s+ab\s+von|dépend(?:ent)?\s+de|depende[nm]?\s+de)`;
const waitsUnspaced = /^(?<subject>.+?)\s*(?:依赖于?|依存|의존)\s*[:：]?\s*(?<needs>.+)$/;
const waiting = new RegExp(String.raw`^(?<subject>.+?)\s*[:：]?\s+${waits}\s*[:：]?\s+(?<needs>.+)$`, "i");
const blocking =
  /^(?<needs>.+?)\s+(?:blocks|must\s+(?:be\s+(?:complete[d]?|done|finished)|finish|come|complete)\s+before|before|precedes?)\s+(?<subject>.+)$/i;
const labelled = /^(?<subject>[^:：]+)[:：]\s*(?<needs>.+)$/;
const arrow = /\s*(?:→|⟶|-{1,2}>|=>)\s*/;

/** The dependencies stated in lines outside of the tasks: `Task 1.4 depends on Tasks 1.1, 1.2`. */
export function statedDependencies(
  lines: readonly LooseLine[],
  phases: readonly SourcePhase[],
): readonly StatedDependency[] {
  const names = new TaskNames(phases);
  const first = phases.flatMap(({ tasks }) => tasks)[0];
  const rows = statementsInTables(lines);
  return lines.flatMap((line) =>
    (rows.get(line) ?? statementsIn(line)).flatMap(({ subject, needs }) => {
      const waiting = tasksMeant(names, subject, first);
      const needed = waiting && tasksMeant(names, needs, waiting[0]);
      // `Phase 1: Setup` only repeats the phase's title.
      return waiting && needed && new Set(waiting).symmetricDifference(new Set(needed)).size > 0
        ? [{ line: line.line, subject: waiting, needs: needed }]
        : [];
    }),
  );
}

/** The tasks that a text names, or the text in its parentheses; null if a part of it names none. */
function tasksMeant(
  names: TaskNames,
  text: string,
  about: SourceTask | undefined,
): readonly SourceTask[] | null {
  const remark = /\((?<remark>[^()]+)\)/.exec(text)?.groups?.["remark"] ?? "";
  const readings = [text, withoutTail(text), remark].map((words) => names.named(words, about));
  return readings.find(({ tasks, unknown }) => tasks.length > 0 && unknown.length === 0)?.tasks ?? null;
}

/** The statements in the rows of tables with a column of dependencies. Their first column names a task. */
function statementsInTables(lines: readonly LooseLine[]): ReadonlyMap<LooseLine, readonly Statement[]> {
  const statements = new Map<LooseLine, readonly Statement[]>();
  let table = { column: -1, nextLine: -1 };
  for (const line of lines.filter(({ text }) => /^\s*\|/.test(text))) {
    const cells = line.text.split("|").slice(1).map(withoutMarks);
    const isHead = line.line !== table.nextLine;
    const column = isHead ? cells.findIndex((cell) => fieldNamed(cell) === "dependencies") : table.column;
    // The cells of a heading or a rule name no tasks, and so state nothing.
    const [subject = "", needs = ""] = [cells[0], cells[column]];
    statements.set(line, [{ subject, needs }]);
    table = { column, nextLine: line.line + 1 };
  }
  return statements;
}

function statementsIn(line: LooseLine): readonly Statement[] {
  const isAboutOrder = isUnderOrder(line);
  return line.text.split(/(?<=[.;])\s+(?=[A-Z])/).flatMap((words) => {
    const sentence = withoutMarks(words);
    if (isAboutOrder && arrow.test(sentence)) return statementsInChain(sentence);
    const patterns = [waiting, waitsUnspaced, blocking, ...(isAboutOrder ? [labelled] : [])];
    const groups = patterns.map((pattern) => pattern.exec(sentence)?.groups).find(Boolean);
    return groups ? [{ subject: groups["subject"] ?? "", needs: groups["needs"] ?? "" }] : [];
  });
}

/** `Phase 2: 2.1 → 2.2, 2.3`, or several chains separated by commas: `2.1→2.2, 2.1→2.3` */
function statementsInChain(sentence: string): readonly Statement[] {
  const words = sentence.replace(/^[^→:：]*[:：]\s*/, "");
  const parts = words.split(/[,;]/);
  return (parts.every((part) => arrow.test(part)) ? parts : [words]).flatMap((chain) => {
    const links = chain.split(arrow);
    return links.slice(1).map((subject, index) => ({ subject, needs: links[index] ?? "" }));
  });
}

/** Whether a line is about dependencies. A critical path is not: its steps don't all depend on the previous one. */
const isUnderOrder = ({ about }: LooseLine): boolean =>
  (!/critical path/i.test(about) && /\bdepend/i.test(about)) ||
  about.split("\n").some((name) => fieldNamed(name) === "dependencies");

const withoutMarks = (text: string): string =>
  text
    .replace(/^\s*(?:[-*+•]|\d+[.)])\s+/, "")
    .replaceAll(/\*\*|`/g, "")
    .replaceAll(/\s+/g, " ")
    .trim();
