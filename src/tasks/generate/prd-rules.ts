import type { Rule } from "../lint/rule.ts";
import type { Prd } from "./prd/model.ts";
import { manyRequirements } from "./prd-rules/many-requirements.ts";
import { missingNumber } from "./prd-rules/missing-number.ts";
import { noDependencies } from "./prd-rules/no-dependencies.ts";
import { nonGoal } from "./prd-rules/non-goal.ts";
import { uncoveredRequirement } from "./prd-rules/uncovered-requirement.ts";
import { unknownRequirement } from "./prd-rules/unknown-requirement.ts";

/** The rules that compare a list with its PRD. */
export const prdRules = (prd: Prd): readonly Rule[] => [
  uncoveredRequirement(prd),
  unknownRequirement(prd),
  missingNumber(prd),
  nonGoal(prd),
  manyRequirements(prd),
  noDependencies,
];
