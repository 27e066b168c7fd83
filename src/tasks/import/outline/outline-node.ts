import { fieldNamed, readLabels } from "../../document/read-labels.ts";
import { readStatus } from "../../document/read-status.ts";
import type { Complexity, FieldName, Status } from "../../document/task-list.ts";
import { complexityNamed, complexityOfEffort } from "../source-text.ts";

/** A heading above part of an outline. */
export interface OutlineHeading {
  readonly text: string;
  readonly depth: number;
  readonly line: number;
}

/** The lines of part of an outline, 1-based and inclusive. */
interface Lines {
  readonly line: number;
  readonly lastLine: number;
}

/** A paragraph, code block or table in an item, without its indentation. */
interface OutlineAside extends Lines {
  readonly text: string;
}

/**
 * An item of an outline, a bold line above a list, or a label on a separate line, with its children. Its lines are
 * those of its text, without the children.
 */
export interface OutlineNode extends Lines {
  /** The text on one line, without list marker and box. */
  readonly text: string;
  /** The character in the box; empty for `[]`, null for an item without a box. */
  readonly mark: string | null;
  /** Whether a star marks it as optional: `- [ ]* Write tests`. */
  readonly isOptional: boolean;
  readonly children: OutlineNode[];
  /** The headings above it, the topmost first. */
  readonly headings: readonly OutlineHeading[];
  readonly asides: OutlineAside[];
  /** The first line of the outermost list around it. Items with text between them are in different lists. */
  readonly list: number;
  /** The text right above that list in the same section. */
  readonly lead: string | null;
}

/** A paragraph, code block or table outside of the items. */
export interface OutlineProse extends Lines {
  readonly text: string;
  readonly headings: readonly OutlineHeading[];
}

export interface Outline {
  readonly nodes: readonly OutlineNode[];
  readonly prose: readonly OutlineProse[];
  readonly headings: readonly OutlineHeading[];
}

/** The node and everything below it. */
export const withDescendants = (node: OutlineNode): readonly OutlineNode[] => [
  node,
  ...node.children.flatMap(withDescendants),
];

/** Whether the node or a descendant has a box. */
export const hasBoxes = (node: OutlineNode): boolean =>
  withDescendants(node).some(({ mark }) => mark !== null);

/** The text of an item, with its markers read separately. */
export interface ItemWords {
  readonly id: string | null;
  readonly text: string;
  readonly isParallel: boolean;
  /** Whether it ends with `✅`. */
  readonly isMarkedDone: boolean;
  readonly requirements: readonly string[];
  readonly dependencies: readonly string[];
  readonly complexity: Complexity | null;
}

/** An item with its parsed text. */
export interface OutlineItem {
  readonly node: OutlineNode;
  readonly words: ItemWords;
}

/** A bare integer is an id only if punctuation separates it from the text: the 3 in `3 retries` is not one. */
const idPattern =
  /^(?:(?:(?:Task|Step)\s+)?#?\[?(?<id>T(?:\d{2,}|X{2,})[a-z]?|\d+(?:\.\d+){1,3})[.)\]]?(?:\s*[:：]\s*|\s+[–—-]\s+|\s+|$)|(?:(?:Task|Step)\s+#?(?<named>\d+)\s*[:：.)–—-]|#?(?<whole>\d+)[:：.)])(?:\s+|$))/i;
const parallelMark = /^\[P\]\s*/i;
const storyMark = /^\[(?<story>US-?\d+|FR-?\d+|REQ-?\d+)\]\s*/i;
const sizeTail =
  /\s*\[(?:~?[\d,.]+k?\s*tokens\s*[-–—]\s*)?(?<size>simple|low|small|medium|moderate|complex|high|large)\]\s*$/i;
/** `(M - 1.5-2 hours)`, `(3 hours)`. The effort stays in the title, because a task has no other place for it. */
const effortTail =
  /\((?:[SMLX]{1,3}\s*[-–—,]\s*)?~?(?<effort>\d[\d.\s–-]*\s*(?:m(?:in\w*)?|h(?:ours?|rs?)?|d(?:ays?)?))\)$/i;
const doneTail = /\s*✅\s*(?:completed?|done)?\s*$/iu;
/** Matches only task numbers: `(requires 2 GB of memory)` belongs to the text. */
const dependsTail =
  /\s*[([（](?:(?:depends?(?:\s+on)?|dependenc(?:y|ies)|requires|blocked by|after|зависит от|abhängig von|dépend de|depende de)\s*:?\s+|(?:依赖(?:于)?|依存|의존)\s*[:：]?\s*)(?<names>(?:(?:(?:tasks?|phases?|and|to|through)\s+|#?(?:T\d{2,}[a-z]?|\d+(?:\.\d+)*)(?![\w.]))[\s,;，、&+–—-]*)+)[)\]）]/giu;

/** Reads the text of an item: `T012 [P] [US1] Title (depends on T010)`, `1.2 Title [~2,000 tokens - Simple]`. */
export function readItemWords(words: string): ItemWords {
  const plain = withoutBold(words);
  const id = idPattern.exec(plain);
  let text = id ? plain.slice(id[0].length) : plain;
  const isParallel = parallelMark.test(text);
  text = text.replace(parallelMark, "");
  const requirements: string[] = [];
  for (let story = storyMark.exec(text); story; story = storyMark.exec(text)) {
    requirements.push(story.groups?.["story"] ?? "");
    text = text.slice(story[0].length);
  }
  const isMarkedDone = doneTail.test(text);
  text = text.replace(doneTail, "");
  const size = sizeTail.exec(text)?.groups?.["size"];
  const dependencies = [...text.matchAll(dependsTail)].map(({ groups }) => groups?.["names"] ?? "");
  return {
    id: id?.groups?.["id"] ?? id?.groups?.["named"] ?? id?.groups?.["whole"] ?? null,
    text: text.replace(sizeTail, "").replaceAll(dependsTail, "").replace(parallelMark, "").trim(),
    isParallel,
    isMarkedDone,
    requirements,
    dependencies,
    complexity: size === undefined ? complexityOfTail(text) : complexityNamed(size),
  };
}

function complexityOfTail(text: string): Complexity | null {
  const effort = effortTail.exec(text)?.groups?.["effort"];
  return effort === undefined ? null : complexityOfEffort(effort);
}

/** The numbers of the boxes right below an item. */
export const childIds = ({ children }: OutlineNode): readonly string[] =>
  children.flatMap(({ text, mark }) => (mark === null ? [] : (readItemWords(text).id ?? [])));

/** Whether an item is crossed out as a whole, perhaps with a remark: `2.4 ~~Configure it~~ (skipped)`. */
export const isCrossedOut = ({ text }: OutlineNode): boolean =>
  /^(?:(?:Task\s+)?#?\[?T?\d[\d.]*[a-z]?[.)\]:]*\s+)?(?:\*\*)?~~[^~]+~~(?:\*\*)?\s*(?:[(（][^()（）]*[)）]\s*)?$/i.test(
    text,
  );

/**
 * Removes bold markup and crossed-out words, unless they are the whole text. A label keeps its colon; code and names
 * such as `__init__` are unchanged.
 */
const withoutBold = (words: string): string =>
  (/^~~[^~]+~~$/.test(words) ? words : words.replaceAll(/(`[^`]*`)|~~[^~]+~~/g, "$1"))
    .replaceAll(/(`[^`]*`)|\*\*|~~/g, "$1")
    .replace(/^__(.+?)__/, "$1")
    .replaceAll(/\s+/g, " ")
    .trim();

/** The status that a box stands for; null for a character without a common meaning. */
export function statusOfMark(mark: string | null): Status | null {
  if (mark === null || mark === "" || mark === " ") return "Not Started";
  if (mark === "x" || mark === "X") return "Complete";
  if (mark === "!") return "Blocked";
  return ["~", "/", ">", "-"].includes(mark) ? "In Progress" : null;
}

/** A label below an item: `- **Dependencies**: Task 1`. */
export interface ItemLabel {
  /** Null for a label that is not a field of a task. */
  readonly name: FieldName | "effort" | null;
  readonly label: string;
  readonly value: string;
}

/** The labels at the start of an item without a box. Bars separate several labels. */
export function labelsOf({ text, mark }: OutlineNode): readonly ItemLabel[] {
  if (mark !== null) return [];
  // `_Requirements: 1.1, 2.3_` is a label in italics.
  const words = text.replace(/^([_*])(?!\1)(.*)(?<!\1)\1$/, "$2");
  return readLabels({ text: words, start: 0, end: words.length }).map(({ label: { text: label }, value }) => {
    const isEffort = /^(?:effort|estimate|estimated (?:effort|time)|size|time)$/i.test(label);
    const isProof = /^(?:test(?:s|ing| strategy)?|independent test|validation|acceptance)$/i.test(label);
    const name = isEffort ? "effort" : isProof ? "verification" : fieldNamed(label);
    return { name, label, value: value.text };
  });
}

/** The status in a Status label, with the reason of a blocked task. */
export function statusLabel(value: string): { status: Status; blockedReason: string | null } | null {
  const reading = readStatus(value);
  if (!reading) return null;
  const reason = reading.value === "Blocked" && reading.tail !== "" ? reading.tail : null;
  return { status: reading.value, blockedReason: reason };
}
