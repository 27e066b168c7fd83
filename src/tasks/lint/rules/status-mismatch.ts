import { completeNumbers } from "../../document/task-queries.ts";
import type { Rule } from "../rule.ts";

export const statusMismatch: Rule = {
  name: "status-mismatch",
  *find(list) {
    const complete = completeNumbers(list);
    for (const task of list.tasks.filter(({ status }) => status.value === "Complete")) {
      const unfinished = task.dependencies.resolved.filter((number) => !complete.has(number));
      const open = task.verification.filter(({ box, checked }) => box && !checked).length;
      const offset = task.fields.find(({ name }) => name === "status")?.value.start ?? task.heading.start;
      const withOpen = `Task ${task.number} is Complete with ${open} open ${open === 1 ? "box" : "boxes"}.`;
      const tooEarly = `Task ${task.number} is Complete, but it depends on ${unfinished.join(", ")}, unfinished.`;
      if (open > 0) yield { offset, message: withOpen };
      if (unfinished.length > 0) yield { offset, message: tooEarly };
    }
  },
};
