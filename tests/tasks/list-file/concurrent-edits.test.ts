import { readdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { expect, test } from "vitest";
import { listOf } from "../../support/list-of.ts";
import { runJson, runTasks, writeList } from "../../support/tasks-command.ts";

const workers = Array.from({ length: 20 }, (_, index) => index + 1);
const numbers = workers.map((index) => `${Math.ceil(index / 5)}.${((index - 1) % 5) + 1}`);

test("twenty processes that edit different tasks at the same time all succeed and lose no edit", async () => {
  const list = writeList(listOf(numbers.map((number) => ({ number }))));
  const outcomes = await Promise.all(numbers.map((number) => runTasks(["-f", list, "check", number, "1"])));
  expect(outcomes.filter(({ exitCode }) => exitCode !== 0)).toEqual([]);
  expect(readFileSync(list, "utf8").match(/- \[x\]/g)).toHaveLength(20);
});

test("twenty workers that start a task at the same time each get a different one", async () => {
  const list = writeList(listOf(numbers.map((number) => ({ number }))));
  const answers = await Promise.all(
    workers.map((worker) => runJson(["-f", list, "start", "--as", `worker-${worker}`])),
  );
  expect(answers.map(({ json }) => json.task.number).toSorted()).toEqual(numbers.toSorted());
  expect(readFileSync(list, "utf8").match(/\*\*Owner\*\*: worker-/g)).toHaveLength(20);
});

test("a reader always finds a complete list while others write", async () => {
  const list = writeList(listOf(numbers.map((number) => ({ number }))));
  const writes = Promise.all(numbers.map((number) => runTasks(["-f", list, "check", number, "1"])));
  const reads = await Promise.all(workers.map(() => runJson(["-f", list, "list"])));
  expect(reads.map(({ json }) => json.tasks.length)).toEqual(workers.map(() => 20));
  await writes;
});

test("concurrent edits leave no files next to the list", async () => {
  const list = writeList(listOf(numbers.map((number) => ({ number }))));
  await Promise.all(numbers.slice(0, 5).map((number) => runTasks(["-f", list, "check", number, "1"])));
  expect(readdirSync(dirname(list))).toEqual(["tasks-0001-prd-test.md"]);
});
