import { withoutEmoji } from "../wording/without-emoji.ts";
import { modal } from "./open-requirement.ts";
import type { Item, Line } from "./outline.ts";
import { labelledText } from "./requirement-id.ts";
export function areaOf(heading: string): { area: string; areaNumber: string | null } {
  const number = /^\W*(\d+(?:\.\d+)*)[.)]?\s/.exec(heading)?.[1] ?? null;
  return {
    area: headingTitle(heading.replace(/^\W*\d+(?:\.\d+)*[.)]?\s+/, "")) ?? heading,
    areaNumber: number,
  };
}

/** A heading without emoji, numbering's leftovers, a closing colon and remarks such as `(P0)`. */
export function headingTitle(heading: string): string | null {
  const title = withoutEmoji(heading)
    .replace(
      /\s*[([](?:p\d|must|should|could|high|medium|low|critical|mvp|required|optional)[^)\]]*[)\]]\s*$/i,
      "",
    )
    .replace(/^[\s:：—–-]+|[\s:：—–-]+$|(?<=\p{Ll})\.$/gu, "")
    .trim();
  return title === "" ? null : title;
}

export function titleAndText(line: Line, rest: string): { title: string | null; text: string } {
  if (line.lead === null) return leadFromColon(rest);
  const label = labelledText(line.lead);
  // `**FR-1**: text` has a bold id alone; `**FR-1: Title** text` and `**FR-1** **Title**: text` a title too.
  const title = label === undefined ? null : headingTitle(label.rest);
  if (title === null) return leadFromColon(rest);
  const text = rest.slice(rest.indexOf(title) + title.length).replace(/^[\s:：.—–-]+/, "");
  return { title, text: text === "" ? title : text };
}

/** `Password reset: users can …` has a title before its colon, if that is short. */
function leadFromColon(text: string): { title: string | null; text: string } {
  const bare = /^([^:：.(`]{3,40})[:：]$/u.exec(text)?.[1];
  if (bare !== undefined && !modal.test(bare) && bare.split(/\s+/).length <= 4)
    return { title: headingTitle(bare), text: bare };
  const parts = /^([^:：.(`]{3,48})\s*[:：]\s+(\S.*)$/u.exec(text);
  if (parts?.[1] === undefined || parts[2] === undefined || modal.test(parts[1]))
    return { title: null, text };
  return { title: headingTitle(parts[1]), text: parts[2] };
}

export function leadAndText(item: Item): { title: string | null; text: string } {
  if (item.lead === null) return leadFromColon(item.text);
  const after = item.text.slice(item.text.indexOf(item.lead) + item.lead.length);
  const text = after.replace(/^[\s:：.—–-]+/, "");
  // Bold words in the middle of a sentence are emphasis, not a title.
  if (/^\s+\p{Ll}/u.test(after) && !/^\s+[—–-]/.test(after)) return { title: null, text: item.text };
  return { title: headingTitle(item.lead), text };
}
