import { stripVTControlCharacters } from "node:util";

/** The list in an answer, without the code fence, terminal colours and remarks that assistants add. */
export function listInAnswer(answer: string): string {
  const lines = stripVTControlCharacters(answer).replaceAll("\r\n", "\n").trim().split("\n");
  const title = lines.findIndex((line) => /^# Task List\b/i.test(line));
  const start =
    title >= 0
      ? title
      : Math.max(
          0,
          lines.findIndex((line) => line.startsWith("# ")),
        );
  const fence = /^ {0,3}(`{3,}|~{3,})/.exec(lines[start - 1] ?? "")?.[1];
  // The list may have fences inside, so the last one is taken for its end.
  const end = lines.findLastIndex((line, index) => index > start && line.trim() === fence);
  return `${withoutClosingWords(lines.slice(start, end < 0 ? undefined : end).join("\n")).trim()}\n`;
}

/** Removes a remark after the last criterion: `Let me know if you want changes!` */
function withoutClosingWords(text: string): string {
  const end = /^([\s\S]*\n\s*[-*] [^\n]*)\n\n(?:-{3,}\n\n)?(?![#*>|`~-]|\d+[.)])[^\n]+$/.exec(
    text.trim(),
  )?.[1];
  return end === undefined ? text : withoutClosingWords(end);
}
