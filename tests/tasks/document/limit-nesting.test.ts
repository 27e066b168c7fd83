import { expect, test } from "vitest";
import { limitNesting } from "../../../src/tasks/document/prepare-markdown.ts";
import { readTaskList } from "../../../src/tasks/document/read-task-list.ts";
import { readPrdModel } from "../../../src/tasks/generate/prd/read-model.ts";

const steps = Array.from({ length: 300 }, (_, index) => `${"  ".repeat(index)}- a\n`).join("");

test.each([
  ["lists on one line", `${"- ".repeat(3000)}x\n`],
  ["numbered lists on one line", `${"1. ".repeat(3000)}x\n`],
  ["quotations", `${">".repeat(3000)}x\n`],
  ["alternating quotations and lists", `${"> * ".repeat(3000)}x\n`],
  ["lists on separate lines", steps],
])("the parser reads the text around %s at any depth of nesting", (_, nested) => {
  const list = readTaskList(`# Task List: A\n\n### Task 1.1: B\n\n${nested}\n### Task 1.2: C\n`);
  expect(list.tasks.map(({ title }) => title)).toEqual(["B", "C"]);
  const prd = readPrdModel(
    `# PRD: A\n\n## Functional Requirements\n\n1. The system must store users.\n\n${nested}\n`,
    "a.md",
  );
  expect(prd.requirements.map(({ text }) => text)).toContainEqual(expect.stringContaining("store users"));
});

test.each([
  "- a\n  - b\n    > c\n",
  `${"-".repeat(300)}\n`,
  `${"* ".repeat(40)}x\n`,
  `${" ".repeat(300)}x\n`,
  `| a |\n${"|---".repeat(99)}|\n`,
])("limitNesting leaves ordinary Markdown unchanged: %j", (markdown) => {
  expect(limitNesting(markdown)).toBe(markdown);
});
