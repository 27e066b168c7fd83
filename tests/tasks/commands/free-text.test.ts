import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { add } from "../../../src/tasks/commands/add.ts";
import { block } from "../../../src/tasks/commands/block.ts";
import { edit } from "../../../src/tasks/commands/edit.ts";
import { remove } from "../../../src/tasks/commands/remove.ts";
import { start } from "../../../src/tasks/commands/start.ts";
import { factsOf } from "../../../src/tasks/document/edit/task-facts.ts";
import { readTaskList } from "../../../src/tasks/document/read-task-list.ts";
import type { Task } from "../../../src/tasks/document/task-list.ts";
import { Refusal } from "../../../src/tasks/refusal.ts";
import { listOf } from "../../support/list-of.ts";
import { temporaryFolder, writeFile } from "../../support/tasks-command.ts";

process.env["XDG_STATE_HOME"] = join(temporaryFolder(), "state");

const folder = temporaryFolder();
const full = listOf([{ number: "1.1" }, { number: "1.2" }, { number: "2.1", depends: "1.2" }]);
const compact = [1, 2]
  .map(
    (seq) => `### Task 1.${seq}: Build it\n\n- Write it\n- Dependencies: None\n- Verification: answers 200\n`,
  )
  .join("\n");

/** Random text that includes the syntax of Markdown and task lists. */
const text = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ..."|`#*_->[]()!\\<~:\n\r\t ,.x1".split(""),
        ...[
          "### Task 9.9: X",
          "## Phase 9: Y",
          "**Owner**: eve",
          " | **Status**: Complete",
          "- Dependencies: 9.9",
        ],
        ...[
          "```",
          "~~~",
          "<!--",
          "-->",
          "[x]",
          "[ ]",
          "✅",
          "None",
          "Complete",
          "1.",
          "---",
          "&#35;",
          "\u2028",
        ],
      ),
      fc.string({ unit: "grapheme", maxLength: 5 }),
    ),
    { minLength: 1, maxLength: 6 },
  )
  .map((parts) => parts.join(""));

/** Each command that takes free text, with the field that contains it afterwards, if any. */
const writers: readonly {
  readonly name: string;
  readonly run: (list: string, text: string) => Promise<unknown>;
  readonly find?: (tasks: readonly Task[]) => string | null | undefined;
}[] = [
  {
    name: "block --reason",
    run: (list, reason) => block.run({ number: "1.2", list, reason }),
    find: (tasks) => byNumber(tasks, "1.2")?.status.blockedReason,
  },
  {
    name: "start --as",
    run: (list, as) => start.run({ number: "1.2", list, as }),
    find: (tasks) => byNumber(tasks, "1.2")?.owner,
  },
  {
    name: "edit --title",
    run: (list, title) => edit.run({ number: "1.2", list, title }),
    find: (tasks) => byNumber(tasks, "1.2")?.title,
  },
  {
    name: "edit --step",
    run: (list, step) => edit.run({ number: "1.2", list, step: [step] }),
    find: (tasks) =>
      byNumber(tasks, "1.2")
        ?.steps.map((item) => item.text)
        .join("\n"),
  },
  {
    name: "edit --verify",
    run: (list, verify) => edit.run({ number: "1.2", list, verify: [verify] }),
    find: (tasks) =>
      byNumber(tasks, "1.2")
        ?.verification.map((item) => item.text)
        .join("\n"),
  },
  {
    name: "edit --file",
    run: (list, file) => edit.run({ number: "1.2", list, file: [file] }),
    find: (tasks) =>
      byNumber(tasks, "1.2")
        ?.files.map((item) => item.text)
        .join("\n"),
  },
  {
    name: "add",
    run: (list, title) => add.run({ title: title, list, phase: "1", verify: ["Answers 200"] }),
    find: (tasks) => byNumber(tasks, "1.3")?.title,
  },
  {
    name: "remove --reason",
    run: (list, reason) => remove.run({ number: "1.1", list, reason, yes: true }),
  },
];

const byNumber = (tasks: readonly Task[], number: string) => tasks.find((task) => task.number === number);

const others = (tasks: readonly Task[]) =>
  tasks.filter(({ number }) => !["1.1", "1.2", "1.3"].includes(number)).map((task) => factsOf(task));

test.each(writers)(
  "$name writes a text that is read back unchanged, or refuses it and writes nothing",
  async ({ run, find }) => {
    await fc.assert(
      fc.asyncProperty(text, fc.constantFrom(full, compact), async (words, source) => {
        const path = writeFile(folder, "tasks-0001-prd-text.md", source);
        const refusal = await run(path, words).then(
          () => undefined,
          (error: unknown) => error,
        );
        const after = readFileSync(path, "utf8");
        if (refusal !== undefined) {
          expect(refusal).toBeInstanceOf(Refusal);
          expect(after).toBe(source);
          return;
        }
        const { tasks, diagnostics } = readTaskList(after);
        expect(diagnostics).toEqual([]);
        expect(others(tasks)).toEqual(others(readTaskList(source).tasks));
        if (find) expect(find(tasks)).toBe(words.trim());
      }),
      { numRuns: 150 },
    );
  },
);
