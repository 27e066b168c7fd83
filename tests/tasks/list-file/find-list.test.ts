import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { listOf } from "../../support/list-of.ts";
import { program } from "../../support/machine.ts";
import { runJson, runTasks, temporaryFolder, writeFile } from "../../support/tasks-command.ts";
import { testWith } from "../../support/test-with.ts";

const listWith = (title: string, status = "Not Started") =>
  listOf([{ number: "1.1", title, status }], status);

const titleFound = async (
  cwd: string,
  env: Readonly<Record<string, string>> = {},
  args: readonly string[] = [],
) => {
  const { json } = await runJson([...args, "show", "1.1"], { cwd, env });
  return json.task?.title ?? json.error.code;
};

function repository(): string {
  const folder = temporaryFolder();
  mkdirSync(join(folder, ".git"));
  return folder;
}

test("--list takes precedence over TASKS_FILE, which takes precedence over the search", async () => {
  const folder = repository();
  writeFile(folder, "tasks/tasks-1.md", listWith("found"));
  const [option, variable] = ["option", "variable"].map((name) =>
    writeFile(folder, `${name}.md`, listWith(name)),
  );
  expect(await titleFound(folder)).toBe("found");
  expect(await titleFound(folder, { TASKS_FILE: variable ?? "" })).toBe("variable");
  expect(await titleFound(folder, { TASKS_FILE: variable ?? "" }, ["--list", option ?? ""])).toBe("option");
  expect(await titleFound(folder, { TASKS_FILE: "" })).toBe("found");
});

test("--list refuses an empty path", async () => {
  const { exitCode, stderr } = await runTasks(["--list", "", "next"], { cwd: repository() });
  expect([exitCode, stderr]).toEqual([2, "tasks: --list must not be empty.\n"]);
});

test("--list takes a list from a pipe", () => {
  const folder = temporaryFolder();
  const list = writeFile(folder, "list.md", listWith("piped"));
  const script = 'cat "$0" | "$1" dist/tasks/bin.js show 1.1 --list /dev/stdin';
  const env = { ...process.env, HOME: folder, XDG_STATE_HOME: folder };
  expect(execFileSync("sh", ["-c", script, list, process.execPath], { encoding: "utf8", env })).toContain(
    "piped",
  );
});

test("the search finds the list in the nearest parent folder, up to the repository's root", async () => {
  const outside = temporaryFolder();
  writeFile(outside, "tasks/tasks-0.md", listWith("outside"));
  const folder = join(outside, "repository");
  mkdirSync(join(folder, ".git"), { recursive: true });
  mkdirSync(join(folder, "src/deep"), { recursive: true });
  expect(await titleFound(join(folder, "src/deep"))).toBe("no-list");
  writeFile(folder, ".claude/tasks/tasks-1.md", listWith("root"));
  expect(await titleFound(join(folder, "src/deep"))).toBe("root");
  writeFile(folder, "src/tasks/tasks-2.md", listWith("nearer"));
  expect(await titleFound(join(folder, "src/deep"))).toBe("nearer");
});

testWith(
  [program("mkfifo")],
  "the search skips folders, named pipes and links to them that have the name of a list",
  async () => {
    const folder = repository();
    writeFile(folder, "tasks/tasks-1.md", listWith("found"));
    mkdirSync(join(folder, "tasks/tasks-2.md"));
    execFileSync("mkfifo", [join(folder, "tasks/tasks-3.md")]);
    symlinkSync("tasks-3.md", join(folder, "tasks/tasks-4.md"));
    expect(await titleFound(folder)).toBe("found");
  },
);

test("the search outside a repository looks only in the current folder", async () => {
  const folder = temporaryFolder();
  writeFile(folder, ".cursor/tasks/tasks-1.md", listWith("here"));
  mkdirSync(join(folder, "below"));
  expect(await titleFound(folder)).toBe("here");
  expect(await titleFound(join(folder, "below"))).toBe("no-list");
});

test("the search never finds a list in the home folder", async () => {
  const home = repository();
  writeFile(home, ".claude/tasks/tasks-1.md", listWith("home"));
  mkdirSync(join(home, "project"));
  expect(await titleFound(join(home, "project"), { HOME: home })).toBe("no-list");
  expect(await titleFound(home, { HOME: home })).toBe("no-list");
});

test("without a home folder, the search finds the list here, and an edit keeps nothing beside it", async () => {
  const cwd = repository();
  writeFile(cwd, "tasks/tasks-1.md", listWith("here"));
  const env = { HOME: "", XDG_CACHE_HOME: "", XDG_STATE_HOME: "" };
  const { exitCode, stderr } = await runTasks(["start", "1.1"], { cwd, env });
  expect([exitCode, stderr]).toEqual([0, expect.stringContaining("undo can't take back this edit")]);
  expect(readdirSync(cwd).toSorted()).toEqual([".git", "tasks"]);
});

test("the error for a missing list suggests tasks generate", async () => {
  const { exitCode, stderr } = await runTasks(["next"], { cwd: repository() });
  expect(exitCode).toBe(2);
  expect(stderr).toContain("tasks generate");
});

test("the error for a missing list names one in a folder below", async () => {
  const folder = temporaryFolder();
  for (const name of ["docs", "other"]) writeFile(folder, `${name}/.claude/tasks/tasks-1.md`, listWith(name));
  const { stderr } = await runTasks(["next"], { cwd: folder });
  expect(stderr).toContain(
    "One folder down: docs/.claude/tasks/tasks-1.md and 1 more. Name one with --list PATH or TASKS_FILE. Make one with: tasks generate PRD",
  );
});

test("the search refuses to choose between several lists, unless only one is unfinished", async () => {
  const folder = repository();
  writeFile(folder, "tasks/tasks-1.md", listWith("done", "Complete"));
  writeFile(folder, ".claude/tasks/tasks-2.md", listWith("open"));
  expect(await titleFound(folder)).toBe("open");
  writeFile(folder, ".claude/tasks/tasks-3.md", listWith("open as well"));
  const { exitCode, stderr } = await runTasks(["next"], { cwd: folder });
  expect(exitCode).toBe(2);
  expect(stderr).toContain(".claude/tasks/tasks-2.md, .claude/tasks/tasks-3.md, tasks/tasks-1.md");
});

test("the search counts a list behind two links once", async () => {
  const folder = repository();
  writeFile(folder, ".claude/tasks/tasks-1.md", listWith("linked"));
  symlinkSync(join(folder, ".claude"), join(folder, ".cursor"));
  expect(await titleFound(folder)).toBe("linked");
});

test("the search ignores other files in the folder", async () => {
  const folder = repository();
  writeFile(folder, "tasks/0001-prd-feature.md", "# PRD");
  writeFile(folder, "tasks/tasks-1.md.bak", listWith("backup"));
  expect(await titleFound(folder)).toBe("no-list");
});
