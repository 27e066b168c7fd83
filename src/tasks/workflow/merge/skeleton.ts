import type { TextEdit } from "../../document/edit/revise.ts";
import { applyTextEdits } from "../../document/edit/revise.ts";
import type { TaskList } from "../../document/task-list.ts";

/** The line that stands for the section of changes. */
export const changesToken = "\0changes";

/**
 * A list's text with one line in the place of each task and of the changes, and with what is computed anew after a
 * merge (the header's status, the phase ranges) as another version has it.
 */
export function skeletonOf(list: TaskList, ids: readonly string[], like: TaskList): string {
  const { tasks, changes } = list;
  const edits: TextEdit[] = tasks.map(({ span }, index) => replace(span, ids[index] ?? ""));
  if (changes) edits.push(replace({ start: changes.heading.start, end: changes.contentEnd }, changesToken));
  return applyTextEdits(list.source, [...edits, ...computedEdits(list, like)]);
}

function computedEdits(list: TaskList, like: TaskList): readonly TextEdit[] {
  const status = list.status && like.status ? [replace(list.status.value, like.status.value.text)] : [];
  const ranges = list.phases.flatMap(({ number, heading }) => {
    const range = like.phases.find((phase) => phase.number === number)?.heading?.range;
    if (!heading?.range || !range) return [];
    return [replace(heading.range, like.source.slice(range.start, range.end))];
  });
  return [...status, ...ranges];
}

const replace = ({ start, end }: { start: number; end: number }, text: string): TextEdit => ({
  offset: start,
  length: end - start,
  text,
});
