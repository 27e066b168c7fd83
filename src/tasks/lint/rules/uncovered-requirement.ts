import type { Rule } from "../rule.ts";

/** A requirement of the PRD and the numbers of the tasks that carry it. */
export interface CoveredRequirement {
  readonly id: string;
  readonly text: string;
  readonly tasks: readonly string[];
}

/** The rule needs what the PRD requires, so it is made anew for each PRD. */
export const uncoveredRequirement = (requirements: readonly CoveredRequirement[]): Rule => ({
  name: "uncovered-requirement",
  *find({ prd }) {
    for (const { id, text, tasks } of requirements) {
      if (tasks.length > 0) continue;
      yield { offset: prd?.value.start ?? 0, message: `No task carries ${id}: ${text}` };
    }
  },
});
