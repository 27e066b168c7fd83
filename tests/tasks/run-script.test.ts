import { chmodSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { listOf } from "../support/list-of.ts";
import { runTasks, temporaryFolder, writeList } from "../support/tasks-command.ts";

let folder: string;
let list: string;

beforeEach(() => {
  folder = temporaryFolder();
  list = writeList(listOf([{ number: "1.1" }]));
});

const run = (command: string, env: Readonly<Record<string, string>> = {}) =>
  runTasks([command, "-f", list], { env: { NODE_COMPILE_CACHE: folder, TASKS_CACHE: "off", ...env } });

/** The files of compiled code that were kept, in the folder that Node makes for its own version. */
const keptCode = (): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".code"))
    .map((name) => join(folder, name));

test("keeps the code of each command that was run, and of the parser", async () => {
  await run("next");
  await run("list");
  const names = keptCode().map((path) =>
    path.replace(/^.*tasks-([a-z-]+)-[0-9a-f]{12}-([a-z]+)\.code$/, "$1 $2"),
  );
  expect(names.sort()).toEqual(["cli list", "cli next", "parse-blocks any"]);
});

test("answers the same with kept code and without any", async () => {
  const fresh = await run("next");
  expect(fresh.exitCode).toBe(0);
  expect(await run("next")).toEqual(fresh);
  expect(await run("next", { NODE_DISABLE_COMPILE_CACHE: "1" })).toEqual(fresh);
});

test.each([
  ["in the middle", (code: Buffer) => code.fill(0x5a, code.length >> 2, (code.length >> 2) + 8)],
  ["cut off", (code: Buffer) => code.subarray(0, code.length >> 1)],
  ["emptied", () => Buffer.alloc(0)],
])("replaces kept code that is damaged: %s", async (_, damage) => {
  const fresh = await run("next");
  const whole = new Map(keptCode().map((path) => [path, readFileSync(path).length]));
  for (const path of keptCode()) writeFileSync(path, damage(readFileSync(path)));
  expect(await run("next")).toEqual(fresh);
  for (const path of keptCode()) expect(readFileSync(path).length / (whole.get(path) ?? 1)).toBeCloseTo(1, 1);
  expect(await run("next")).toEqual(fresh);
});

test("does without where nothing may be kept", async () => {
  const fresh = await run("next");
  const file = join(folder, "a-file");
  writeFileSync(file, "");
  expect(await run("next", { NODE_COMPILE_CACHE: join(file, "below") })).toEqual(fresh);
  const closed = temporaryFolder();
  chmodSync(closed, 0o500);
  expect(await run("next", { NODE_COMPILE_CACHE: closed })).toEqual(fresh);
});

test("a command that is not there leaves nothing", async () => {
  expect((await run("nonsense")).exitCode).toBe(2);
  expect(keptCode()).toEqual([]);
});
