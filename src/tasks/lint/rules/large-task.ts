import type { Rule } from "../rule.ts";

const most = 10;

export const largeTask: Rule = {
  name: "large-task",
  *find({ tasks }) {
    for (const { number, steps, files, heading } of tasks) {
      const [count, what] = steps.length > most ? [steps.length, "steps"] : [files.length, "files"];
      if (count <= most) continue;
      yield {
        offset: heading.start,
        message: `Task ${number} has ${count} ${what}: a task is one deliverable, split it.`,
      };
    }
  },
};
