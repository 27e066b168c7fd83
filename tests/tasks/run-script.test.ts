import {
  chmodSync,
  chownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { listOf } from "../support/list-of.ts";
import { root } from "../support/machine.ts";
import { runTasks, temporaryFolder, writeFile, writeList } from "../support/tasks-command.ts";
import { testWith } from "../support/test-with.ts";

let folder: string;
let list: string;

beforeEach(() => {
  folder = temporaryFolder();
  list = writeList(listOf([{ number: "1.1" }]));
});

/** Runs a command without a cached reading, so that the parser runs too. */
const run = (command: string, env: Readonly<Record<string, string>> = {}) => {
  for (const path of filesEnding(".reading")) rmSync(path);
  return runTasks([command, "-f", list], { env: { XDG_CACHE_HOME: folder, ...env } });
};

const filesEnding = (ending: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(ending))
    .map((name) => join(folder, name));

const codeFolder = (): string => join(folder, "groundwork/code");

/** The cached files of compiled code. */
const keptCode = (): readonly string[] => filesEnding(".code");

test("the tasks script caches the code of each command that ran, and of the parser", async () => {
  await run("next");
  await run("list");
  const names = keptCode().map((path) =>
    path.replace(/^.*groundwork\/code\/([a-z-]+)-[0-9a-f]{12}-v[0-9.]+-([a-z]+)\.code$/, "$1 $2"),
  );
  expect(names.sort()).toEqual(["cli list", "cli next", "parse-blocks any"]);
});

test("the program that every command loads does not contain the model of English", () => {
  const sizeOf = (script: string): number => statSync(`dist/tasks/${script}.js`).size;
  expect(sizeOf("draft-tasks")).toBeGreaterThan(3_000_000);
  expect(sizeOf("cli")).toBeLessThan(1_000_000);
});

test("the tasks script prints the same with and without cached code", async () => {
  const fresh = await run("next");
  expect(fresh.exitCode).toBe(0);
  expect(await run("next")).toEqual(fresh);
  expect(await run("next", { NODE_DISABLE_COMPILE_CACHE: "1" })).toEqual(fresh);
});

test.each([
  ["in the middle", (code: Buffer) => code.fill(0x5a, code.length >> 2, (code.length >> 2) + 8)],
  ["cut off", (code: Buffer) => code.subarray(0, code.length >> 1)],
  ["emptied", () => Buffer.alloc(0)],
])("the tasks script replaces cached code that is damaged: %s", async (_, damage) => {
  const fresh = await run("next");
  const whole = new Map(keptCode().map((path) => [path, readFileSync(path).length]));
  for (const path of keptCode()) writeFileSync(path, damage(readFileSync(path)));
  expect(await run("next")).toEqual(fresh);
  for (const path of keptCode()) expect(readFileSync(path).length / (whole.get(path) ?? 1)).toBeCloseTo(1, 1);
  expect(await run("next")).toEqual(fresh);
});

test("the tasks script works if it can't write a cache", async () => {
  const fresh = await run("next");
  const file = join(folder, "a-file");
  writeFileSync(file, "");
  expect(await run("next", { XDG_CACHE_HOME: join(file, "below") })).toEqual(fresh);
  const closed = temporaryFolder();
  chmodSync(closed, 0o500);
  expect(await run("next", { XDG_CACHE_HOME: closed })).toEqual(fresh);
});

test("the tasks script caches nothing for an unknown command", async () => {
  expect((await run("nonsense")).exitCode).toBe(2);
  expect(keptCode()).toEqual([]);
});

const modeOf = (path: string): number => statSync(path).mode & 0o777;

test("the tasks script caches code in folders that only the user can enter, and uses no shared temporary folder", async () => {
  const shared = temporaryFolder();
  await run("next", { TMPDIR: shared });
  expect([codeFolder(), dirname(codeFolder())].map(modeOf)).toEqual([0o700, 0o700]);
  expect(keptCode().map(modeOf)).toEqual([0o600, 0o600]);
  expect(readdirSync(shared)).toEqual([]);
});

test.each([
  ["its folder of code", ""],
  ["the folder above", ".."],
])("the tasks script neither reads nor writes a cache if others can write %s", async (_, above) => {
  const fresh = await run("next");
  // Code that crashes the process as soon as V8 runs it.
  for (const path of keptCode()) {
    const code = readFileSync(path)
      .subarray(0, readFileSync(path).length >> 1)
      .fill(0x5a, 64);
    writeFileSync(path, Buffer.concat([code, code, Buffer.of(3)]));
  }
  const planted = contents();
  chmodSync(join(codeFolder(), above), 0o777);
  expect(await run("next")).toEqual(fresh);
  expect(contents()).toEqual(planted);
});

testWith([root], "the tasks script ignores a cache folder of another user", async () => {
  mkdirSync(codeFolder(), { recursive: true, mode: 0o700 });
  chownSync(codeFolder(), 12_345, 12_345);
  expect(await run("next")).toMatchObject({ exitCode: 0 });
  expect(keptCode()).toEqual([]);
});

test("the tasks script doesn't write through a link in place of a cache file", async () => {
  await run("next");
  const target = writeFile(temporaryFolder(), "precious", "mine");
  const [path = ""] = keptCode();
  rmSync(path);
  symlinkSync(target, path);
  await run("next");
  expect(readFileSync(target, "utf8")).toBe("mine");
});

const contents = (): readonly string[] => keptCode().map((path) => readFileSync(path, "latin1"));
