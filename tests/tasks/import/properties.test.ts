import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readTaskList } from "../../../src/tasks/document/read-task-list.ts";
import type { ArrangedPhase } from "../../../src/tasks/import/arrange.ts";
import { arrange } from "../../../src/tasks/import/arrange.ts";
import { Ledger } from "../../../src/tasks/import/ledger.ts";
import { readOutline } from "../../../src/tasks/import/outline/read-outline.ts";
import type { SourceTask } from "../../../src/tasks/import/source-list.ts";
import { sourceTask } from "../../../src/tasks/import/source-list.ts";
import { readTaskText } from "../../../src/tasks/import/task-text.ts";
import { withSafeBodies, writeImported } from "../../../src/tasks/import/write-imported.ts";
import { lintList } from "../../../src/tasks/lint/lint-list.ts";

const runs = (usual: number) => Number(process.env["PROPERTY_RUNS"] ?? usual);

/** Text that could break the list that contains it: block markup, labels, headings and boxes, between words. */
const piece = fc.oneof(
  fc.constantFrom(
    ..."# - * + > | ` ``` ~~~ <div> <!-- --> [x] [ ] ✅ 1. 2) Task 1.1: Task 9.9: Phase 2: **Dependencies**: 4.4 Status: Complete --- === __ \\ : (Tasks 1.1-1.9) T001 [a]: x #Task3.4 Verification:".split(
      " ",
    ),
  ),
  fc.string({ maxLength: 6 }),
  fc.constantFrom("write", "tests", "größer", "완료"),
);
const text = fc
  .array(piece, { minLength: 1, maxLength: 6 })
  .map((parts) => parts.join(" "))
  .filter((words) => words.replaceAll(/[\s\p{Cc}]/gu, "") !== "");

const parts: fc.Arbitrary<SourceTask> = fc.record({
  id: fc.constant(null),
  line: fc.constant(null),
  title: fc.constantFrom("One", "Two").chain((word) => text.map((words) => `${word} ${words}`)),
  status: fc.constantFrom("Not Started", "In Progress", "Blocked", "Complete"),
  blockedReason: fc.constant(null),
  complexity: fc.constant(null),
  dependencies: fc.constant([]),
  requirements: fc.constant([]),
  files: fc.constant([]),
  steps: fc.array(text, { minLength: 1, maxLength: 3 }),
  criteria: fc.array(fc.record({ text, checked: fc.boolean() }), { minLength: 1, maxLength: 3 }),
  body: fc.constant(null),
});
/** Made as the readers make tasks: without criteria that have no words. */
const task = parts.map((one) => sourceTask(one, new Ledger(null)));

const listOf = (tasks: readonly SourceTask[], title: string) => {
  const phases = [{ title, number: 1, ids: [], tasks, criteria: [] }];
  return arrange({
    format: "outline",
    title,
    prd: null,
    phases,
    stated: [],
    ledger: new Ledger(null),
  });
};

const written = (phases: readonly ArrangedPhase[], title: string) => {
  const header = { title, prd: null, created: "2026-01-02", status: "Not Started" } as const;
  return readTaskList(writeImported(header, withSafeBodies(phases, header, new Ledger(null))));
};

const body = fc.array(fc.oneof(text, fc.constant("")), { minLength: 1, maxLength: 4 });

describe("an imported list", () => {
  it("is read the same with and without the bodies of its tasks", () => {
    fc.assert(
      fc.property(task, body, (one, lines) => {
        const other = { ...one, title: "Other" };
        const bare = written(listOf([one, other], "List"), "List");
        const list = written(listOf([{ ...one, body: lines.join("\n") }, other], "List"), "List");
        expect(lintList(list).map(({ rule }) => rule)).toEqual(lintList(bare).map(({ rule }) => rule));
        const facts = bare.tasks.map(({ title, status, steps, verification }) => [
          ...[title, status.value, steps.length],
          ...verification.map(({ checked }) => checked),
        ]);
        expect(
          list.tasks.map(({ title, status, steps, verification }) => [
            ...[title, status.value, steps.length],
            ...verification.map(({ checked }) => checked),
          ]),
        ).toEqual(facts);
      }),
      { numRuns: runs(100) },
    );
  });

  it("is read back with the fields of the source, with any text in them", () => {
    fc.assert(
      fc.property(fc.array(task, { minLength: 1, maxLength: 3 }), text, (tasks, title) => {
        const list = written(listOf(tasks, title), `List ${title}`);
        expect(lintList(list).filter(({ severity }) => severity === "error")).toEqual([]);
        expect(list.tasks.map(({ number }) => number)).toEqual(tasks.map((_, index) => `1.${index + 1}`));
        for (const [index, { status, steps, criteria }] of tasks.entries()) {
          const read = list.tasks[index];
          expect(read?.status.value).toBe(status === "Not Started" ? "Not Started" : status);
          expect(read?.dependencies.own).toEqual([]);
          expect(read?.steps).toHaveLength(steps.length);
          expect(read?.verification.map(({ checked }) => checked)).toEqual(
            criteria.map(({ checked }) => checked),
          );
        }
      }),
      { numRuns: runs(300) },
    );
  });

  it("has every word of a task's text in its fields or its body", () => {
    const opening = fc.constantFrom(
      ..."|- |  - |- [ ] |  - [x] |1. |#### |## |> |    |**Files**: |- **Effort**: |**Acceptance Criteria**: |Status: |Depends on: |- Owner: |- Proof: |### Phase 2: |GET /|```|~~~|---".split(
        "|",
      ),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(opening, fc.nat(2)), { minLength: 1, maxLength: 9 }), (lines) => {
        const markdown = lines.map(([start, gap], index) => `${start}word${index}.ts${"\n".repeat(gap)}`);
        const read = JSON.stringify(readTaskText("Title", markdown.join("\n")));
        for (const index of lines.keys()) expect(read).toContain(`word${index}.ts`);
      }),
      { numRuns: runs(300) },
    );
  });

  it("can be made from any Markdown with boxes", () => {
    const line = fc.tuple(
      fc.constantFrom("", "  ", "    "),
      fc.constantFrom("- [ ] ", "- [x] ", "- ", "## "),
      text,
    );
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 12 }), (lines) => {
        const source = readOutline(lines.map((parts) => parts.join("")).join("\n"));
        if (source === null || source.phases.every(({ tasks }) => tasks.length === 0)) return;
        const list = written(arrange(source), "List");
        expect(lintList(list).filter(({ severity }) => severity === "error")).toEqual([]);
        expect(list.tasks).toHaveLength(source.phases.flatMap(({ tasks }) => tasks).length);
      }),
      { numRuns: runs(300) },
    );
  });
});
