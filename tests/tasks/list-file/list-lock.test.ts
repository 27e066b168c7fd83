import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { listOf } from "../../support/list-of.ts";
import { program } from "../../support/machine.ts";
import { runJson, runTasks, writeList } from "../../support/tasks-command.ts";
import { testWith } from "../../support/test-with.ts";
import { addWorktree, createRepository, listIn } from "../../support/worktrees.ts";

async function holdLock(list: string): Promise<ChildProcess> {
  const holder = spawn(process.execPath, ["tests/support/hold-lock.mjs", list], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(holder.stdout, "data");
  return holder;
}

test("an edit exits with 3 while another process holds the lock, and leaves the list as it is", async () => {
  const list = writeList(listOf([{ number: "1.1" }]));
  const before = readFileSync(list, "utf8");
  const holder = await holdLock(list);
  const { exitCode, json } = await runJson(["-f", list, "start", "1.1"]);
  holder.kill("SIGKILL");
  expect(exitCode).toBe(3);
  expect(json.error.code).toBe("locked");
  expect(readFileSync(list, "utf8")).toBe(before);
});

testWith(
  [program("git")],
  "an edit exits with 3 while another process holds the lock of the claims",
  async () => {
    const root = createRepository(listOf([{ number: "1.1" }, { number: "1.2" }]));
    await runTasks(["start", "1.1"], { cwd: root });
    const other = addWorktree(root, "pages");
    const before = listIn(root);
    const holder = await holdLock(globSync(join(root, ".git/groundwork/*.claims.json"))[0] ?? "");
    const edits = await Promise.all([
      runJson(["block", "1.1", "--reason", "no key"], { cwd: root }),
      runJson(["start", "1.2"], { cwd: other }),
    ]);
    holder.kill("SIGKILL");
    const refused = { exitCode: 3, json: { error: { code: "locked" } } };
    expect(edits).toMatchObject([refused, refused]);
    expect(listIn(root)).toBe(before);
  },
);

test("an edit takes over the lock when its holder is killed", async () => {
  const list = writeList(listOf([{ number: "1.1" }]));
  const holder = await holdLock(list);
  const edit = runTasks(["-f", list, "start", "1.1"]);
  setTimeout(() => holder.kill("SIGKILL"), 700);
  expect(await edit).toMatchObject({ exitCode: 0 });
  expect(readFileSync(list, "utf8")).toContain("**Status**: In Progress");
});

test("an edit says in one line that the file system has no locks, and leaves the list as it is", async () => {
  const list = writeList(listOf([{ number: "1.1" }]));
  const before = readFileSync(list, "utf8");
  const nodeOptions = ["--import", pathToFileURL(resolve("tests/support/refuse-lock.mjs")).href];
  const { exitCode, stderr } = await runTasks(["-f", list, "start", "1.1"], { nodeOptions });
  expect(stderr).toMatch(/^tasks: Cannot lock .*\(Error: no locks available\).*\n$/);
  expect(exitCode).toBe(2);
  expect(readFileSync(list, "utf8")).toBe(before);
});

test("a reading command works while another process holds the lock", async () => {
  const list = writeList(listOf([{ number: "1.1" }]));
  const holder = await holdLock(list);
  expect(await runTasks(["-f", list, "next"])).toMatchObject({ exitCode: 0 });
  expect(await runTasks(["-f", list, "start", "1.1", "--dry-run"])).toMatchObject({ exitCode: 0 });
  holder.kill("SIGKILL");
});
