// A worker as an assistant's loop is one: takes a task, completes it, and goes on until nothing is left. Says on
// standard output what it has completed.
import { spawnSync } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";

const [command, list, name, ...take] = process.argv.slice(2);

const run = (...args) => {
  const { status, stdout } = spawnSync(process.execPath, [command, "-f", list, ...args, "--json"], {
    encoding: "utf8",
  });
  return { status, answer: JSON.parse(stdout) };
};

for (;;) {
  const { status, answer } = run(...take, "--as", name);
  if (status === 0 && answer.task === null) break;
  if (status === 1 && answer.error.code === "nothing-ready") {
    // The others have what is to come first.
    await pause(200);
    continue;
  }
  if (status !== 0 || answer.task.owner !== name) throw new Error(JSON.stringify(answer));
  const done = run("complete", answer.task.number, "--verified");
  if (done.status !== 0 || done.answer.task.status !== "Complete")
    throw new Error(JSON.stringify(done.answer));
  process.stdout.write(`${answer.task.number}\n`);
}
