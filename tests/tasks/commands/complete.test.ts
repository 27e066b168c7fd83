import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { listOf } from "../../support/list-of.ts";
import { runJson, runTasks, writeList } from "../../support/tasks-command.ts";

test("tasks complete refuses while an item is open, and names it", async () => {
  const list = writeList(listOf([{ number: "1.1", items: ["- [x] one", "- [ ] two"] }]));
  const { exitCode, stderr } = await runTasks(["-f", list, "complete", "1.1"]);
  expect(exitCode).toBe(1);
  expect(stderr).toContain('not ticked yet: 2 "two"');
});

test("tasks complete sets a task with only ticked items to Complete", async () => {
  const list = writeList(
    listOf([{ number: "1.1", status: "In Progress", items: ["- [x] one"] }, { number: "1.2" }]),
  );
  expect((await runJson(["-f", list, "done", "1.1"])).json).toMatchObject({
    task: { status: "Complete" },
    reason: null,
  });
  expect(readFileSync(list, "utf8")).toContain("### Task 1.1: Build 1.1\n\n**Status**: Complete\n");
});

test("tasks complete --verified ticks the open items", async () => {
  const list = writeList(listOf([{ number: "1.1", items: ["- [x] one", "- [ ] two"] }]));
  expect(await runTasks(["-f", list, "complete", "1.1", "--verified"])).toMatchObject({ exitCode: 0 });
  expect(readFileSync(list, "utf8")).toContain("- [x] one\n- [x] two\n");
});

test("tasks complete keeps the steps of a task that has them without a label", async () => {
  const body = "1. Draft it\n2. Test it\n\n**Verification**:\n- [ ] one\n";
  const list = writeList(`# Task List: T\n\n### Task 1.1: A\n\n${body}`);
  const { json } = await runJson(["-f", list, "complete", "1.1", "--verified"]);
  expect(json.task).toMatchObject({ status: "Complete", steps: ["Draft it", "Test it"] });
});

test("tasks complete requires --verified for a task without criteria", async () => {
  const list = writeList("# Task List: T\n\n### Task 1.1: A\n\n**Dependencies**: None\n");
  const { exitCode, json } = await runJson(["-f", list, "complete", "1.1"]);
  expect([exitCode, json.error.code]).toEqual([1, "no-verification"]);
  expect((await runJson(["-f", list, "complete", "1.1", "--verified"])).json.task.status).toBe("Complete");
});

test("tasks complete --verified refuses while a dependency is unfinished", async () => {
  const list = writeList(listOf([{ number: "1.1" }, { number: "1.2", depends: "1.1" }]));
  expect(await runTasks(["-f", list, "complete", "1.2", "--verified"])).toMatchObject({ exitCode: 1 });
});

test("tasks complete names unfinished dependencies and open items in one line", async () => {
  const list = writeList(
    listOf([{ number: "1.1" }, { number: "1.2", depends: "1.1", items: ["- [ ] one"] }]),
  );
  const { stderr } = await runTasks(["-f", list, "complete", "1.2"]);
  const waits = 'it waits for 1.1 "Build 1.1" (Not Started)';
  expect(stderr).toContain(`Task 1.2 cannot be completed: ${waits}; not ticked yet: 1 "one".`);
  expect((await runTasks(["-f", list, "complete", "1.2", "--verified"])).stderr).toContain(`${waits}.`);
});
