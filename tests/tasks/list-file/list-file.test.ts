import { execFileSync } from "node:child_process";
import { chmodSync, lstatSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { expect, test } from "vitest";
import { textHash } from "../../../src/tasks/document/text-hash.ts";
import { listOf } from "../../support/list-of.ts";
import { program, strace } from "../../support/machine.ts";
import { runCommand, WITHOUT_LINKS } from "../../support/run-command.ts";
import { runJson, runTasks, temporaryFolder, writeFile, writeList } from "../../support/tasks-command.ts";
import { testWith } from "../../support/test-with.ts";

const text = listOf([{ number: "1.1" }, { number: "1.2" }]);

/** Runs an edit that must be refused, and checks that the file is unchanged. */
async function refused(list: string): Promise<{ code: string; message: string; exitCode: number | null }> {
  const before = readFileSync(list);
  const { exitCode, json } = await runJson(["-f", list, "start", "1.1"]);
  expect(readFileSync(list).equals(before)).toBe(true);
  return { ...json.error, exitCode };
}

test("an edit refuses a read-only file, even for root", async () => {
  const list = writeList(text);
  chmodSync(list, 0o444);
  expect(await refused(list)).toMatchObject({ exitCode: 2, code: "read-only-file" });
});

test("an edit refuses a missing file by name", async () => {
  const { exitCode, stderr } = await runTasks(["-f", "nowhere.md", "start", "1.1"]);
  expect(exitCode).toBe(2);
  expect(stderr).toBe("tasks: Cannot read nowhere.md: there is no such file.\n");
});

test("a command refuses a folder as the list", async () => {
  const folder = temporaryFolder();
  expect(await runTasks(["-f", folder, "next"])).toMatchObject({ exitCode: 2 });
});

test("an edit refuses a folder by the name that it was given by", async () => {
  const cwd = temporaryFolder();
  mkdirSync(join(cwd, "folder"));
  const { stderr } = await runTasks(["-f", "folder", "start", "1.1"], { cwd });
  expect(stderr).toBe("tasks: Cannot write folder: it is a folder.\n");
});

testWith(
  [program("mkfifo")],
  "an edit refuses a pipe, which it would wait for and then replace",
  async () => {
    const cwd = temporaryFolder();
    execFileSync("mkfifo", [join(cwd, "pipe")]);
    const { stderr } = await runTasks(["-f", "pipe", "start", "1.1"], { cwd });
    expect(stderr).toBe("tasks: Cannot write pipe: it is not a regular file.\n");
  },
);

test("an edit names a file that isn't UTF-8 as it was given", async () => {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, "list.md"), Buffer.from([0xe9, 0x0a]));
  const { stderr } = await runTasks(["-f", "list.md", "start", "1.1"], { cwd });
  expect(stderr).toBe("tasks: list.md is not UTF-8: convert it first (iconv -t UTF-8).\n");
});

test("an edit refuses a file that isn't UTF-8", async () => {
  const list = writeList("");
  writeFileSync(list, Buffer.concat([Buffer.from(text), Buffer.from([0xe9, 0x0a])]));
  expect(await refused(list)).toMatchObject({ exitCode: 2, code: "not-utf8" });
});

test("an edit refuses a binary file", async () => {
  const list = writeList(`${text}\0`);
  expect(await refused(list)).toMatchObject({ exitCode: 2, code: "binary-file" });
});

test("an edit refuses a list with merge conflicts and names the line", async () => {
  const list = writeList(text.replace("### Task 1.2", "<<<<<<< HEAD\n### Task 1.2"));
  const { message, ...rest } = await refused(list);
  expect(rest).toMatchObject({ exitCode: 2, code: "merge-conflict" });
  expect(message).toMatch(/:\d+ is in the middle of a merge/);
});

test("an edit follows a symbolic link and keeps it", async () => {
  const list = writeList(text);
  const link = join(dirname(list), "link.md");
  symlinkSync(list, link);
  expect(await runTasks(["-f", link, "start", "1.1"])).toMatchObject({ exitCode: 0 });
  expect(lstatSync(link).isSymbolicLink()).toBe(true);
  expect(readFileSync(list, "utf8")).toContain("**Status**: In Progress");
});

test("an edit keeps the file's permissions", async () => {
  const list = writeList(text);
  chmodSync(list, 0o660);
  await runTasks(["-f", list, "start", "1.1"]);
  expect(statSync(list).mode & 0o777).toBe(0o660);
});

test.each([
  ["CRLF line endings", text.replaceAll("\n", "\r\n")],
  ["a byte order mark", `\uFEFF${text}`],
  ["no final newline", text.trimEnd()],
  ["trailing blanks", text.replaceAll(/(.)$/gm, "$1  ")],
  ["old Mac line endings", text.replaceAll("\n", "\r")],
])(
  "an edit of a list with %s changes only its own lines, and tasks undo restores the same bytes",
  async (_, source) => {
    const list = writeList(source);
    expect(await runTasks(["-f", list, "check", "1.1", "1"])).toMatchObject({ exitCode: 0, stderr: "" });
    const wanted = source.replace("[ ]", "[x]").replace("**Status**: Not Started", "**Status**: In Progress");
    expect(readFileSync(list, "utf8")).toBe(wanted);
    expect(await runTasks(["-f", list, "undo"])).toMatchObject({ exitCode: 0 });
    expect(readFileSync(list, "utf8")).toBe(source);
  },
);

test("an edit that changes nothing doesn't touch the file", async () => {
  const list = writeList(listOf([{ number: "1.1", status: "In Progress" }], "In Progress"));
  const { mtimeNs, ino } = statSync(list, { bigint: true });
  expect(await runTasks(["-f", list, "start", "1.1"])).toMatchObject({ exitCode: 0 });
  const after = statSync(list, { bigint: true });
  expect([after.mtimeNs, after.ino]).toEqual([mtimeNs, ino]);
});

test("a dry run prints a diff that git can apply, and writes nothing", async () => {
  const list = writeList(text);
  const { stdout } = await runTasks(["-f", "tasks-0001-prd-test.md", "start", "1.1", "--dry-run"], {
    cwd: dirname(list),
  });
  expect(readFileSync(list, "utf8")).toBe(text);
  expect(stdout).toContain("--- a/tasks-0001-prd-test.md\n+++ b/tasks-0001-prd-test.md\n@@");
  expect(stdout).toContain("\n+**Status**: In Progress\n");
});

test("nothing is undone from a state folder that others can write", async () => {
  const list = writeList(text);
  const state = temporaryFolder();
  const env = { XDG_STATE_HOME: state };
  await runTasks(["-f", list, "start", "1.1"], { env });
  const groundwork = join(state, "groundwork");
  chmodSync(groundwork, 0o777);
  expect(await runTasks(["-f", list, "undo"], { env })).toMatchObject({ exitCode: 1 });
  const { exitCode, stderr } = await runTasks(["-f", list, "start", "1.2"], { env });
  const why = `${groundwork} belongs to another user or can be written by others (chmod go-w ${groundwork})`;
  expect([exitCode, stderr]).toEqual([0, expect.stringContaining(why)]);
});

test("an edit succeeds if the undo copy can't be written, and warns about it", async () => {
  const list = writeList(text);
  const blocked = writeFile(temporaryFolder(), "state", "a file where the folder should be");
  const { exitCode, stderr } = await runTasks(["-f", list, "start", "1.1"], {
    env: { XDG_STATE_HOME: blocked },
  });
  expect(exitCode).toBe(0);
  expect(stderr).toContain("tasks undo can't take back this edit");
});

test("an edit leaves the list as it was if the folder isn't writable", async () => {
  const folder = temporaryFolder();
  const list = writeFile(folder, "tasks-a.md", text);
  // A non-empty folder has the name of the new file, which stops even root.
  const temporary = `.${textHash("tasks-a.md").toString(36)}.groundwork-new`;
  mkdirSync(join(folder, temporary, "full"), { recursive: true });
  const { exitCode, stderr } = await runTasks(["-f", list, "start", "1.1"]);
  expect(exitCode).toBe(2);
  expect(stderr).toContain("Cannot write");
  expect(readFileSync(list, "utf8")).toBe(text);
});

test("a list can be edited if its file name is as long as the file system allows", async () => {
  const list = writeFile(temporaryFolder(), `${"a".repeat(252)}.md`, text);
  expect(await runTasks(["-f", list, "start", "1.1"])).toMatchObject({ exitCode: 0 });
});

testWith(
  [strace],
  "a new list is written on a file system without hard links, and overwrites none",
  async () => {
    const folder = temporaryFolder();
    const prd = "# PRD: T\n\n## Functional Requirements\n\n- FR-1: Users can log in.\n";
    writeFile(folder, "0001-prd-t.md", prd);
    const generate = (...options: readonly string[]) =>
      runCommand([resolve("dist/tasks/bin.js"), "generate", "0001-prd-t.md", ...options], {
        cwd: folder,
        env: { HOME: folder, TASKS_CACHE: "off" },
        under: WITHOUT_LINKS,
      });
    expect(await generate("--out", "list.md")).toMatchObject({ code: 0 });
    expect(readFileSync(join(folder, "list.md"), "utf8")).toContain("FR-1");
    writeFileSync(join(folder, "list.md"), "mine");
    expect(await generate("--out", "list.md")).toMatchObject({ code: 2 });
    expect(readFileSync(join(folder, "list.md"), "utf8")).toBe("mine");
  },
);
