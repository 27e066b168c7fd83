import { readdirSync, readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { listOf } from "../../support/list-of.ts";
import { runTasks, writeList } from "../../support/tasks-command.ts";

const preload = pathToFileURL(resolve("tests/support/fail-at-call.mjs")).href;
const original = listOf([{ number: "1.1" }, { number: "1.2" }, { number: "1.3" }]);

/** About a hundred processes in sequence, on a machine that may be busy. */
const TIMEOUT_MS = 600_000;

test("an edit whose nth call to the disk fails reports whether it was made, and leaves an edit to undo", {
  timeout: TIMEOUT_MS,
}, async () => {
  const seen = new Set<number | null>();
  let [call, isSynced] = [0, false];
  for (let failed = true; failed; ) {
    call += 1;
    const list = writeList(original);
    await runTasks(["-f", list, "check", "1.2", "1"]);
    const before = readFileSync(list, "utf8");
    const { exitCode, stderr } = await runTasks(["-f", list, "check", "1.1", "1"], {
      nodeOptions: ["--import", preload],
      env: { FAIL_IN: dirname(list), FAIL_AT_CALL: String(call), TASKS_CACHE: "off" },
    });
    isSynced ||= stderr.includes("fsync");
    failed = !stderr.includes("no call failed");
    seen.add(exitCode);
    const text = readFileSync(list, "utf8");
    expect(stderr.split("\n").length, stderr).toBeLessThanOrEqual(2);
    expect(stderr).not.toContain("this is a bug");
    expect({ call, text }).toEqual({
      call,
      text: exitCode === 0 ? before.replace("- [ ]", "- [x]") : before,
    });
    await runTasks(["-f", list, "undo"]);
    // Until the new list is on disk, the edit before can still be undone.
    const undone = exitCode === 0 ? [before] : [original, ...(isSynced ? [before] : [])];
    expect(undone).toContain(readFileSync(list, "utf8"));
    expect((await runTasks(["-f", list, "check", "1.3", "1"])).exitCode).toBe(0);
    expect(readdirSync(dirname(list))).toEqual(["tasks-0001-prd-test.md"]);
  }
  expect(seen).toEqual(new Set([0, 2]));
});
