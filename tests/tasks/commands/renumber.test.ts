import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { listOf } from "../../support/list-of.ts";
import { runJson, runTasks, writeList } from "../../support/tasks-command.ts";

test("tasks renumber closes gaps, updates references and ranges, and records old and new numbers", async () => {
  const source = listOf([
    { number: "1.1" },
    { number: "1.3", depends: "1.1" },
    { number: "1.10", depends: "1.1-1.3" },
    { number: "2.2", depends: "1.10" },
  ]);
  const list = writeList(source.replace("Part 1", "Part 1 (Tasks 1.1-1.10)"));
  const { json } = await runJson(["-f", list, "renumber"]);
  expect(json.renumbered).toEqual([
    { from: "1.3", to: "1.2" },
    { from: "1.10", to: "1.3" },
    { from: "2.2", to: "2.1" },
  ]);
  const text = readFileSync(list, "utf8");
  expect(text.match(/### Task [\d.]+|\*\*Dependencies\*\*: .*|\(Tasks .*\)/g)).toEqual([
    "(Tasks 1.1-1.3)",
    "### Task 1.1",
    "**Dependencies**: None",
    "### Task 1.2",
    "**Dependencies**: 1.1",
    "### Task 1.3",
    "**Dependencies**: 1.1-1.2",
    "### Task 2.1",
    "**Dependencies**: 1.3",
  ]);
  expect(text).toMatch(/: renumbered 1\.3 → 1\.2, 1\.10 → 1\.3, 2\.2 → 2\.1\n$/);
});

test("tasks renumber changes nothing if there are no gaps", async () => {
  const source = listOf([{ number: "1.1" }, { number: "1.2" }]);
  const list = writeList(source);
  expect(await runTasks(["-f", list, "renumber"])).toMatchObject({
    exitCode: 0,
    stdout: "The numbers have no gaps.\n",
  });
  expect(readFileSync(list, "utf8")).toBe(source);
});

test("tasks renumber doesn't renumber a task in progress, unless forced", async () => {
  const list = writeList(listOf([{ number: "1.2", status: "In Progress" }]));
  expect(await runTasks(["-f", list, "renumber"])).toMatchObject({ exitCode: 1 });
  expect(await runTasks(["-f", list, "renumber", "--force"])).toMatchObject({ exitCode: 0 });
});

test("tasks renumber renumbers the headings of a task's parts, so that they stay in the task", async () => {
  const parts = "\n#### Task 1.3.1: Write the query\n\nSee Task 1.3.1.\n\n#### Task 1.3.2: Cache 1.3\n";
  const list = writeList(`${listOf([{ number: "1.1" }, { number: "1.3" }])}${parts}`);
  const { json: before } = await runJson(["-f", list, "show", "1.3"]);
  await runTasks(["-f", list, "renumber"]);
  const { json: after } = await runJson(["-f", list, "show", "1.2"]);
  expect(before.task.body).toContain("Cache 1.3");
  expect(after.task.body).toBe(before.task.body.replaceAll("#### Task 1.3.", "#### Task 1.2."));
});

test.each(["1.2", "T1.2", "1.1-1.2", "1.2-1.3"])(
  "tasks renumber gives no task the number that a dependency on %s names in vain",
  async (depends) => {
    const source = listOf([{ number: "1.1" }, { number: "1.4" }, { number: "2.1", depends }]);
    const list = writeList(source);
    const { exitCode, json } = await runJson(["-f", list, "renumber", "--force"]);
    expect([exitCode, json.error.code]).toEqual([1, "unknown-dependency"]);
    expect(json.error.message).toContain("Task 2.1 depends on ");
    expect(readFileSync(list, "utf8")).toBe(source);
  },
);
