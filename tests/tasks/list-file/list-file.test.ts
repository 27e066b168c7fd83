import { chmodSync, lstatSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { listOf } from "../../support/list-of.ts";
import { runJson, runTasks, temporaryFolder, writeFile, writeList } from "../../support/tasks-command.ts";

const text = listOf([{ number: "1.1" }, { number: "1.2" }]);

/** Runs an edit that has to be refused, and makes sure that the file is as it was. */
async function refused(list: string): Promise<{ code: string; message: string; exitCode: number | null }> {
  const before = readFileSync(list);
  const { exitCode, json } = await runJson(["-f", list, "start", "1.1"]);
  expect(readFileSync(list).equals(before)).toBe(true);
  return { ...json.error, exitCode };
}

test("refuses a file without write permission for anyone, even to root", async () => {
  const list = writeList(text);
  chmodSync(list, 0o444);
  expect(await refused(list)).toMatchObject({ exitCode: 2, code: "read-only-file" });
});

test("refuses a file that is not there, by name", async () => {
  const { exitCode, stderr } = await runTasks(["-f", "nowhere.md", "start", "1.1"]);
  expect(exitCode).toBe(2);
  expect(stderr).toBe("tasks: Cannot read nowhere.md: there is no such file.\n");
});

test("refuses a folder", async () => {
  const folder = temporaryFolder();
  expect(await runTasks(["-f", folder, "next"])).toMatchObject({ exitCode: 2 });
});

test("refuses bytes that are not UTF-8", async () => {
  const list = writeList("");
  writeFileSync(list, Buffer.concat([Buffer.from(text), Buffer.from([0xe9, 0x0a])]));
  expect(await refused(list)).toMatchObject({ exitCode: 2, code: "not-utf8" });
});

test("refuses a binary file", async () => {
  const list = writeList(`${text}\0`);
  expect(await refused(list)).toMatchObject({ exitCode: 2, code: "binary-file" });
});

test("refuses a list in the middle of a merge, with the line", async () => {
  const list = writeList(text.replace("### Task 1.2", "<<<<<<< HEAD\n### Task 1.2"));
  const { message, ...rest } = await refused(list);
  expect(rest).toMatchObject({ exitCode: 2, code: "merge-conflict" });
  expect(message).toMatch(/:\d+ is in the middle of a merge/);
});

test("follows a symbolic link, which stays one", async () => {
  const list = writeList(text);
  const link = join(dirname(list), "link.md");
  symlinkSync(list, link);
  expect(await runTasks(["-f", link, "start", "1.1"])).toMatchObject({ exitCode: 0 });
  expect(lstatSync(link).isSymbolicLink()).toBe(true);
  expect(readFileSync(list, "utf8")).toContain("**Status**: In Progress");
});

test("keeps the permissions", async () => {
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
  "an edit of a list with %s changes only its lines, and taking it back gives the same bytes",
  async (_, source) => {
    const list = writeList(source);
    expect(await runTasks(["-f", list, "check", "1.1", "1"])).toMatchObject({ exitCode: 0, stderr: "" });
    const wanted = source.replace("[ ]", "[x]").replace("**Status**: Not Started", "**Status**: In Progress");
    expect(readFileSync(list, "utf8")).toBe(wanted);
    expect(await runTasks(["-f", list, "undo"])).toMatchObject({ exitCode: 0 });
    expect(readFileSync(list, "utf8")).toBe(source);
  },
);

test("an edit that changes nothing does not touch the file", async () => {
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

test("an edit goes through where the undo cannot be kept, and says so", async () => {
  const list = writeList(text);
  const blocked = writeFile(temporaryFolder(), "state", "a file where the folder should be");
  const { exitCode, stderr } = await runTasks(["-f", list, "start", "1.1"], {
    env: { XDG_STATE_HOME: blocked },
  });
  expect(exitCode).toBe(0);
  expect(stderr).toContain("tasks undo can't take back this edit");
});

test("a folder that cannot be written leaves the list as it was", async () => {
  const folder = temporaryFolder();
  const list = writeFile(folder, "tasks-a.md", text);
  // Where the new file should go is a folder that cannot be cleared away: root is stopped by it as well.
  mkdirSync(join(folder, ".tasks-a.md.groundwork-new", "full"), { recursive: true });
  const { exitCode, stderr } = await runTasks(["-f", list, "start", "1.1"]);
  expect(exitCode).toBe(2);
  expect(stderr).toContain("Cannot write");
  expect(readFileSync(list, "utf8")).toBe(text);
});
