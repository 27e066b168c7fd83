import type { Rule } from "../rule.ts";

export const unknownStatus: Rule = {
  name: "unknown-status",
  *find({ tasks }) {
    for (const { status, fields, heading } of tasks) {
      if (status.understood) continue;
      const offset = fields.find(({ name }) => name === "status")?.value.start ?? heading.start;
      const message = `Status "${status.written}" is not one of Not Started, In Progress, Blocked and Complete.`;
      yield { offset, message };
    }
  },
};
