import { readFileSync } from "node:fs";

/** What counts in vitest's JSON report. The exit code is not proof enough: what a test starts may set it at its own exit. */
export interface TestReport {
  readonly success: boolean;
  readonly numPassedTests: number;
  readonly numFailedTests: number;
}

/** The report at a path; a failed one where it is missing, because the run ended before it was written. */
export function readTestReport(path: string): TestReport {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return { success: false, numPassedTests: 0, numFailedTests: 1 };
  }
}
