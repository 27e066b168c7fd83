import { readFileSync } from "node:fs";

/** The fields of vitest's JSON report that decide. The exit code is not enough: a test's child process can set it. */
export interface TestReport {
  readonly success: boolean;
  readonly numPassedTests: number;
  readonly numFailedTests: number;
}

/** The report at a path; a failed one if the run ended before it was written. */
export function readTestReport(path: string): TestReport {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return { success: false, numPassedTests: 0, numFailedTests: 1 };
  }
}
