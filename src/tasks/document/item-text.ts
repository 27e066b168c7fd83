import { lineAt } from "./source-lines.ts";
import type { ListEntry, Span, Task } from "./task-list.ts";

/**
 * A step or criterion with all that is written below it in its item, each line as it is but for the indentation they
 * share. What is below it and an entry or a field of its own is left to that.
 */
export function itemText(source: string, task: Task, entry: ListEntry): string {
  if (("code" in entry && entry.code) || !/[\r\n]/.test(source.slice(entry.textSpan.start, entry.end)))
    return entry.text;
  const inner: readonly Span[] = [...task.steps, ...task.verification, ...task.files, ...task.fields];
  const others = inner.filter(({ start, end }) => start > entry.start && end <= entry.end);
  const lines: string[] = [];
  for (
    let at = lineAt(source, textEnd(source, entry)).end + 1;
    at < entry.end;
    at = lineAt(source, at).end + 1
  ) {
    const line = lineAt(source, at);
    if (others.some(({ start, end }) => line.end > start && line.start < end)) continue;
    lines.push(source.slice(at, Math.min(line.end, entry.end)).trimEnd());
  }
  const indents = lines.filter((line) => line !== "").map((line) => /^\s*/.exec(line)?.[0].length ?? 0);
  const shared = Math.min(...indents);
  const details = lines.map((line) => line.slice(shared)).join("\n");
  return details.trim() === "" ? entry.text : `${entry.text}\n${details.replace(/^\n+|\n+$/g, "")}`;
}

/** Where the item's first paragraph ends: its words are in the entry's text, joined to one line. */
function textEnd(source: string, { text, textSpan, end }: ListEntry): number {
  let at = textSpan.end;
  let said = source.slice(textSpan.start, at).trim().length;
  while (said < text.length) {
    const next = lineAt(source, lineAt(source, at).end + 1);
    if (next.end > end || next.end <= at) return at;
    at = next.end;
    said += 1 + source.slice(next.start, next.end).trim().length;
  }
  return at;
}
