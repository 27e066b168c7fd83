import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readTaskList } from "../../../src/tasks/document/read-task-list.ts";
import { arrange } from "../../../src/tasks/import/arrange.ts";
import { readOutline } from "../../../src/tasks/import/outline/read-outline.ts";
import { writeImported } from "../../../src/tasks/import/write-imported.ts";
import { lintList } from "../../../src/tasks/lint/lint-list.ts";
import { corpus } from "../../support/machine.ts";
import { describeWith } from "../../support/test-with.ts";

const lists = corpus("lists");

describeWith([lists], "third-party outlines", () => {
  const files = readdirSync(lists.folder).map((name) => join(lists.folder, name));
  const outlines = files.filter((file) => readTaskList(readFileSync(file, "utf8")).tasks.length === 0);

  it.each(outlines)("%s is imported with all numbers and ticks and without a lint error", (file) => {
    const source = readFileSync(file, "utf8");
    const outline = readOutline(source);
    if (outline === null) {
      expect(source).not.toMatch(/^- \[[ x]\] /m);
      return;
    }
    const phases = arrange(outline);
    const tasks = phases.flatMap((phase) => phase.tasks);
    const list = readTaskList(writeImported({ title: "List", prd: null, created: "2026-01-15" }, phases));
    expect(lintList(list).filter(({ severity }) => severity === "error")).toEqual([]);
    // A crossed-out item was dropped.
    const leaves = [...source.matchAll(/^\s*- \[(.)\] (\d+\.[1-9]\d*)(?=\s(?!~~))/gm)];
    for (const [, mark, from] of leaves) {
      const to = tasks.find(({ source: { id } }) => id === from)?.number;
      const status = list.tasks.find(({ number }) => number === to)?.status.value;
      expect([from, status]).toEqual([from, mark === "x" ? "Complete" : "Not Started"]);
    }
  });
});
