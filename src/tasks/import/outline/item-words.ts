import { letters } from "../../document/letters.ts";
import { emphasis, lead, taskWord } from "../../document/read-heading.ts";
import type { Complexity } from "../../document/task-list.ts";
import { complexityOfEffort } from "../source-text.ts";

/** The text of an item, with its markers read separately. */
export interface ItemWords {
  readonly id: string | null;
  readonly title: string;
  readonly isParallel: boolean;
  /** Whether it ends with `✅`. */
  readonly isMarkedDone: boolean;
  readonly requirements: readonly string[];
  readonly dependencies: readonly string[];
  readonly complexity: Complexity | null;
}

/** A bare integer is an id only if punctuation separates it from the text: the 3 in `3 retries` is not one. */
const idPattern =
  /^(?:(?:(?:Task|Step)\s+)?#?\[?(?<id>T(?:\d{2,}(?:\.\d+)?|X{2,})[a-z]?|\d+(?:\.\d+){1,3})[.)\]]?(?:\s*[:：]\s*|\s+[–—-]\s+|\s+|$)|(?:(?:Task|Step)\s+#?(?<named>\d+)\s*[:：.)–—-]|#?(?<whole>\d+)[:：.)])(?:\s+|$))/i;
const parallelMark = /^\[P\]\s*/i;
const storyMark = /^\[(?<story>US-?\d+|FR-?\d+|REQ-?\d+)\]\s*/i;
/** `(M - 1.5-2 hours)`, `(3 hours)`. The effort stays in the title, because a task has no other place for it. */
const effortTail =
  /\((?:[SMLX]{1,3}\s*[-–—,]\s*)?~?(?<effort>\d[\d.\s–-]*\s*(?:m(?:in\w*)?|h(?:ours?|rs?)?|d(?:ays?)?))\)$/i;
const doneTail = /\s*✅\s*(?:completed?|done)?\s*$/iu;
/** Matches only task numbers: `(requires 2 GB of memory)` belongs to the text. */
const dependsTail =
  /\s*[([（](?:(?:depends?(?:\s+on)?|dependenc(?:y|ies)|requires|blocked by|after|зависит от|abhängig von|dépend de|depende de)\s*:?\s+|(?:依赖(?:于)?|依存|의존)\s*[:：]?\s*)(?<names>(?:(?:(?:tasks?|phases?|and|to|through)\s|#?(?:T\d{2,}(?:\.\d+)?[a-z]?|\d+(?:\.\d+)*)(?![\w.]))[\s,;，、&+–—-]*)+)[)\]）]/giu;

/** Reads the text of an item: `T012 [P] [US1] Title (depends on T010)`. */
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
  const effort = effortTail.exec(text)?.groups?.["effort"];
  return {
    id: id?.groups?.["id"] ?? id?.groups?.["named"] ?? id?.groups?.["whole"] ?? null,
    title: text.replaceAll(dependsTail, "").replace(parallelMark, "").trim(),
    isParallel,
    isMarkedDone,
    requirements,
    dependencies: [...text.matchAll(dependsTail)].map(({ groups }) => groups?.["names"] ?? ""),
    complexity: effort === undefined ? null : complexityOfEffort(effort),
  };
}

/** Whether an item is crossed out as a whole, perhaps with a remark: `2.4 ~~Configure it~~ (skipped)`. */
export const isCrossedOut = (text: string): boolean =>
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

const looseId = String.raw`(?:[A-Za-z]{1,8}-?)?\d+[a-z]?(?:\.\d+)*(?![${letters}\d.-]*\d)`;
const taskHeading = new RegExp(
  String.raw`${lead}${taskWord}(?:\s*[#-]?\s*(?<id>${looseId})${emphasis}?(?=\s*(?:[:：—–.)-]|\[[ xX]\]|✅)|\s*$)|${emphasis}?(?=\s*[:：]|\s+[—–-]\s))`,
);

/** Reads a heading with the word Task: `Task 3: Title`, `Task 1.0.1 - Title`, `Task: Title`. Null for other headings. */
export function readTaskHeading(text: string): ItemWords | null {
  const found = taskHeading.exec(text);
  if (!found) return null;
  const title = text.slice(found[0].length).replace(/^\s*[:：—–.)-]*\s*/, "");
  return { ...withoutMarkers, id: found.groups?.["id"] ?? null, title };
}

const withoutMarkers = {
  isParallel: false,
  isMarkedDone: false,
  requirements: [],
  dependencies: [],
  complexity: null,
} as const;
