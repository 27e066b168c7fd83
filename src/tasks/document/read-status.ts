import type { Status } from "./task-list.ts";

export interface StatusReading {
  readonly value: Status;
  /** What follows the status word, its dash or colon left out. */
  readonly tail: string;
}

const wordings: readonly (readonly [Status, RegExp])[] = [
  ["Not Started", /^(?:not[ _-]?(?:yet[ _-])?(?:started|begun|done|complete[d]?)|to[ -]?do|pending|open)\b/i],
  ["In Progress", /^(?:in[ _-]?progress|started|doing|wip|ongoing)\b/i],
  ["Blocked", /^(?:blocked|on hold|waiting)\b/i],
  ["Complete", /^(?:completed?|done|finished)\b/i],
];

/** What a status says, whatever its case, emoji, bold marks and tail; null where it says none of the four. */
export function readStatus(written: string): StatusReading | null {
  // A count says less than the word after it: "90% complete" and "0 of 5 complete" are not Complete.
  const words = written.replace(/^(?:\[[ xX]\]|100\s?%|[^A-Za-z\d])+/, "");
  if (words === "") return /[✅☑✔]|\[[xX]\]/u.test(written) ? { value: "Complete", tail: "" } : null;
  for (const [value, pattern] of wordings) {
    const match = pattern.exec(words);
    if (match) return { value, tail: tailOf(words.slice(match[0].length)) };
  }
  return null;
}

/** Parentheses stand for the dash in `Blocked (waiting)`; after one they belong to the words. */
function tailOf(rest: string): string {
  const dash = /^(?:\s|\*|_)*[-–—:：,]\s*/.exec(rest)?.[0];
  if (dash !== undefined) return rest.slice(dash.length).trim();
  const tail = rest.replace(/^(?:\s|\*|_)+/, "").trim();
  return /^\([^()]*\)$/.test(tail) ? tail.slice(1, -1).trim() : tail;
}
