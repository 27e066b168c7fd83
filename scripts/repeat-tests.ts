import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readTestReport } from "./test-report.ts";

/** The tests that stop, kill, lock, fill or freeze real processes. Their result can depend on timing. */
const FAILURE_TESTS = ["tests/process", "tests/postgres/failure.test.ts", "tests/tasks/list-file"];

/** `npm run test:failures -- [times] [paths…]`: repeats tests until the first failure. */
function repeatTests(times: number, paths: readonly string[]): void {
  const folder = mkdtempSync(join(tmpdir(), "groundwork-repeat-"));
  let passed = 0;
  for (let run = 1; run <= times; run++) {
    const count = runOnce(join(folder, `${run}.json`), paths);
    if (count === null) {
      console.log(`Failed in run ${run} of ${times}`);
      process.exit(1);
    }
    passed += count;
    console.log(`Run ${run} of ${times}: ${count} passed`);
  }
  rmSync(folder, { recursive: true });
  console.log(`Passed ${times} times in a row, ${passed} tests in all`);
}

/** How many tests passed; null if one failed or none ran. */
function runOnce(reportPath: string, paths: readonly string[]): number | null {
  const reporters = ["--reporter=dot", "--reporter=json", `--outputFile.json=${reportPath}`];
  spawnSync("vitest", ["run", ...reporters, ...paths], { stdio: "inherit" });
  const { success, numPassedTests } = readTestReport(reportPath);
  return success && numPassedTests > 0 ? numPassedTests : null;
}

const [times = "20", ...paths] = process.argv.slice(2);
repeatTests(Number(times), paths.length > 0 ? paths : FAILURE_TESTS);
