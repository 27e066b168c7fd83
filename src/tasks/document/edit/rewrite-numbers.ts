import type { DependencyReference, Located, TaskList } from "../task-list.ts";
import type { TextEdit } from "../text-edit.ts";
import type { Edit } from "./revise.ts";

/** Old task numbers and the new ones they become. */
export type Renumbering = ReadonlyMap<string, string>;

/** Gives tasks new numbers, all at once, and lets every dependency follow; a range keeps its two ends. */
export const rewriteNumbers =
  (renumbering: Renumbering): Edit =>
  (list) =>
    numbersOf(list).flatMap(({ start, end, text }): TextEdit[] => {
      const renamed = renumbering.get(text);
      return renamed === undefined ? [] : [{ offset: start, length: end - start, text: renamed }];
    });

/** Every place that names a task by its number and is understood: headings and dependencies. */
export function numbersOf(list: TaskList): readonly Located[] {
  return list.tasks.flatMap((task) => [
    { ...task.numberSpan, text: task.number },
    ...task.dependencies.references.flatMap(numbersOfReference),
  ]);
}

function numbersOfReference(reference: DependencyReference): readonly Located[] {
  if (reference.kind === "task") return [reference.number];
  return reference.kind === "range" ? [reference.first, reference.last] : [];
}
