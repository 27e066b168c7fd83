import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readTaskList } from "../../../src/tasks/document/read-task-list.ts";
import { coverRequirements } from "../../../src/tasks/generate/coverage.ts";
import { planWork } from "../../../src/tasks/generate/plan-work.ts";
import { readPrd } from "../../../src/tasks/generate/prd/read-prd.ts";
import { writeList } from "../../../src/tasks/generate/write-list.ts";
import { lintList } from "../../../src/tasks/lint/lint-list.ts";
import { faultsOf } from "./faults-of.ts";

const folder = join(import.meta.dirname, "../../fixtures/prds");
const names = readdirSync(folder).filter(
  (name) => name.endsWith(".md") && !name.includes("without-requirements"),
);

function generated(name: string): string {
  const prd = readPrd(readFileSync(join(folder, name), "utf8"), name);
  return writeList({ title: prd.title, prd: name, created: "2026-01-15" }, planWork(prd));
}

describe("the list for a PRD", () => {
  it.each(names)("of %s is the one that was reviewed", async (name) => {
    await expect(generated(name)).toMatchFileSnapshot(join(folder, "lists", `tasks-${name}`));
  });

  it.each(names)("of %s passes lint without a word and carries every requirement", (name) => {
    const list = readTaskList(generated(name));
    const prd = readPrd(readFileSync(join(folder, name), "utf8"), name);
    expect(lintList(list, coverRequirements(prd, list))).toEqual([]);
  });

  it.each(names)("of %s has nothing that a strict reader would strike out", (name) => {
    expect(faultsOf(readTaskList(generated(name)))).toEqual([]);
  });

  it.each(names)("of %s is the same every time", (name) => {
    expect(generated(name)).toBe(generated(name));
  });
});
