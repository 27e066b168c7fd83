import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readTaskList } from "../../../src/tasks/document/read-task-list.ts";
import { draftTasks, writeList } from "../../../src/tasks/generate/draft/draft-tasks.ts";
import { readPrdModel } from "../../../src/tasks/generate/prd/read-model.ts";
import { prdRules } from "../../../src/tasks/generate/prd-rules.ts";
import { lintList } from "../../../src/tasks/lint/lint-list.ts";
import { runTasks } from "../../support/tasks-command.ts";
import { faultsOf } from "./faults-of.ts";

const folder = join(import.meta.dirname, "../../fixtures/prds");
const names = readdirSync(folder).filter(
  (name) => name.endsWith(".md") && !name.includes("without-requirements"),
);

function generated(name: string): string {
  const prd = readPrdModel(readFileSync(join(folder, name), "utf8"), name);
  return writeList({ title: prd.title, prd: name, created: "2026-01-15" }, draftTasks(prd));
}

describe("the list for the PRD", () => {
  it.each(names)("%s equals the reviewed list", async (name) => {
    await expect(generated(name)).toMatchFileSnapshot(join(folder, "lists", `tasks-${name}`));
  });

  it.each(names)("%s has no lint error and carries every requirement", (name) => {
    const list = readTaskList(generated(name));
    const prd = readPrdModel(readFileSync(join(folder, name), "utf8"), name);
    expect(
      lintList(list, prdRules(prd)).filter(
        ({ rule, severity }) => severity === "error" || rule === "uncovered-requirement",
      ),
    ).toEqual([]);
  });

  it.each(names)("%s has none of the faults that the checker finds", (name) => {
    expect(faultsOf(readTaskList(generated(name)))).toEqual([]);
  });

  it.each(names)("%s is the same from the built command", async (name) => {
    const { stdout } = await runTasks(["generate", join(folder, name), "--stdout", "--date", "2026-01-15"]);
    expect(stdout.slice(0, stdout.indexOf("\n---\n\n## Changes"))).toBe(generated(name));
  });
});
