import { closingMark } from "./read-heading.ts";
import { readLabels } from "./read-labels.ts";

/**
 * Another tool's text as one line that is read as plain text after a heading mark or a bullet: it opens no list, code
 * or HTML, and is neither a label nor a task heading.
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

/** Escapes a character that would open a block. */
const withoutOpening = (line: string): string =>
  line
    .replace(/^(\d{1,9})([.)])(?=\s|$)/, String.raw`$1\$2`)
    .replace(/^(?=[-+*](?:\s|$)|#{1,6}|`{3}|~{3}|[<>|=]|\[[^\]]*\](?:[:\s]|$)|-{2}|_{2}|\*)/, "\\");

/** The same for a heading, in which a tick would be read as the task's status and a range as the phase's range. */
export function plainTitle(text: string): string {
  const title = text
    .replaceAll(/✅|☑️?|✔️?|\[[xX]\]/gu, " ")
    .replaceAll(/\(\s*Tasks?\s+[\d.][^()]*\)/gi, " ")
    .replaceAll(/#+\s*$/g, "")
    .trimEnd()
    .replace(closingMark, "");
  return plainLine(title).replace(/[:：]$/, "");
}
