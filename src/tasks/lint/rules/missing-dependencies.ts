import type { Task } from "../../document/task-list.ts";
import type { Rule } from "../rule.ts";

/** A field that is there but says nothing is as good as none: nobody can tell whether it was forgotten. */
export function lacksDependencies({ fields }: Task): boolean {
  return fields.every(
    ({ name, value, line, end }) => name !== "dependencies" || (value.text === "" && end <= line.end),
  );
}

export const missingDependencies: Rule = {
  name: "missing-dependencies",
  *find({ tasks }) {
    for (const task of tasks.filter(lacksDependencies)) {
      const message = `Task ${task.number} does not say what it depends on: add **Dependencies**: None, or the numbers.`;
      yield { offset: task.heading.start, message };
    }
  },
};
