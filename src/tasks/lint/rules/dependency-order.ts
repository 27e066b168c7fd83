import { referenceTo } from "../reference-to.ts";
import type { Rule } from "../rule.ts";

export const dependencyOrder: Rule = {
  name: "dependency-order",
  *find({ tasks }) {
    const read = new Set<string>();
    for (const task of tasks) {
      read.add(task.number);
      for (const number of task.dependencies.resolved) {
        if (read.has(number)) continue;
        const message = `Task ${task.number} is before Task ${number}, which it depends on.`;
        yield { offset: referenceTo(task, number), message };
      }
    }
  },
};
