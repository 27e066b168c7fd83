import type { Rule } from "../rule.ts";

export const missingComplexity: Rule = {
  name: "missing-complexity",
  *find({ tasks }) {
    for (const { number, form, fields, heading } of tasks) {
      if (form !== "full" || fields.some(({ name }) => name === "complexity")) continue;
      const message = `Task ${number} has no complexity: add **Complexity**: Low, Medium or High.`;
      yield { offset: heading.start, message };
    }
  },
};
