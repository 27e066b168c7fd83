import { referenceTo } from "../reference-to.ts";
import type { Rule } from "../rule.ts";

export const dependencyOrder: Rule = {
  name: "dependency-order",
  *find({ tasks }) {
    const places = new Map(tasks.map(({ number }, place) => [number, place]));
    for (const [place, task] of tasks.entries()) {
      for (const number of task.dependencies.resolved) {
        if ((places.get(number) ?? 0) <= place) continue;
        const message = `Task ${task.number} is before Task ${number}, which it depends on.`;
        yield { offset: referenceTo(task, number), message };
      }
    }
  },
};
