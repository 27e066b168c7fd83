import { spawnSync } from "node:child_process";

/**
 * Runs the tests that stop, kill and silence PostgreSQL under load many times in a row, since what they look for
 * depends on the moment: `npm run test:failures -- 20`.
 */
function repeatFailureTests(times: number): void {
  for (let run = 1; run <= times; run++) {
    console.log(`Run ${run} of ${times}`);
    const args = ["run", "--project=postgres", "tests/postgres/failure.test.ts"];
    const { status } = spawnSync("vitest", args, { stdio: "inherit" });
    if (status !== 0) {
      console.log(`Failed in run ${run} of ${times}`);
      process.exit(1);
    }
  }
  console.log(`Passed ${times} times in a row`);
}

repeatFailureTests(Number(process.argv[2] ?? "20"));
