import { fieldNamed, readLabels } from "../../document/read-labels.ts";
import { Ledger } from "../ledger.ts";
import type { SourceList, SourcePhase, SourceTask } from "../source-list.ts";
import { headingWords, phaseHeading, withSurroundings } from "./around-tasks.ts";
import type { Outline, OutlineHeading, OutlineItem, OutlineNode } from "./outline-node.ts";
import {
  childIds,
  hasBoxes,
  isCrossedOut,
  labelsOf,
  readItemWords,
  withDescendants,
} from "./outline-node.ts";
import { parseOutline } from "./parse-outline.ts";
import { hasTaskLabels, readTask } from "./read-task.ts";

/**
 * Reads an outline of checkboxes as phases and tasks. Items above numbered items (`1.0`) are phases; if there are none,
 * the headings are. Null if the file has no box for a task.
 */
export function readOutline(source: string): SourceList | null {
  const parsed = parseOutline(source);
  const ledger = new Ledger(source);
  const outline = { ...parsed, nodes: withoutCrossedOut(parsed.nodes, ledger) };
  const items = taskItems(nestNumbered(outline.nodes));
  if (items.length === 0) return null;
  const collector = new PhaseCollector(ledger);
  collector.collect(items);
  collector.addProofs(outline);
  const isSpecKit = items.some(({ words }) => /^T\d{2,}/i.test(words.id ?? ""));
  return withSurroundings(source, outline, ledger, {
    format: isSpecKit ? "spec-kit" : "outline",
    phases: collector.all,
    headings: collector.headings,
    used: new Set(items.flatMap(({ node }) => [node, ...node.children])),
  });
}

/** Leaves out crossed-out items: their tasks were dropped, and a tick on one says only that it is dealt with. */
function withoutCrossedOut(nodes: readonly OutlineNode[], ledger: Ledger): OutlineNode[] {
  return nodes.flatMap((node) => {
    if (!isCrossedOut(node)) return [{ ...node, children: withoutCrossedOut(node.children, ledger) }];
    const parts = withDescendants(node).flatMap((part) => [part, ...part.asides]);
    const lastLine = Math.max(...parts.map((part) => part.lastLine));
    ledger.leave({ line: node.line, lastLine }, `"${node.text.replaceAll("~~", "")}", which is crossed out`);
    return [];
  });
}

/**
 * The topmost items that are tasks. If items are numbered, only lists with a numbered item contain tasks. Lists of
 * criteria or of a gate, according to their label or heading, never do.
 */
function taskItems(nodes: readonly OutlineNode[]): readonly OutlineItem[] {
  const boxed = nodes.filter(hasBoxes);
  const named = nodes.filter(hasTaskNumber);
  // If no box has a task number, numbered items without a box can be tasks: `- **Task 1.1**: Title`.
  const items = (boxed.some(hasTaskNumber) || named.length < 2 ? boxed : nodes)
    .filter((node) => hasBoxes(node) || hasTaskNumber(node))
    .filter((node) => labelsOf(node).every(({ name }) => name === null) && !isChecklist(node))
    .map((node) => ({ node, words: readItemWords(node.text) }))
    .filter(({ words, node }) => words.text !== "" || node.children.length > 0);
  const numbered = items.filter(({ node, words }) => words.id !== null || childIds(node).length > 0);
  if (numbered.length === 0) return items;
  const lists = new Set(numbered.map(({ node }) => node.list));
  return items.filter(({ node }) => lists.has(node.list));
}

/** Nests items `2.1` and `2.2` below a preceding item `2.` of the same list. */
function nestNumbered(nodes: readonly OutlineNode[]): readonly OutlineNode[] {
  const nested: OutlineNode[] = [];
  for (const node of nodes) {
    const parent = nested.at(-1);
    const own = parent && /^(\d+)(?:\.0)?$/.exec(readItemWords(parent.text).id ?? "")?.[1];
    const isBelow = parent?.list === node.list && own === prefixOf(node);
    if (isBelow && own !== undefined)
      nested[nested.length - 1] = { ...parent, children: [...parent.children, node] };
    else nested.push(node);
  }
  return nested;
}

const prefixOf = ({ text, mark }: OutlineNode): string | undefined =>
  mark === null ? undefined : /^(\d+)\.[1-9]\d*$/.exec(readItemWords(text).id ?? "")?.[1];

const hasTaskNumber = ({ text }: OutlineNode): boolean =>
  /^(?:\*\*)?(?:Task\s+#?\d+(?:\.\d+)*|T\d{2,})\b/i.test(text);

const gate = /\b(?:gates?|checkpoints?|checklists?|sign-?offs?|deliverables?)\b/i;

function isChecklist({ headings, lead }: OutlineNode): boolean {
  const heading = headings.at(-1)?.text ?? "";
  const label = lead === null ? undefined : readLabels({ text: lead, start: 0, end: lead.length })[0];
  const names = [heading, label?.label.text ?? ""];
  return names.some((name) => fieldNamed(name) === "verification" || gate.test(name));
}

/** A phase while its tasks are being collected. */
interface OpenPhase extends SourcePhase {
  readonly key: string;
  readonly tasks: SourceTask[];
  readonly criteria: string[];
}

/** Sorts the items of an outline into phases. Text that has no place is noted in the ledger. */
class PhaseCollector {
  readonly all: OpenPhase[] = [];
  /** The headings that became phases. */
  readonly headings = new Set<OutlineHeading>();
  readonly #ledger: Ledger;

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
  }

  collect(items: readonly OutlineItem[]): void {
    // An item such as `3.` among phases is a phase, even if nothing is below it.
    const lists = new Set(items.filter(isPhase).map(({ node }) => node.list));
    for (const item of items) {
      const isAmongPhases = lists.has(item.node.list) && /^\d+$/.test(item.words.id ?? "");
      if (isAmongPhases || isPhase(item)) this.#collectParent(item);
      else this.#phaseOf(item).tasks.push(readTask(item.node, item.words, this.#ledger));
    }
  }

  /** The test of a story (`**Independent Test**: …`) becomes a criterion of its phase. */
  addProofs({ prose }: Outline): void {
    for (const block of prose) {
      const proof = /^\*\*Independent Test\*\*:\s*(?<proof>.+)$/im.exec(block.text)?.groups?.["proof"];
      const heading = block.headings.findLast((candidate) => this.headings.has(candidate));
      const phase = heading && this.#find(keyOf(heading));
      if (proof === undefined || !phase) continue;
      phase.criteria.push(proof.trim());
      this.#ledger.read(block);
    }
  }

  /** What a parent waits for and carries holds for each task below it. */
  #collectParent({ node, words }: OutlineItem): void {
    const own = /^(\d+)(?:\.0)?$/.exec(words.id ?? "")?.[1];
    const children = node.children.filter(hasBoxes);
    const details = node.children.filter((child) => !children.includes(child));
    const isTask = children.length === 0 || details.length > 0;
    const phase = this.#open({
      key: `item ${node.line}`,
      title: words.text,
      number: own === undefined ? null : Number(own),
      ids: words.id === null || isTask ? [] : [...new Set([words.id, words.id.replace(/\.0$/, "")])],
    });
    // The items without boxes below it are its own work.
    if (isTask) phase.tasks.push(readTask({ ...node, children: details }, words, this.#ledger));
    else this.#noteTick(node, children);
    for (const child of children) {
      const own = readItemWords(child.text);
      const dependencies = [...words.dependencies, ...own.dependencies];
      const requirements = [...words.requirements, ...own.requirements];
      phase.tasks.push(readTask(child, { ...own, dependencies, requirements }, this.#ledger));
    }
  }

  #noteTick(node: OutlineNode, children: readonly OutlineNode[]): void {
    this.#ledger.read(node);
    const isTicked = /^[xX]$/.test(node.mark ?? "");
    if (!isTicked || children.every(({ mark }) => mark !== " ")) return;
    this.#ledger.note(node.line, `the tick of "${node.text}", which has open items`);
  }

  #phaseOf({ node, words }: OutlineItem): OpenPhase {
    const prefix = /^(\d+)\.\d+$/.exec(words.id ?? "")?.[1];
    const number = prefix === undefined ? null : Number(prefix);
    const heading = phaseHeading(node.headings, words.id);
    if (!heading) {
      const key = `number ${number}`;
      return this.#find(key) ?? this.#open({ key, title: "Tasks", number, ids: [] });
    }
    this.headings.add(heading);
    const key = keyOf(heading);
    const { title, number: own } = headingWords(heading.text);
    return this.#find(key) ?? this.#open({ key, title, number: own ?? number, ids: [] });
  }

  #find(key: string): OpenPhase | undefined {
    return this.all.find((phase) => phase.key === key);
  }

  #open(phase: Omit<OpenPhase, "tasks" | "criteria">): OpenPhase {
    const opened = { ...phase, tasks: [], criteria: [] };
    this.all.push(opened);
    return opened;
  }
}

/** Whether an item is a phase: `1.0 Parent`, or an item above numbered items that has no task number itself. */
function isPhase({ node, words }: OutlineItem): boolean {
  const id = words.id ?? "";
  if (hasTaskLabels(node)) return false;
  if (/^\d+\.0$/.test(id)) return true;
  return /^\d*$/.test(id) && childIds(node).some((child) => /^\d+\.\d+$/.test(child));
}

const keyOf = ({ line }: OutlineHeading): string => `heading ${line}`;
