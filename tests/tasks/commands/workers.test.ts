import { readdirSync, readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { expect, test } from "vitest";
import { listOf } from "../../support/list-of.ts";
import { runCommand } from "../../support/run-command.ts";
import { runJson, runTasks, temporaryFolder, writeList } from "../../support/tasks-command.ts";

const names = ["ada", "ben", "cai", "dee", "eve", "fay", "gus", "hal"];
/** Two phases that each begin and end with one task, so that workers wait for each other. */
const tasks = Array.from({ length: 18 }, (_, index) => {
  const [phase, seq] = [Math.floor(index / 9) + 1, (index % 9) + 1];
  const opening = phase === 1 ? "None" : `Phase ${phase - 1}`;
  return {
    number: `${phase}.${seq}`,
    depends: seq === 1 ? opening : seq === 9 ? `${phase}.2-${phase}.8` : `${phase}.1`,
  };
});

test("eight workers complete a list together, and no two get the same task", async () => {
  const source = listOf(tasks);
  const list = writeList(source);
  const home = {
    HOME: temporaryFolder(),
    XDG_STATE_HOME: temporaryFolder(),
    XDG_CACHE_HOME: temporaryFolder(),
  };
  const worker = [resolve("tests/support/worker.mjs"), resolve("dist/tasks/bin.js"), list];
  const outcomes = await Promise.all(
    names.map((name, index) => {
      const take = index % 2 === 0 ? ["start"] : ["next", "--start"];
      return runCommand([...worker, name, ...take], { env: home });
    }),
  );
  expect(outcomes.filter(({ code }) => code !== 0)).toEqual([]);
  const done = outcomes.map(({ stdout }) => stdout.split("\n").filter(Boolean));
  expect(done.flat().toSorted()).toEqual(tasks.map(({ number }) => number).toSorted());

  const { json } = await runJson(["-f", list, "list"]);
  const owners = new Map(names.flatMap((name, index) => (done[index] ?? []).map((number) => [number, name])));
  for (const task of json.tasks) {
    expect(task).toMatchObject({ status: "Complete", owner: owners.get(task.number) });
  }
  // Each worker wrote only its status, its owner and its tick.
  const text = readFileSync(list, "utf8");
  expect(text.match(/^\*\*Owner\*\*: /gm)).toHaveLength(tasks.length);
  const undone = text
    .replaceAll(/^\*\*Status\*\*: Complete\n\*\*Owner\*\*: \w+\n/gm, "")
    .replaceAll("- [x]", "- [ ]")
    .replace("**Status**: Complete", "**Status**: Not Started");
  expect(undone).toBe(source);
  expect(readdirSync(dirname(list))).toEqual(["tasks-0001-prd-test.md"]);
}, 120_000);

test("tasks list --owner finds a claimed task, and another worker can start it after tasks release", async () => {
  const list = writeList(listOf([{ number: "1.1" }]));
  await runTasks(["-f", list, "start", "--as", "ada"]);
  expect((await runJson(["-f", list, "list", "--owner", "ada"])).json.tasks).toMatchObject([
    { number: "1.1" },
  ]);
  expect(await runTasks(["-f", list, "start", "--as", "ben"])).toMatchObject({ exitCode: 1 });
  await runTasks(["-f", list, "release", "1.1"]);
  const { json } = await runJson(["-f", list, "next", "--start", "--as", "ben"]);
  expect(json.task).toMatchObject({ number: "1.1", owner: "ben", status: "In Progress" });
});
