import { execFileSync } from "node:child_process";
import { beforeEach, describe, expect, it } from "vitest";
import { repositoryFacts } from "../../../src/tasks/generate/brief/repository-facts.ts";
import { program } from "../../support/machine.ts";
import { temporaryFolder, writeFile } from "../../support/tasks-command.ts";
import { testWith } from "../../support/test-with.ts";

let root: string;
beforeEach(() => {
  root = temporaryFolder();
});

const facts = (text = "Members rate a wine.", budget = 6000): string | null =>
  repositoryFacts(root, text, { without: [`${root}/docs/0001-prd-wine.md`], budget });

describe("the repository facts in a brief", () => {
  it("are null if the repository contains only the PRD and lists", () => {
    writeFile(root, "docs/0001-prd-wine.md", "# Wine\n");
    writeFile(root, "tasks/tasks-0001-prd-wine.md", "# Task List: Wine\n");
    expect(facts()).toBeNull();
  });

  it("name the scripts and dependencies of a package.json, and quote other manifests", () => {
    writeFile(
      root,
      "package.json",
      JSON.stringify({ name: "cellar", scripts: { test: "vitest" }, dependencies: { express: "5" } }),
    );
    writeFile(root, "worker/go.mod", "module cellar/worker\n\ngo 1.24\n");
    expect(facts()).toContain(
      "- `package.json`\n      name: cellar\n      scripts: test\n      dependencies: express",
    );
    expect(facts()).toContain("- `worker/go.mod`\n      module cellar/worker\n      go 1.24");
  });

  it("tolerate a package.json that is not JSON", () => {
    writeFile(root, "package.json", "{");
    expect(facts()).toContain("(not valid JSON)");
  });

  it("count the files below each folder, two levels deep", () => {
    for (const path of ["src/models/a.ts", "src/models/deep/b.ts", "src/c.ts", "README.md"])
      writeFile(root, path, "");
    expect(facts()).toContain("- `src/` 3\n- `src/models/` 2");
  });

  it("list the files whose names share words with the PRD, those with the rarest words first", () => {
    for (const path of ["src/wineRatings.ts", "src/wine_list.ts", "src/invoice.ts"])
      writeFile(root, path, "");
    const found = facts("Members rate wines. Ratings are shown in a list.") ?? "";
    expect(found).toContain("- `src/wineRatings.ts`");
    expect(found).toContain("- `src/wine_list.ts`");
    expect(found).not.toContain("invoice");
  });

  testWith([program("git")], "are null if git tracks only the command files of assistants", () => {
    execFileSync("git", ["init", "-q", root]);
    writeFile(root, ".claude/commands/tasks-start.md", "Start a task\n");
    writeFile(root, ".agents/skills/tasks-start/SKILL.md", "Start a task\n");
    expect(facts()).toBeNull();
  });

  testWith([program("git")], "leave out what git ignores", () => {
    execFileSync("git", ["init", "-q", root]);
    writeFile(root, ".gitignore", "build/\n");
    writeFile(root, "build/wine.js", "");
    writeFile(root, "src/wine.js", "");
    expect(facts()).toContain("- `src/wine.js`");
    expect(facts()).not.toContain("build");
  });

  it("stay within the budget and say how many lines were left out", () => {
    for (let index = 0; index < 500; index += 1) writeFile(root, `wine/wine-${index}.ts`, "");
    const found = facts("wine", 1000) ?? "";
    expect(found.length).toBeLessThan(1200);
    expect(found).toMatch(/… \d+ more lines/);
    expect(facts("wine", 0)).toContain("Folders, with the files below each:\n… 1 more line\n");
  });
});
