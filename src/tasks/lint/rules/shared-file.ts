import { filePathsOf } from "../../document/file-paths.ts";
import type { Task, TaskList } from "../../document/task-list.ts";
import type { Rule } from "../rule.ts";

/** Two tasks that may be worked on in parallel should not change the same file. */
export const sharedFile: Rule = {
  name: "shared-file",
  *find(list) {
    const open = list.tasks.filter(({ status }) => status.value !== "Complete");
    const tasksOf = new Map<string, Task[]>();
    for (const task of open)
      for (const path of filePathsOf(task)) tasksOf.set(path, [...(tasksOf.get(path) ?? []), task]);
    const isOrdered = orderIn(list);
    for (const [path, tasks] of tasksOf) {
      for (const [index, task] of tasks.entries()) {
        const other = tasks.slice(0, index).findLast((earlier) => !isOrdered(task.number, earlier.number));
        if (other === undefined) continue;
        const message = `Task ${other.number} and Task ${task.number} both name ${path}, and neither depends on the other.`;
        yield {
          offset: task.files.find(({ text }) => text.includes(path))?.start ?? task.heading.start,
          message,
        };
      }
    }
  },
};

/** Whether one of two tasks comes before the other, directly or through others. */
function orderIn({ tasks }: TaskList): (one: string, other: string) => boolean {
  const direct = new Map(tasks.map(({ number, dependencies }) => [number, dependencies.resolved]));
  const reached = new Map<string, ReadonlySet<string>>();
  const behind = (number: string): ReadonlySet<string> => {
    const known = reached.get(number);
    if (known !== undefined) return known;
    const found = new Set<string>();
    const next = [...(direct.get(number) ?? [])];
    for (let at = next.pop(); at !== undefined; at = next.pop()) {
      if (found.has(at)) continue;
      found.add(at);
      next.push(...(direct.get(at) ?? []));
    }
    reached.set(number, found);
    return found;
  };
  return (one, other) => behind(one).has(other) || behind(other).has(one);
}
