import { failuresOf, readTestReport } from "./test-report.ts";

/**
 * Ends the output of a CI run: repeats what failed, because it is far above, and prints the totals. Fails the run if
 * anything failed.
 */
function summarize(reportPath: string, failedSteps: readonly string[]): void {
  const report = readTestReport(reportPath);
  // An error outside any test, or a file that can't be read, fails the run without a failed test.
  const outsideTests = report.success ? 0 : 1;
  const failed = Math.max(report.numFailedTests, failedSteps.length, outsideTests);
  for (const failure of failuresOf(report)) console.log(failure);
  for (const step of failedSteps) console.log(`failed: ${step}`);
  console.log(`${report.numPassedTests} passed, ${failed} failed`);
  process.exitCode = failed > 0 || report.numPassedTests === 0 ? 1 : 0;
}

const [reportPath = "", ...failedSteps] = process.argv.slice(2);
summarize(reportPath, failedSteps);
