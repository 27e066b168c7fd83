import { fieldNamed } from "../../document/field-names.ts";
import { readLabels } from "../../document/read-labels.ts";
import { readStatus } from "../../document/read-status.ts";
import type { Complexity, FieldName, Status } from "../../document/task-list.ts";
import { complexityNamed, complexityOfEffort } from "../complexity.ts";
import type { OutlineNode } from "./outline-node.ts";

/** What the words of an item say, its marks parted from its text. */
export interface ItemWords {
  readonly id: string | null;
  readonly text: string;
  readonly isParallel: boolean;
  /** Whether a `✅` ends it. */
  readonly isMarkedDone: boolean;
  readonly requirements: readonly string[];
  readonly dependencies: readonly string[];
  readonly complexity: Complexity | null;
}

/** An item with its words read. */
export interface OutlineItem {
  readonly node: OutlineNode;
  readonly words: ItemWords;
}

/** A bare whole number is one only where something parts it from the text: `3 retries` is not a number three. */
const idPattern =
  /^(?:(?:(?:Task|Step)\s+)?#?\[?(?<id>T(?:\d{2,}|X{2,})[a-z]?|\d+(?:\.\d+){1,3})[.)\]]?(?:\s*[:：]\s*|\s+[–—-]\s+|\s+|$)|(?:(?:Task|Step)\s+#?(?<named>\d+)\s*[:：.)–—-]|#?(?<whole>\d+)[:：.)])(?:\s+|$))/i;
const parallelMark = /^\[P\]\s*/i;
const storyMark = /^\[(?<story>US-?\d+|FR-?\d+|REQ-?\d+)\]\s*/i;
const sizeTail =
  /\s*\[(?:~?[\d,.]+k?\s*tokens\s*[-–—]\s*)?(?<size>simple|low|small|medium|moderate|complex|high|large)\]\s*$/i;
/** `(M - 1.5-2 hours)`, `(3 hours)`: the effort stays in the title, which has no other place for it. */
const effortTail =
  /\((?:[SMLX]{1,3}\s*[-–—,]\s*)?~?(?<effort>\d[\d.\s–-]*\s*(?:m(?:in\w*)?|h(?:ours?|rs?)?|d(?:ays?)?))\)$/i;
const doneTail = /\s*✅\s*(?:completed?|done)?\s*$/iu;
/** Nothing but numbers of tasks: `(requires 2 GB of memory)` belongs to the text. */
const dependsTail =
  /\s*[([（](?:(?:depends?(?:\s+on)?|dependenc(?:y|ies)|requires|blocked by|after|зависит от|abhängig von|dépend de|depende de)\s*:?\s+|(?:依赖(?:于)?|依存|의존)\s*[:：]?\s*)(?<names>(?:(?:(?:tasks?|phases?|and|to|through)\s+|#?(?:T\d{2,}[a-z]?|\d+(?:\.\d+)*)(?![\w.]))[\s,;，、&+–—-]*)+)[)\]）]/giu;

/** Reads the words of an item: `T012 [P] [US1] Title (depends on T010)`, `1.2 Title [~2,000 tokens - Simple]`. */
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

/** A task has no place for bold and struck-through marks; a label keeps its colon, and code and `__init__` their marks. */
const withoutBold = (words: string): string =>
  words
    .replaceAll(/(`[^`]*`)|\*\*|~~/g, "$1")
    .replace(/^__(.+?)__/, "$1")
    .replaceAll(/\s+/g, " ")
    .trim();

/** What a box says; null for a mark that means one thing here and another there. */
export function statusOfMark(mark: string | null): Status | null {
  if (mark === null || mark === "" || mark === " ") return "Not Started";
  if (mark === "x" || mark === "X") return "Complete";
  if (mark === "!") return "Blocked";
  return mark === "~" || mark === "/" || mark === ">" ? "In Progress" : null;
}

/** A label below an item: `- **Dependencies**: Task 1`. */
export interface ItemLabel {
  /** Null for a label that names no field of a task. */
  readonly name: FieldName | "effort" | null;
  readonly label: string;
  readonly value: string;
}

/** The labels that an item without a box begins with, several where they are parted by bars. */
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

/** What a Status label says: the status, and what a blocked task waits for. */
export function statusLabel(value: string): { status: Status; blockedReason: string | null } | null {
  const reading = readStatus(value);
  if (!reading) return null;
  const reason = reading.value === "Blocked" && reading.tail !== "" ? reading.tail : null;
  return { status: reading.value, blockedReason: reason };
}
