import { readFileSync } from "node:fs";

/** Prints the closing line of a CI run from vitest's JSON report, and fails the run where anything failed. */
function summarize(reportPath: string, failedSteps: number): void {
  const report = readReport(reportPath);
  // An error outside of any test, or a file that could not be read, fails the run without a failed test.
  const outsideTests = report.success ? 0 : 1;
  const failed = Math.max(report.numFailedTests, failedSteps, outsideTests);
  console.log(`${report.numPassedTests} passed, ${failed} failed`);
  process.exitCode = failed > 0 || report.numPassedTests === 0 ? 1 : 0;
}

interface Report {
  readonly success: boolean;
  readonly numPassedTests: number;
  readonly numFailedTests: number;
}

function readReport(path: string): Report {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return { success: false, numPassedTests: 0, numFailedTests: 1 };
  }
}

const [reportPath = "", failedSteps = "0"] = process.argv.slice(2);
summarize(reportPath, Number(failedSteps));
