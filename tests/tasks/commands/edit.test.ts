import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { listOf } from "../../support/list-of.ts";
import { runJson, runTasks, writeList } from "../../support/tasks-command.ts";

const source = listOf([
  { number: "1.1" },
  { number: "1.2", depends: "1.1", items: ["- [x] one", "- [ ] two"] },
]);

const edited = async (...options: readonly string[]) => {
  const list = writeList(source);
  const { exitCode } = await runTasks(["-f", list, "edit", "1.2", ...options]);
  return { exitCode, text: readFileSync(list, "utf8") };
};

test.each([
  ["--title", "Other", "Task 1.2: Build 1.2", "Task 1.2: Other"],
  ["--depends", "none", "**Dependencies**: 1.1", "**Dependencies**: None"],
  ["--file", "src/a.ts", "**Dependencies**: 1.1", "**Dependencies**: 1.1\n**Files**: `src/a.ts`"],
  [
    "--requirement",
    "FR-5, FR-6",
    "**Dependencies**: 1.1",
    "**Dependencies**: 1.1\n**Requirements**: FR-5, FR-6",
  ],
  ["--verify", "one", "- [x] one\n- [ ] two", "- [x] one"],
  ["--verify", "three", "- [x] one\n- [ ] two", "- [ ] three"],
])("tasks edit %s %s replaces only that field", async (option, value, before, after) => {
  const { exitCode, text } = await edited(option, value);
  expect(exitCode).toBe(0);
  // The header depends on the boxes, which another test checks.
  const apart = (words: string): string => words.replace(/(?<=\*\*Created.*\n)\*\*Status.*/, "");
  expect(apart(text)).toBe(apart(source.replace(before, after)));
});

test.each([
  ["a list", "**Dependencies**:\n- 1.1\n", "**Dependencies**:\n- 1.1\n\n**Files**: `a.ts`\n"],
  ["a list of the compact form", "- Dependencies:\n  - 1.1\n", "- Dependencies:\n  - 1.1\n- Files: `a.ts`\n"],
  ["two lines", "**Dependencies**: 1.1,\n1.1\n", "**Dependencies**: 1.1,\n1.1\n\n**Files**: `a.ts`\n"],
  [
    "a line whose last label heads a list",
    "**Dependencies**: 1.1 | **Verification**:\n- [ ] x\n",
    "**Dependencies**: 1.1 | **Verification**:\n- [ ] x\n\n**Files**: `a.ts`\n",
  ],
])("tasks edit --file adds the field below dependencies that are written as %s", async (_, before, after) => {
  const heading = "# Task List: T\n\n### Task 1.1: A\n\n- Verification: y\n\n### Task 1.2: B\n\n";
  const list = writeList(heading + before);
  expect((await runTasks(["-f", list, "edit", "1.2", "--file", "a.ts"])).exitCode).toBe(0);
  expect(readFileSync(list, "utf8")).toBe(heading + after);
});

test.each(["### Task 1.1", "### Task 1.1:"])(
  "tasks edit --title completes the heading %j",
  async (heading) => {
    const rest = "\n\n**Dependencies**: None\n\n- [ ] y\n";
    const list = writeList(`# Task List: T\n\n${heading}${rest}`);
    expect((await runTasks(["-f", list, "edit", "1.1", "--title", "A"])).exitCode).toBe(0);
    expect(readFileSync(list, "utf8")).toBe(`# Task List: T\n\n### Task 1.1: A${rest}`);
  },
);

test("tasks edit --step renumbers the steps", async () => {
  const list = writeList(source);
  await runTasks(["-f", list, "edit", "1.1", "--step", "First", "--step", "Second"]);
  expect(readFileSync(list, "utf8")).toContain("**Steps**:\n\n1. First\n2. Second\n\n**Verification**");
});

test("tasks edit --step replaces a wrapped step and code below a step, unless the step is only reworded", async () => {
  const steps =
    "1. Write the model with\n   all fields\n2. Run the migration\n   ```sql\n   DROP TABLE users;\n   ```\n";
  const list = (text: string) =>
    `# Task List: T\n\n### Task 1.1: A\n\n**Steps**:\n\n${text}\n**Verification**:\n\n- [ ] x\n`;
  const file = writeList(list(steps));
  await runTasks(["-f", file, "edit", "1.1", "--step", "Draw it", "--step", "Run the migration twice"]);
  expect(readFileSync(file, "utf8")).toBe(
    list("1. Draw it\n2. Run the migration twice\n   ```sql\n   DROP TABLE users;\n   ```\n"),
  );
  await runTasks(["-f", file, "edit", "1.1", "--step", "Draw it", "--step", "Delete the file"]);
  expect(readFileSync(file, "utf8")).toBe(list("1. Draw it\n2. Delete the file\n"));
});

test("tasks edit --step keeps the notes below an unchanged step, and the list's bullets", async () => {
  const list = writeList(
    "# Task List: T\n\n### Task 1.1: A\n\n**Steps**:\n\n* Old\n* Same\n  - a note\n\n**Verification**:\n\n- [ ] x\n",
  );
  await runTasks(["-f", list, "edit", "1.1", "--step", "Same", "--step", "New"]);
  expect(readFileSync(list, "utf8")).toContain("**Steps**:\n\n* Same\n  - a note\n* New\n\n**Verification**");
});

test("tasks edit --file replaces a whole list of files", async () => {
  const list = writeList(
    "# Task List: T\n\n### Task 1.1: A\n\n**Files**:\n\n- `a.ts`\n- `b.ts`\n\n**Verification**:\n\n- [ ] x\n",
  );
  await runTasks(["-f", list, "edit", "1.1", "--file", "c.ts"]);
  expect(readFileSync(list, "utf8")).toBe(
    "# Task List: T\n\n### Task 1.1: A\n\n**Files**: `c.ts`\n\n**Verification**:\n\n- [ ] x\n",
  );
});

test("tasks edit keeps the form of a compact task", async () => {
  const list = writeList(
    "# Task List: T\n\n### Task 1.1: A\n\n- Do it\n- Verification: Tests pass\n- Dependencies: None\n",
  );
  await runTasks([
    "-f",
    list,
    "edit",
    "1.1",
    "--step",
    "Do that",
    "--verify",
    "One",
    "--verify",
    "Two",
    "--complexity",
    "high",
  ]);
  expect((await runJson(["-f", list, "show", "1.1"])).json.task).toMatchObject({
    steps: ["Do that"],
    complexity: "High",
    verification: [{ text: "One" }, { text: "Two" }],
  });
  expect(readFileSync(list, "utf8")).not.toContain("**");
});

test.each([
  ["All Phase 1 tasks", ["1.1-1.3", "1.4"], "1.1, 1.2, 1.3, 1.4"],
  ["1.1-1.4", ["1.1,1.2", "Phase 1"], "1.1, 1.2, 1.3, 1.4"],
  ["1.1-1.4", ["1.1-1.4"], "1.1-1.4"],
  ["Phase 1", ["Phase 1"], "Phase 1"],
  ["1.1 (the model, in SQL), 1.2", ["1.1", "1.2"], "1.1 (the model, in SQL), 1.2"],
])(
  "tasks edit replaces the dependencies %j by the same tasks in the words %j: %j",
  async (written, depends, wanted) => {
    const first = ["1.1", "1.2", "1.3", "1.4"].map((number) => ({ number }));
    const withDepends = (words: string) => listOf([...first, { number: "2.1", depends: words }]);
    const list = writeList(withDepends(written));
    const options = depends.flatMap((value) => ["--depends", value]);
    expect(await runTasks(["-f", list, "edit", "2.1", ...options])).toMatchObject({ exitCode: 0 });
    expect(readFileSync(list, "utf8")).toBe(withDepends(wanted));
  },
);

test("tasks edit refuses an empty --depends and keeps the dependencies", async () => {
  expect(await edited("--depends", "")).toEqual({ exitCode: 2, text: source });
});

test("tasks edit refuses a dependency on the task itself, on a later task or on an unknown one", async () => {
  const list = writeList(source);
  const codeOf = async (depends: string) =>
    (await runJson(["-f", list, "edit", "1.1", "--depends", depends])).json.error.code;
  expect([await codeOf("1.1"), await codeOf("1.2"), await codeOf("3.1"), await codeOf("soon")]).toEqual([
    "dependency-order",
    "dependency-order",
    "unknown-dependency",
    "not-a-number",
  ]);
});

test("tasks edit refuses a call without a field to replace, or with an unknown complexity", async () => {
  expect(await edited()).toMatchObject({ exitCode: 2, text: source });
  expect(await edited("--complexity", "tricky")).toMatchObject({ exitCode: 2, text: source });
});

test("tasks edit keeps the distance between a label and its list", async () => {
  const source = "# Task List: T\n\n### Task 1.1: A\n**Steps**:\n1. Old\n\n**Verification**:\n- [ ] Old\n";
  const list = writeList(source);
  await runTasks(["-f", list, "edit", "1.1", "--step", "New", "--verify", "New"]);
  expect(readFileSync(list, "utf8")).toBe(source.replaceAll("Old", "New"));
});

test("tasks edit --verify sets a task with a ticked heading to In Progress, even if its Status line has other words", async () => {
  const list = writeList(
    "# Task List: T\n\n### Task 1.1: A ✅\n**Status**: up and running\n\n**Verification**:\n- Old\n",
  );
  const { json } = await runJson(["-f", list, "edit", "1.1", "--verify", "New"]);
  expect(json.task).toMatchObject({ status: "In Progress", verification: [{ text: "New", checked: false }] });
});

test.each([
  [
    ["--verify", "one"],
    "- Verification:\n    * [ ] a\n    * [ ] b\n- Dependencies: None\n",
    "- Verification:\n    - [ ] one\n- Dependencies: None\n",
  ],
  [["--step", "one"], "-\tSteps:\n\t1. a\n-\tComplexity: Low\n", "-\tSteps:\n\t1. one\n-\tComplexity: Low\n"],
  [["--depends", "None"], "-\t**Dependencies**:\t1.9\n", "-\t**Dependencies**:\tNone\n"],
  [
    ["--verify", "one"],
    "**Verification**: a | **Dependencies**: None\n**Files**: a.ts\n",
    "**Dependencies**: None | **Verification**:\n\n- [ ] one\n\n**Files**: a.ts\n",
  ],
])("tasks edit %j keeps the whitespace and labels around the field: %j", async (options, body, wanted) => {
  const list = writeList(`# Task List: T\n\n### Task 1.1: A\n\n${body}`);
  await runTasks(["-f", list, "edit", "1.1", ...options]);
  expect(readFileSync(list, "utf8")).toBe(`# Task List: T\n\n### Task 1.1: A\n\n${wanted}`);
});

test.each([
  ["--verify", "three", "an open criterion"],
  ["--depends", "1.2", "an unfinished dependency"],
])("tasks edit %s %s adds %s, which sets a Complete task to In Progress", async (option, value) => {
  const tasks = [{ number: "1.1" }, { number: "1.2" }];
  for (const last of [
    { number: "1.3", status: "Complete", items: ["- [x] one"] },
    { number: "1.3", items: ["- [x] one"] },
    { number: "1.3", title: "Build it ✅", items: ["- [x] one"] },
  ]) {
    const list = writeList(listOf([...tasks, last], "In Progress"));
    const { json } = await runJson(["-f", list, "edit", "1.3", option, value]);
    expect(json.task.status).toBe("In Progress");
    expect(readFileSync(list, "utf8")).toContain("**Status**: In Progress\n**Complexity**");
  }
});

test.each([
  ["--verify", "one"],
  ["--depends", "1.1"],
  ["--title", "Other"],
])("tasks edit %s %s leaves a Complete task Complete", async (option, value) => {
  const done = { status: "Complete", items: ["- [x] one"] };
  const list = writeList(
    listOf([
      { number: "1.1", ...done },
      { number: "1.2", ...done },
    ]),
  );
  const { json } = await runJson(["-f", list, "edit", "1.2", option, value]);
  expect(json.task.status).toBe("Complete");
});

const editedTask = async (lines: readonly string[], ...options: readonly string[]) => {
  const before = ["# Task List: T", "", "### Task 1.1: A", ...lines, ""].join("\n");
  const list = writeList(before);
  const { exitCode, stderr } = await runTasks(["-f", list, "edit", "1.1", ...options]);
  expect([exitCode, stderr]).toEqual([0, ""]);
  return readFileSync(list, "utf8").trimEnd().split("\n").slice(3);
};

test("tasks edit --verify replaces nested criteria together", async () => {
  const lines = ["- [x] one", "  - [ ] in it", "- [ ] two", "- Dependencies: None"];
  expect(await editedTask(lines, "--verify", "three")).toEqual(["- [ ] three", "- Dependencies: None"]);
});

test.each([
  [["--file", "b.ts"], ["**Files**: a.ts", "**Files to create**: c.ts"], ["**Files**: `b.ts`"]],
  [["--file", "a.ts"], ["**Files**: a.ts | **Files to create**: c.ts"], ["**Files**: a.ts"]],
  [
    ["--file", "b.ts"],
    ["**File**: a.ts", "```", "code", "```", "", "**File**: c.ts", "", "text"],
    ["**File**: `b.ts`", "```", "code", "```", "", "text"],
  ],
  [
    ["--file", "b.ts"],
    ["- Files: a.ts", "- Dependencies: None", "- Files:", "  - c.ts"],
    ["- Files: `b.ts`", "- Dependencies: None"],
  ],
  [
    ["--file", "b.ts"],
    ["#### Files", "", "- a.ts", "", "**Files**: c.ts"],
    ["", "**Files**: `b.ts`"],
  ],
  [["--depends", "None"], ["**Dependencies**: 9.1", "**Depends on**: 9.2"], ["**Dependencies**: None"]],
  [
    ["--depends", "None"],
    ["**Prerequisites**: Docker", "**Depends on**: 9.2"],
    ["**Prerequisites**: Docker", "**Depends on**: None"],
  ],
  [
    ["--complexity", "High"],
    ["**Complexity**: Low", "**Complexity**: Low"],
    ["**Complexity**: High", "**Complexity**: Low"],
  ],
])("tasks edit %j replaces all fields that the value was read from: %j", async (options, fields, wanted) => {
  const criteria = ["", "**Verification**:", "- [ ] 200"];
  expect(await editedTask([...fields, ...criteria], ...options)).toEqual([...wanted, ...criteria]);
});

const STEPS = ["**Steps**:", "1. Draw it", "   - a note", "   - [x] in ink", "   - another", "2. Check it"];

test.each([
  [
    ["Draw it", "Check it"],
    ["1. Draw it", "   - a note", "   - another", "2. Check it"],
  ],
  [
    ["Draw it", "Check it", "Run it"],
    ["1. Draw it", "   - a note", "   - another", "2. Check it", "3. Run it"],
  ],
  [
    ["Draw it", "in ink", "Run it"],
    [...STEPS.slice(1, 5), "2. Run it"],
  ],
  [
    ["Draw it twice", "in red ink", "Check it"],
    ["1. Draw it twice", "   - a note", "   - [x] in red ink", ...STEPS.slice(4)],
  ],
  [
    ["Draw it", "Check it", "in ink"],
    ["1. Draw it", "   - a note", "   - another", "2. Check it", "3. in ink"],
  ],
])(
  "tasks edit --step %j keeps of the steps nested in a step those that are wanted after it",
  async (steps, wanted) => {
    const criteria = ["", "**Verification**:", "- [ ] 200"];
    const options = steps.flatMap((step) => ["--step", step]);
    expect(await editedTask([...STEPS, ...criteria], ...options)).toEqual([
      "**Steps**:",
      ...wanted,
      ...criteria,
    ]);
  },
);

test.each([
  [
    ["one", "two"],
    ["- [x] one", "- [ ] two"],
  ],
  [
    ["one", "deep", "two"],
    ["- [x] one", "- [x] deep", "- [ ] two"],
  ],
  [
    ["one", "in it", "deep", "new"],
    ["- [x] one", "  - [ ] in it", "    - [x] deep", "- [ ] new"],
  ],
])("tasks edit --verify %j keeps of the nested criteria those that are wanted", async (criteria, wanted) => {
  const lines = ["- [x] one", "  - [ ] in it", "    - [x] deep", "- [ ] two"];
  const options = criteria.flatMap((criterion) => ["--verify", criterion]);
  for (const label of [[], ["**Verification**:"]])
    expect(await editedTask([...label, ...lines], ...options)).toEqual([...label, ...wanted]);
});

test("tasks edit --step adds steps after the boxes of a task that has nothing else", async () => {
  expect(await editedTask(["", "- [ ] one"], "--step", "Do it")).toEqual(["", "- [ ] one", "- Do it"]);
});

test.each([
  [
    "before the bullets of a compact task that begins with text",
    ["", "Some words.", "", "- Verification: It runs"],
    ["--complexity", "high"],
    ["", "Some words.", "", "- Complexity: High", "- Verification: It runs"],
  ],
  [
    "after the bullets of a compact task and before its text",
    ["", "- Files: `a.ts`", "- Complexity: Low", "", "Some words."],
    ["--verify", "It runs"],
    ["", "- Files: `a.ts`", "- Complexity: Low", "- Verification:", "  - [ ] It runs", "", "Some words."],
  ],
  [
    "before the criteria of a task without steps",
    ["", "**Verification**:", "", "- [ ] It runs"],
    ["--step", "Do it"],
    ["", "**Steps**:", "", "1. Do it", "", "**Verification**:", "", "- [ ] It runs"],
  ],
  [
    "in place of both fields with criteria",
    ["", "**Verification**:", "", "- [ ] one", "", "**Acceptance Criteria**:", "", "- [ ] two"],
    ["--verify", "It runs"],
    ["", "**Verification**:", "", "- [ ] It runs"],
  ],
])("tasks edit writes a field %s", async (_, lines, options, wanted) => {
  expect(await editedTask(lines, ...options)).toEqual(wanted);
});

test("tasks edit --file separates a new bullet from the text below it with a blank line", async () => {
  const lines = ["", "Some text.", "", "- [ ] one"];
  expect(await editedTask(lines, "--file", "a.ts")).toEqual(["", "- Files: `a.ts`", "", ...lines.slice(1)]);
});

test.each([
  ["Risk: high", "**Dependencies**: None | **Risk**: high"],
  ["Risk", "**Complexity**: Low | **Dependencies**: None | **Risk**:"],
])("tasks edit --file leaves a list to the label %s that ends the line above it", async (_, line) => {
  for (const gap of [[], [""]]) {
    const list = [line, ...gap, "- one", "- two", "", "**Verification**:", "- [ ] 200"];
    expect(await editedTask(list, "--file", "a.ts")).toEqual(["**Files**: `a.ts`", ...list]);
  }
  expect(await editedTask(["- Dependencies: None | **Risk**: high", "  - one"], "--file", "a.ts")).toEqual([
    "- Files: `a.ts`",
    "- Dependencies: None | **Risk**: high",
    "  - one",
  ]);
});

test("tasks edit keeps what comes after the list that it replaces", async () => {
  const after = "\n\n<!-- note -->\n\n> quote\n\n```ts\ncode\n```\n\n**Verification**:\n- [ ] 200\n";
  const before = "# Task List: T\n\n### Task 1.1: A\n\n**Steps**:\n";
  const list = writeList(`${before}1. one\n2. two${after}`);
  expect(await runTasks(["-f", list, "edit", "1.1", "--step", "new"])).toMatchObject({ exitCode: 0 });
  expect(readFileSync(list, "utf8")).toBe(`${before}1. new${after}`);
});

const head = "# Task List: T\n\n### Task 1.1: A\n\n";

test.each([
  [
    "--step",
    ["one", "other", "three"],
    "**Steps**:\n\n1. one\n\n```ts\ncode\n```\n\n2. two\n\n| a |\n|---|\n\n- [ ] 200\n",
    "**Steps**:\n\n1. one\n\n```ts\ncode\n```\n\n2. other\n3. three\n\n| a |\n|---|\n\n- [ ] 200\n",
  ],
  [
    "--step",
    ["other"],
    "**Steps**:\n1. one\n\n```ts\ncode\n```\n\n2. two\n\n3. three\n\n**Verification**: 200\n",
    "**Steps**:\n1. other\n\n```ts\ncode\n```\n\n**Verification**: 200\n",
  ],
  [
    "--verify",
    ["201", "202"],
    "**Verification**: all of these\n\n- [ ] 200\n\n<!-- note -->\n\n- [ ] 300\n",
    "**Verification**: all of these\n\n- [ ] 201\n\n<!-- note -->\n\n- [ ] 202\n",
  ],
])("tasks edit %s %j keeps what is between the items", async (option, values, before, after) => {
  const list = writeList(head + before);
  const options = values.flatMap((value) => [option, value]);
  expect(await runTasks(["-f", list, "edit", "1.1", ...options])).toMatchObject({ exitCode: 0 });
  expect(readFileSync(list, "utf8")).toBe(head + after);
});

test.each([
  ["--verify", "- [ ] 200\n- [ ] 300\n\n**Verification**:\n- [ ] 400\n", "**Verification**:\n- [ ] new\n"],
  [
    "--verify",
    "**Verification**: 400\n\n#### Details\n\nText.\n\n- [ ] 200\n",
    "**Verification**:\n\n- [ ] new\n\n#### Details\n\nText.\n",
  ],
  ["--step", "- Steps:\n  1. one\n- two\n- Verification: 200\n", "- Steps:\n  1. new\n- Verification: 200\n"],
])("tasks edit %s replaces items outside the field too: %j", async (option, before, after) => {
  const list = writeList(head + before);
  expect(await runTasks(["-f", list, "edit", "1.1", option, "new"])).toMatchObject({ exitCode: 0 });
  expect(readFileSync(list, "utf8").replace(/.*Status.*\n/, "")).toBe(head + after);
});

test("tasks edit --verify keeps code below a criterion on the label's line", async () => {
  const code = "\n\n```json\n{}\n```\n";
  const list = writeList(`${head}**Verification**: answers 200${code}`);
  expect(await runTasks(["-f", list, "edit", "1.1", "--verify", "answers 201"])).toMatchObject({
    exitCode: 0,
  });
  expect(readFileSync(list, "utf8")).toBe(`${head}**Verification**:\n\n- [ ] answers 201${code}`);
});

test.each([
  ["**Files**:\n- a.ts\n\n<!-- why -->\n\n- b.ts\n", "**Files**: `c.ts`\n\n<!-- why -->\n"],
  ["**Files**:\n- a.ts\n\n```ts\ncode\n```\n\n- b.ts\n- d.ts\n", "**Files**: `c.ts`\n\n```ts\ncode\n```\n"],
  [
    "**Files**: a.ts\n\n**Files to create**:\n- b.ts\n\n<!-- why -->\n\n- d.ts\n",
    "**Files**: `c.ts`\n\n<!-- why -->\n",
  ],
])("tasks edit --file keeps what is between the files %j", async (before, after) => {
  const rest = "\n**Dependencies**: None\n\n**Verification**: 200\n";
  const list = writeList(head + before + rest);
  expect(await runTasks(["-f", list, "edit", "1.1", "--file", "c.ts"])).toMatchObject({ exitCode: 0 });
  expect(readFileSync(list, "utf8")).toBe(head + after + rest);
});

test("tasks edit --requirement replaces the field, and None removes it", async () => {
  const list = writeList(source);
  const requirements = async (...values: readonly string[]) => {
    const options = values.flatMap((value) => ["--requirement", value]);
    return (await runJson(["-f", list, "edit", "1.1", ...options])).json.task.requirements;
  };
  expect(await requirements("FR-5")).toEqual(["FR-5"]);
  expect(await requirements("FR-6", "FR-7")).toEqual(["FR-6", "FR-7"]);
  expect(await requirements("None")).toEqual([]);
  expect(readFileSync(list, "utf8")).not.toContain("Requirements");
});

test("tasks edit refuses a dependency that would form a cycle with one on a later task", async () => {
  const source = listOf([{ number: "1.1", depends: "1.2" }, { number: "1.2" }]);
  const list = writeList(source);
  const { exitCode, json } = await runJson(["-f", list, "edit", "1.2", "--depends", "1.1"]);
  expect([exitCode, json.error.code]).toEqual([1, "dependency-cycle"]);
  expect(readFileSync(list, "utf8")).toBe(source);
});

const CRITERIA = ["", "**Verification**:", "- [x] 200", "- [ ] 404"];
const WORDS = [
  "**Dependencies**: Legal sign-off (by mail), 9.2",
  "**Requirements**: FR-1, FR-2",
  "**Files**: `a.ts` (proposed), b.ts",
];
const LISTS = ["**Dependencies**:", "- 9.1", "- 9.2", "", "**Files**:", "- `a.ts`: the model, new", "- b.ts"];

test.each([
  [
    ["--add", "--requirement", "FR-3, FR-1"],
    WORDS,
    [WORDS[0], "**Requirements**: FR-1, FR-2, FR-3", WORDS[2]],
  ],
  [["--add", "--file", "c.ts"], WORDS, [...WORDS.slice(0, 2), "**Files**: `a.ts` (proposed), b.ts, `c.ts`"]],
  [["--add", "--file", "c.ts"], LISTS, [...LISTS, "- `c.ts`"]],
  [["--add", "--file", "c.ts"], WORDS.slice(0, 1), [WORDS[0], "**Files**: `c.ts`"]],
  [
    ["--remove", "--depends", "9.2"],
    WORDS,
    ["**Dependencies**: Legal sign-off (by mail)", ...WORDS.slice(1)],
  ],
  [
    ["--remove", "--depends", "Legal sign-off (by mail),9.2"],
    WORDS,
    ["**Dependencies**: None", ...WORDS.slice(1)],
  ],
  [["--remove", "--depends", "9.1"], LISTS, LISTS.filter((line) => line !== "- 9.1")],
  [["--remove", "--requirement", "FR-1"], WORDS, [WORDS[0], "**Requirements**: FR-2", WORDS[2]]],
  [["--remove", "--file", "b.ts"], WORDS, [...WORDS.slice(0, 2), "**Files**: `a.ts` (proposed)"]],
  [["--remove", "--file", "a.ts", "--file", "b.ts"], WORDS, WORDS.slice(0, 2)],
  [["--file", "a.ts", "--file", "c.ts"], LISTS, [...LISTS.slice(0, -1), "- `c.ts`"]],
  [["--file", "c.ts", "--file", "a.ts"], LISTS, [...LISTS.slice(0, 4), "**Files**: `c.ts`, `a.ts`"]],
  [["--add", "--file", "d.ts"], ["**Files**: a.ts; b.ts"], ["**Files**: a.ts; b.ts, `d.ts`"]],
])("tasks edit %j keeps the words of what stays: %j", async (options, fields, wanted) => {
  expect(await editedTask([...fields, ...CRITERIA], ...options)).toEqual([...wanted, ...CRITERIA]);
});

test("tasks edit --add and --remove keep the other steps and criteria as they are", async () => {
  const lines = [...STEPS, ...CRITERIA];
  expect(await editedTask(lines, "--add", "--step", "Send it", "--verify", "409", "--verify", "404")).toEqual(
    [...STEPS, "3. Send it", ...CRITERIA, "- [ ] 409"],
  );
  expect(await editedTask(lines, "--remove", "--step", "Check it", "--verify", "404")).toEqual([
    ...STEPS.slice(0, -1),
    ...CRITERIA.slice(0, -1),
  ]);
});

test.each([
  ["--verify", "409", "- [ ] last\n", "- [ ] last\n- [ ] 409\n"],
  ["--file", "c.ts", "`b.ts`", "`b.ts`, `c.ts`"],
  ["--requirement", "FR-9", "- It stops\n", "- It stops\n- FR-9\n"],
])(
  "tasks edit --add %s leaves the fields of a task's parts as they are",
  async (option, value, before, after) => {
    const partOf = (file: string) =>
      `**File:** \`${file}\`\n\n**Acceptance Criteria:**\n- [x] one\n- [ ] same\n`;
    const whole = `# Task List: T

### Task 1.1: A

**Requirements:**
- It sends
- It stops

#### Task 1.1.1: Part

${partOf("a.ts")}
#### Task 1.1.2: Part

${partOf("b.ts")}- [ ] last
`;
    const list = writeList(whole);
    expect((await runTasks(["-f", list, "edit", "1.1", "--add", option, value])).exitCode).toBe(0);
    expect(readFileSync(list, "utf8")).toBe(whole.replace(before, after));
  },
);

test("tasks edit --step gives steps a label of their own below the author's own label", async () => {
  const lines = ["**Goal:** Send mail.", "", "- [ ] one"];
  expect(await editedTask(lines, "--step", "Send it")).toEqual([...lines, "- Steps:", "  - Send it"]);
});

test.each([
  ["2.1", "Setup"],
  ["1.1", "1.2, 2.1"],
])("tasks edit --remove takes %s out of a phase's title and a number", async (leaving, expected) => {
  const waiting = [
    { number: "1.1" },
    { number: "1.2" },
    { number: "2.1" },
    { number: "2.2", depends: "Setup, 2.1" },
  ];
  const list = writeList(listOf(waiting).replace("## Phase 1: Part 1", "## Phase 1: Setup"));
  await runTasks(["-f", list, "edit", "2.2", "--remove", "--depends", leaving]);
  expect(readFileSync(list, "utf8")).toContain(`**Dependencies**: ${expected}\n`);
});

test("tasks edit --add and --remove change one dependency of several", async () => {
  const list = writeList(listOf([{ number: "1.1" }, { number: "1.2" }, { number: "1.3", depends: "1.1" }]));
  const edit = async (...options: readonly string[]) => {
    const { json } = await runJson(["-f", list, "edit", "1.3", ...options]);
    return json.task.dependencies;
  };
  expect(await edit("--add", "--depends", "1.2")).toEqual(["1.1", "1.2"]);
  expect(await edit("--remove", "--depends", "1.1")).toEqual(["1.2"]);
  expect(await edit("--remove", "--depends", "1.2")).toEqual([]);
});

test.each([
  ["Phase 1", "2.1", "Phase 1, 2.1"],
  ["Phase 1", "1.2", "Phase 1"],
  ["2.1 (the model), 1.1-1.2", "2.2", "2.1 (the model), 1.1-1.2, 2.2"],
])(
  "tasks edit --add keeps the phase or range in the dependencies %j: %j makes %j",
  async (written, added, wanted) => {
    const numbers = ["1.1", "1.2", "2.1", "2.2"].map((number) => ({ number }));
    const withDepends = (depends: string) => listOf([...numbers, { number: "2.3", depends }]);
    const list = writeList(withDepends(written));
    await runTasks(["-f", list, "edit", "2.3", "--add", "--depends", added]);
    expect(readFileSync(list, "utf8")).toBe(withDepends(wanted));
  },
);

test("tasks edit --add takes a new criterion as work left of a Complete task", async () => {
  const list = writeList(listOf([{ number: "1.1", items: ["- [x] one"] }]));
  const { json } = await runJson(["-f", list, "edit", "1.1", "--add", "--verify", "two"]);
  expect(json.task).toMatchObject({
    status: "In Progress",
    verification: [{ checked: true }, { checked: false }],
  });
});

test.each([
  [["--remove", "--verify", "three"], 'tasks: --verify: the task has no "three". It has "one", "two".\n'],
  [["--remove", "--file", "a.ts"], 'tasks: --file: the task has no "a.ts". It has none.\n'],
  [["--remove", "--depends", "1.2"], 'tasks: --depends: the task has no "1.2". It has "1.1".\n'],
  [["--add", "--remove", "--verify", "one"], "tasks: Give --add or --remove, not both.\n"],
  [
    ["--remove", "--complexity", "High"],
    "tasks: --remove takes out of lists, not a title or a complexity.\n",
  ],
])("tasks edit %j says what it can't do", async (options, message) => {
  const list = writeList(source);
  const { exitCode, stderr } = await runTasks(["-f", list, "edit", "1.2", ...options]);
  expect([exitCode, stderr]).toEqual([2, message]);
});
