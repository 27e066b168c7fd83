import { referenceTo } from "../reference-to.ts";
import type { Rule } from "../rule.ts";

export const selfDependency: Rule = {
  name: "self-dependency",
  *find({ tasks }) {
    for (const task of tasks) {
      if (!task.dependencies.resolved.includes(task.number)) continue;
      yield { offset: referenceTo(task, task.number), message: `Task ${task.number} depends on itself.` };
    }
  },
};
