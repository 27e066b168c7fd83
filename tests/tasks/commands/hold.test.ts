import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { listOf } from "../../support/list-of.ts";
import { runJson, runTasks, writeList } from "../../support/tasks-command.ts";

const header = (list: string) =>
  /\*\*Created\*\*.*\n\*\*Status\*\*: (.*)/.exec(readFileSync(list, "utf8"))?.[1];

test("tasks block writes the reason, and sets the list's header to Blocked once no task can start", async () => {
  const list = writeList(listOf([{ number: "1.1" }, { number: "1.2", depends: "1.1" }]));
  const { json } = await runJson(["-f", list, "block", "1.1", "--reason", "waiting for a key"]);
  expect(json.task).toMatchObject({ status: "Blocked", blockedReason: "waiting for a key", ready: false });
  expect(readFileSync(list, "utf8")).toContain("\n**Status**: Blocked - waiting for a key\n**Complexity**");
  expect(header(list)).toBe("Blocked");
});

test("tasks block requires a reason", async () => {
  const list = writeList(listOf([{ number: "1.1" }]));
  expect(await runTasks(["-f", list, "block", "1.1"])).toMatchObject({ exitCode: 2 });
  expect(await runTasks(["-f", list, "block", "1.1", "--reason", " "])).toMatchObject({ exitCode: 2 });
});

test.each([
  ["In Progress", { items: ["- [x] one", "- [ ] two"] }],
  ["In Progress", { lines: ["**Owner**: ann"] }],
  ["Not Started", {}],
])("tasks unblock returns a task to %s according to its progress: %j", async (status, facts) => {
  const list = writeList(listOf([{ number: "1.1", status: "Blocked - key", ...facts }]));
  expect((await runJson(["-f", list, "unblock", "1.1"])).json.task).toMatchObject({
    status,
    blockedReason: null,
  });
});

test("tasks unblock refuses a task that isn't blocked", async () => {
  expect(await runTasks(["-f", writeList(listOf([{ number: "1.1" }])), "unblock", "1.1"])).toMatchObject({
    exitCode: 1,
  });
});

test("tasks release removes the owner and sets In Progress to Not Started", async () => {
  const source = listOf([{ number: "1.1", status: "Not Started" }]);
  const list = writeList(source);
  await runTasks(["-f", list, "start", "1.1", "--as", "ann"]);
  expect((await runJson(["-f", list, "release", "1.1"])).json.task).toMatchObject({
    owner: null,
    status: "Not Started",
  });
  expect(readFileSync(list, "utf8")).toBe(source);
});

test("tasks reset unticks a task and sets it to Not Started, but refuses while a started task depends on it", async () => {
  const tasks = [
    { number: "1.1", status: "Complete", items: ["- [x] one"] },
    { number: "1.2", status: "In Progress", depends: "1.1" },
  ];
  const list = writeList(listOf(tasks));
  const { exitCode, json } = await runJson(["-f", list, "reset", "1.1"]);
  expect([exitCode, json.error.code]).toEqual([1, "begun-dependent"]);
  expect(json.error.message).toContain("depends on it. Reset that task first");
  const both = writeList(listOf([...tasks, { number: "1.3", status: "Complete", depends: "1.1" }]));
  const { stderr } = await runTasks(["-f", both, "reset", "1.1"]);
  expect(stderr).toContain("depend on it. Reset them first");
  const forced = await runJson(["-f", list, "reset", "1.1", "--force"]);
  expect(forced.json.task).toMatchObject({
    status: "Not Started",
    verification: [{ text: "one", checked: false }],
  });
});

test.each([
  ["A ✅", "A"],
  ["✅ A", "A"],
  ["[x] A", "A"],
  ["Draw the ✅ sign", "Draw the ✅ sign"],
])(
  "tasks reset removes the completion mark from the heading %s, unless the mark is part of the title",
  async (heading, left) => {
    const list = writeList(`# Task List: T\n\n### Task 1.1: ${heading}\n\n**Dependencies**: None\n`);
    await runTasks(["-f", list, "reset", "1.1"]);
    expect(readFileSync(list, "utf8")).toBe(
      `# Task List: T\n\n### Task 1.1: ${left}\n\n**Status**: Not Started\n**Dependencies**: None\n`,
    );
  },
);

test.each([
  ["Complete", [{ number: "1.1", status: "Complete" }]],
  ["In Progress", [{ number: "1.1", status: "Complete" }, { number: "1.2" }]],
  ["Not Started", [{ number: "1.1" }, { number: "1.2", status: "Blocked - x" }]],
])("a command sets the list's header to %s to match the tasks", async (wanted, tasks) => {
  const list = writeList(
    listOf(
      [...tasks, { number: "9.1", status: wanted === "Complete" ? "Complete" : "Not Started" }],
      "Blocked",
    ),
  );
  await runTasks(["-f", list, "edit", "1.1", "--title", "Other"]);
  expect(header(list)).toBe(wanted);
});

test("a command leaves other text in the header's Status line as it is, and adds no Status line to a header", async () => {
  const own = writeList(listOf([{ number: "1.1" }], "419 failed, 2059 passed"));
  await runTasks(["-f", own, "start", "1.1"]);
  expect(header(own)).toBe("419 failed, 2059 passed");
  const without = writeList("# Task List: T\n\n### Task 1.1: A\n\n**Dependencies**: None\n");
  await runTasks(["-f", without, "start", "1.1"]);
  expect(readFileSync(without, "utf8").match(/Status/g)).toHaveLength(1);
});

test("tasks unblock returns a task with an owner to Not Started while its dependencies are open", async () => {
  const blocked = { number: "1.2", status: "Blocked - key", depends: "1.1", lines: ["**Owner**: ann"] };
  const list = writeList(listOf([{ number: "1.1" }, blocked]));
  expect((await runJson(["-f", list, "unblock", "1.2"])).json.task.status).toBe("Not Started");
});

test("tasks unblock returns a task with a ticked item to In Progress even if dependencies are open", async () => {
  const blocked = { number: "1.2", status: "Blocked - key", depends: "1.1", items: ["- [x] a", "- [ ] b"] };
  const list = writeList(listOf([{ number: "1.1" }, blocked]));
  expect((await runJson(["-f", list, "unblock", "1.2"])).json.task.status).toBe("In Progress");
});
