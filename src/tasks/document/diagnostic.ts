export type Severity = "error" | "warning";

/** Every rule that a diagnostic can name, with its severity. */
export const severityOfRule = {
  "no-tasks": "error",
  "missing-title": "error",
  "malformed-task": "error",
  "duplicate-number": "error",
  "wrong-phase": "error",
  "missing-dependencies": "error",
  "unknown-dependency": "error",
  "self-dependency": "error",
  "dependency-cycle": "error",
  "dependency-order": "error",
  "missing-verification": "error",
  "unknown-complexity": "error",
  "unknown-status": "error",
  "unclosed-fence": "error",
  "conflict-marker": "error",
  "number-gap": "warning",
  "vague-verification": "warning",
  "unparsed-dependency": "warning",
  "status-mismatch": "warning",
  "stale-header-status": "warning",
  "stale-phase-range": "warning",
  "large-task": "warning",
  "task-in-fence": "warning",
  "missing-complexity": "warning",
  "missing-steps": "warning",
  "restated-verification": "warning",
  "shared-file": "warning",
  "prd-name": "warning",
  "date-format": "warning",
  "uncovered-requirement": "warning",
  "unknown-requirement": "warning",
  "missing-number": "warning",
  "non-goal": "warning",
  "many-requirements": "warning",
  "no-dependencies": "warning",
} as const satisfies Record<string, Severity>;

export type RuleName = keyof typeof severityOfRule;

interface Place {
  readonly offset: number;
  /** 1-based, as editors count. */
  readonly line: number;
  readonly column: number;
}

/** A problem in a list, with its location. */
export interface Diagnostic extends Place {
  readonly rule: RuleName;
  readonly severity: Severity;
  readonly message: string;
}

/** The diagnostic of a rule, which has the severity of that rule. */
export const diagnosticOf = (rule: RuleName, message: string, place: Place): Diagnostic => ({
  rule,
  severity: severityOfRule[rule],
  message,
  ...place,
});
