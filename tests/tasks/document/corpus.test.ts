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
import { parseAfresh } from "../../support/parse-afresh.ts";
import { describeWith } from "../../support/test-with.ts";

// Third-party lists are not part of the repository: CORPUS_DIR names a folder that contains `lists/`.
const lists = corpus("lists");
const readCorpus = (name: string) => readFileSync(join(lists.folder, name), "utf8");

describeWith([lists], "a third-party list", () => {
  const files = readdirSync(lists.folder).filter((name) => name.endsWith(".md"));

  it.each(files)("%s gives the same blocks when it is parsed in pieces and as a whole", (name) => {
    const source = readCorpus(name);
    expect(readBlocks(source, parseAfresh)).toEqual(parseBlocks(source));
  });

  it.each(files)("%s has no task heading that is neither read nor reported", (name) => {
    const source = readCorpus(name);
    const { tasks, diagnostics } = readTaskList(source);
    const told = new Set([...tasks, ...diagnostics].map(({ line }) => line));
    const headings = source
      .split(/\r\n|\n|\r/)
      .flatMap((line, index) => (/^#{2,5} .*\bTask \d/.test(line) ? [index + 1] : []));
    expect(headings.filter((line) => !told.has(line))).toEqual([]);
    if (tasks.length === 0) expect(diagnostics.map(({ rule }) => rule)).toContain("no-tasks");
  });

  it.each(files)("%s has no linting exception, and fixing it twice changes nothing more", (name) => {
    const list = readTaskList(readCorpus(name));
    expect(lintList(list).every(({ line, column }) => line > 0 && column > 0)).toBe(true);
    const fixed = readTaskList(applyTextEdits(list.source, fixList(list)));
    expect(fixed.tasks.map(({ number, status }) => [number, status.value])).toEqual(
      list.tasks.map(({ number, status }) => [number, status.value]),
    );
    expect(fixList(fixed)).toEqual([]);
  });
});
