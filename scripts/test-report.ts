import { readFileSync } from "node:fs";

/** The fields of vitest's JSON report that are used. The exit code is not enough: a test's child process can set it. */
export interface TestReport {
  readonly success: boolean;
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly FileReport[];
}

interface FileReport {
  readonly name: string;
  readonly status: string;
  /** Why the file could not be run; empty if it could. */
  readonly message: string;
  readonly assertionResults: readonly AssertionReport[];
}

interface AssertionReport {
  readonly fullName: string;
  readonly status: string;
  readonly failureMessages: readonly string[];
}

/** The report at a path; a failed one if the run ended before it was written. */
export function readTestReport(path: string): TestReport {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return { success: false, numPassedTests: 0, numFailedTests: 1, testResults: [] };
  }
}

/** Each failed test, and each file that could not be run, with its reason; also a test that passed only when repeated. */
export function failuresOf({ testResults }: TestReport): string[] {
  return testResults.flatMap((file) => {
    const failed = file.assertionResults.filter(({ failureMessages }) => failureMessages.length > 0);
    if (failed.length === 0) return file.status === "failed" ? [`failed: ${file.name}: ${file.message}`] : [];
    return failed.map(({ status, fullName, failureMessages }) => {
      const outcome = status === "passed" ? "failed once, then passed" : "failed";
      return `${outcome}: ${file.name}: ${fullName}\n${withoutRunner(failureMessages)}`;
    });
  });
}

/** Leaves out the calls of the test runner itself, which are most of a stack. */
function withoutRunner(messages: readonly string[]): string {
  const lines = messages.flatMap((message) => message.split("\n"));
  return lines.filter((line) => !/^ +at .*node_modules\/vitest/.test(line)).join("\n");
}
