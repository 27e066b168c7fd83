import type { Rule } from "./rule.ts";
import {
  dependencyCycle,
  dependencyOrder,
  selfDependency,
  unknownDependency,
  unparsedDependency,
} from "./rules/dependency-rules.ts";
import {
  dateFormat,
  missingTitle,
  prdName,
  staleHeaderStatus,
  stalePhaseRange,
} from "./rules/document-rules.ts";
import { numberGap } from "./rules/number-gap.ts";
import { restatedVerification } from "./rules/restated-verification.ts";
import { sharedFile } from "./rules/shared-file.ts";
import { statusMismatch } from "./rules/status-mismatch.ts";
import {
  duplicateNumber,
  largeTask,
  malformedTask,
  missingComplexity,
  missingDependencies,
  missingSteps,
  missingVerification,
  unknownComplexity,
  unknownStatus,
  vagueVerification,
  wrongPhase,
} from "./rules/task-rules.ts";

/** The rules that need nothing but the list; what the reading itself finds comes with the list. */
export const rules: readonly Rule[] = [
  missingTitle,
  malformedTask,
  duplicateNumber,
  wrongPhase,
  missingDependencies,
  unknownDependency,
  selfDependency,
  dependencyCycle,
  dependencyOrder,
  missingVerification,
  unknownComplexity,
  unknownStatus,
  numberGap,
  vagueVerification,
  restatedVerification,
  sharedFile,
  unparsedDependency,
  statusMismatch,
  staleHeaderStatus,
  stalePhaseRange,
  largeTask,
  missingComplexity,
  missingSteps,
  prdName,
  dateFormat,
];
