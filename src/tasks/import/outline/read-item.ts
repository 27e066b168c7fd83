import { fieldNamed } from "../../document/field-names.ts";
import { readLabels } from "../../document/read-labels.ts";
import { readStatus } from "../../document/read-status.ts";
import type { Complexity, FieldName, Status } from "../../document/task-list.ts";
import { complexityNamed } from "../complexity.ts";
import type { OutlineNode } from "./outline-node.ts";

/** What the words of an item say, its marks parted from its text. */
export interface ItemWords {
  readonly id: string | null;
  readonly text: string;
  readonly isParallel: boolean;
  readonly requirements: readonly string[];
  readonly dependencies: readonly string[];
  readonly complexity: Complexity | null;
}

/** An item with its words read. */
export interface OutlineItem {
  readonly node: OutlineNode;
  readonly words: ItemWords;
}

/** A whole number alone is one only where something parts it from the text: `3 retries` is no number three. */
const idPattern =
  /^(?:(?:(?:Task|Step)\s+)?#?\[?(?<id>T(?:\d{2,}|X{2,})[a-z]?|\d+(?:\.\d+){1,3})[.)\]]?(?:\s*[:：]\s*|\s+[–—-]\s+|\s+|$)|(?:(?:Task|Step)\s+#?(?<named>\d+)\s*[:：.)–—-]|#?(?<whole>\d+)[:：.)])(?:\s+|$))/i;
const parallelMark = /^\[P\]\s*/i;
const storyMark = /^\[(?<story>US-?\d+|FR-?\d+|REQ-?\d+)\]\s*/i;
const sizeTail =
  /\s*\[(?:~?[\d,.]+k?\s*tokens\s*[-–—]\s*)?(?<size>simple|low|small|medium|moderate|complex|high|large)\]\s*$/i;
/** Nothing but numbers of tasks: `(requires 2 GB of memory)` belongs to the text. */
const dependsTail =
  /\s*[([](?:depends?(?:\s+on)?|dependenc(?:y|ies)|requires|blocked by)\s*:?\s+(?<names>(?:(?:(?:tasks?|phases?|and|to|through)\s+|#?(?:T\d{2,}[a-z]?|\d+(?:\.\d+)*)(?![\w.]))[\s,;&+–—-]*)+)[)\]]/gi;

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
  const size = sizeTail.exec(text)?.groups?.["size"];
  const dependencies = [...text.matchAll(dependsTail)].map(({ groups }) => groups?.["names"] ?? "");
  return {
    id: id?.groups?.["id"] ?? id?.groups?.["named"] ?? id?.groups?.["whole"] ?? null,
    text: text.replace(sizeTail, "").replaceAll(dependsTail, "").replace(parallelMark, "").trim(),
    isParallel,
    requirements,
    dependencies,
    complexity: size === undefined ? null : complexityNamed(size),
  };
}

/** The numbers of the boxes right below an item. */
export const childIds = ({ children }: OutlineNode): readonly string[] =>
  children.flatMap(({ text, mark }) => (mark === null ? [] : (readItemWords(text).id ?? [])));

/** Bold and struck-through marks say nothing that a task has a place for; a label keeps its colon. */
const withoutBold = (words: string): string =>
  words
    .replaceAll(/\*\*|__|~~/g, "")
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

/** The label that an item without a box begins with; null where it begins with none. */
export function labelOf({ text, mark }: OutlineNode): ItemLabel | null {
  if (mark !== null) return null;
  const [found] = readLabels({ text, start: 0, end: text.length });
  if (!found) return null;
  const label = found.label.text;
  const isEffort = /^(?:effort|estimate|estimated (?:effort|time)|size|time)$/i.test(label);
  const isProof = /^(?:test(?:s|ing| strategy)?|independent test|validation|acceptance)$/i.test(label);
  const name = isEffort ? "effort" : isProof ? "verification" : fieldNamed(label);
  return { name, label, value: found.value.text };
}

/** What a Status label says: the status, and what a blocked task waits for. */
export function statusLabel(value: string): { status: Status; blockedReason: string | null } | null {
  const reading = readStatus(value);
  if (!reading) return null;
  const reason = reading.value === "Blocked" && reading.tail !== "" ? reading.tail : null;
  return { status: reading.value, blockedReason: reason };
}
