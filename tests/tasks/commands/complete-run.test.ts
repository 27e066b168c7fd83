import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { listOf } from "../../support/list-of.ts";
import { runJson, runTasks, writeList } from "../../support/tasks-command.ts";

const listWith = (...items: readonly string[]): string => writeList(listOf([{ number: "1.1", items }]));

test("tasks complete --run completes the task in one edit after its commands pass", async () => {
  const list = listWith("- [ ] `touch ran` passes", "- [x] By hand");
  const before = readFileSync(list, "utf8");
  const { exitCode, json } = await runJson(["-f", list, "complete", "1.1", "--run", "--yes"]);
  expect([exitCode, json.reason, json.task.status]).toEqual([0, null, "Complete"]);
  expect(json.criteria[0]).toMatchObject({ command: "touch ran", passed: true, checked: true });
  expect(readFileSync(list, "utf8")).toMatch(/\*\*Status\*\*: Complete\n\*\*Complexity\*\*/);
  await runTasks(["-f", list, "undo"]);
  expect(readFileSync(list, "utf8")).toBe(before);
});

test("tasks complete --run refuses if a command fails, and names the criterion", async () => {
  const list = listWith("- [ ] `true` passes", "- [ ] `exit 4` passes");
  const { exitCode, json } = await runJson(["-f", list, "done", "1.1", "--run", "--yes"]);
  expect([exitCode, json.error.code, json.task.status]).toEqual([1, "verification-failed", "In Progress"]);
  expect(json.error.message).toContain('2 "`exit 4` passes" (exit code 4)');
});

test("tasks complete --run ticks what passed, and refuses if other items need a manual check", async () => {
  const list = listWith("- [ ] `true` passes", "- [ ] The page looks right");
  const { exitCode, stderr } = await runTasks(["-f", list, "complete", "1.1", "--run", "--yes"]);
  expect(exitCode).toBe(1);
  expect(stderr).toContain('Task 1.1 cannot be completed: not ticked yet: 2 "The page looks right".');
  expect(readFileSync(list, "utf8")).toMatch(/\[x\] `true` passes\n- \[ \] The page/);
  await runTasks(["-f", list, "check", "1.1", "2", "--dry-run"]);
  expect(await runTasks(["-f", list, "complete", "1.1", "--run", "--yes", "--verified"])).toMatchObject({
    exitCode: 0,
  });
});

test("tasks complete names --run only while a criterion with a command is open", async () => {
  const list = listWith("- [ ] `true` passes", "- [ ] The page looks right");
  const complete = () => runTasks(["-f", list, "complete", "1.1"]);
  expect((await complete()).stderr).toContain(
    "Run the commands with tasks complete 1.1 --run. Tick with tasks check,",
  );
  await runTasks(["-f", list, "check", "1.1", "1"]);
  expect((await complete()).stderr).not.toContain("--run");
});

test("tasks complete --run --verified refuses if a command fails", async () => {
  const list = listWith("- [ ] `false` passes", "- [ ] By hand");
  expect(await runTasks(["-f", list, "complete", "1.1", "--run", "--yes", "--verified"])).toMatchObject({
    exitCode: 1,
  });
  expect((await runJson(["-f", list, "show", "1.1"])).json.task.status).toBe("Not Started");
});

test("tasks complete --run --verified completes a task with a command that couldn't be run", async () => {
  const list = listWith("- [ ] `UserRepository` passes", "- [ ] `true` passes");
  expect(await runTasks(["-f", list, "complete", "1.1", "--run", "--yes"])).toMatchObject({ exitCode: 1 });
  expect(await runTasks(["-f", list, "complete", "1.1", "--run", "--yes", "--verified"])).toMatchObject({
    exitCode: 0,
  });
});

test("tasks complete --run reruns ticked commands, and refuses if one fails now", async () => {
  const list = listWith("- [x] `false` passes");
  const source = readFileSync(list, "utf8").replace(
    "**Complexity**",
    "**Status**: In Progress\n**Complexity**",
  );
  const begun = writeList(source);
  expect(await runTasks(["-f", begun, "complete", "1.1", "--run", "--yes"])).toMatchObject({ exitCode: 1 });
  expect(readFileSync(begun, "utf8")).toBe(source);
});

test("tasks complete --run runs nothing before the dependencies are Complete", async () => {
  const list = writeList(
    listOf([{ number: "1.1" }, { number: "1.2", depends: "1.1", items: ["- [ ] `touch ran` passes"] }]),
  );
  const { exitCode, json } = await runJson(["-f", list, "complete", "1.2", "--run", "--yes"]);
  expect([exitCode, json.error.code]).toEqual([1, "unfinished-dependency"]);
  expect(existsSync(join(dirname(list), "ran"))).toBe(false);
});

test("tasks complete --run refuses a task without criteria", async () => {
  const list = writeList("# Task List: T\n\n### Task 1.1: A\n");
  const { exitCode, json } = await runJson(["-f", list, "complete", "1.1", "--run", "--yes"]);
  expect([exitCode, json.error.code]).toEqual([1, "no-verification"]);
});

test("tasks complete --run --dry-run runs nothing and shows the edit for the case that everything passes", async () => {
  const list = listWith("- [ ] `touch ran` passes");
  const before = readFileSync(list, "utf8");
  const { exitCode, stdout } = await runTasks(["-f", list, "complete", "1.1", "--run", "--dry-run"]);
  expect(exitCode).toBe(0);
  expect(stdout).toContain("+**Status**: Complete\n");
  expect(stdout).toContain("+- [x] `touch ran` passes");
  expect([existsSync(join(dirname(list), "ran")), readFileSync(list, "utf8")]).toEqual([false, before]);
});
