import { readdirSync, readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { listOf } from "../../support/list-of.ts";
import { runTasks, writeFile, writeList } from "../../support/tasks-command.ts";

const preload = pathToFileURL(resolve("tests/support/save-in-between.mjs")).href;
const plan = listOf([{ number: "1.1" }, { number: "1.2" }]);
type Change = readonly [from: string, to: string];
const rewording: Change = ["Tests of 1.2", "What a person wrote"];

/** Runs a command while an editor saves the list between the command's reading of it and its writing. */
const runWhileSaving = (list: string, change: Change, ...args: readonly string[]) =>
  runTasks(["-f", list, ...args], {
    nodeOptions: ["--import", preload],
    env: { SAVE_PATH: list, SAVE_CHANGE: JSON.stringify(change), TASKS_CACHE: "off" },
  });

test("an edit keeps what an editor saved after the command had read the list", async () => {
  const list = writeList(plan);
  expect(await runWhileSaving(list, rewording, "check", "1.1", "1")).toMatchObject({ exitCode: 0 });
  const text = readFileSync(list, "utf8");
  expect(text).toContain("What a person wrote");
  expect(text).toContain("- [x] Tests of 1.1");
});

test("an edit is refused if what an editor saved meanwhile does not allow it", async () => {
  const list = writeList(plan);
  const blocked = listOf([{ number: "1.1", status: "Blocked - no key" }, { number: "1.2" }]);
  expect(await runWhileSaving(list, [plan, blocked], "start", "1.1")).toMatchObject({ exitCode: 1 });
  expect(readFileSync(list, "utf8")).toBe(blocked);
  expect(readdirSync(dirname(list))).toEqual(["tasks-0001-prd-test.md"]);
});

test("undo does not take back what an editor saved after the command had read the list", async () => {
  const list = writeList(plan);
  await runTasks(["-f", list, "check", "1.1", "1"]);
  const saved = readFileSync(list, "utf8").replace(...rewording);
  expect(await runWhileSaving(list, rewording, "undo")).toMatchObject({ exitCode: 1 });
  expect(readFileSync(list, "utf8")).toBe(saved);
});

test("a merge keeps what an editor saved after the command had read the list", async () => {
  const list = writeList(plan);
  const base = writeFile(dirname(list), "base.md", plan);
  const theirs = writeFile(dirname(list), "theirs.md", plan.replace("Tests of 1.1", "Their words"));
  const args = ["merge", base, list, theirs];
  expect(await runWhileSaving(list, rewording, ...args)).toMatchObject({ exitCode: 0 });
  const text = readFileSync(list, "utf8");
  expect(text).toContain("What a person wrote");
  expect(text).toContain("Their words");
});
