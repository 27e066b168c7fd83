import type { Rule } from "../rule.ts";

export const missingVerification: Rule = {
  name: "missing-verification",
  *find({ tasks }) {
    for (const { number, verification, heading } of tasks) {
      if (verification.length > 0) continue;
      const message = `Task ${number} has no verification: add **Verification** with a list - [ ] <criterion>.`;
      yield { offset: heading.start, message };
    }
  },
};
