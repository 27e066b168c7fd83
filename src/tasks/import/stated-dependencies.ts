import { fieldNamed } from "../document/read-labels.ts";
import type { SourcePhase, SourceTask, StatedDependency } from "./source-list.ts";
import { TaskNames, withoutTail } from "./task-names.ts";

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
  readonly #names: TaskNames;
  readonly #first: SourceTask | undefined;

  constructor(phases: readonly SourcePhase[]) {
    this.#names = new TaskNames(phases);
    this.#first = phases.flatMap(({ tasks }) => tasks)[0];
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
    const waiting = this.#tasksMeant(subject, this.#first);
    const needed = waiting && this.#tasksMeant(needs, waiting[0]);
    return waiting && needed ? { subject: waiting, needs: needed } : null;
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

  /** The tasks that a text names, or the text in its parentheses; null if a part of it names none. */
  #tasksMeant(text: string, about: SourceTask | undefined): readonly SourceTask[] | null {
    const remark = /\((?<remark>[^()]+)\)/.exec(text)?.groups?.["remark"];
    for (const words of [text, withoutTail(text), remark ?? ""]) {
      const { tasks, unknown } = this.#names.named(words, about);
      if (tasks.length > 0 && unknown.length === 0) return tasks;
    }
    return null;
  }
}
