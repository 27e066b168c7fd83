import type { Leftover, SourceList, SourcePhase, SourceTask } from "../source-list.ts";
import { outlineHeader } from "./outline-header.ts";
import type { Outline, OutlineHeading, OutlineNode } from "./outline-node.ts";
import { hasBoxes } from "./outline-node.ts";
import type { ItemWords } from "./read-item.ts";
import { labelOf, readItemWords } from "./read-item.ts";
import { hasTaskLabels, readTask } from "./read-task.ts";
import { unreadParts } from "./unread-parts.ts";

/** A phase while its tasks are being collected. */
interface OpenPhase extends SourcePhase {
  readonly key: string;
  readonly tasks: SourceTask[];
  readonly criteria: string[];
}

interface Item {
  readonly node: OutlineNode;
  readonly words: ItemWords;
}

/**
 * Reads an outline of checkboxes as phases and tasks. Items over numbered items (`1.0`) are phases; elsewhere the
 * headings are. Null where the file has no box that stands for a task.
 */
export function readOutline(outline: Outline): SourceList | null {
  const items = taskItems(outline.nodes);
  if (items.length === 0) return null;
  const leftovers: Leftover[] = [];
  const phases = new PhaseCollector(leftovers);
  for (const item of items) phases.collect(item);
  const isSpecKit = items.some(({ words }) => /^T\d{2,}/i.test(words.id ?? ""));
  const used = new Set(items.map(({ node }) => node));
  phases.addProofs(outline);
  leftovers.push(...unreadParts(outline, used, phases.headings));
  return {
    format: isSpecKit ? "spec-kit" : "outline",
    ...outlineHeader(outline),
    phases: phases.all,
    leftovers: leftovers.sort((one, other) => (one.line ?? 0) - (other.line ?? 0)),
  };
}

/** The topmost items that stand for work. In an outline with numbers, a list of boxes elsewhere (a checklist) does not. */
function taskItems(nodes: readonly OutlineNode[]): readonly Item[] {
  const items = nodes
    .filter((node) => hasBoxes(node) && (labelOf(node)?.name ?? null) === null)
    .map((node) => ({ node, words: readItemWords(node.text) }))
    .filter(({ words, node }) => words.text !== "" || node.children.length > 0);
  const numbered = items.filter(({ node, words }) => words.id !== null || childIds(node).length > 0);
  if (numbered.length === 0) return items;
  const sections = new Set(numbered.map(({ node }) => node.headings.at(-1)));
  return items.filter(({ node }) => sections.has(node.headings.at(-1)));
}

const childIds = ({ children }: OutlineNode): readonly string[] =>
  children.flatMap(({ text, mark }) => (mark === null ? [] : (readItemWords(text).id ?? [])));

/** `1.0 Parent`, or an item over items that have numbers. */
const isPhase = ({ node, words }: Item): boolean =>
  !hasTaskLabels(node) &&
  (/^\d+\.0$/.test(words.id ?? "") || childIds(node).some((id) => /^\d+\.\d+$/.test(id)));

class PhaseCollector {
  readonly all: OpenPhase[] = [];
  /** The headings that became phases. */
  readonly headings = new Set<OutlineHeading>();
  readonly #leftovers: Leftover[];

  constructor(leftovers: Leftover[]) {
    this.#leftovers = leftovers;
  }

  collect(item: Item): void {
    if (isPhase(item)) this.#collectParent(item);
    else this.#phaseOf(item).tasks.push(readTask(item.node, item.words, this.#leftovers));
  }

  /** What a story's section says of its proof (`**Independent Test**: …`) is to be seen when its last task is done. */
  addProofs({ prose }: Outline): void {
    for (const { text, headings } of prose) {
      const proof = /^\*\*Independent Test\*\*:\s*(?<proof>.+)$/im.exec(text)?.groups?.["proof"];
      const heading = headings.findLast((candidate) => this.headings.has(candidate));
      if (proof !== undefined && heading) this.#find(keyOf(heading))?.criteria.push(proof.trim());
    }
  }

  #collectParent({ node, words }: Item): void {
    const number = /^(\d+)(?:\.0)?$/.exec(words.id ?? "")?.[1];
    const phase = this.#open(
      `item ${node.line}`,
      words.text,
      number === undefined ? prefixOf(node) : Number(number),
    );
    const ids = words.id === null ? [] : [words.id, words.id.replace(/\.0$/, "")];
    this.all[this.all.length - 1] = { ...phase, ids: [...new Set(ids)] };
    const children = node.children.filter(hasBoxes);
    for (const child of children)
      phase.tasks.push(readTask(child, readItemWords(child.text), this.#leftovers));
    if (children.length === 0) phase.tasks.push(readTask(node, words, this.#leftovers));
    this.#noteRest(node, children);
  }

  #noteRest(node: OutlineNode, children: readonly OutlineNode[]): void {
    const note = (line: number, what: string) => this.#leftovers.push({ line, what });
    if (children.length > 0)
      for (const { line, text } of node.children.filter((child) => !children.includes(child)))
        note(line, `"${text}", an item without a box`);
    if (node.mark !== null && /[xX]/.test(node.mark) && children.some(({ mark }) => mark === " "))
      note(node.line, `the tick of "${node.text}", which has open items`);
  }

  #phaseOf({ node, words }: Item): OpenPhase {
    const heading = phaseHeading(node.headings, words.id);
    const number = /^(\d+)\.\d+$/.exec(words.id ?? "")?.[1];
    if (!heading)
      return (
        this.#find(`number ${number}`) ??
        this.#open(`number ${number}`, "Tasks", number === undefined ? null : Number(number))
      );
    this.headings.add(heading);
    const { title, number: own } = headingWords(heading.text);
    return (
      this.#find(keyOf(heading)) ??
      this.#open(keyOf(heading), title, own ?? (number === undefined ? null : Number(number)))
    );
  }

  #find(key: string): OpenPhase | undefined {
    return this.all.find((phase) => phase.key === key);
  }

  #open(key: string, title: string, number: number | null): OpenPhase {
    const phase = { key, title, number, ids: [], tasks: [], criteria: [] };
    this.all.push(phase);
    return phase;
  }
}

const keyOf = ({ line }: OutlineHeading): string => `heading ${line}`;

/** The phase that the numbers of its items name, where they agree. */
function prefixOf(node: OutlineNode): number | null {
  const prefixes = new Set(childIds(node).map((id) => id.split(".")[0]));
  const [only] = prefixes;
  return prefixes.size === 1 && /^\d+$/.test(only ?? "") ? Number(only) : null;
}

/** The heading that opens the phase of an item: one that says so, else the nearest that is no mere title of the file. */
function phaseHeading(headings: readonly OutlineHeading[], id: string | null): OutlineHeading | undefined {
  const named = headings.findLast(({ text }) => /\bphase\s+(?:\d|[A-Z](?!\p{L}))/iu.test(text));
  const [prefix] = id?.split(".") ?? [];
  const numbered = headings.findLast(
    ({ text }) => prefix !== undefined && new RegExp(`^${prefix}[.):]`).test(text),
  );
  return named ?? numbered ?? headings.findLast(({ depth, text }) => depth > 1 && !/^tasks?:?$/i.test(text));
}

/** `Phase 3: User Story 1 - Sign in (Priority: P1) 🎯 MVP` → its title and number. */
function headingWords(text: string): { title: string; number: number | null } {
  const plain = text.replaceAll(/\*\*|__/g, "").trim();
  const found =
    /\bphase\s+(?<name>\d+(?:\.\d+)*|[A-Z])(?!\p{L})\s*[:：—–.-]?\s*(?<title>.*)$/iu.exec(plain) ??
    /^(?<name>\d+)[.):]\s+(?<title>.+)$/.exec(plain);
  const { name = "", title = "" } = found?.groups ?? {};
  return { title: title || plain, number: /^\d+$/.test(name) ? Number(name) : null };
}
