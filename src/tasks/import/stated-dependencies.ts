import { fieldNamed } from "../document/field-names.ts";
import type { Names } from "./references.ts";
import { namesOf, partsOf, tasksNamed, withoutRemarks, withoutTail } from "./references.ts";
import type { SourcePhase, SourceTask, StatedDependency } from "./source-list.ts";

/** A line of a source outside of its tasks. */
export interface LooseLine {
  readonly line: number;
  readonly text: string;
  /** The heading and the label above it. */
  readonly about: string;
}

type Resolved = Omit<StatedDependency, "line">;

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
  const resolver = new StatementResolver(phases);
  const columns = new TableColumns();
  return lines.flatMap((line) => {
    const row = columns.statementOf(line);
    if (row) return found(line, resolver.resolve(row));
    return line.text
      .split(/(?<=[.;])\s+(?=[A-Z])/)
      .flatMap((sentence) => resolver.resolveSentence(withoutMarks(sentence), isAboutOrder(line)))
      .flatMap((statement) => found(line, statement));
  });
}

/** Whether lines mention dependencies, even without naming a task. */
export const mentionsOrder = (lines: readonly LooseLine[]): boolean =>
  lines.some(({ text }) => /\b(?:depends?|dependent) (?:up)?on\b|\bblocked by\b/i.test(text));

const found = ({ line }: LooseLine, statement: Resolved | null): readonly StatedDependency[] =>
  statement ? [{ ...statement, line }] : [];

/** Whether a line is about dependencies. A critical path is not: its steps don't all depend on the previous one. */
const isAboutOrder = ({ about }: LooseLine): boolean =>
  (!/critical path/i.test(about) && /\bdepend/i.test(about)) ||
  about.split("\n").some((name) => fieldNamed(name) === "dependencies");

const withoutMarks = (text: string): string =>
  text
    .replace(/^\s*(?:[-*+•]|\d+[.)])\s+/, "")
    .replaceAll(/\*\*|`/g, "")
    .trim();

interface Statement {
  readonly subject: string;
  readonly needs: string;
}

/** Reads dependencies from a table with a column of tasks and a column of dependencies. */
class TableColumns {
  #dependencies = -1;
  #line = -1;

  statementOf({ line, text }: LooseLine): Statement | null {
    if (!/^\s*\|/.test(text)) return null;
    const cells = text
      .split("|")
      .slice(1)
      .map((cell) => withoutMarks(cell));
    const isNext = this.#line === line - 1;
    this.#line = line;
    if (!isNext) this.#dependencies = cells.findIndex((cell) => fieldNamed(cell) === "dependencies");
    else if (this.#dependencies > 0 && !/^[-:\s]*$/.test(cells[0] ?? ""))
      return { subject: cells[0] ?? "", needs: cells[this.#dependencies] ?? "" };
    return null;
  }
}

class StatementResolver {
  readonly #phases: readonly SourcePhase[];
  readonly #names: Names;
  readonly #order: readonly SourceTask[];

  constructor(phases: readonly SourcePhase[]) {
    this.#phases = phases;
    this.#names = namesOf(phases);
    this.#order = phases.flatMap(({ tasks }) => tasks);
  }

  resolveSentence(sentence: string, isAboutOrder: boolean): readonly Resolved[] {
    if (isAboutOrder && arrow.test(sentence)) return this.#resolveChain(sentence);
    const groups =
      waiting.exec(sentence)?.groups ??
      waitsUnspaced.exec(sentence)?.groups ??
      blocking.exec(sentence)?.groups ??
      (isAboutOrder ? labelled.exec(sentence)?.groups : undefined);
    const { subject, needs } = groups ?? {};
    if (subject === undefined || needs === undefined) return [];
    return [this.resolve({ subject, needs })].flatMap((statement) => statement ?? []);
  }

  resolve({ subject, needs }: Statement): Resolved | null {
    const waiting = this.#tasksMeant(subject, null);
    const [first] = waiting ?? [];
    const needed = first && this.#tasksMeant(needs, first);
    return waiting && needed && needed.length > 0 ? { subject: waiting, needs: needed } : null;
  }

  /** `Phase 2: 2.1 (depends on 1.1) → 2.2, 2.3`, or several chains separated by commas: `2.1→2.2, 2.1→2.3` */
  #resolveChain(sentence: string): readonly Resolved[] {
    const words = sentence.replace(/^[^→:：]*[:：]\s*/, "");
    const chains = words.split(/[,;]/).every((part) => arrow.test(part)) ? words.split(/[,;]/) : [words];
    return chains.map((chain) => chain.split(arrow)).flatMap((links) => this.#resolveLinks(links));
  }

  #resolveLinks(links: readonly string[]): readonly Resolved[] {
    const remarks = links.flatMap((link) =>
      [...link.matchAll(/^(?<subject>[^()]+)\((?<remark>[^()]+)\)/g)].flatMap(({ groups }) =>
        this.resolveSentence(`${groups?.["subject"]?.trim()} ${groups?.["remark"]}`, false),
      ),
    );
    const steps = links
      .slice(1)
      .map((subject, index) => this.resolve({ subject, needs: links[index] ?? "" }));
    return [...remarks, ...steps.flatMap((step) => step ?? [])];
  }

  /** The tasks that the parts of a text name; null if a part names none. */
  #tasksMeant(text: string, from: SourceTask | null): readonly SourceTask[] | null {
    const words = withoutTail(withoutRemarks(text));
    const outside = this.#tasksOfParts(words, from, false);
    if (outside) return outside;
    const remark = /\((?<remark>[^()]+)\)/.exec(text)?.groups?.["remark"];
    const inside = remark === undefined ? null : this.#tasksOfParts(remark, from, false);
    return inside ?? this.#tasksOfParts(words, from, true);
  }

  #tasksOfParts(words: string, from: SourceTask | null, byTitle: boolean): readonly SourceTask[] | null {
    const parts = partsOf(words);
    const named = parts.map((part) => this.#tasksOfPart(part, from, byTitle));
    if (named.length === 0 || named.some((tasks) => tasks === undefined)) return null;
    return [...new Set(named.flatMap((tasks) => tasks ?? []))];
  }

  #tasksOfPart(part: string, from: SourceTask | null, byTitle: boolean): readonly SourceTask[] | undefined {
    const first = from ?? this.#order[0];
    if (!first) return undefined;
    if (/^(?:all|every)\s+(?:prior|previous|preceding|earlier|other)\s+phases?\b/i.test(part))
      return this.#phasesBefore(first);
    const story = /^US-?\d+$/i.test(part)
      ? this.#order.filter(({ requirements }) => requirements.includes(part.toUpperCase()))
      : [];
    if (story.length > 0) return story;
    return tasksNamed(part, first, this.#names, this.#order) ?? (byTitle ? this.#titled(part) : undefined);
  }

  #phasesBefore(task: SourceTask): readonly SourceTask[] {
    const own = this.#phases.findIndex(({ tasks }) => tasks.includes(task));
    return this.#phases.slice(0, own).flatMap(({ tasks }) => tasks);
  }

  /** The tasks of the phases whose titles begin with the words. */
  #titled(part: string): readonly SourceTask[] | undefined {
    const words = part
      .toLowerCase()
      .replaceAll(/\b(?:all|any|the|of|desired|other|every|each|phases?|tasks?|completion|complete)\b/g, " ")
      .replaceAll(/stories\b/g, "story")
      .replaceAll(/\s+/g, " ")
      .trim();
    if (words === "") return undefined;
    const tasks = this.#phases
      .filter(({ title }) =>
        new RegExp(`^${escapePattern(words)}(?![\\p{L}\\d])`, "u").test(title.toLowerCase()),
      )
      .flatMap((phase) => phase.tasks);
    return tasks.length > 0 ? tasks : undefined;
  }
}

const escapePattern = (words: string): string => words.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
