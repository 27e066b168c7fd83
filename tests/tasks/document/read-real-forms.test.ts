import { describe, expect, it } from "vitest";
import { revise } from "../../../src/tasks/document/edit/revise.ts";
import { followTasks } from "../../../src/tasks/document/edit/rewrite-dependencies.ts";
import { writeFacts } from "../../../src/tasks/document/edit/write-facts.ts";
import { itemText } from "../../../src/tasks/document/read-entries.ts";
import { readTaskList } from "../../../src/tasks/document/read-task-list.ts";
import type { Task, TaskList } from "../../../src/tasks/document/task-list.ts";
import { effortMinutes, isReady } from "../../../src/tasks/document/task-queries.ts";

const read = (...lines: readonly string[]): TaskList =>
  readTaskList(`# Task List: A\n\n${lines.join("\n")}\n`);

function taskOf(list: TaskList, number: string): Task {
  const task = list.tasks.find((one) => one.number === number);
  if (!task) throw new Error(`Task ${number} was not read.`);
  return task;
}

/** Phases 1 to 3 of two tasks each, and Task 4.1 with the given dependencies. */
function waitingFor(value: string): Task {
  const numbers = ["1.1", "1.2", "2.1", "2.2", "3.1", "3.2"];
  const tasks = numbers.flatMap((number) => [
    ...(number.endsWith(".1") ? [`## Phase ${number[0]}: ${number < "2" ? "Setup" : "Core work"}`, ""] : []),
    `### Task ${number}: Part ${number.replace(".", " of ")}`,
    `**ID**: SETUP-00${number[0]}${number[2]}`,
    "**Dependencies**: None",
    "",
  ]);
  return taskOf(
    read(...tasks, "## Phase 4: Release", "", "### Task 4.1: Ship", `**Dependencies**: ${value}`),
    "4.1",
  );
}

describe("a dependency", () => {
  const all = ["1.1", "1.2", "2.1", "2.2", "3.1", "3.2"];
  it.each([
    ["1.1, 1.2 (label, with a comma)", ["1.1", "1.2"]],
    ["[1.1]", ["1.1"]],
    ["T1.1", ["1.1"]],
    ["Requires 1.1", ["1.1"]],
    ["Task 1.1 must be complete", ["1.1"]],
    ["Tasks 1.2 and 2.1", ["1.2", "2.1"]],
    ["1.1—2.1", ["1.1", "1.2", "2.1"]],
    ["Tasks 1.1\u00E2\u20AC\u201C2.1", ["1.1", "1.2", "2.1"]],
    ["1.1 to 1.2", ["1.1", "1.2"]],
    ["Phase 1 complete (all tests pass, 2 reviews)", ["1.1", "1.2"]],
    ["Phase 2 completion", ["2.1", "2.2"]],
    ["All Phase 2 tasks", ["2.1", "2.2"]],
    ["Phases 2-3", ["2.1", "2.2", "3.1", "3.2"]],
    ["All Phase 1-2", ["1.1", "1.2", "2.1", "2.2"]],
    ["All Phase 1, 2 and 3 tasks", all],
    ["Task 1.1, all Phase 2 & 3 tasks", ["1.1", "2.1", "2.2", "3.1", "3.2"]],
    ["Task 3.x", ["3.1", "3.2"]],
    ["All previous tasks", all],
    ["All other tasks", all],
    ["全部", all],
    ["All setup tasks", ["1.1", "1.2"]],
    ["All setup and core tasks, 1.1", all],
    ["All setup, core tasks", all],
    ["SETUP-0011", ["1.1"]],
    ["SETUP-0011 (the repository), SETUP-0021 complete", ["1.1", "2.1"]],
    ["SETUP-0011 to SETUP-0021", ["1.1", "1.2", "2.1"]],
    ["SETUP-0011 - SETUP-0021", ["1.1", "1.2", "2.1"]],
    ["SETUP-0011 - the repository", ["1.1"]],
    ["Part 1 of 2", ["1.2"]],
    ["任务 1.1、1.2", ["1.1", "1.2"]],
    ["Задача 1.1 и 1.2", ["1.1", "1.2"]],
    ["Uppgift 1.1", ["1.1"]],
    ["None (needed by 4.2)", []],
    ["Can run in parallel with Task 1.1", []],
    ["无", []],
    ["Ninguna", []],
  ])("is understood in the form %s", (value, numbers) => {
    expect(waitingFor(value).dependencies).toMatchObject({ resolved: numbers, unknown: [] });
  });

  it("on all previous phases is not one on the tasks before it in its own", () => {
    const list = read(
      "## Phase 1: A",
      "### Task 1.1: B",
      "## Phase 2: C",
      "### Task 2.1: D",
      "### Task 2.2: E",
      "**Dependencies**: All previous phases",
    );
    expect(taskOf(list, "2.2").dependencies).toMatchObject({ resolved: ["1.1"], unknown: [] });
  });

  it("that a group states holds for the tasks of the group, beside those of their phase", () => {
    const list = read(
      "## Phase 1: A",
      "### Task 1.1: B",
      "## Phase 2: C",
      "**Dependencies**: Phase 1",
      "### Server",
      "**Dependencies**: 1.2",
      "#### Task 2.1: D",
      "### Browser",
      "#### Task 2.2: E",
      "## Backend",
      "### Dependencies",
      "- Task 2.1",
      "### Task 3.1: F",
    );
    const resolved = list.tasks.map(({ number, dependencies }) => [number, dependencies.resolved]);
    expect(resolved).toEqual([
      ["1.1", []],
      ["2.1", ["1.1"]],
      ["2.2", ["1.1"]],
      ["3.1", ["2.1"]],
    ]);
    expect(taskOf(list, "2.1").dependencies.unknown).toMatchObject([{ text: "1.2" }]);
    expect(taskOf(list, "2.2").dependencies.unknown).toEqual([]);
  });

  it.each([
    ["1.1, the vendor's key", ["1.1"], ["the vendor's key"]],
    ["All setup tasks, the vendor's key", ["1.1", "1.2"], ["the vendor's key"]],
    ["Python 3.11", [], ["Python 3.11"]],
    ["Milestone 2", [], ["Milestone 2"]],
    ["Phase 9 complete", [], ["Phase 9 complete"]],
    ["All approvals from the bank", [], ["All approvals from the bank"]],
    ["SETUP-0099", [], ["SETUP-0099"]],
  ])("that isn't a task is kept and blocks the task: %s", (value, resolved, words) => {
    const { dependencies } = waitingFor(value);
    expect(dependencies.resolved).toEqual(resolved);
    expect(dependencies.unknown.map(({ text }) => text)).toEqual(words);
  });

  it("on all of a kind is on every earlier task that mentions that kind", () => {
    const tasks = ["### Task 1.1: Схема", "**Описание**: Миграция таблиц", "", "### Task 1.2: Права", ""];
    const last = (value: string) =>
      taskOf(read(...tasks, "### Task 1.3: Сервер", `**Dependencies**: ${value}`), "1.3");
    expect(last("Все миграции").dependencies).toMatchObject({ resolved: ["1.1", "1.2"], unknown: [] });
    expect(last("Все согласования").dependencies).toMatchObject({ resolved: [], unknown: [{}] });
  });

  it("on a phase is on the tasks below its heading, even if their numbers start with another number", () => {
    const list = read(
      "## Phase 1: Cellar",
      "### Task 1.1: A",
      "",
      "## Phase 2: House",
      "### Task 4.1: B",
      "",
      "## Phase 3: Roof",
      "### Task 2.1: C",
      "**Dependencies**: Phases 1-2",
    );
    expect(taskOf(list, "2.1").dependencies.resolved).toEqual(["1.1", "4.1"]);
  });

  it("of a group applies to every task of the group", () => {
    const group = (number: number, value: string) => [
      `### Group ${number}: G${number}`,
      `**Dependencies**: ${value}`,
      "",
      `#### Task ${number}.1: A`,
      "- [ ] a",
      "",
      `#### Task ${number}.2: B`,
      `**Dependencies**: ${number}.1`,
      "",
    ];
    const list = read(
      ...group(1, "None"),
      ...group(2, "Group 1"),
      ...group(3, "All groups"),
      ...group(4, "Legal"),
    );
    expect(list.phases.map(({ number, title }) => `${number} ${title}`)).toEqual([
      "1 G1",
      "2 G2",
      "3 G3",
      "4 G4",
    ]);
    expect(taskOf(list, "2.1").dependencies.resolved).toEqual(["1.1", "1.2"]);
    expect(taskOf(list, "3.2").dependencies).toMatchObject({
      own: ["3.1"],
      resolved: ["3.1", "1.1", "1.2", "2.1", "2.2"],
    });
    expect(taskOf(list, "4.1").dependencies.unknown).toMatchObject([{ text: "Legal" }]);
    expect(list.tasks.filter((task) => isReady(list, task)).map(({ number }) => number)).toEqual(["1.1"]);
  });
});

describe("a dependency over several lines of an item", () => {
  it("can be followed and removed, and is named as one line", () => {
    const list = read(
      "### Task 1.1: A",
      "",
      "### Task 1.2: B",
      "",
      "### Task 1.3: C",
      "- **Dependencies**:",
      "  - 1.1",
      "  - 1.2 (needs the",
      "    schema)",
      "  - the vendor's",
      "    key",
    );
    const { own, parts } = taskOf(list, "1.3").dependencies;
    expect(own).toEqual(["1.1", "1.2", "the vendor's key"]);
    const places = parts.map(({ start, end }) => list.source.slice(start, end));
    expect(places).toEqual(["1.1", "1.2 (needs the\n    schema)", "the vendor's\n    key"]);
    const removed = revise(list, [followTasks([taskOf(list, "1.2")], new Map())]).source;
    expect(removed).toContain("  - 1.1\n  - the vendor's\n    key\n");
    const renumbered = revise(list, [followTasks([], new Map([["1.2", "1.5"]]))]).source;
    expect(renumbered).toBe(list.source.replace("1.2 (needs", "1.5 (needs"));
  });
});

describe("the heading of a task", () => {
  it.each(["任务", "Задача", "Tarea", "Story", "Uppgift", "T", ""])(
    "may begin with another word than Task: %s",
    (word) => {
      const list = read(
        "## 1. Base",
        "",
        `### ${word} 1.1: A`,
        "- [ ] a",
        "",
        `### ${word} 1.2: B`,
        "- [ ] b",
      );
      expect(list.tasks.map(({ number, title }) => `${number} ${title}`)).toEqual(["1.1 A", "1.2 B"]);
      expect(list.phases).toMatchObject([{ number: 1, title: "Base", tasks: ["1.1", "1.2"] }]);
    },
  );

  it("isn't recognized in a document with only numbered sections", () => {
    expect(read("### 1.1 Scope", "Prose.", "", "### 1.2 Terms", "Prose.").tasks).toEqual([]);
  });

  it("isn't recognized above numbered parts that have a task's fields", () => {
    const part = (number: string) => [
      `#### ${number} Paint`,
      "**Dependencies**: None",
      "**Acceptance Criteria**:",
      "- [ ] The wall is white",
      "",
    ];
    const { tasks, diagnostics } = read(
      "### 1.1 Ground floor",
      "",
      ...part("1.1.1"),
      ...part("1.1.2"),
      "### 1.2 Roof",
      "",
      ...part("1.2.1"),
    );
    expect(tasks).toEqual([]);
    expect(diagnostics.map(({ rule }) => rule)).toContain("no-tasks");
  });

  it("isn't recognized above boxes with numbers such as T001, which are the tasks", () => {
    const boxes = (first: number) => [`- [ ] T00${first} Dig`, `- [ ] T00${first + 1} Fill`, ""];
    expect(read("### 1.1 Cellar", ...boxes(1), "### 1.2 Roof", ...boxes(3)).tasks).toEqual([]);
  });

  it.each(["#### Task:", "#### Task: Paint the wall", "#### Task 1.1.1: Paint the wall"])(
    "belongs to the task above it if it names a part of that task: %s",
    (heading) => {
      const list = read(
        "### Task 1.1: Ground floor",
        "**Dependencies**: None",
        "",
        heading,
        "White paint",
        "",
        "#### Verification:",
        "- [ ] The wall is white",
        "",
        "### Task 1.2: Roof",
      );
      expect(taskOf(list, "1.1")).toMatchObject({
        body: `${heading}\nWhite paint`,
        verification: [{ text: "The wall is white" }],
      });
      expect(list.diagnostics).toEqual([]);
    },
  );

  it.each(["#### Task 3: Paint", "##### Task 1.2: Paint"])(
    "is reported below a task if it names another task: %s",
    (heading) => {
      const { tasks, diagnostics } = read("### Task 1.1: Ground floor", "", heading, "- [ ] White");
      expect(tasks).toMatchObject([{ number: "1.1", verification: [] }]);
      expect(diagnostics.map(({ rule, line }) => `${rule} ${line}`)).toEqual(["malformed-task 5"]);
    },
  );

  it("isn't recognized below another task", () => {
    const list = read(
      "### Task 1.1: A",
      "",
      "#### Step 1.2: X",
      "- [ ] x",
      "",
      "#### Step 1.3: Y",
      "- [ ] y",
    );
    expect(list.tasks.map(({ number }) => number)).toEqual(["1.1"]);
  });
});

describe("the heading of a phase", () => {
  it("may be a task's with a whole number above tasks of that number", () => {
    const list = read(
      "## Task 1: Cellar",
      "",
      "### 1.1 Dig",
      "- [ ] Two metres deep",
      "",
      "## Task 2: Roof",
      "",
      "### 2.1 Cover",
      "- [ ] No gap",
    );
    expect(list.phases.map(({ title, tasks }) => [title, ...tasks])).toEqual([
      ["Cellar", "1.1"],
      ["Roof", "2.1"],
    ]);
    expect(list.diagnostics).toEqual([]);
  });

  it("is reported if boxes are where its tasks should be", () => {
    const boxes = ["- [ ] Dig", "- [ ] Fill", ""];
    const task = ["### Task 2.1: Cover", "- [ ] No gap", ""];
    const lines = [
      "## Phase 1: Cellar",
      ...boxes,
      "## Phase 2: Roof",
      ...task,
      "## Phase 2: Approval",
      ...boxes,
    ];
    expect(read(...lines).diagnostics).toMatchObject([{ rule: "malformed-task", line: 3 }]);
    expect(read("## Phase 1: Cellar", ...boxes).diagnostics).toMatchObject([{ rule: "no-tasks" }]);
  });
});

describe("a heading with an id above boxes", () => {
  it("is reported in a list of tasks, and isn't above prose", () => {
    const { diagnostics } = read(
      "### SETUP-01: Fence",
      "- [ ] Posts",
      "",
      "### RFC-7: Reasons",
      "Prose.",
      "",
      "### Task 1.1: Dig",
      "- [ ] Deep",
    );
    expect(diagnostics).toMatchObject([{ rule: "malformed-task", line: 3 }]);
  });
});

describe("a table of tasks", () => {
  it("is reported row by row if the list has no other tasks", () => {
    const { diagnostics } = read("| ID | Task |", "|---|---|", "| 1.1 | Create |", "| 1.2 | Use |");
    expect(diagnostics.map(({ rule, line }) => `${rule} ${line}`)).toEqual([
      "no-tasks 5",
      "malformed-task 5",
      "malformed-task 6",
    ]);
    expect(diagnostics[0]?.message).toContain("2 rows of tables that look like tasks");
  });
});

describe("a numbered heading that is not read as a task", () => {
  const reported = (...lines: readonly string[]) =>
    read(...lines).diagnostics.map(({ rule, line }) => `${rule} ${line}`);

  it("is reported below a task and in a phase", () => {
    expect(reported("## Phase 1: A", "### Task 1.1: A", "#### 1.4 Install", "text")).toEqual([
      "malformed-task 5",
    ]);
    expect(reported("## Phase 1: A", "### Task 1.1: A", "text", "### 1.4 Install", "text")).toEqual([
      "malformed-task 6",
    ]);
  });

  it("isn't reported if its number continues the task's number, or in another chapter", () => {
    expect(reported("### Task 1.1: A", "#### 1.1.1 Install", "text")).toEqual([]);
    expect(reported("### Task 1.1: A", "", "## Appendix", "### 4.1 Terms", "text")).toEqual([]);
  });
});

describe("a label at the start of a line", () => {
  it("begins a field even where Markdown continues the item above", () => {
    const task = taskOf(
      read(
        "### Task 1.1: A",
        "**Steps**:",
        "1. First",
        "2. Second",
        "**Verification:**",
        "- [ ] It works",
        "**Notes:** n",
      ),
      "1.1",
    );
    expect(task.steps.map(({ text }) => text)).toEqual(["First", "Second"]);
    expect(task.verification.map(({ text }) => text)).toEqual(["It works"]);
    expect(task.body).toBe("**Notes:** n");
  });

  it("begins a field in bold text inside an item", () => {
    const list = read(
      "### Task 1.1: A",
      "- Build it",
      "  **Verification:**",
      "  - [ ] It works",
      "- Ship it",
    );
    const task = taskOf(list, "1.1");
    expect(task.steps.map(({ text }) => text)).toEqual(["Build it", "Ship it"]);
    expect(task.verification.map(({ text }) => text)).toEqual(["It works"]);
  });

  it("begins a field in a quotation", () => {
    const list = read(
      "### Task 1.1: A",
      "> **Dependencies**: 1.2",
      "> **Goal**: g",
      "",
      "### Task 1.2: B",
      "- [ ] b",
    );
    expect(taskOf(list, "1.1")).toMatchObject({ dependencies: { own: ["1.2"] }, body: "> **Goal**: g" });
  });

  it("has its list in the quotation that it begins in", () => {
    const list = read(
      "### Task 1.1: A",
      "> **Steps**:",
      "> 1. First",
      "> 2. Second",
      ">",
      "> **Verification**:",
      "> - [x] a",
      "> - [ ] b",
      "> **Files**: `a.ts`",
    );
    const { steps, verification, files, body } = taskOf(list, "1.1");
    expect([steps, verification, files].map((entries) => entries.map(({ text }) => text))).toEqual([
      ["First", "Second"],
      ["a", "b"],
      ["a.ts"],
    ]);
    expect(body).toBeNull();
  });

  it("may be in another language", () => {
    const list = read(
      "### 任务 1.1: A",
      "**状态**: 🔵 待开始",
      "**依赖**: 无",
      "**验收标准**:",
      "- [ ] 通过",
    );
    expect(taskOf(list, "1.1")).toMatchObject({
      status: { value: "Not Started", understood: true },
      body: null,
    });
    expect(isReady(list, taskOf(list, "1.1"))).toBe(true);
  });
});

describe("a list indented by four blanks or more, or by a tab", () => {
  it.each([
    ["    ", "\n"],
    ["\t", "\r\n"],
    ["         ", "\n"],
  ])("is read right below a label, with positions: %j", (indent, eol) => {
    const lines = [
      "**Steps**:",
      `${indent}1. One`,
      `${indent}   two`,
      `${indent}2. Three`,
      "**Files**:",
      `${indent}- a.ts`,
      "**Verification**:",
      `${indent}- [x] a`,
      `${indent}  - [ ] b`,
      `${indent}- [ ] c`,
      "**Dependencies**: None",
    ];
    const list = readTaskList(["### Task 1.1: A", ...lines, "---", "", "- [ ] d"].join(eol));
    const { steps, files, verification, dependencies } = taskOf(list, "1.1");
    expect(steps.map(({ text }) => text)).toEqual(["One two", "Three"]);
    expect(files).toMatchObject([{ text: "a.ts" }]);
    expect(verification).toMatchObject([{ checked: true }, { checked: false }, { checked: false }]);
    expect(dependencies.parts).toEqual([]);
    for (const { text, textSpan } of [...files, ...verification])
      expect(list.source.slice(textSpan.start, textSpan.end)).toBe(text);
    const ticked = verification.map(({ text }) => ({ text, checked: true }));
    const after = revise(list, writeFacts(new Map([["1.1", { verification: ticked }]]))).source;
    expect(after).toBe(list.source.replace("[ ] b", "[x] b").replace("[ ] c", "[x] c"));
    const replaced = revise(list, writeFacts(new Map([["1.1", { steps: ["Four"] }]]))).source;
    expect(replaced).toContain(`**Steps**:${eol}${indent}1. Four${eol}`);
  });

  it("is read below the label of a bullet", () => {
    const list = read(
      "### Task 1.1: A",
      "- Verification:",
      "      - [ ] a",
      "      - [ ] b",
      "- Dependencies: None",
    );
    expect(taskOf(list, "1.1")).toMatchObject({ verification: [{ text: "a" }, { text: "b" }], steps: [] });
  });
});

describe("a comment at the end of a line", () => {
  it.each([
    ["**Verification**: Returns 200 <!-- slow -->", "**Verification**:\n- [x] Returns 200 <!-- slow -->"],
    ["- [ ] Returns 200 <!-- slow -->", "- [x] Returns 200 <!-- slow -->"],
  ])("stays when the criterion is ticked: %s", (line, ticked) => {
    const list = read("### Task 1.1: A", "", line);
    const verification = [{ text: "Returns 200", checked: true }];
    const after = revise(list, writeFacts(new Map([["1.1", { verification }]])));
    expect(after.source).toBe(list.source.replace(line, ticked));
    expect(taskOf(after, "1.1").verification).toMatchObject(verification);
  });
});

describe("a rule right below a label", () => {
  it("is not part of the value, which can be ticked and edited", () => {
    const list = read("### Task 1.1: A", "", "**Verification**: Returns 200", "---", "", "### Task 1.2: B");
    expect(taskOf(list, "1.1").verification).toMatchObject([{ text: "Returns 200" }]);
    const verification = [{ text: "Returns 200", checked: true }];
    const ticked = revise(list, writeFacts(new Map([["1.1", { verification, files: ["a.ts"] }]])));
    expect(taskOf(ticked, "1.1")).toMatchObject({ verification, files: [{ text: "a.ts" }] });
    expect(taskOf(ticked, "1.2").title).toBe("B");
  });

  it.each(["files", "steps", "verification", "proof", "owner"] as const)(
    "stays below a new field: %s",
    (name) => {
      const list = read("### Task 1.1: A", "", "**Dependencies**: None", "---", "", "### Task 1.2: B");
      const facts = {
        files: ["a.ts"],
        steps: ["a"],
        verification: [{ text: "a", checked: false }],
        proof: ["a"],
        owner: "a",
      };
      const edited = revise(list, writeFacts(new Map([["1.1", { [name]: facts[name] }]])));
      const task = taskOf(edited, "1.1");
      expect(task[name]).toHaveLength(1);
      expect(task.dependencies).toMatchObject({ own: [], parts: [] });
      expect(edited.source).toContain("---\n\n### Task 1.2: B");
    },
  );
});

describe("a code block under Verification", () => {
  const lines = ["### Task 1.1: A", "**Verification**:", "```bash", "npm test", "npm run lint", "```"];

  it("is a criterion, and its box is written on the label's line", () => {
    const list = read(...lines);
    expect(taskOf(list, "1.1").verification).toMatchObject([
      { text: "npm test\nnpm run lint", checked: false },
    ]);
    expect(taskOf(list, "1.1").body).toBeNull();
    const verification = [{ text: "npm test\nnpm run lint", checked: true }];
    const ticked = revise(list, writeFacts(new Map([["1.1", { verification }]]))).source;
    expect(ticked).toContain("**Verification**: [x]\n```bash\n");
    expect(taskOf(readTaskList(ticked), "1.1").verification).toMatchObject([{ checked: true }]);
  });

  it("leaves the text below it to the body", () => {
    const task = taskOf(read(...lines, "", "All tests", "pass."), "1.1");
    expect(task.verification).toMatchObject([{ text: "npm test\nnpm run lint" }]);
    expect(task.body).toBe("All tests\npass.");
  });

  it("is part of the body if a list follows under the label", () => {
    const task = taskOf(read(...lines, "", "Expect:", "", "- [ ] No error"), "1.1");
    expect(task.verification).toMatchObject([{ text: "No error" }]);
    expect(task.body).toBe("```bash\nnpm test\nnpm run lint\n```\n\nExpect:");
  });
});

describe("a code block under Steps", () => {
  it("is part of the body, and the text below it is the step", () => {
    const task = taskOf(
      read("### Task 1.1: A", "**Steps**:", "", "```", "npm ci", "```", "", "Start it"),
      "1.1",
    );
    expect(task.steps).toMatchObject([{ text: "Start it" }]);
    expect(task.body).toBe("```\nnpm ci\n```");
  });
});

describe("a numbered part of a task", () => {
  it("states its own status and dependencies, and its criteria are the task's", () => {
    const part = ["**Status**: Complete", "**Dependencies**: 1.1.1", "**Verification**: It is level"];
    const heading = ["### Task 1.1: A", "**Dependencies**: None", ""];
    const list = read(...heading, "#### 1.1.2 Fill", ...part, "", "#### Notes", "**Owner**: ann");
    expect(taskOf(list, "1.1")).toMatchObject({
      status: { value: "Not Started" },
      owner: "ann",
      dependencies: { unknown: [] },
      verification: [{ text: "It is level" }],
    });
  });
});

describe("a closing tag below a list", () => {
  it.each(["context", "read_first"])("is not part of the last item: </%s>", (tag) => {
    const items = [`<${tag}>`, "", "- Dig", "- Fill", `</${tag}>`, "", "- [ ] It is level"];
    const list = read("### Task 1.1: A", ...items);
    expect(taskOf(list, "1.1").steps.map(({ text }) => text)).toEqual(["Dig", "Fill"]);
    const after = revise(list, writeFacts(new Map([["1.1", { steps: ["Rake"] }]]))).source;
    expect(after).toContain(`<${tag}>\n\n- Rake\n</${tag}>\n\n- [ ] It is level`);
  });
});

describe("boxes in a task", () => {
  it("are read without a blank after them, but not in links", () => {
    const items = ["- [ ]a", "- [x]b", "- [x](y) c", "- [x][y] d"];
    const list = read("### Task 1.1: A", "**Verification**:", ...items);
    const item = (text: string, checked: boolean, box: boolean) => ({ text, checked, hasBox: box });
    const found = taskOf(list, "1.1").verification.map(({ text, checked, box }) =>
      item(text, checked, box !== null),
    );
    const expected = [item("a", false, true), item("b", true, true)];
    expect(found).toEqual([...expected, item("[x](y) c", false, false), item("[x][y] d", false, false)]);
    const verification = found.map(({ text }) => ({ text, checked: true }));
    const ticked = revise(list, writeFacts(new Map([["1.1", { verification }]]))).source;
    expect(ticked).toContain("- [x]a\n- [x]b\n- [x] [x](y) c\n");
  });

  it("are its criteria below a Requirements label, where bullets without boxes are ids", () => {
    const boxes = taskOf(
      read("### Task 1.1: A", "**Requirements**:", "- [x] It is white", "- [ ] It is dry"),
      "1.1",
    );
    expect(boxes.requirements).toEqual([]);
    expect(boxes.verification).toMatchObject([
      { text: "It is white", checked: true },
      { text: "It is dry", checked: false },
    ]);
    expect(taskOf(read("### Task 1.1: A", "**Requirements**:", "- FR-1"), "1.1")).toMatchObject({
      requirements: ["FR-1"],
      verification: [],
    });
  });

  it("are its criteria below an unknown label if it has no other criteria", () => {
    const own = [
      "**Survey**:",
      "- [x] Ask the owner",
      "  - [x] Write it down",
      "",
      "**Handover**:",
      "- [x] A plan",
    ];
    const list = read(
      "### Task 1.1: A",
      ...own,
      "",
      "### Task 1.2: B",
      ...own,
      "",
      "**Verification**: Signed",
    );
    const [alone, beside] = [taskOf(list, "1.1"), taskOf(list, "1.2")];
    expect(alone.verification.map(({ text }) => text)).toEqual(["Ask the owner", "Write it down", "A plan"]);
    expect(alone).toMatchObject({ status: { value: "Complete" }, body: "**Survey**:\n\n**Handover**:" });
    expect(beside.verification.map(({ text }) => text)).toEqual(["Signed"]);
    expect(beside.body).toBe(own.join("\n"));
    const verification = alone.verification.map(({ text }, index) => ({ text, checked: index > 0 }));
    const opened = revise(list, writeFacts(new Map([["1.1", { verification }]]))).source;
    expect(opened).toBe(list.source.replace("- [x] Ask", "- [ ] Ask"));
  });
});

describe("boxes after a blank line below a field's bullets", () => {
  it("are criteria, and replacing the field leaves them", () => {
    const boxes = ["- [x] Cut the wood", "", "- [ ] Glue the frame"];
    const list = read(
      "### Task 1.1: A",
      "**Files**:",
      "- Create: `frame.md`",
      "",
      ...boxes,
      "",
      "### Task 1.2: B",
      "**Dependencies**:",
      "- Task 1.1",
      "",
      ...boxes,
      "",
      "### Task 1.3: C",
      "**Steps**:",
      "1. Measure it",
      "",
      ...boxes,
    );
    for (const { verification, status } of list.tasks) {
      expect(verification.map(({ text }) => text)).toEqual(["Cut the wood", "Glue the frame"]);
      expect(status.value).toBe("In Progress");
    }
    const [first, second, third] = list.tasks;
    expect(first?.files.map(({ text }) => text)).toEqual(["frame.md"]);
    expect(second?.dependencies).toMatchObject({ resolved: ["1.1"], unknown: [] });
    expect(third?.steps.map(({ text }) => text)).toEqual(["Measure it"]);
    const { source } = revise(list, writeFacts(new Map([["1.1", { files: ["panel.md"] }]])));
    expect(source).toContain(`**Files**: \`panel.md\`\n\n${boxes.join("\n")}\n`);
  });

  it("are the field's own if one above them has a box too", () => {
    const list = read("### Task 1.1: A", "**Files**:", "- [x] `a.md`", "- `b.md`", "", "- [ ] `c.md`");
    expect(taskOf(list, "1.1").files.map(({ text }) => text)).toEqual(["a.md", "b.md", "c.md"]);
  });
});

describe("the body of a task", () => {
  it("is all text that isn't in a field, unchanged", () => {
    const list = read(
      "### Task 1.1: A",
      "**Description**: Why it matters.",
      "",
      "- **Files**: `src/a.ts`",
      "- **Goal**: Fast",
      "",
      "**Steps**:",
      "1. Do it",
      "   - with care",
      "",
      "   ```ts",
      "   run();",
      "   ```",
      "",
      "#### Notes",
      "| a | b |",
      "",
      "text",
    );
    const task = taskOf(list, "1.1");
    expect(task.body).toBe(
      "**Description**: Why it matters.\n\n- **Goal**: Fast\n\n#### Notes\n| a | b |\n\ntext",
    );
    expect(task.steps.map((step) => itemText(list.source, task, step))).toEqual([
      "Do it\n- with care\n\n```ts\nrun();\n```",
    ]);
  });

  it.each([
    ["a.ts and b.ts", null],
    ['"a.ts", `b.ts` and `c.ts`', null],
    ["None", null],
    ["a.ts and its tests", "**Files**: a.ts and its tests"],
    ["a.ts (new)", "**Files**: a.ts (new)"],
    ["`a.ts` (proposed), b.ts (proposed)", null],
    ["`a.ts` (proposed by Ann)", "**Files**: `a.ts` (proposed by Ann)"],
  ])("contains the line of a Files label only if it says more than paths: %s", (value, body) => {
    expect(taskOf(read("### Task 1.1: A", `**Files**: ${value}`), "1.1").body).toBe(body);
  });

  it.each([
    ["None", false],
    ["No dependencies.", false],
    ["Keine Abhängigkeiten", false],
    ["None, runs by itself", true],
    ["Keine, läuft für sich", true],
    ["No dependencies, runs by itself", true],
  ])("contains the line of a Dependencies label if words follow None: %s (%s)", (value, isContained) => {
    const line = `**Dependencies**: ${value}`;
    expect(taskOf(read("### Task 1.1: A", line), "1.1").body).toBe(isContained ? line : null);
  });

  it("contains a field's line that says more than the field can store", () => {
    const list = read(
      "### Task 1.1: A",
      "**Complexity**: High - three services",
      "**Dependencies**: None (only the schema)",
      "**Files**:",
      "- `src/a.ts` - the handler",
    );
    expect(taskOf(list, "1.1").body).toBe(list.source.trim().split("\n").slice(3).join("\n"));
  });
});

describe("a backslash at the end of a label's line", () => {
  it("is a line break, and no part of the value", () => {
    const list = read(
      "**PRD**: 0001-prd-x.md\\",
      "**Created**: 2026-11-01\\",
      "**Status**: Not Started",
      "",
      "### Task 1.1: A",
      "",
      "### Task 1.2: B",
      "**Dependencies**: 1.1\\",
      "**Files**: a.ts",
    );
    expect([list.prd?.value.text, list.created?.value.text]).toEqual(["0001-prd-x.md", "2026-11-01"]);
    const { dependencies, files } = taskOf(list, "1.2");
    expect([dependencies.resolved, dependencies.unknown, files.map(({ text }) => text)]).toEqual([
      ["1.1"],
      [],
      ["a.ts"],
    ]);
  });
});

describe("an estimate", () => {
  it.each([
    ["**Estimate**: 20 minutes", 20],
    ["**Effort**: ~2 hours", 120],
    ["**Estimated Time:** 1.5h", 90],
    ["- **Duration**: 1-2 days", 960],
    ["- Estimate: 3h", 180],
    ["**Estimate**: 1/2 day", 240],
    ["**Estimate**: 1 1/2 days", 720],
    ["- Cache duration: 3h", 30],
    ["**Response Time**: 3h", 30],
    ["**Session Duration**: 3h", 30],
    ["**Actual Time**: 3h", 30],
    ["**Time (hours)**: 3 h", 180],
    ["**Time Estimate**: 3h", 180],
    ["**Geschätzte Dauer**: 3 Stunden", 180],
    ["**Estimate**: 1 hour 30 minutes", 90],
    ["**Estimate**: 30 min - 1 hour", 60],
    ["**工时**: 8小时", 480],
    ["**Priority**: P0 | **Effort**: 3 hours (1 day with tests)", 180],
    ["**Effort**: Small", 30],
    ["**Owner**: 2 hours", 30],
  ])("is read from %s", (line, minutes) => {
    expect(effortMinutes(taskOf(read("### Task 1.1: A", "**Complexity**: Low", line), "1.1"))).toBe(minutes);
  });
});

describe("the list's own word for a task", () => {
  const story = (number: string, value: string) => [
    `### Story ${number}: A`,
    `**Dependencies**: ${value}`,
    "**Acceptance Criteria**: 200",
    "",
  ];

  it.each([
    ["Story 1.1", ["1.1"]],
    ["Stories 1.1 and 1.2", ["1.1", "1.2"]],
    ["story 1.1 - story 1.2", ["1.1", "1.2"]],
  ])("is understood in the dependency %s", (value, numbers) => {
    const list = read(...story("1.1", "None"), ...story("1.2", "None"), ...story("1.3", value));
    expect(taskOf(list, "1.3").dependencies).toMatchObject({ resolved: numbers, unknown: [] });
  });

  it("is recognized in a single heading with a task's fields", () => {
    expect(read(...story("1.2", "None")).tasks.map(({ number }) => number)).toEqual(["1.2"]);
    expect(read("### Chapter 1.2: A", "**Files**: a.ts").tasks).toEqual([]);
  });
});
