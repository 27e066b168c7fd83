import { spawnSync } from "node:child_process";

/** The tests that stop, kill, lock, fill up and silence real processes: what they look for depends on the moment. */
const FAILURE_TESTS = ["tests/process", "tests/postgres/failure.test.ts"];

/** `npm run test:failures -- [times] [paths…]`: runs tests many times in a row, and stops at the first failure. */
function repeatTests(times: number, paths: readonly string[]): void {
  for (let run = 1; run <= times; run++) {
    console.log(`Run ${run} of ${times}`);
    const { status } = spawnSync("vitest", ["run", "--reporter=dot", ...paths], { stdio: "inherit" });
    if (status !== 0) {
      console.log(`Failed in run ${run} of ${times}`);
      process.exit(1);
    }
  }
  console.log(`Passed ${times} times in a row`);
}

const [times = "20", ...paths] = process.argv.slice(2);
repeatTests(Number(times), paths.length > 0 ? paths : FAILURE_TESTS);
