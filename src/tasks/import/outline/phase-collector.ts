import type { Ledger } from "../ledger.ts";
import type { SourcePhase, SourceTask } from "../source-list.ts";
import { headingWords, phaseHeading } from "./around-tasks.ts";
import type { Outline, OutlineHeading, OutlineNode } from "./outline-node.ts";
import { hasBoxes } from "./outline-node.ts";
import type { OutlineItem } from "./read-item.ts";
import { childIds, readItemWords } from "./read-item.ts";
import { hasTaskLabels, readTask } from "./read-task.ts";

/** A phase while its tasks are being collected. */
interface OpenPhase extends SourcePhase {
  readonly key: string;
  readonly tasks: SourceTask[];
  readonly criteria: string[];
}

/** Sorts the items of an outline into phases. Text that has no place is noted in the ledger. */
export class PhaseCollector {
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
    for (const child of children) phase.tasks.push(readTask(child, readItemWords(child.text), this.#ledger));
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
