import fc from "fast-check";
import { expect, test } from "vitest";
import { assertOnlyIntended, editsOf, removal } from "../../../../src/tasks/document/edit/change.ts";
import { followHeaderStatus } from "../../../../src/tasks/document/edit/follow-tasks.ts";
import { assignNumber, rewriteNumbers } from "../../../../src/tasks/document/edit/renumber.ts";
import { getTask, revise } from "../../../../src/tasks/document/edit/revise.ts";
import type { TaskFacts } from "../../../../src/tasks/document/edit/task-facts.ts";
import { removeTaskTexts } from "../../../../src/tasks/document/edit/task-text.ts";
import { writeFacts } from "../../../../src/tasks/document/edit/write-facts.ts";
import { readTaskList } from "../../../../src/tasks/document/read-task-list.ts";
import type { Status, Task, TaskList } from "../../../../src/tasks/document/task-list.ts";

const statuses: readonly Status[] = ["Not Started", "In Progress", "Blocked", "Complete"];
const words = fc.constantFrom(
  "Build it",
  "Wire the `parser`",
  "Größe prüfen",
  "任务 eins",
  "A - b (c)",
  "x | y",
);
const boxes = fc.array(fc.tuple(fc.constantFrom("[ ] ", "[x] ", ""), words), { minLength: 1, maxLength: 3 });
const between = fc.constantFrom(
  "",
  "\n",
  "\nSome prose, see 1.1.\n",
  "\n```sh\n# a comment\n```\n",
  "\n<!-- note -->\n",
  "\n| a | b |\n|---|---|\n| 1 | 2 |\n",
);

const fullTask = fc
  .record({ title: words, status: fc.option(fc.constantFrom(...statuses)), items: boxes, after: between })
  .map(
    ({ title, status, items, after }) =>
      (number: string, depends: string) =>
        `### Task ${number}: ${title}\n\n${status ? `**Status**: ${status}\n` : ""}**Complexity**: Low\n**Dependencies**: ${depends}\n${after}\n**Verification**:\n\n${items.map(([box, text]) => `- ${box}${text}`).join("\n")}\n`,
  );

const compactTask = fc.record({ title: words, item: words, step: words }).map(
  ({ title, item, step }) =>
    (number: string, depends: string) =>
      `### Task ${number}: ${title}\n\n- ${step}\n- Verification: ${item}\n- Dependencies: ${depends}\n`,
);

const document = fc
  .record({
    tasks: fc.array(fc.oneof(fullTask, compactTask), { minLength: 2, maxLength: 5 }),
    gap: fc.constantFrom("\n", "\n---\n\n", "\n\n"),
    eol: fc.constantFrom("\n", "\r\n"),
    bom: fc.constantFrom("", "\uFEFF"),
    end: fc.constantFrom("", "\n", "\n\n"),
  })
  .map(({ tasks, gap, eol, bom, end }) => {
    const sections = tasks.map((write, index) =>
      write(`1.${index + 1}`, index === 0 ? "None" : `1.${index}, Task 1.1 (the first)`),
    );
    const text = `# Task List: T\n\n**Status**: Draft\n\n## Phase 1: P\n\n${sections.join(gap)}`;
    return bom + text.trimEnd().replaceAll("\n", eol) + end.replaceAll("\n", eol);
  });

const number = fc.constantFrom("1.1", "1.2");

const write = (number: string, facts: Partial<TaskFacts>) => writeFacts(new Map([[number, facts]]));

const ticked = ({ verification }: Task, isTicked: (index: number, checked: boolean) => boolean) =>
  verification.map(({ text, checked }, index) => ({ text, checked: isTicked(index, checked) }));

const factsFor = fc.oneof(
  fc.constantFrom(...statuses).map((status) => (): Partial<TaskFacts> => ({ status })),
  fc.constantFrom("ann", "the team").map((owner) => (): Partial<TaskFacts> => ({ owner })),
  fc.constant((task: Task) => ({ verification: ticked(task, (index, checked) => checked || index === 0) })),
  fc.constant((task: Task) => ({ verification: ticked(task, (index, checked) => checked && index > 1) })),
);

test("an edit of a task changes nothing outside the task", () => {
  fc.assert(
    fc.property(document, number, factsFor, (source, number, facts) => {
      const before = readTaskList(source);
      const task = getTask(before, number);
      const { span } = task;
      const after = revise(before, write(number, facts(task))).source;
      expect(after.slice(0, span.start)).toBe(source.slice(0, span.start));
      expect(after.slice(after.length - (source.length - span.end))).toBe(source.slice(span.end));
    }),
  );
});

test("an edit of a task is read back, and the other tasks are unchanged", () => {
  fc.assert(
    fc.property(document, number, fc.constantFrom(...statuses), (source, task, status) => {
      const before = readTaskList(source);
      const verification = ticked(getTask(before, task), (index, checked) => checked || index === 0);
      const facts = new Map([[task, { owner: "ann", status, verification }]]);
      const after = revise(before, editsOf({ facts }));
      expect(getTask(after, task)).toMatchObject({ owner: "ann", status: { value: status } });
      expect(getTask(after, task).verification[0]?.checked).toBe(true);
      assertOnlyIntended(before, after, { facts });
    }),
  );
});

test("a repeated edit changes nothing", () => {
  fc.assert(
    fc.property(document, number, factsFor, (source, number, make) => {
      const list = readTaskList(source);
      const edits = write(number, make(getTask(list, number)));
      const once = revise(list, edits);
      expect(revise(once, [...edits, followHeaderStatus]).source).toBe(once.source);
    }),
  );
});

test("removing a new owner restores the same bytes", () => {
  fc.assert(
    fc.property(document, number, (source, task) => {
      const started = revise(readTaskList(source), write(task, { status: "In Progress" }));
      const edits = [...write(task, { owner: "ann" }), ...write(task, { owner: null })];
      expect(revise(started, edits).source).toBe(started.source);
    }),
  );
});

test("swapping two numbers twice restores the same bytes", () => {
  const there = new Map([
    ["1.1", "1.2"],
    ["1.2", "1.1"],
  ]);
  fc.assert(
    fc.property(document, (source) => {
      const list = readTaskList(source);
      expect(revise(list, [...rewriteNumbers(there), ...rewriteNumbers(there)]).source).toBe(source);
    }),
  );
});

test("removing a new task restores the same bytes", () => {
  const draft = {
    title: "New",
    complexity: null,
    dependencies: [],
    requirements: [],
    files: [],
    method: null,
    path: null,
    steps: [],
    verification: ["It answers 200"],
  };
  const place = fc.record({ kind: fc.constantFrom("before" as const, "after" as const), number });
  fc.assert(
    fc.property(document, place, (source, where) => {
      const list = readTaskList(source);
      const change = { added: [{ number: "1.9", draft, place: where }] };
      const added = revise(list, editsOf(change));
      assertOnlyIntended(list, added, change);
      expect(revise(added, [removeTaskTexts(new Set(["1.9"]))]).source).toBe(source);
    }),
  );
});

const onFirst = fc.constantFrom("None", "Nobody", "1.1", "Build 1.1, Nobody");
const onPhase = fc.constantFrom("1.1-1.3", "1.2-1.3, 1.1", "Phase 1", "First", "Task 1.2 and 1.3");

/** Five tasks in two phases, with dependencies on earlier ones in all forms. */
const dependent = fc
  .tuple(fc.constantFrom("None", "Nobody"), onFirst, onFirst, onPhase, fc.oneof(onPhase, fc.constant("2.1")))
  .map((depends) => {
    const numbers = ["1.1", "1.2", "1.3", "2.1", "2.2"];
    const sections = depends.map(
      (names, index) =>
        `### Task ${numbers[index]}: Build ${numbers[index]}\n\n**Dependencies**: ${names}\n\n- [ ] It builds`,
    );
    const [first, second] = [sections.slice(0, 3), sections.slice(3)].map((own) => own.join("\n\n---\n\n"));
    return `# Task List: T\n\n## Phase 1: First (1.1-1.3)\n\n${first}\n\n## Phase 2: Second\n\n${second}\n\n---\n\n## Changes\n\n- 2026-01-01: begun\n`;
  });

/** The list with the plain names of each Dependencies field in order. */
const unordered = (source: string): string =>
  source.replaceAll(/(?<=\*\*Dependencies\*\*: ).*/g, (names) =>
    [...new Set(names.replaceAll("Task ", "").split(/, | and /))].toSorted().join(", "),
  );

test("removing several tasks in one edit gives the same list as removing one after the other", () => {
  const leaving = fc.uniqueArray(fc.constantFrom("1.1", "1.2", "1.3", "2.1", "2.2"), { minLength: 1 });
  const without = (list: TaskList, numbers: readonly string[]): TaskList => {
    const change = removal(new Map(numbers.map((one) => [getTask(list, one), "gone"])));
    const after = revise(list, editsOf(change));
    assertOnlyIntended(list, after, change);
    return after;
  };
  fc.assert(
    fc.property(dependent, leaving, (source, numbers) => {
      const list = readTaskList(source);
      const together = without(list, numbers);
      const oneByOne = numbers.reduce((current, one) => without(current, [one]), list);
      expect(unordered(together.source)).toBe(unordered(oneByOne.source));
    }),
  );
});

const withDependencies = (depends: string) =>
  readTaskList(
    `## Phase 1: P\n\n${["1.1", "1.2", "1.3"]
      .map((number) => `### Task ${number}: T\n\n**Dependencies**: None\n`)
      .join("\n")}\n## Phase 2: Q\n\n### Task 2.1: U\n\n**Dependencies**: ${depends}\n`,
  );

test.each([
  ["1.3", "Task 1.1 to 1.3 (setup)", "Task 1.1 to 1.2 (setup)"],
  ["1.1", "1.1-1.3", "1.2-1.3"],
  ["1.3", "Phase 1", "Phase 1"],
  ["1.3", "Task 1.3, the weather", "the weather"],
  ["1.1", "1.1, 2.1", "2.1"],
])("without Task %s, the dependencies %j are %j", (number, depends, expected) => {
  const list = withDependencies(depends);
  const after = revise(list, editsOf(removal(new Map([[getTask(list, number), undefined]]))));
  expect(after.source).toContain(`**Dependencies**: ${expected}\n`);
});

test.each([
  ["1.1-1.3", "3.1, 3.2, 3.3"],
  ["1.3, Phase 1 (all)", "3.3, 3.1, 3.2"],
])("the dependencies %j follow their tasks into another phase", (depends, expected) => {
  const into = new Map(["1", "2", "3"].map((seq) => [`1.${seq}`, `3.${seq}`]));
  const after = revise(withDependencies(depends), rewriteNumbers(into));
  expect(after.source).toContain(`### Task 2.1: U\n\n**Dependencies**: ${expected}\n`);
});

test("an edit is refused if a step of it makes its task unreadable", () => {
  const list = readTaskList(
    "### Story 1.1: S\n\n- [ ] a\n\n### Story 1.2: S\n\nProse.\n\n### Story 1.3: S\n\n- [ ] b\n",
  );
  const edits = [removeTaskTexts(new Set(["1.1"])), ...write("1.3", { status: "Complete" })];
  expect(() => revise(list, edits)).toThrow("Nothing was written, because Task 1.3 would be lost.");
});

test("a number that is defined twice moves up by one place, as its neighbours do", () => {
  const text = ["1.1", "1.2", "1.2", "1.3"].map((number) => `### Task ${number}: T\n\n- [ ] a\n`).join("\n");
  const { renumbering } = assignNumber(readTaskList(text), { kind: "before", number: "1.1" });
  expect([...renumbering].map((pair) => pair.join(" → "))).toEqual(["1.1 → 1.2", "1.2 → 1.3", "1.3 → 1.4"]);
});
