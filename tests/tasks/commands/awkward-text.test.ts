import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { runTasks, temporaryFolder, writeFile } from "../../support/tasks-command.ts";

// Matched by a pattern that can split such a text in more than one way, each character would double the time.
describe("text that a pattern could split in very many ways", () => {
  it("tasks merge keeps a hundred blank lines with CRLF", async () => {
    const folder = temporaryFolder();
    const list = (complexity: string, title: string) =>
      [
        ...[
          "# Task List",
          "",
          "## Phase 1: Data",
          "",
          "### Task 1.1: Save",
          "",
          `**Complexity**: ${complexity}`,
        ],
        ...["", "### Notes", "", ...Array.from({ length: 100 }, () => ""), "The end", ""],
        ...[`### Task 1.2: ${title}`, "", "**Complexity**: Low", ""],
      ].join("\r\n");
    writeFile(folder, "base.md", list("Low", "Show"));
    const ours = writeFile(folder, "ours.md", list("High", "Show"));
    writeFile(folder, "theirs.md", list("Low", "Show all"));
    const { exitCode } = await runTasks(["merge", "base.md", "ours.md", "theirs.md"], { cwd: folder });
    expect(exitCode).toBe(0);
    expect(readFileSync(ours, "utf8")).toBe(list("High", "Show all"));
  });

  it("tasks lint reads a comment that names no rule but many blanks", async () => {
    const folder = temporaryFolder();
    const task = "### Task 1.1: Save\n\n**Complexity**: Low\n**Dependencies**: None";
    const comment = `<!-- tasks-lint-ignore${" ".repeat(50_000)}? -->`;
    writeFile(folder, "list.md", `# Task List\n\n## Phase 1: Data\n\n${task}\n\n${comment}\n`);
    const { stdout } = await runTasks(["lint", "list.md"], { cwd: folder });
    expect(stdout).toContain("Task 1.1");
  });

  it("tasks generate reads names of 40 capitals, and parentheses in enumerations", async () => {
    const folder = temporaryFolder();
    const name = `a${"A".repeat(38)}.`;
    const names = `a, b, c, ${"( ( (), ".repeat(40)}d.`;
    writeFile(
      folder,
      "prd.md",
      `# PRD: X\n\n## Functional Requirements\n\n- FR-1: **Names**: ${names}\n- FR-2: Save a file\n\n## Data Model\n\n### Note\n\n- ${name}\n- id: string\n`,
    );
    const { exitCode, stdout } = await runTasks(["generate", "prd.md", "--stdout"], { cwd: folder });
    expect(exitCode).toBe(0);
    expect(stdout).toContain("### Task 2.2: Save a file");
  });

  it("tasks generate reads plain text with very many blank lines", async () => {
    const folder = temporaryFolder();
    writeFile(folder, "prd.md", `# PRD: X\n\nFeatures${"\n".repeat(400_000)}Ships:\n\n- FR-1: Save a file\n`);
    const { stdout } = await runTasks(["generate", "prd.md", "--stdout"], { cwd: folder });
    expect(stdout).toContain("### Task 1.1: Save a file");
  });
});
