import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { applyTextEdits } from "../../../src/tasks/document/edit/revise.ts";
import { parseBlocks } from "../../../src/tasks/document/parse-blocks.ts";
import { readBlocks } from "../../../src/tasks/document/read-blocks.ts";
import { readTaskList } from "../../../src/tasks/document/read-task-list.ts";
import { fixList } from "../../../src/tasks/lint/fix-list.ts";
import { lintList } from "../../../src/tasks/lint/lint-list.ts";
import { corpus } from "../../support/machine.ts";
import { describeWith } from "../../support/test-with.ts";

// Lists that other people wrote are not ours to keep here: the folder with `lists/` comes from outside.
const lists = corpus("lists");
const readCorpus = (name: string) => readFileSync(join(lists.folder, name), "utf8");

describeWith([lists], "lists from the wild", () => {
  const files = readdirSync(lists.folder).filter((name) => name.endsWith(".md"));

  it.each(files)("%s gives the same blocks piece by piece as in one go", (name) => {
    const source = readCorpus(name);
    expect(readBlocks(source, parseBlocks)).toEqual(parseBlocks(source));
  });

  it.each(files)("%s loses no heading of a task in silence", (name) => {
    const source = readCorpus(name);
    const { tasks, diagnostics } = readTaskList(source);
    const told = new Set([...tasks, ...diagnostics].map(({ line }) => line));
    const headings = source
      .split(/\r\n|\n|\r/)
      .flatMap((line, index) => (/^#{2,5} .*\bTask \d/.test(line) ? [index + 1] : []));
    expect(headings.filter((line) => !told.has(line))).toEqual([]);
    if (tasks.length === 0) expect(diagnostics.map(({ rule }) => rule)).toContain("no-tasks");
  });

  it.each(files)("%s is linted, and fixed in one go", (name) => {
    const list = readTaskList(readCorpus(name));
    expect(lintList(list).every(({ line, column }) => line > 0 && column > 0)).toBe(true);
    const fixed = readTaskList(applyTextEdits(list.source, fixList(list)));
    expect(fixed.tasks.map(({ number, status }) => [number, status.value])).toEqual(
      list.tasks.map(({ number, status }) => [number, status.value]),
    );
    expect(fixList(fixed)).toEqual([]);
  });
});
