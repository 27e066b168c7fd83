import type { Rule } from "../rule.ts";

export const missingTitle: Rule = {
  name: "missing-title",
  *find({ title }) {
    if (!title)
      yield { offset: 0, message: "The list has no title: begin it with # Task List: <feature title>." };
  },
};
