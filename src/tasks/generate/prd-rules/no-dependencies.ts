import type { Task } from "../../document/task-list.ts";
import type { Rule } from "../../lint/rule.ts";

/** From here on some task uses what another one makes. */
const fewest = 8;

export const noDependencies: Rule = {
  name: "no-dependencies",
  *find({ tasks, prd }) {
    if (tasks.length < fewest || tasks.some(waits)) return;
    const message = `None of the ${tasks.length} tasks depends on another: name the tasks whose result each one uses.`;
    yield { offset: prd?.value.start ?? 0, message };
  },
};

const waits = ({ dependencies: { resolved, unknown } }: Task): boolean =>
  resolved.length > 0 || unknown.length > 0;
