import type { Rule } from "../rule.ts";

export const missingSteps: Rule = {
  name: "missing-steps",
  *find({ tasks }) {
    for (const { number, form, steps, heading } of tasks) {
      if (form !== "full" || steps.length > 0) continue;
      yield {
        offset: heading.start,
        message: `Task ${number} has no steps: add **Steps** with a numbered list.`,
      };
    }
  },
};
