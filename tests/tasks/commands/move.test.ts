import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { listOf } from "../../support/list-of.ts";
import { runJson, runTasks, writeList } from "../../support/tasks-command.ts";

const source = listOf([
  { number: "1.1", title: "A" },
  { number: "1.2", title: "B" },
  { number: "1.3", title: "C", depends: "1.1" },
  { number: "2.1", title: "D", depends: "1.1-1.2" },
]);

const order = (list: string) => readFileSync(list, "utf8").match(/(?<=### Task ).*/g);
const dependencies = (list: string) => readFileSync(list, "utf8").match(/(?<=\*\*Dependencies\*\*: ).*/g);

test("tasks move within a phase renumbers the tasks between the two places", async () => {
  const list = writeList(source);
  const { json } = await runJson(["-f", list, "move", "1.3", "--before", "1.2"]);
  expect(json.task).toMatchObject({ number: "1.2", title: "C" });
  expect(order(list)).toEqual(["1.1: A", "1.2: C", "1.3: B", "2.1: D"]);
  expect(dependencies(list)).toEqual(["None", "1.1", "None", "1.1-1.3"]);
  expect(readFileSync(list, "utf8")).toMatch(/: moved Task 1\.3 → 1\.2 "C", renumbered 1\.2 → 1\.3\n$/);
});

test("tasks move into another phase leaves a gap in the old one, and dependency ranges keep their tasks", async () => {
  const list = writeList(source);
  await runTasks(["-f", list, "move", "1.2", "--before", "2.1"]);
  expect(order(list)).toEqual(["1.1: A", "1.3: C", "2.1: B", "2.2: D"]);
  expect(dependencies(list)?.[3]).toBe("1.1, 2.1");
});

test("tasks move keeps a dependency on a phase for the task that leaves the phase", async () => {
  const waiting = listOf([
    { number: "1.1" },
    { number: "1.2" },
    { number: "2.1" },
    { number: "3.1", depends: "Phases 1 and 2" },
    { number: "3.2", depends: "1.2 (the model), Phase 1" },
    { number: "3.3", depends: "All Phase 2 tasks" },
  ]);
  const list = writeList(waiting);
  await runTasks(["-f", list, "move", "1.2", "--before", "3.1"]);
  expect(dependencies(list)?.slice(3)).toEqual([
    "Phases 1 and 2, 3.1",
    "3.1 (the model), Phase 1",
    "All Phase 2 tasks",
  ]);
  await runTasks(["-f", list, "move", "2.1", "--after", "1.1"]);
  expect(dependencies(list)?.at(-1)).toBe("1.3");
  expect((await runJson(["-f", list, "show", "3.2"])).json.task.dependencies).toEqual(["1.1", "1.3", "3.1"]);
});

test.each(["All previous phases", "All setup tasks", "Setup"])(
  "tasks move keeps a dependency on %s for the task that leaves the phase",
  async (words) => {
    const waiting = listOf([
      { number: "1.1" },
      { number: "1.2" },
      { number: "2.1" },
      { number: "2.2", depends: words },
    ]);
    const list = writeList(waiting.replace("## Phase 1: Part 1", "## Phase 1: Setup"));
    await runTasks(["-f", list, "move", "1.2", "--before", "2.1"]);
    expect(dependencies(list)?.at(-1)).toBe(`${words}, 2.1`);
    expect((await runJson(["-f", list, "show", "2.3"])).json.task.dependencies).toEqual(["1.1", "2.1"]);
  },
);

test("tasks move leaves All previous tasks as it is", async () => {
  const list = writeList(
    listOf([{ number: "1.1" }, { number: "1.2" }, { number: "2.1", depends: "All previous tasks" }]),
  );
  await runTasks(["-f", list, "move", "1.2", "--before", "2.1"]);
  expect(dependencies(list)?.at(-1)).toBe("All previous tasks");
});

test("tasks move refuses to put a task before its dependency", async () => {
  const list = writeList(source);
  const { exitCode, json } = await runJson(["-f", list, "move", "1.1", "--after", "1.3"]);
  expect([exitCode, json.error.code]).toEqual([1, "dependency-order"]);
  expect(readFileSync(list, "utf8")).toBe(source);
});

test("tasks move doesn't renumber a task that has an owner, unless forced", async () => {
  const list = writeList(source.replace("Task 1.2: B\n\n", "Task 1.2: B\n\n**Owner**: ann\n"));
  expect(await runTasks(["-f", list, "move", "1.3", "--before", "1.2"])).toMatchObject({ exitCode: 1 });
  expect(await runTasks(["-f", list, "move", "1.3", "--before", "1.2", "--force"])).toMatchObject({
    exitCode: 0,
  });
});

test("tasks move leaves a task that is already in place", async () => {
  const list = writeList(source);
  expect(await runTasks(["-f", list, "move", "1.2", "--after", "1.1"])).toMatchObject({ exitCode: 0 });
  expect(readFileSync(list, "utf8")).toBe(source);
});

test("tasks move of a task that is already in place leaves the header's status as it is", async () => {
  const stale = source.replace("**Status**: Not Started", "**Status**: Complete");
  const list = writeList(stale);
  await runTasks(["-f", list, "move", "1.3", "--after", "1.2"]);
  expect(readFileSync(list, "utf8")).toBe(stale);
});

test("tasks move requires exactly one position, next to another task", async () => {
  const list = writeList(source);
  expect(await runTasks(["-f", list, "move", "1.2"])).toMatchObject({ exitCode: 2 });
  expect(await runTasks(["-f", list, "move", "1.2", "--after", "1.2"])).toMatchObject({ exitCode: 2 });
  expect(await runTasks(["-f", list, "move", "1.2", "--after", "1.1", "--before", "1.3"])).toMatchObject({
    exitCode: 2,
  });
});

test("tasks move moves tasks whose headings start with another word", async () => {
  const story = (number: string) => `### Story ${number}: S${number}\n\n- [ ] 200\n`;
  const list = writeList(`# Plan\n\n${story("1.1")}\n${story("1.2")}`);
  const { exitCode } = await runTasks(["-f", list, "move", "1.2", "--before", "1.1"]);
  expect(exitCode).toBe(0);
  expect(readFileSync(list, "utf8")).toContain("### Story 1.1: S1.2\n\n- [ ] 200\n\n### Story 1.2: S1.1");
});

test("tasks move refuses to put a task into a phase for the whole of which its dependency waits", async () => {
  const source = listOf([
    { number: "1.1" },
    { number: "1.2", depends: "All Phase 1 tasks" },
    { number: "2.1", depends: "1.2" },
  ]);
  const list = writeList(source);
  const { exitCode, json } = await runJson(["-f", list, "move", "2.1", "--after", "1.2"]);
  expect([exitCode, json.error.code]).toEqual([1, "dependency-cycle"]);
  expect(readFileSync(list, "utf8")).toBe(source);
});

test.each(["1.1, 1.2", "1.1-1.2", "Phase 1"])(
  "tasks move refuses to put a task into a phase that waits for %s, the task among them",
  async (named) => {
    const tasks = listOf([{ number: "1.1" }, { number: "1.2" }, { number: "2.1" }]);
    const source = tasks.replace(/(## Phase 2.*\n)/, `$1\n**Dependencies**: ${named}\n`);
    const list = writeList(source);
    const { exitCode, json } = await runJson(["-f", list, "move", "1.2", "--before", "2.1"]);
    expect([exitCode, json.error.code]).toEqual([1, "dependency-cycle"]);
    expect(json.error.message).toContain("The dependencies 2.1 → 2.1 would form a cycle");
    expect(readFileSync(list, "utf8")).toBe(source);
  },
);
