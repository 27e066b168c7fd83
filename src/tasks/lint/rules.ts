import type { Rule } from "./rule.ts";
import { dateFormat } from "./rules/date-format.ts";
import { dependencyCycle } from "./rules/dependency-cycle.ts";
import { dependencyOrder } from "./rules/dependency-order.ts";
import { duplicateNumber } from "./rules/duplicate-number.ts";
import { largeTask } from "./rules/large-task.ts";
import { malformedTask } from "./rules/malformed-task.ts";
import { missingComplexity } from "./rules/missing-complexity.ts";
import { missingDependencies } from "./rules/missing-dependencies.ts";
import { missingSteps } from "./rules/missing-steps.ts";
import { missingTitle } from "./rules/missing-title.ts";
import { missingVerification } from "./rules/missing-verification.ts";
import { numberGap } from "./rules/number-gap.ts";
import { prdName } from "./rules/prd-name.ts";
import { restatedVerification } from "./rules/restated-verification.ts";
import { selfDependency } from "./rules/self-dependency.ts";
import { sharedFile } from "./rules/shared-file.ts";
import { staleHeaderStatus } from "./rules/stale-header-status.ts";
import { stalePhaseRange } from "./rules/stale-phase-range.ts";
import { statusMismatch } from "./rules/status-mismatch.ts";
import { unknownComplexity } from "./rules/unknown-complexity.ts";
import { unknownDependency } from "./rules/unknown-dependency.ts";
import { unknownStatus } from "./rules/unknown-status.ts";
import { unparsedDependency } from "./rules/unparsed-dependency.ts";
import { vagueVerification } from "./rules/vague-verification.ts";
import { wrongPhase } from "./rules/wrong-phase.ts";

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
