import { readTestReport } from "./test-report.ts";

/** Prints the last line of a CI run from vitest's JSON report, and fails the run if anything failed. */
function summarize(reportPath: string, failedSteps: number): void {
  const report = readTestReport(reportPath);
  // An error outside any test, or a file that can't be read, fails the run without a failed test.
  const outsideTests = report.success ? 0 : 1;
  const failed = Math.max(report.numFailedTests, failedSteps, outsideTests);
  console.log(`${report.numPassedTests} passed, ${failed} failed`);
  process.exitCode = failed > 0 || report.numPassedTests === 0 ? 1 : 0;
}

const [reportPath = "", failedSteps = "0"] = process.argv.slice(2);
summarize(reportPath, Number(failedSteps));
