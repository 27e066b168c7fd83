import { execFileSync } from "node:child_process";

const times = Number(process.argv[2] ?? 20);

// What goes wrong between processes goes wrong seldom: once is no proof.
for (let run = 1; run <= times; run++) {
  console.log(`Run ${run} of ${times}`);
  execFileSync("vitest", ["run", "tests/tasks/file"], { stdio: "inherit" });
}
