import { spawnSync } from "node:child_process";

/**
 * `node scripts/repeat-tests.ts [times] [paths…]`: runs tests again and again, by default those that kill, lock, fill
 * up and stop real processes, 20 times, and stops at the first failure.
 */
function repeatTests(times: number, paths: readonly string[]): void {
  for (let run = 1; run <= times; run++) {
    const { status } = spawnSync("vitest", ["run", "--reporter=dot", ...paths], { stdio: "inherit" });
    if (status !== 0) {
      console.error(`run ${run} of ${times} failed`);
      process.exit(1);
    }
  }
  console.log(`${times} runs passed`);
}

const [times = "20", ...paths] = process.argv.slice(2);
repeatTests(Number(times), paths.length > 0 ? paths : ["tests/process"]);
