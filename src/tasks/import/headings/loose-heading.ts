import { anyCase, letters } from "../../document/letters.ts";
import { emphasis, lead, taskWord } from "../../document/read-heading.ts";

const looseId = String.raw`(?:[A-Za-z]{1,8}-?)?\d+[a-z]?(?:\.\d+)*(?![${letters}\d.-]*\d)`;
const looseTask = new RegExp(
  String.raw`${lead}(?<word>${taskWord})(?:\s*[#-]?\s*(?<id>${looseId})${emphasis}?(?:\s*(?:[:：—–.)-]|\[[ xX]\]|✅)|\s*$)|${emphasis}?(?:\s*[:：]|\s+[—–-]\s))`,
);
/** `Issue #3: …`, as a list of issues for a tracker has it. */
const looseIssue = new RegExp(
  String.raw`${lead}(?<word>${anyCase("issue|ticket")})\s*#?\s*(?<id>${looseId})${emphasis}?\s*(?:[:：—–.)-]|$)`,
);
const looseNumber = new RegExp(
  String.raw`${lead}(?<word>)(?<id>[A-Z][A-Z0-9]{0,7}-\d+|\d+(?:\.\d+)*)${emphasis}?(?:[:：.)]|\s+[—–-])?\s+(?=\S)`,
);

/** A task heading in another form than that of lists: `Task 3: …`, `Task 1.0.1: …`, `AUTH-001: …`. */
export interface LooseHeading {
  /** Whether it contains the word Task, in any language, or else Issue or Ticket. */
  readonly says: "task" | "issue" | null;
  readonly id: string | null;
  /** The range of the words before the title, in the heading's text. */
  readonly start: number;
  readonly end: number;
}

export function readLooseHeading(text: string): LooseHeading | null {
  const task = looseTask.exec(text);
  const issue = task ? null : looseIssue.exec(text);
  const match = task ?? issue ?? looseNumber.exec(text);
  if (!match) return null;
  const { word = "", id = null } = match.groups ?? {};
  const start = text.indexOf(word === "" ? (id ?? "") : word);
  const end = id === null ? start + word.length : text.indexOf(id, start + word.length) + id.length;
  return { says: task ? "task" : issue ? "issue" : null, id, start, end };
}
