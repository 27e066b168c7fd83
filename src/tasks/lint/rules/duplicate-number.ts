import type { Rule } from "../rule.ts";

export const duplicateNumber: Rule = {
  name: "duplicate-number",
  *find({ tasks }) {
    const lines = new Map<string, number>();
    for (const { number, numberSpan, line } of tasks) {
      const first = lines.get(number);
      if (first === undefined) lines.set(number, line);
      else
        yield {
          offset: numberSpan.start,
          message: `Task ${number} is defined twice: line ${first} defines it too. Renumber one of them.`,
        };
    }
  },
};
