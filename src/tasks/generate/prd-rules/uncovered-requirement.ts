import type { Rule } from "../../lint/rule.ts";
import { coverRequirements, isUncovered } from "../coverage.ts";
import type { Prd } from "../prd/model.ts";

/** A requirement that no task carries. */
export const uncoveredRequirement = (prd: Prd): Rule => ({
  name: "uncovered-requirement",
  *find(list) {
    for (const { id, text } of coverRequirements(prd, list).filter(isUncovered))
      yield { offset: list.prd?.value.start ?? 0, message: `No task carries ${id}: ${text}` };
  },
});
