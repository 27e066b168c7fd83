import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { add } from "../../../src/tasks/commands/add.ts";
import { block, unblock } from "../../../src/tasks/commands/block.ts";
import { check } from "../../../src/tasks/commands/check.ts";
import { complete } from "../../../src/tasks/commands/complete.ts";
import { edit } from "../../../src/tasks/commands/edit.ts";
import { lint } from "../../../src/tasks/commands/lint.ts";
import { move } from "../../../src/tasks/commands/move.ts";
import { release } from "../../../src/tasks/commands/release.ts";
import { remove } from "../../../src/tasks/commands/remove.ts";
import { renumber } from "../../../src/tasks/commands/renumber.ts";
import { reset } from "../../../src/tasks/commands/reset.ts";
import { start } from "../../../src/tasks/commands/start.ts";
import { undo } from "../../../src/tasks/commands/undo.ts";
import { readTaskList } from "../../../src/tasks/document/read-task-list.ts";
import type { TaskList } from "../../../src/tasks/document/task-list.ts";
import { Refusal } from "../../../src/tasks/refusal.ts";
import { temporaryFolder } from "../../support/tasks-command.ts";

/** Parts of tasks in common forms; `#` is replaced by the number of an earlier task. */
const criteria = fc.constantFrom(
  "**Verification**:\n- [ ] one\n- [x] two",
  "**Verification**: `npm test` passes",
  "**Success Criteria:**\n\n1. one\n2. two",
  "- [x] outer\n  - [ ] inner\n- [ ] other",
  "- Verification: one line",
  "#### Acceptance Criteria\n- ✅ one\n- [ ] two",
  "**验收标准**：\n- [ ] 通过",
  "**Verification**:\n```sh\nnpm test\n```",
);
const waiting = fc.constantFrom(
  "**Dependencies**: #",
  "- **Dependencies**: Task # (the first, in short)",
  "- Depends on: #",
  "**Priority**: P0 | **Dependencies**: # | **Estimate**: 1-2 days",
  "**Dependencies**: Phase 1 complete (all of it)",
  "**Dependencies**:\n- Task #\n\nNo more.",
  "",
);
const others = fc.constantFrom(
  "",
  "Some words, see 1.1.",
  "**Status**: 🟡 In Progress",
  "- Status: Blocked - waiting",
  "**Owner**: ann",
  "**Steps**:\n1. First\n   - detail\n2. Second",
  "```sh\n# Task 9.9: not one\n```",
  "| a | b |\n|---|---|\n| 1 | 2 |",
  "<!-- note -->",
);
const part = fc.record({ waiting, first: others, criteria, last: others });
const title = fc.constantFrom("Build it", "✅ Build it", "Größe `prüfen`", "任务 eins (3 hours)", "A - b");

const source = fc
  .record({
    tasks: fc.array(fc.tuple(title, part), { minLength: 3, maxLength: 5 }),
    word: fc.constantFrom("### Task", "### Task", "#### Task", "### Story", "### 任务"),
    rule: fc.constantFrom("", "---\n\n"),
    phase: fc.constantFrom("", "**Dependencies**: 1.1\n\n"),
    range: fc.constantFrom("", " (Tasks 1.1-1.2)"),
    eol: fc.constantFrom("\n", "\r\n"),
    bom: fc.constantFrom("", "\uFEFF"),
    end: fc.constantFrom("", "\n", "\n\n"),
  })
  .map(({ tasks, word, rule, phase, range, eol, bom, end }) => {
    const numbers = tasks.map((_, index) => (index < 2 ? `1.${index + 1}` : `2.${index - 1}`));
    const texts = tasks.map(([words, parts], index) => {
      const lines = [
        parts.waiting.replace("#", index === 0 ? "None" : "1.1"),
        parts.first,
        parts.criteria,
        parts.last,
      ];
      const body = lines.filter((text) => text !== "").join("\n\n");
      const heading =
        index === 0 ? `## Phase 1: A${range}\n\n` : index === 2 ? `## Phase 2: B\n\n${phase}` : "";
      return `${heading}${word} ${numbers[index]}: ${words}\n\n${body}\n\n`;
    });
    const text = `# Task List: T\n\n**Status**: Not Started\n\n${texts.join(rule)}`.trimEnd();
    return bom + (text + end).replaceAll("\n", eol);
  });

const anyway = { force: true, yes: true } as const;
type Run = (list: string, task: string, other: string) => Promise<unknown>;
const onOneTask: Record<string, Run> = {
  start: (list, task) => start.run({ number: task, list, ...anyway, as: "bob" }),
  check: (list, task) => check.run({ number: task, items: ["1"], list, ...anyway }),
  checkAll: (list, task) => check.run({ number: task, list, all: true }),
  uncheck: (list, task) => check.run({ number: task, list, all: true, undo: true }),
  complete: (list, task) => complete.run({ number: task, list, verified: true }),
  block: (list, task) => block.run({ number: task, list, reason: "waiting (for 1.1): key" }),
  unblock: (list, task) => unblock.run({ number: task, list }),
  reset: (list, task) => reset.run({ number: task, list, ...anyway }),
  release: (list, task) => release.run({ number: task, list }),
  editTitle: (list, task) => edit.run({ number: task, list, title: "Renamed" }),
  editLines: (list, task) =>
    edit.run({ number: task, list, complexity: "High", depends: ["none"], file: ["a.ts", "b.ts"] }),
  editSteps: (list, task) => edit.run({ number: task, list, step: ["do this", "do that"] }),
  editCriteria: (list, task) => edit.run({ number: task, list, verify: ["it is 1", "it is 2"] }),
};
const onTheList: Record<string, Run> = {
  addBefore: (list, before) =>
    add.run({ title: "New", list, ...anyway, before, verify: ["x is 1"], step: ["s"] }),
  addAfter: (list, after) =>
    add.run({ title: "New", list, ...anyway, after, verify: ["x is 1"], depends: [after] }),
  addLast: (list) =>
    add.run({ title: "New", list, phase: "1", verify: ["x is 1"], file: ["f.ts"], complexity: "Low" }),
  moveBefore: (list, task, before) => move.run({ number: task, list, ...anyway, before }),
  moveAfter: (list, task, after) => move.run({ number: task, list, ...anyway, after }),
  remove: (list, task) => remove.run({ number: task, list, ...anyway }),
  renumber: (list) => renumber.run({ list, ...anyway }),
  fix: (list) => lint.run({ files: [list], fix: true, format: "text" }),
};

let path = "";
beforeAll(() => {
  const folder = temporaryFolder();
  process.env["XDG_STATE_HOME"] = join(folder, "state");
  path = join(folder, "list.md");
});

/** Runs a command and returns the file. A command that is refused by a workflow rule must not change it. */
async function outcome(run: Run, text: string, picks: readonly [number, number]): Promise<string> {
  writeFileSync(path, text);
  const { tasks } = readTaskList(text);
  const [task = "", other = ""] = picks.map((pick) => tasks[pick % tasks.length]?.number);
  try {
    await run(path, task, other);
  } catch (error) {
    if (!(error instanceof Refusal) || error.code === "unsafe-edit") throw error;
    expect(readFileSync(path, "utf8")).toBe(text);
  }
  return readFileSync(path, "utf8");
}

const picks = fc.tuple(fc.nat(9), fc.nat(9));
const lineEndings = (text: string) => new Set(text.match(/\r\n|\n/g));
const frame = (text: string) => [text.startsWith("\uFEFF"), /(?:\r\n|\n)*$/.exec(text)?.[0]];
const without = (list: TaskList, number: string | undefined): string => {
  const task = list.tasks.find((one) => one.number === number);
  const text = task ? list.source.slice(0, task.span.start) + list.source.slice(task.span.end) : list.source;
  return text.replace(/(?<=\*\*Status\*\*: ).*/, "");
};

test.each(Object.entries(onOneTask))(
  "%s changes only one task, and the list remains readable",
  async (_, run) => {
    await fc.assert(
      fc.asyncProperty(source, picks, async (text, chosen) => {
        const after = await outcome(run, text, chosen);
        const before = readTaskList(text);
        const number = before.tasks[chosen[0] % before.tasks.length]?.number;
        expect(without(readTaskList(after), number)).toBe(without(before, number));
      }),
      { numRuns: 15 },
    );
  },
);

test.each(Object.entries({ ...onOneTask, ...onTheList }))(
  "%s keeps line endings, byte order mark and the end of the file, and undo restores the file exactly",
  async (_, run) => {
    await fc.assert(
      fc.asyncProperty(source, picks, async (text, chosen) => {
        const after = await outcome(run, text, chosen);
        if (after === text) return;
        expect(lineEndings(after)).toEqual(lineEndings(text));
        expect(frame(after)).toEqual(frame(text));
        await undo.run({ list: path });
        expect(readFileSync(path, "utf8")).toBe(text);
      }),
      { numRuns: 15 },
    );
  },
);
