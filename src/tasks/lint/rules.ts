import type { Rule } from "./rule.ts";
import * as dependencyRules from "./rules/dependency-rules.ts";
import * as documentRules from "./rules/document-rules.ts";
import { numberGap } from "./rules/number-gap.ts";
import { restatedVerification } from "./rules/restated-verification.ts";
import { sharedFile } from "./rules/shared-file.ts";
import { statusMismatch } from "./rules/status-mismatch.ts";
import * as taskRules from "./rules/task-rules.ts";

/** The rules that need only the list. The reader's own diagnostics come with the list. */
export const rules: readonly Rule[] = [
  ...[documentRules, taskRules, dependencyRules].flatMap((ofOneKind) => Object.values<Rule>(ofOneKind)),
  ...[numberGap, restatedVerification, sharedFile, statusMismatch],
];
