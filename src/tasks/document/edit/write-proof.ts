import type { Task, TaskList } from "../task-list.ts";
import { indentUnder, partFromBelow, withoutLines } from "./label-line.ts";
import type { Edit, TextEdit } from "./revise.ts";
import { findField, getTask } from "./revise.ts";

/**
 * Adds lines to a task's Proof, which gets its place below the criteria where there is none yet. The lines at the
 * positions in `outdated` (the first is 0) are taken out.
 */
export const writeProof =
  (number: string, lines: readonly string[], outdated: readonly number[] = []): Edit =>
  (list) => {
    const task = getTask(list, number);
    const field = findField(task, "proof");
    if (!field) return newField(list, task, lines);
    const { lineEnding: eol } = list;
    const first = task.proof.find(({ prefix }) => prefix !== "");
    const marker = first ? (/^[ \t]*[-+*] /.exec(first.prefix)?.[0] ?? "- ") : `${indentUnder(field)}- `;
    const end = Math.max(field.line.end, field.end);
    const added = { offset: end, length: 0, text: lines.map((line) => eol + marker + line).join("") };
    const removed = outdated
      .flatMap((position) => task.proof[position] ?? [])
      .filter(({ prefix }) => prefix !== "")
      .map(({ start, end: last, prefix }) =>
        withoutLines(list, { start: start - indentOf(prefix), end: last }),
      );
    return [...removed, added];
  };

const indentOf = (prefix: string): number => /^[ \t]*/.exec(prefix)?.[0].length ?? 0;

function newField(list: TaskList, task: Task, lines: readonly string[]): readonly TextEdit[] {
  const { lineEnding: eol } = list;
  const criteria = findField(task, "verification");
  const ends = [
    criteria ? Math.max(criteria.line.end, criteria.end) : 0,
    ...task.verification.map(({ end }) => end),
  ];
  const offset = Math.max(task.heading.end, ...ends);
  if (task.form === "full") {
    const text = `${eol}${eol}${[`**Proof**:`, ...lines.map((line) => `- ${line}`)].join(eol)}`;
    return [{ offset, length: 0, text }, ...partFromBelow(list, { prefix: "" }, offset)];
  }
  const prefix = criteria?.prefix ?? "- ";
  const indent = prefix.replace(/[^\t]/g, " ");
  return [
    {
      offset,
      length: 0,
      text: [``, `${prefix}Proof:`, ...lines.map((line) => `${indent}- ${line}`)].join(eol),
    },
  ];
}
