import { orderTasks } from "../../document/dependency-order.ts";
import { referenceTo } from "../reference-to.ts";
import type { Rule } from "../rule.ts";

export const dependencyCycle: Rule = {
  name: "dependency-cycle",
  *find({ tasks }) {
    const reported = new Set<number>();
    for (const { cycle } of orderTasks(tasks).cycleEdges) {
      const [dependent, dependency] = cycle.map((place) => tasks[place]);
      if (!dependent || !dependency) continue;
      const offset = referenceTo(dependent, dependency.number);
      if (reported.has(offset)) continue;
      reported.add(offset);
      const path = [...cycle.map((place) => tasks[place]?.number), dependent.number].join(" → ");
      const message = `The dependencies ${path} form a cycle: take ${dependency.number} out of the dependencies of Task ${dependent.number} to break it.`;
      yield { offset, message };
    }
  },
};
