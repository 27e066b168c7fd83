import type { Leftover, SourcePhase, SourceTask } from "../source-list.ts";
import type { Outline, OutlineHeading, OutlineNode } from "./outline-node.ts";
import { hasBoxes } from "./outline-node.ts";
import { headingWords, phaseHeading } from "./phase-heading.ts";
import type { OutlineItem } from "./read-item.ts";
import { childIds, readItemWords } from "./read-item.ts";
import { hasTaskLabels, readTask } from "./read-task.ts";

/** A phase while its tasks are being collected. */
interface OpenPhase extends SourcePhase {
  readonly key: string;
  readonly tasks: SourceTask[];
  readonly criteria: string[];
}

/** Puts the items of an outline into phases, one after the other; what has no place goes to the leftovers. */
export class PhaseCollector {
  readonly all: OpenPhase[] = [];
  /** The headings that became phases. */
  readonly headings = new Set<OutlineHeading>();
  readonly #leftovers: Leftover[];

  constructor(leftovers: Leftover[]) {
    this.#leftovers = leftovers;
  }

  collect(item: OutlineItem): void {
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

  #collectParent({ node, words }: OutlineItem): void {
    const own = /^(\d+)(?:\.0)?$/.exec(words.id ?? "")?.[1];
    const phase = this.#open({
      key: `item ${node.line}`,
      title: words.text,
      number: own === undefined ? prefixOf(node) : Number(own),
      ids: words.id === null ? [] : [...new Set([words.id, words.id.replace(/\.0$/, "")])],
    });
    const children = node.children.filter(hasBoxes);
    for (const child of children) {
      phase.tasks.push(readTask(child, readItemWords(child.text), this.#leftovers));
    }
    if (children.length === 0) phase.tasks.push(readTask(node, words, this.#leftovers));
    else this.#noteRest(node, children);
  }

  #noteRest(node: OutlineNode, children: readonly OutlineNode[]): void {
    for (const { line, text } of node.children.filter((child) => !children.includes(child))) {
      this.#leftovers.push({ line, what: `"${text}", an item without a box` });
    }
    const isTicked = /^[xX]$/.test(node.mark ?? "");
    if (!isTicked || children.every(({ mark }) => mark !== " ")) return;
    this.#leftovers.push({ line: node.line, what: `the tick of "${node.text}", which has open items` });
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

/** `1.0 Parent`, or an item over items that have numbers. */
const isPhase = ({ node, words }: OutlineItem): boolean =>
  !hasTaskLabels(node) &&
  (/^\d+\.0$/.test(words.id ?? "") || childIds(node).some((id) => /^\d+\.\d+$/.test(id)));

const keyOf = ({ line }: OutlineHeading): string => `heading ${line}`;

/** The phase that the numbers of its items name, where they agree. */
function prefixOf(node: OutlineNode): number | null {
  const prefixes = new Set(childIds(node).map((id) => id.split(".")[0]));
  const [only] = prefixes;
  return prefixes.size === 1 && /^\d+$/.test(only ?? "") ? Number(only) : null;
}
