import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { listOf } from "../../support/list-of.ts";
import { program } from "../../support/machine.ts";
import { runTasks, temporaryFolder, writeFile } from "../../support/tasks-command.ts";
import { describeWith } from "../../support/test-with.ts";

const source = listOf([{ number: "1.1" }, { number: "1.2", depends: "1.1" }]);

describeWith([program("git")], "the diff that a dry run prints", () => {
  test.each([
    ["a list with LF", source],
    ["a list with CRLF", source.replaceAll("\n", "\r\n")],
    ["a list with a BOM and no final newline", `\uFEFF${source.trimEnd()}`],
  ])("yields the same file as the command when it is applied to %s", async (_, text) => {
    const folder = temporaryFolder();
    const list = writeFile(folder, "lists/of tasks.md", text);
    execFileSync("git", ["init", "--quiet"], { cwd: folder });
    // The diff's last context line is blank and must not be trimmed.
    const args = ["-f", "lists/of tasks.md", "complete", "1.1", "--verified"];
    const { stdout } = await runTasks([...args, "--dry-run"], { cwd: folder });
    expect(readFileSync(list, "utf8")).toBe(text);
    // Without the tab, `patch` ends the name at the space.
    expect(stdout).toContain("--- a/lists/of tasks.md\t\n");
    execFileSync("git", ["apply"], { cwd: folder, input: stdout });
    const applied = readFileSync(list, "utf8");
    writeFile(folder, "lists/of tasks.md", text);
    await runTasks(args, { cwd: folder });
    expect(applied).toBe(readFileSync(list, "utf8"));
  });

  test("names a list above the current folder by its path from the repository's root", async () => {
    const folder = temporaryFolder();
    writeFile(folder, "tasks/tasks-1.md", source);
    writeFile(folder, "src/a.ts", "");
    execFileSync("git", ["init", "--quiet"], { cwd: folder });
    const { stdout } = await runTasks(["start", "--dry-run"], { cwd: join(folder, "src") });
    expect(stdout).toContain("--- a/tasks/tasks-1.md\n+++ b/tasks/tasks-1.md\n");
    execFileSync("git", ["apply", "--check"], { cwd: folder, input: stdout });
  });
});
