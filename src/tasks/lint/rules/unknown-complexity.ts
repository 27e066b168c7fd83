import { readComplexity } from "../../document/read-task.ts";
import type { Rule } from "../rule.ts";

export const unknownComplexity: Rule = {
  name: "unknown-complexity",
  *find({ tasks }) {
    for (const { name, value } of tasks.flatMap(({ fields }) => fields)) {
      if (name !== "complexity" || readComplexity(value.text) !== null) continue;
      yield {
        offset: value.start,
        message: `Complexity "${value.text}" is not one of Low, Medium and High.`,
      };
    }
  },
};
