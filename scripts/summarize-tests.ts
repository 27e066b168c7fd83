import { readFileSync } from "node:fs";

/** Prints the closing line of a CI run from vitest's JSON report, and fails the run where anything failed. */
function summarize(reportPath: string, failedSteps: number): void {
  const report = readReport(reportPath);
  const failed = Math.max(report.numFailedTests, failedSteps);
  console.log(`${report.numPassedTests} passed, ${failed} failed`);
  process.exitCode = failed > 0 || report.numPassedTests === 0 ? 1 : 0;
}

function readReport(path: string): { numPassedTests: number; numFailedTests: number } {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return { numPassedTests: 0, numFailedTests: 1 };
  }
}

const [reportPath = "", failedSteps = "0"] = process.argv.slice(2);
summarize(reportPath, Number(failedSteps));
