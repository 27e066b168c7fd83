import { dependentsOf, inheritDependencies, namesWithout } from "../../document/edit/inherit-dependencies.ts";
import { noteChange } from "../../document/edit/note-change.ts";
import { followPhaseRanges } from "../../document/edit/rewrite-numbers.ts";
import { removeTaskText } from "../../document/edit/task-text.ts";
import type { Task, TaskList } from "../../document/task-list.ts";
import type { Plan } from "./edit-list.ts";

/** Takes a task out: its dependents inherit its dependencies, and a line under `## Changes` says so, with the reason. */
export function planRemoval(list: TaskList, task: Task, reason?: string): Plan {
  const why = reason === undefined ? "" : ` - ${reason}`;
  return {
    edits: [
      inheritDependencies(task),
      removeTaskText(task.number),
      followPhaseRanges([task.phase]),
      noteChange(`removed Task ${task.number} "${task.title}"${why}`),
    ],
    intent: { removed: task.number, changed: new Map(heirsFacts(list, task)) },
  };
}

const heirsFacts = (list: TaskList, removed: Task) =>
  dependentsOf(list, removed).map((heir) => {
    const { own, shared } = heir.dependencies;
    const facts = {
      dependencies: namesWithout(own, removed, [heir.number]),
      shared: namesWithout(shared, removed, list.phases[heir.phaseIndex ?? -1]?.tasks ?? []),
    };
    return [heir.number, facts] as const;
  });
