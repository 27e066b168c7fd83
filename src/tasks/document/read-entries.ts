import type { Block } from "./block.ts";
import { lineAt, linesOf, partOf } from "./source-lines.ts";
import type { ListEntry, Located } from "./task-list.ts";

const boxPattern = /^\[(?<mark>[ xX~/!>?-]?)\](?=\s|$)/;

/** Reads one item of a list: its marker, its box if it has one, and the text of its first paragraph. */
export function readEntry(source: string, item: Block): ListEntry {
  const marker = /^(?:[-+*]|\d+[.)])[ \t]*/.exec(source.slice(item.start, item.start + 20))?.[0] ?? "";
  const prefix = source.slice(lineAt(source, item.start).start, item.start) + marker;
  const [first, ...more] = linesOf(source, { start: item.textStart, end: item.textEnd });
  const line = first ?? { text: "", start: item.textEnd, end: item.textEnd };
  const box = boxPattern.exec(line.text);
  const text = box ? partOf(line, box[0].length, line.text.length) : line;
  return {
    start: item.start,
    end: item.end,
    text: [text, ...more].map(withoutHardBreak).join(" "),
    textSpan: { start: text.start, end: text.end },
    prefix,
    box: box && { start: line.start, end: line.start + box[0].length },
    checked: /^[xX]$/.test(box?.groups?.["mark"] ?? ""),
  };
}

/** An entry that is not an item: text on a label's line or a line of its own. */
export function textEntry(text: Located): ListEntry {
  const { start, end } = text;
  return { start, end, text: oneLine(text), textSpan: { start, end }, prefix: "", box: null, checked: false };
}

/** The words of a text that may run over several lines. */
export function oneLine({ text }: Located): string {
  return text.replace(/[ \t\\]*[\r\n]+[ \t]*/g, " ").replace(/\\$/, "");
}

function withoutHardBreak({ text }: Located): string {
  return text.replace(/\\$/, "").trimEnd();
}

/** Whether the first line of an item begins with a box. */
export function hasBox(source: string, item: Block): boolean {
  return boxPattern.test(source.slice(item.textStart, item.textStart + 8));
}
