import type { Block } from "./read-blocks.ts";
import { lineAt, linesIn, linesOf, partOf, shownText } from "./source-lines.ts";
import type { ListEntry, Located, Span, Task } from "./task-list.ts";

/** A box, also of text without a blank between: `[ ]text`. `[x](y)`, `[x][y]` and `[x]:` are links. */
const boxPattern = /^\[(?:(?<mark>[ xX~/!>?-]?)\](?=\s|$)|[ xX]\](?=[^\s([:.,;)-]))/;

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
    text: [text, ...more].map((one) => shownText(one.text)).join(" "),
    textSpan: { start: text.start, end: text.end },
    textEnd: item.textEnd,
    prefix,
    box: box && { start: line.start, end: line.start + box[0].length },
    checked: /^\[[xX]/.test(box?.[0] ?? ""),
  };
}

/** An entry that is not an item: text on a label's line or on a separate line. */
export function textEntry(text: Located): ListEntry {
  const { start, end } = text;
  const textSpan = { start, end };
  return { start, end, text: oneLine(text), textSpan, textEnd: end, prefix: "", box: null, checked: false };
}

/** The words of a text that may run over several lines. */
export function oneLine({ text }: Located): string {
  return text.replace(/[ \t\\]*[\r\n]+[ \t]*/g, " ").replace(/\\$/, "");
}

/** Whether the first line of an item begins with a box. */
export function hasBox(source: string, item: Block): boolean {
  return boxPattern.test(source.slice(item.textStart, item.textStart + 8));
}

/**
 * A step or criterion with all the text below it in its item, lines unchanged except for their common indentation.
 * Leaves out nested text that is an entry or a field itself.
 */
export function itemText(source: string, task: Task, entry: ListEntry): string {
  if ("code" in entry && entry.code) return entry.text;
  const inner: readonly Span[] = [...task.steps, ...task.verification, ...task.files, ...task.fields];
  const others = inner.filter(({ start, end }) => start > entry.start && end <= entry.end);
  // An item may begin with code, a quotation or another list, and then has no text of its own.
  const hasText = entry.text !== "" || entry.box !== null;
  const start = hasText
    ? lineAt(source, entry.textEnd).end
    : lineAt(source, entry.start).start + entry.prefix.length;
  const shown = (line: Span): boolean =>
    !others.some(({ start, end }) => line.end > start && line.start < end);
  const textOf = (line: Span): string => source.slice(line.start, Math.min(line.end, entry.end)).trimEnd();
  const [first, ...below] = linesIn(source, { start, end: entry.end });
  const text = entry.text || (first && shown(first) ? textOf(first) : "");
  const lines = below.filter(shown).map(textOf);
  const indents = lines.filter((line) => line !== "").map((line) => /^\s*/.exec(line)?.[0].length ?? 0);
  const shared = Math.min(...indents);
  const details = lines.map((line) => line.slice(shared)).join("\n");
  return [text, details.replace(/^\n+|\n+$/g, "")].filter((part) => part.trim() !== "").join("\n");
}
