import type { Rule } from "../rule.ts";

/** A task that was read, but has no title; what was not read as one is reported by the reading itself. */
export const malformedTask: Rule = {
  name: "malformed-task",
  *find({ tasks }) {
    for (const { number, title, heading } of tasks) {
      if (title !== "") continue;
      const message = `Task ${number} has no title: write ### Task ${number}: <title>.`;
      yield { offset: heading.start, message };
    }
  },
};
