import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { listOf } from "../../support/list-of.ts";
import { runJson, runTasks, writeList } from "../../support/tasks-command.ts";

test("tasks start writes In Progress directly below the task's heading, and updates the list's header", async () => {
  const source = listOf([{ number: "1.1" }]);
  const list = writeList(source);
  const { exitCode, stdout } = await runTasks(["-f", list, "start", "1.1"]);
  expect(exitCode).toBe(0);
  expect(stdout).toContain("1. Write it");
  expect(readFileSync(list, "utf8")).toBe(
    source
      .replace("**Status**: Not Started", "**Status**: In Progress")
      .replace("**Complexity**", "**Status**: In Progress\n**Complexity**"),
  );
});

test("tasks start writes the status of a compact task as its first bullet", async () => {
  const list = writeList(
    "# Task List: T\n\n### Task 1.1: A\n\n- POST /api/a\n- Verification: Tests pass\n- Dependencies: None\n",
  );
  await runTasks(["-f", list, "start", "1.1", "--as", "ann"]);
  expect(readFileSync(list, "utf8")).toBe(
    "# Task List: T\n\n### Task 1.1: A\n\n- Status: In Progress\n- Owner: ann\n- POST /api/a\n- Verification: Tests pass\n- Dependencies: None\n",
  );
});

test("tasks start writes the status as its own paragraph if the task begins with text", async () => {
  const list = writeList("# Task List: T\n\n### Task 1.1: A\n\nWhat it is about.\n");
  await runTasks(["-f", list, "start", "1.1"]);
  expect(readFileSync(list, "utf8")).toBe(
    "# Task List: T\n\n### Task 1.1: A\n\n**Status**: In Progress\n\nWhat it is about.\n",
  );
});

test("tasks start adds a status to a task without a body", async () => {
  const list = writeList("# Task List: T\n\n### Task 1.1: A");
  await runTasks(["-f", list, "start", "1.1"]);
  expect(readFileSync(list, "utf8")).toBe("# Task List: T\n\n### Task 1.1: A\n\n**Status**: In Progress");
});

test("tasks start refuses while a dependency is unfinished, and names it", async () => {
  const list = writeList(listOf([{ number: "1.1" }, { number: "1.2", depends: "1.1" }]));
  const { exitCode, stderr } = await runTasks(["-f", list, "start", "1.2"]);
  expect(exitCode).toBe(1);
  expect(stderr).toBe('tasks: Task 1.2 cannot start: it waits for 1.1 "Build 1.1" (Not Started).\n');
});

test("tasks start --force ignores a dependency that isn't a task, but never an unfinished task", async () => {
  const tasks = [
    { number: "1.1" },
    { number: "1.2", depends: "the payment team" },
    { number: "1.3", depends: "1.1, 9.9" },
  ];
  const list = writeList(listOf(tasks));
  expect(await runTasks(["-f", list, "start", "1.2"])).toMatchObject({ exitCode: 1 });
  expect(await runTasks(["-f", list, "start", "1.2", "--force"])).toMatchObject({ exitCode: 0 });
  expect(await runTasks(["-f", list, "start", "1.3", "--force"])).toMatchObject({ exitCode: 1 });
});

test.each([
  ["Blocked - waiting for a key", "blocked"],
  ["Complete", "already-complete"],
])("tasks start refuses a task that is %s", async (status, code) => {
  const list = writeList(listOf([{ number: "1.1", status }]));
  const { exitCode, json } = await runJson(["-f", list, "start", "1.1"]);
  expect([exitCode, json.error.code]).toEqual([1, code]);
});

test("tasks start --as refuses a task of another owner", async () => {
  const list = writeList(listOf([{ number: "1.1" }]));
  await runTasks(["-f", list, "start", "1.1", "--as", "ann"]);
  const { exitCode, json } = await runJson(["-f", list, "start", "1.1", "--as", "bob"]);
  expect([exitCode, json.error.code]).toEqual([1, "owned-by-another"]);
  expect(await runTasks(["-f", list, "start", "1.1", "--as", "ann"])).toMatchObject({ exitCode: 0 });
});

test("tasks start without a number starts the first ready task, never one in progress", async () => {
  const tasks = [
    { number: "1.1", status: "In Progress" },
    { number: "1.2", depends: "1.1" },
    { number: "1.3" },
  ];
  const { exitCode, json } = await runJson(["-f", writeList(listOf(tasks)), "start"]);
  expect(exitCode).toBe(0);
  expect(json).toMatchObject({ task: { number: "1.3", status: "In Progress" }, reason: null });
});

test("tasks start without a number exits with 1 if no task is ready, and says why", async () => {
  const list = writeList(
    listOf([
      { number: "1.1", status: "In Progress" },
      { number: "1.2", depends: "1.1" },
    ]),
  );
  const { exitCode, json } = await runJson(["-f", list, "start"]);
  expect(exitCode).toBe(1);
  expect(json).toMatchObject({ task: null, error: { code: "nothing-ready" } });
  expect(json.reason).toContain("in progress: 1.1");
});

test.each(["1.2", "Task 1.2", "#1.2", "task-1.2", "TASK 1.2"])(
  "tasks start accepts the number as %s",
  async (number) => {
    const list = writeList(listOf([{ number: "1.1" }, { number: "1.2" }]));
    expect((await runJson(["-f", list, "start", number])).json.task.number).toBe("1.2");
  },
);

test("commands accept a task's name as two words, except as the text of an option", async () => {
  const list = writeList(listOf([{ number: "1.1" }, { number: "1.2" }]));
  const checked = await runJson(["-f", list, "check", "Task", "1.1", "1"]);
  expect(checked).toMatchObject({ exitCode: 0, json: { task: { verification: [{ checked: true }] } } });
  const started = await runJson(["-f", list, "start", "--as", "task", "1.2"]);
  expect(started).toMatchObject({ exitCode: 0, json: { task: { number: "1.2", owner: "task" } } });
});

test("tasks start without a number reports why each task can't start, including an unknown status", async () => {
  const tasks = [
    { number: "1.1", status: "Deferred" },
    { number: "1.2", depends: "1.1" },
    { number: "1.3", status: "Blocked - key" },
  ];
  const { exitCode, stderr } = await runTasks(["-f", writeList(listOf(tasks)), "start"]);
  expect([exitCode, stderr]).toEqual([
    1,
    "tasks: Nothing is ready to start (blocked: 1.3; waiting for dependencies: 1.2; with an unknown status: 1.1).\n",
  ]);
});

test("tasks start says how to correct an unknown status", async () => {
  const list = writeList(listOf([{ number: "1.1", status: "Deferred" }]));
  expect((await runTasks(["-f", list, "start", "1.1"])).stderr).toBe(
    'tasks: Task 1.1 has an unknown status: "Deferred". Correct it with tasks reset 1.1, or start it with --force.\n',
  );
});

test("tasks start without a number names a task that is kept for its owner", async () => {
  const list = writeList(
    listOf([
      { number: "1.1", lines: ["**Owner**: ann"] },
      { number: "1.2", depends: "1.1" },
    ]),
  );
  const { exitCode, stderr } = await runTasks(["-f", list, "start", "--as", "zed"]);
  expect([exitCode, stderr]).toEqual([
    1,
    "tasks: Nothing is ready to start (waiting for dependencies: 1.2; kept for their owners: 1.1 (ann)).\n",
  ]);
});

test("tasks start suggests a number for a mistyped one", async () => {
  const list = writeList(listOf([{ number: "1.1" }, { number: "2.3" }]));
  const { exitCode, stderr } = await runTasks(["-f", list, "start", "2.33"]);
  expect(exitCode).toBe(2);
  expect(stderr).toBe("tasks: Task 2.33 does not exist. Did you mean 2.3?\n");
  expect((await runTasks(["-f", list, "start", "23"])).stderr).toBe(
    'tasks: "23" is not a task number: write it like 1.2. Did you mean 2.3?\n',
  );
  // No task is like this one.
  expect((await runTasks(["-f", list, "start", "9.9"])).stderr).toBe("tasks: Task 9.9 does not exist.\n");
});

test("tasks start refuses a number that is defined twice", async () => {
  const list = writeList(listOf([{ number: "1.1" }, { number: "1.1" }]));
  const { exitCode, json } = await runJson(["-f", list, "start", "1.1"]);
  expect([exitCode, json.error.code]).toEqual([2, "ambiguous-task"]);
});

test("tasks start names every line of a number that is defined three times", async () => {
  const list = writeList(
    listOf([{ number: "1.1" }, { number: "1.1" }, { number: "1.2" }, { number: "1.1" }]),
  );
  const { stderr } = await runTasks(["-f", list, "start", "1.1"]);
  expect(stderr).toMatch(/Task 1\.1 is defined 3 times, on lines \d+, \d+ and \d+\./);
});

test.each([["start"], ["next", "--start"]])(
  "%s refuses a list whose first number is defined twice",
  async (...words) => {
    const list = writeList(listOf([{ number: "1.1" }, { number: "1.1" }]));
    const { exitCode, stderr } = await runTasks(["-f", list, ...words]);
    expect(exitCode).toBe(2);
    expect(stderr).toContain("Task 1.1 is defined twice, on lines");
  },
);

test("tasks start --as refuses a name with a line break, which would add a task", async () => {
  const list = writeList(listOf([{ number: "1.1" }]));
  const before = readFileSync(list, "utf8");
  expect(await runTasks(["-f", list, "start", "--as", "ann\n### Task 1.9: More"])).toMatchObject({
    exitCode: 2,
  });
  expect(readFileSync(list, "utf8")).toBe(before);
});

test.each([[["--as", "ann"]], [[]]])(
  "tasks start 1.1 %j refuses a task of another owner, unless forced",
  async (name) => {
    const list = writeList(listOf([{ number: "1.1", lines: ["**Owner**: bob"] }]));
    const before = readFileSync(list, "utf8");
    const { exitCode, json } = await runJson(["-f", list, "start", "1.1", ...name]);
    expect([exitCode, json.error.code]).toEqual([1, "owned-by-another"]);
    expect(json.error.message).toContain("Task 1.1 belongs to bob");
    expect(readFileSync(list, "utf8")).toBe(before);
    const forced = await runJson(["-f", list, "start", "1.1", ...name, "--force"]);
    expect(forced.json.task).toMatchObject({ status: "In Progress", owner: name[1] ?? "bob" });
  },
);

test.each([["start"], ["next", "--start"]])(
  "%s without a number skips a task of another owner",
  async (...words) => {
    const list = writeList(listOf([{ number: "1.1", lines: ["**Owner**: bob"] }, { number: "1.2" }]));
    const { json } = await runJson(["-f", list, ...words, "--as", "ann"]);
    expect(json.task).toMatchObject({ number: "1.2", owner: "ann" });
  },
);

test.each([["start"], ["next", "--start"]])(
  "%s starts nothing if every ready task has another owner",
  async (...words) => {
    const source = listOf([{ number: "1.1", lines: ["**Owner**: bob"] }]);
    const list = writeList(source);
    const { exitCode, json } = await runJson(["-f", list, ...words]);
    expect([exitCode, json.error.code]).toEqual([1, "nothing-ready"]);
    expect(readFileSync(list, "utf8")).toBe(source);
  },
);

test("TASKS_AS names the owner if --as is missing", async () => {
  const env = { TASKS_AS: "ann" };
  const list = writeList(listOf([{ number: "1.1" }, { number: "1.2" }, { number: "1.3" }]));
  expect((await runJson(["-f", list, "start", "1.1"], { env })).json.task.owner).toBe("ann");
  expect((await runJson(["-f", list, "start", "1.2", "--as", "bob"], { env })).json.task.owner).toBe("bob");
  expect((await runJson(["-f", list, "next"], { env })).json.task.number).toBe("1.1");
  expect((await runJson(["-f", list, "start", "1.3"], { env: { TASKS_AS: "" } })).json.task.owner).toBeNull();
});
