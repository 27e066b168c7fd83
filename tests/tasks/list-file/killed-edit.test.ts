import { readdirSync, readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { listOf } from "../../support/list-of.ts";
import { runTasks, writeList } from "../../support/tasks-command.ts";

const preload = pathToFileURL(resolve("tests/support/kill-at-call.mjs")).href;
const before = listOf([{ number: "1.1" }, { number: "1.2" }]);

/** Ticks an item in a process that is killed right before its nth call that changes the file system. */
async function tickAndBeKilledAt(call: number) {
  const list = writeList(before);
  const { exitCode } = await runTasks(["-f", list, "check", "1.1", "1"], {
    nodeOptions: ["--import", preload],
    env: { KILL_AT_CALL: String(call), TASKS_CACHE: "off" },
  });
  return { list, killed: exitCode === null, text: readFileSync(list, "utf8") };
}

/** About fifty processes in sequence, on a machine that may be busy. */
const TIMEOUT_MS = 600_000;

test("a kill before any system call of an edit leaves the old or the new file, and the next edit works", {
  timeout: TIMEOUT_MS,
}, async () => {
  const after = before
    .replace("- [ ] Tests of 1.1", "- [x] Tests of 1.1")
    .replace("**Status**: Not Started", "**Status**: In Progress");
  const seen = new Set<string>();
  let call = 1;
  for (let killed = true; killed; call++) {
    const attempt = await tickAndBeKilledAt(call);
    killed = attempt.killed;
    seen.add(attempt.text);
    expect([before, after]).toContain(attempt.text);
    const { exitCode } = await runTasks(["-f", attempt.list, "check", "1.2", "1"]);
    expect(exitCode).toBe(0);
    expect(readFileSync(attempt.list, "utf8")).toContain("- [x] Tests of 1.2");
    expect(readdirSync(dirname(attempt.list))).toEqual(["tasks-0001-prd-test.md"]);
  }
  // Both were seen, so processes were killed before and after the rename.
  expect(seen.size).toBe(2);
  expect(call).toBeGreaterThan(8);
});
