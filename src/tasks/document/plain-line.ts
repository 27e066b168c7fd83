import { closingMark } from "./read-heading.ts";
import { readLabels } from "./read-labels.ts";

/**
 * Another tool's text as one line that means nothing but itself where it is put, be that after a heading's mark or a
 * bullet: no list, code or HTML begins with it, no label and no task's heading.
 */
export function plainLine(text: string): string {
  const line = text
    .replaceAll(/[\s\p{Cc}]+/gu, " ")
    // In code, `**` is not a mark; `__init__` is a name more often than bold.
    .replaceAll(/(`[^`]*`)|\*\*|~~/g, "$1")
    .trim();
  const looksLikeOurs =
    /^\W{0,6}(?:Task|Phase)\s*#?\d/i.test(line) ||
    readLabels({ text: line, start: 0, end: line.length }).length > 0;
  return looksLikeOurs ? `“${line}”` : withoutOpening(line);
}

/** A backslash keeps what would open a block from doing so. */
const withoutOpening = (line: string): string =>
  line
    .replace(/^(\d{1,9})([.)])(?=\s|$)/, String.raw`$1\$2`)
    .replace(/^(?=[-+*](?:\s|$)|#{1,6}|`{3}|~{3}|[<>|=]|\[[^\]]*\](?:[:\s]|$)|-{2}|_{2}|\*)/, "\\");

/** The same for a heading, where a tick would be read as the task's status and a range as the phase's. */
export function plainTitle(text: string): string {
  const title = text
    .replaceAll(/✅|☑️?|✔️?|\[[xX]\]/gu, " ")
    .replaceAll(/\(\s*Tasks?\s+[\d.][^()]*\)/gi, " ")
    .replaceAll(/#+\s*$/g, "")
    .trimEnd()
    .replace(closingMark, "");
  return plainLine(title).replace(/[:：]$/, "");
}
