import type { DependencyWords } from "./read-dependencies.ts";
import type { UnresolvedTask } from "./read-task.ts";
import type { DependencyReference, Span } from "./task-list.ts";

/** What a command asks of every task, whichever one it is about: the status of the work, and what waits for what. */
export type TaskGist = Pick<
  UnresolvedTask,
  "status" | "owner" | "complexity" | "dependencyWords" | "id" | "minutes"
>;

export function gistOf(task: UnresolvedTask): TaskGist {
  const { status, owner, complexity, dependencyWords, id, minutes } = task;
  return { status, owner, complexity, dependencyWords, id, minutes };
}

/** The gist of the same text moved by a number of places. */
export function moveGist(gist: TaskGist, distance: number): TaskGist {
  const { references, unparsed } = gist.dependencyWords;
  if (distance === 0 || (references.length === 0 && unparsed.length === 0)) return gist;
  const dependencyWords: DependencyWords = {
    references: references.map((reference) => moveReference(reference, distance)),
    unparsed: unparsed.map((words) => moveSpan(words, distance)),
  };
  return { ...gist, dependencyWords };
}

function moveReference(reference: DependencyReference, distance: number): DependencyReference {
  const moved = moveSpan(reference, distance);
  if (moved.kind === "task") return { ...moved, number: moveSpan(moved.number, distance) };
  if (moved.kind === "phase") return { ...moved, numberSpan: moveSpan(moved.numberSpan, distance) };
  if (moved.kind !== "range") return moved;
  return { ...moved, first: moveSpan(moved.first, distance), last: moveSpan(moved.last, distance) };
}

function moveSpan<T extends Span>(span: T, distance: number): T {
  return { ...span, start: span.start + distance, end: span.end + distance };
}
