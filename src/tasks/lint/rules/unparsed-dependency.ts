import type { Rule } from "../rule.ts";

export const unparsedDependency: Rule = {
  name: "unparsed-dependency",
  *find({ tasks }) {
    for (const { number, dependencies } of tasks) {
      for (const { text, start } of dependencies.unparsed) {
        const message = `"${text}" names no task, so Task ${number} is never ready: write numbers, or None (${text}).`;
        yield { offset: start, message };
      }
    }
  },
};
