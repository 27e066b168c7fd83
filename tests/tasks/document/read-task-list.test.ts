import { describe, expect, it } from "vitest";
import { withoutNestedFences } from "../../../src/tasks/document/prepare-markdown.ts";
import { itemText } from "../../../src/tasks/document/read-entries.ts";
import { readTaskList } from "../../../src/tasks/document/read-task-list.ts";
import type { Task, TaskList } from "../../../src/tasks/document/task-list.ts";
import { parseTaskNumber } from "../../../src/tasks/document/task-number.ts";
import { isReady } from "../../../src/tasks/document/task-queries.ts";
import { listOf } from "../../support/list-of.ts";

const header = "# Task List: Accounts\n\n**PRD**: 0001-prd-accounts.md\n\n";

function listWith(...lines: readonly string[]): TaskList {
  return readTaskList(`${header}## Phase 1: Data\n\n${lines.join("\n")}\n`);
}

/** A task with the given lines, in a list that has tasks 1.1 to 1.9 for it to depend on. */
function taskWith(...lines: readonly string[]): Task {
  const others = Array.from(
    { length: 9 },
    (_, index) => `### Task 1.${index + 1}: Other\n- Dependencies: None\n`,
  );
  const list = listWith(...others, "## Phase 2: Core", "", "### Task 2.1: Subject", ...lines);
  const task = list.tasks.find(({ number }) => number === "2.1");
  if (!task) throw new Error("Task 2.1 was not read.");
  return task;
}

const rulesOf = ({ diagnostics }: TaskList) =>
  diagnostics.map(({ rule, line, column }) => `${rule} ${line}:${column}`);

describe("the heading of a task", () => {
  it.each([
    ["### Task 1.1: Create model", "Create model"],
    ["#### Task 1.1: Create model", "Create model"],
    ["### Task 1.1 — Create model", "Create model"],
    ["### Task 1.1 - Create model", "Create model"],
    ["### Task 1.1 – Create model", "Create model"],
    ["### **Task 1.1**: Create model", "Create model"],
    ["### task 1.1: Create model ###", "Create model"],
    ["### Task 1.1: Create model ✅ COMPLETE", "Create model"],
    ["### ✅ Task 1.1: Create model", "Create model"],
    ["### [x] Task 1.1: Create model", "Create model"],
    ["### Task 1.1: Create model [x]", "Create model"],
    ["### Task 1.1: [x] Create model", "Create model"],
    ["### **Task 1.1: Create model**", "Create model"],
    ["### **Task 1.1:** Create model", "Create model"],
    ["### **✅ Task 1.1: Create model** ✅", "Create model"],
    ["### Task 1.1: Create model (DONE)", "Create model"],
    ["### **Task 1.1: Create model - COMPLETED ✅**", "Create model"],
    ["### **Task 1.1: Create model** 🔄", "Create model"],
    ["### **Task 1.1: Create model** **🔄**", "Create model"],
    ["### Task 1.1: Show what is done", "Show what is done"],
    ["### Task 1.1: Mark as done - or finished later", "Mark as done - or finished later"],
    ["### Task 1.1: **Create** model", "**Create** model"],
    ["### `Task 1.1`: Create model", "Create model"],
    ["### Task 1.1. Create model", "Create model"],
    ["### Task 1.1: ✅ Create model", "Create model"],
    ["### Task 1.1: [ ] Create model", "Create model"],
    ["### Task 1.1: [ ](model.md) Create model", "[ ](model.md) Create model"],
    ["### Task **1.1**: Create model", "Create model"],
    ["### Task **1.1: Create model**", "Create model"],
    ["### Task `1.1`: Create model", "Create model"],
    ["### Task (1.1): Create model", "Create model"],
    ["### Task №1.1: Create model", "Create model"],
    ["### Task [x] 1.1: Create model", "Create model"],
  ])("is read from %s", (heading, title) => {
    const [task] = listWith(heading).tasks;
    expect(task).toMatchObject({ number: "1.1", phase: 1, seq: 1, title, line: 7 });
  });

  it.each([
    ["### Task 1.1: Done ✅", "Complete"],
    ["### [x] Task 1.1: Done", "Complete"],
    ["### Task [x] 1.1: Done", "Complete"],
    ["### Task 1.1: Create model (done)", "Complete"],
    ["### Task 1.1: Create model — completed", "Complete"],
    ["### Task 1.1: Create model 🔄", "Not Started"],
    ["### Task 1.1: [x](docs/x.md) moves", "Not Started"],
    ["### Task 1.1: [x][axes] moves", "Not Started"],
    ["### Task 1.1: Draw `[x]` and `✅`", "Not Started"],
    ["### [ ] Task 1.1: Open", "Not Started"],
  ])("sets the task's status if there is no Status line: %s", (heading, status) => {
    expect(listWith(heading).tasks[0]?.status.value).toBe(status);
  });

  it("has exact positions for its number, title and mark", () => {
    const list = listWith("### Task 1.1: Create model ✅ COMPLETE");
    const { titleSpan, numberSpan, headingMark } = list.tasks[0] as Task;
    expect(list.source.slice(titleSpan.start, titleSpan.end)).toBe("Create model");
    expect(list.source.slice(numberSpan.start, numberSpan.end)).toBe("1.1");
    expect(list.source.slice(headingMark?.start, headingMark?.end)).toBe(" ✅ COMPLETE");
  });
});

describe("a phase", () => {
  it("is read with its range at heading levels ## and ###", () => {
    const { phases } = readTaskList(
      "## Phase 1: Data (Tasks 1.1-1.2)\n### Task 1.1: A\n### Phase 2 — Core\n#### Task 2.1: B\n",
    );
    expect(phases.map(({ number, title, tasks }) => [number, title, tasks])).toEqual([
      [1, "Data", ["1.1"]],
      [2, "Core", ["2.1"]],
    ]);
    expect(phases[0]?.heading?.range).toMatchObject({ first: { text: "1.1" }, last: { text: "1.2" } });
  });

  it("is the heading above its tasks, not every heading with its number", () => {
    const list = readTaskList(
      "## Phase 1 Progress\n\n## Phase 1: Data\n\n### Task 1.1: A\n\n## Phase 1: Review\n\nText\n",
    );
    expect(list.phases.map(({ title }) => title)).toEqual(["Data"]);
  });

  it.each([
    ["## **Phase 1: Data**", "Data"],
    ["## **Phase 1: Data** (Tasks 1.1-1.1)", "Data"],
    ["## **Phase 1**: Data", "Data"],
    ["## **Phase 1:** Data", "Data"],
    ["## Phase 1: **Data** first", "**Data** first"],
  ])("has a title without the emphasis around the heading: %s", (heading, title) => {
    expect(readTaskList(`${header}${heading}\n\n### Task 1.1: A\n`).phases[0]?.title).toBe(title);
  });

  it("is derived from the numbers of tasks without a phase heading", () => {
    const list = readTaskList("# L\n\n### Task 1.1: A\n\n### Task 2.1: B\n");
    expect(list.phases).toMatchObject([
      { number: 1, heading: null, tasks: ["1.1"] },
      { number: 2, heading: null, tasks: ["2.1"] },
    ]);
  });
});

describe("the fields of a task", () => {
  it.each([
    ["**Complexity**: High"],
    ["**Complexity:** High"],
    ["- **Complexity**: High"],
    ["- **Complexity:** High"],
    ["- Complexity: High"],
    ["* complexity: 🔴 high (two days)"],
    ["**Complexity**: High (was Medium)"],
    ["**Complexity**: High - low risk, medium effort"],
    ["**Complexity**: High, with low-level code"],
    ["**Effort**: L | **Complexity:** High | **Owner**: ann"],
    ["**Compexity**: High"],
    ["⚠️ **Complexity:** High"],
    ["- 🔧 **Complexity**: High"],
  ])("are read from %s", (line) => {
    expect(taskWith(line).complexity).toBe("High");
  });

  it("are read from the full form", () => {
    const task = taskWith(
      "",
      "**Status**: In Progress",
      "**Owner**: ann",
      "**Complexity**: Medium",
      "**Dependencies**: 1.1 (DB, schema), 1.2",
      "**Requirements**: FR-1, FR-3",
      "**Files**: `src/a.ts`, src/b.ts (new)",
      "**Endpoint**: POST /api/users",
      "",
      "**Steps**:",
      "1. First",
      "2. Second",
      "",
      "**Verification**:",
      "- [x] Returns 201",
      "- [ ] Returns 409",
    );
    expect(task).toMatchObject({
      form: "full",
      status: { value: "In Progress", written: "In Progress" },
      owner: "ann",
      complexity: "Medium",
      dependencies: { own: ["1.1", "1.2"] },
      requirements: ["FR-1", "FR-3"],
      files: [{ text: "src/a.ts" }, { text: "src/b.ts" }],
      method: "POST",
      path: "/api/users",
      steps: [{ text: "First" }, { text: "Second" }],
      verification: [
        { text: "Returns 201", checked: true },
        { text: "Returns 409", checked: false },
      ],
    });
  });

  it.each([
    ["a.ts and b.ts", ["a.ts", "b.ts"]],
    ["`src/a.ts` and `src/b.ts`, src/c.ts & src/d.ts", ["src/a.ts", "src/b.ts", "src/c.ts", "src/d.ts"]],
    ["src/a.ts (from x.ts and y.ts)", ["src/a.ts"]],
    ["src/a.ts and its tests", ["src/a.ts and its tests"]],
    ["src/and/b.ts", ["src/and/b.ts"]],
    ["[src/a.ts](../src/a.ts)", ["src/a.ts"]],
    ["[the model](src/a.ts)", ["src/a.ts"]],
    ['"src/a.ts", “src/b.ts”', ["src/a.ts", "src/b.ts"]],
    ["a.ts <!-- model -->", ["a.ts"]],
  ])("include the files of %s", (value, files) => {
    expect(taskWith(`**Files**: ${value}`).files.map(({ text }) => text)).toEqual(files);
  });

  it.each(["GET /a, POST /b", "GET /a: answers 200", "`GET /a`; POST /b"])(
    "include the path of %s without the mark behind it",
    (value) => {
      expect(taskWith(`**Endpoint**: ${value}`)).toMatchObject({ method: "GET", path: "/a" });
    },
  );

  it("don't include a comment at the end of the line", () => {
    const task = taskWith(
      "**Owner**: bob <!-- 1 --> <!-- 2 -->",
      "**Complexity**: <!-- later -->",
      "**Dependencies**: 1.1 <!-- 1.2 later -->",
      "**Verification**: <!-- all -->",
      "- a <!-- b -->",
    );
    expect(task).toMatchObject({
      owner: "bob",
      complexity: null,
      dependencies: { own: ["1.1"] },
      verification: [{ text: "a" }],
    });
  });

  it("are read from the compact form, in which every other bullet is a step", () => {
    const task = taskWith(
      "- POST /api/auth/register",
      "- Dependencies: 1.1",
      "- Hash the password",
      "- Verification: Unit tests pass",
    );
    expect(task).toMatchObject({
      form: "compact",
      method: "POST",
      path: "/api/auth/register",
      dependencies: { own: ["1.1"] },
      steps: [{ text: "Hash the password" }],
      verification: [{ text: "Unit tests pass", prefix: "", box: null }],
    });
  });

  it("end at a rule, so text after the list doesn't belong to the last task", () => {
    expect(taskWith("**Dependencies**: 1.1", "", "---", "", "**Status**: Complete").status.value).toBe(
      "Not Started",
    );
  });

  it("aren't read as a setext heading if a rule follows directly", () => {
    const list = readTaskList(
      "# Task List: A\n\n**Created**: 2026-01-02\n**Status**: Complete\n---\n\n### Task 1.1: A\n",
    );
    expect(list.status?.value.text).toBe("Complete");
    expect(list.tasks).toHaveLength(1);
  });

  it.each([
    ["below the labels", ["**Steps**:", "-", "- One", "", "**Verification**:", "- ", "- [ ] a", "- [ ] b"]],
    ["in the compact form", ["- One", "- Verification:", "  -", "  - [ ] a", "  - [ ] b"]],
  ])("aren't read as headings if an empty item follows directly, %s", (_, lines) => {
    expect(taskWith("**Dependencies**: None", "", ...lines)).toMatchObject({
      steps: [{ text: "One" }],
      verification: [{ text: "a" }, { text: "b" }],
    });
  });

  it.each(["Acceptance Criteria", "Success Criteria", "Definition of Done", "Verification"])(
    "include criteria under %s",
    (label) => {
      expect(taskWith(`**${label}**:`, "- [ ] Returns 201").verification).toHaveLength(1);
    },
  );

  it.each([
    ["boxes", ["**Verification**:", "- [ ] a", "- [ ] b"]],
    ["bullets", ["**Verification**:", "- a", "- b"]],
    ["numbers", ["**Verification**:", "1. a", "2. b"]],
    ["a heading", ["#### Verification:", "", "- [ ] a", "- [ ] b"]],
    ["a nested list", ["- Verification:", "  - [ ] a", "  - [ ] b"]],
    ["boxes without a label", ["**Dependencies**: None", "", "- [ ] a", "- [ ] b"]],
    ["boxes below an estimate", ["**Estimate**: 2 days", "", "- [ ] a", "- [ ] b"]],
    ["boxes below an unknown label with its value", ["**Priority**: P0", "", "- [ ] a", "- [ ] b"]],
    ["boxes under a label and below a text", ["**Verification**:", "- [ ] a", "", "Text", "", "- [ ] b"]],
  ])("include criteria as %s", (_, lines) => {
    expect(taskWith(...lines).verification.map(({ text }) => text)).toEqual(["a", "b"]);
  });

  it("include a single criterion as a line of text, below the label or next to it", () => {
    expect(taskWith("**Verification**: Widget test").verification).toMatchObject([
      { text: "Widget test", prefix: "" },
    ]);
    expect(taskWith("**Verification**:", "Widget test").verification).toMatchObject([
      { text: "Widget test" },
    ]);
  });

  it.each([
    ["1. One", "   - part", "**Verification:**", "- [ ] 200", "  - [ ] 404", "**Dependencies:** 1.1"],
    [
      "- Steps:",
      "  - One",
      "    - part",
      "- Verification:",
      "  - [ ] 200",
      "  - [ ] 404",
      "**Dependencies**: 1.1",
    ],
    ["- One", "  - part", "**Verification**:", "  - [ ] 200", "  - [ ] 404", "Dependencies: 1.1"],
    ["* One", "", "  part", "**Dependencies**: 1.1", "**Verification**:", "1. 200", "2. 404"],
    ["1. One", "", "   **Dependencies**: 1.1", "   **Verification**:", "   - [ ] 200", "   - [ ] 404"],
  ])("begin at a label in a list or right below it (%#)", (...lines) => {
    expect(taskWith(...lines)).toMatchObject({
      steps: [{ text: "One" }],
      verification: [{ text: "200" }, { text: "404" }],
      dependencies: { own: ["1.1"] },
    });
  });

  it("have a value with a bar, or with a second line in the compact form", () => {
    const lines = ["**Complexity**: Low | **Verification**: Prints a | b", "**Dependencies**: None"];
    expect(taskWith(...lines).verification.map(({ text }) => text)).toEqual(["Prints a | b"]);
    const [criterion] = taskWith("- Verification: Returns 201", "  for a new user").verification;
    expect(criterion?.text).toBe("Returns 201 for a new user");
  });

  it("include unlabelled steps below other labels, above the criteria", () => {
    const lines = [
      "**Dependencies**: None",
      "",
      "1. One",
      "2. Two",
      "",
      "**Verification**: 200",
      "",
      "- Later",
    ];
    expect(taskWith(...lines).steps.map(({ text }) => text)).toEqual(["One", "Two"]);
    expect(taskWith("**Steps**: One", "**Files**: None", "", "- a note").steps).toHaveLength(1);
    expect(taskWith("- One", "- Steps: Two").steps.map(({ text }) => text)).toEqual(["One", "Two"]);
  });

  it.each(["Subtasks", "Implementation Steps", "Steps"])("include steps under %s", (label) => {
    expect(taskWith(`**${label}**:`, "1. One", "2. Two").steps).toHaveLength(2);
  });

  it.each(["\n", "\r\n"])("include the lines below a step, with the line ending %j", (lineEnding) => {
    const lines = ["### Task 1.1: A", "", "1. Write it", "   ```", "   one", "   two", "   ```"];
    const source = lines.join(lineEnding);
    const texts = readTaskList(source).tasks.flatMap((task) =>
      task.steps.map((step) => itemText(source, task, step)),
    );
    expect(texts).toEqual(["Write it\n```\none\ntwo\n```"]);
  });

  it.each([
    [["1. ```sh", "   npm ci", "     --quiet", "   ```"], "```sh\nnpm ci\n  --quiet\n```"],
    [["1. > One", "   > two", "", "   More"], "> One\n> two\n\nMore"],
    [["1. - One", "   - Two"], "- One\n- Two"],
    // Markdown reads the empty bullet as the line under a heading.
    [["1. One", "   -"], "One\n-"],
    [["1."], ""],
  ])("include the lines of a step that does not begin with a paragraph (%#)", (lines, expected) => {
    const source = ["### Task 1.1: A", "", "**Steps**:", "", ...lines].join("\n");
    const texts = readTaskList(source).tasks.flatMap((task) =>
      task.steps.map((step) => itemText(source, task, step)),
    );
    expect(texts).toEqual([expected]);
  });
});

describe("the dependencies of a task", () => {
  it.each([
    ["1.1, 1.2", ["1.1", "1.2"]],
    ["1.1, 1.2 (label, with a comma)", ["1.1", "1.2"]],
    ["Task 1.1", ["1.1"]],
    ["Tasks 1.2 and 1.4", ["1.2", "1.4"]],
    ["Task 1.1, 1.2, and 1.3", ["1.1", "1.2", "1.3"]],
    ["1.1-1.3", ["1.1", "1.2", "1.3"]],
    ["1.1–1.3, 1.5", ["1.1", "1.2", "1.3", "1.5"]],
    ["None", []],
    ["none", []],
    ["[None]", []],
    ["[]", []],
    ["None (needed by 1.2)", []],
    ["None (can work in parallel with Task 1.2)", []],
    ["Phase 1", ["1.1", "1.2", "1.3", "1.4", "1.5", "1.6", "1.7", "1.8", "1.9"]],
    ["Task 1.1 (Model) ✅", ["1.1"]],
    ["1.1، 1.2", ["1.1", "1.2"]],
    ["**Task 1.1**; `1.2`", ["1.1", "1.2"]],
    ["Task 1.1 - the model", ["1.1"]],
    ["1.1, (see 1.2), none", ["1.1"]],
    ["1.1（模型，1.2）", ["1.1"]],
  ])("are read from %s", (value, numbers) => {
    const { dependencies } = taskWith(`**Dependencies**: ${value}`);
    expect(dependencies.resolved).toEqual(numbers);
    expect(dependencies.unknown).toEqual([]);
  });

  it.each([
    ["the database is up", ["the database is up"]],
    ["1.1, SETUP-001", ["1.1", "SETUP-001"]],
    ["1.10", ["1.10"]],
    ["1.1-1.12", ["1.1", "1.2", "1.3", "1.4", "1.5", "1.6", "1.7", "1.8", "1.9", "1.12"]],
    ["Phase 7", ["Phase 7"]],
    ["1.1.1", ["1.1.1"]],
  ])("keep and show the unknown dependency %s, which blocks the task", (value, names) => {
    const list = listWith("### Task 1.1: A", "### Task 1.2: B", `- Dependencies: ${value}`);
    expect(taskWith(`**Dependencies**: ${value}`).dependencies.own).toEqual(names);
    expect(isReady(list, list.tasks[1] as Task)).toBe(false);
  });
});

describe("the prerequisites of a task", () => {
  it.each([
    [["**Prerequisites**: 1.1, 1.2"], ["1.1", "1.2"]],
    [["- **Prerequisite**: Task 1.1"], ["1.1"]],
    [
      ["#### Prerequisites", "", "- 1.1", "- Task 1.2"],
      ["1.1", "1.2"],
    ],
    [["**Prerequisites**: None"], []],
    [
      ["**Prerequisites**: Node.js 22, 1.1", "**Dependencies**: 1.2"],
      ["1.1", "1.2"],
    ],
    [["**Prerequisites**: Docker is installed", "**Dependencies**: None"], []],
  ])("are its dependencies: %j", (lines, names) => {
    expect(taskWith(...lines).dependencies).toMatchObject({ own: names, unknown: [] });
  });

  it("in prose block the task if it has no other dependencies", () => {
    expect(taskWith("**Prerequisites**: Docker is installed").dependencies.own).toEqual([
      "Docker is installed",
    ]);
  });
});

describe("the status of a task", () => {
  it("is read from a plain bullet among bold ones, in any place", () => {
    const bullets = [
      "- **Complexity**: Low",
      "- **Dependencies**: None",
      "- **Steps**:\n  1. Write it",
      "- **Verification**:\n  - [ ] It answers 404",
    ];
    for (const place of [0, 1, 2, 3, 4]) {
      const task = taskWith(...bullets.toSpliced(place, 0, "- Status: In Progress"));
      expect(task.status).toMatchObject({ value: "In Progress", written: "In Progress" });
      expect(task.verification).toHaveLength(1);
    }
  });

  it("is read from a bold bullet after the criteria, unless it is a status code", () => {
    const criteria = ["**Verification**:", "", "- [ ] It answers"];
    const status = taskWith(...criteria, "- **Status**: Blocked - a key");
    expect(status.status).toMatchObject({ value: "Blocked", blockedReason: "a key" });
    expect(status.verification).toHaveLength(1);
    const answer = taskWith(...criteria, "- **Status**: 201");
    expect(answer.status).toMatchObject({ value: "Not Started", written: null });
    expect(answer.verification).toHaveLength(2);
  });

  it.each([
    ["🟡 In Progress", "In Progress", null],
    ["Blocked - waiting for a key", "Blocked", "waiting for a key"],
    ["BLOCKED (A8 down)", "Blocked", "A8 down"],
    ["Blocked - (A8 down)", "Blocked", "(A8 down)"],
    ["✅ **COMPLETED** - November", "Complete", null],
    ["_In Progress_", "In Progress", null],
    ["Done", "Complete", null],
    ["[x] Completed", "Complete", null],
    ["not started", "Not Started", null],
    ["✅ 100% complete", "Complete", null],
  ])("is understood in the form %s", (written, value, blockedReason) => {
    expect(taskWith(`**Status**: ${written}`).status).toMatchObject({
      value,
      blockedReason,
      understood: true,
    });
  });

  it("is derived from the boxes if the Status line is empty", () => {
    const lines = ["**Status**:", "", "**Verification**:", "- [x] a"];
    expect(taskWith(...lines).status).toMatchObject({ value: "Complete", understood: true });
  });

  it.each(["Deferred", "Complete: 50%", "Done (80 %)"])(
    "is unknown if the Status line says %s",
    (written) => {
      expect(taskWith(`**Status**: ${written}`).status).toMatchObject({ understood: false, written });
    },
  );

  it.each(["Complete: 100%", "Done - 80% of the lines are covered"])("is Complete in %s", (written) => {
    expect(taskWith(`**Status**: ${written}`).status).toMatchObject({ value: "Complete", understood: true });
  });

  it.each([
    [["- [x] a", "- [x] b"], "Complete"],
    [["- [X] a", "- [ ] b"], "In Progress"],
    [["- [ ] a", "- [ ] b"], "Not Started"],
    [["- a", "- b"], "Not Started"],
  ])("is derived from the boxes %j if there is no Status line", (boxes, value) => {
    expect(taskWith("**Verification**:", ...boxes).status.value).toBe(value);
  });
});

describe("text that looks like a task but isn't one", () => {
  it.each([
    ["a wrong heading level", "## Task 1.2: B", "malformed-task 9:1"],
    ["a deeper heading level", "##### Task 1.2: B", "malformed-task 9:1"],
    ["no number", "### Task: B", "malformed-task 9:1"],
    ["a number of one part", "### Task 2: B", "malformed-task 9:1"],
    ["a number of three parts", "### Task 1.2.3: B", "malformed-task 9:1"],
    ["only a number, above a field", "## 1.2 B\n\n**Complexity**: Low", "malformed-task 9:1"],
    ["no space after the marks", "###Task 1.2: B", "malformed-task 9:1"],
    ["a no-break space after the marks", "###\u00a0Task 1.2: B", "malformed-task 9:1"],
    ["a no-break space before the marks", "\u00a0### Task 1.2: B", "malformed-task 9:2"],
    ["a byte order mark in the middle of the file", "\uFEFF### Task 1.2: B", "malformed-task 9:1"],
    ["a zero-width space before the marks", "\u200B### Task 1.2: B", "malformed-task 9:1"],
    ["marks indented below text", "Text\n    ### Task 1.2: B", "malformed-task 10:5"],
    ["seven marks", "####### Task 1.2: B", "malformed-task 9:1"],
    ["bold text", "**Task 1.2: B**", "malformed-task 9:1"],
    ["a list item", "- ### Task 1.2: B", "malformed-task 9:3"],
    ["a quotation", "> ### Task 1.2: B", "malformed-task 9:3"],
    ["a closed fence", "```\n### Task 1.2: B\n```", "task-in-fence 10:1"],
    ["an HTML block", "<details>\n### Task 1.2: B\n</details>", "malformed-task 10:1"],
    ["a heading in HTML", "<h3>Task 1.2: B</h3>", "malformed-task 9:1"],
    ["a summary", "<details>\n<summary><b>Task 1.2: B</b></summary>\n</details>", "malformed-task 10:1"],
    ["a comment", "<!-- old\n### Task 1.2: B\n-->", "task-in-fence 10:1"],
    ["a comment of one line", "<!-- ### Task 1.2: B -->", "task-in-fence 9:1"],
    ["a comment that is never closed", "<!-- old\n### Task 1.2: B", "malformed-task 10:1"],
    ["another language", "### 任务: B", "malformed-task 9:1"],
    ["an abbreviation before the number", "### Task no. 1.2: B", "malformed-task 9:1"],
    ["a letter in the number", "### Task A.1: B", "malformed-task 9:1"],
    ["a letter as the number", "### Task B: B", "malformed-task 9:1"],
    ["a number in words", "### Task two: B", "malformed-task 9:1"],
    ["a plural", "### Tasks 1.2: B", "malformed-task 9:1"],
    ["brackets around the word and the number", "### [Task 1.2] B", "malformed-task 9:1"],
    ["a box before a number without a word", "### [ ] 1.2 B", "malformed-task 9:1"],
    ["a name instead of a number, and boxes", "### Task login: B\n- [ ] c", "malformed-task 9:1"],
    [
      "a name instead of a number, and criteria",
      "### Task login: B\n**Verification**: c",
      "malformed-task 9:1",
    ],
    ["an outline", "---\n\n- [ ] 1.2 B", "malformed-task 11:3"],
    ["another tool's format", "---\n\n- [ ] T012 [P] B", "malformed-task 11:3"],
  ])("is reported with its position: %s", (_, text, diagnostic) => {
    expect(rulesOf(listWith("### Task 1.1: A", "", text))).toContain(diagnostic);
  });

  it.each([
    "### Tasks",
    "### Tasks (12)",
    "### Tasks 1.1-1.3: Setup",
    "### Tasks 1.1, 1.2",
    "### Task overview",
    "### Task I/O",
    "### Task Legend: colours",
    "### Task login",
    "## Task List",
  ])("isn't seen in the heading %s", (heading) => {
    expect(rulesOf(listWith("### Task 1.1: A", "", heading, "", "Prose."))).toEqual([]);
  });

  it("isn't seen in a criterion with a box", () => {
    expect(rulesOf(listWith("### Task 1.1: A", "**Verification**:", "- [ ] ### Task 9.9: X"))).toEqual([]);
  });

  it("isn't reported if it only mentions a task that was read", () => {
    const details = "<details><summary>Task 1.1: notes</summary></details>";
    const summary = ["## Summary", "", "- [x] 1.1 A", "- Task 1.1: two hours"];
    const list = listWith("### Task 1.1: A", "", details, "", ...summary);
    expect(list.diagnostics).toEqual([]);
  });

  it("is reported together with the unclosed fence that hides it", () => {
    const list = listWith("### Task 1.1: A", "```", "### Task 1.2: B");
    expect(rulesOf(list)).toEqual(["unclosed-fence 8:1", "malformed-task 9:1"]);
  });

  it("isn't found after a fence that contains other fences and ends after them", () => {
    const readme = ["```markdown", "### Use", "```bash", "# Use it", "```", "Words.", "```"];
    const list = listWith(
      "### Task 1.1: A",
      ...readme,
      "",
      "### Task 1.2: B",
      "",
      ...readme,
      "",
      "### Task 1.3: C",
    );
    expect(list.tasks.map(({ number, title }) => `${number} ${title}`)).toEqual(["1.1 A", "1.2 B", "1.3 C"]);
    expect(list.tasks[0]?.body).toBe(readme.join("\n"));
    expect(rulesOf(list)).toEqual(["unclosed-fence 8:1", "unclosed-fence 18:1"]);
  });

  it.each([
    ["a fence of another language", "```js\n```js\n```\n\n### Task 1.2: B\n\n```\n"],
    ["a line inside another fence", "```js\n```markdown\n```\n\n### Task 1.2: B\n\n```sh\n```\n"],
    ["a longer outer fence", "````markdown\n```bash\n```\n````\n\n### Task 1.2: B\n"],
    ["fences that never match", "```markdown\n```bash\n```\n\n### Task 1.2: B\n"],
  ])("is found according to Markdown after %s", (_, text) => {
    const source = `### Task 1.1: A\n\n${text}`;
    expect(withoutNestedFences(source)).toBe(source);
  });

  it.each([
    ["- [ ] 1.0 Parent\n  - [ ] 1.1 Child\n", /2 numbered checkbox items of an outline/],
    ["- [ ] T001 Create project\n", /1 numbered checkbox item of an outline/],
    ["", /an empty file/],
    ["Some words.\n", /plain text/],
    ["Here it is:\n\n```markdown\n- [ ] 1.0 A\n  - [x] 1.1 B\n```\n", /2 checkbox items inside code fences/],
    ["## Task 1.1: Too high\n", /1 heading or line that looks like a task/],
  ])("is named if the list has no tasks: %j", (source, message) => {
    const found = readTaskList(source).diagnostics.find(({ rule }) => rule === "no-tasks");
    expect(found?.message).toMatch(message);
  });
});

describe("the source of a list", () => {
  it("is read without its BOM, and lines are counted as in an editor", () => {
    const list = readTaskList("\uFEFF# Task List: A\r\n\r\n### Task 1.1: A\r\n- Dependencies: None\r\n");
    expect(list).toMatchObject({ lineEnding: "\r\n", title: { text: "A" } });
    expect(list.tasks[0]).toMatchObject({ line: 3, title: "A" });
  });

  it("is read with a lone carriage return as the line ending", () => {
    const list = readTaskList("# Task List: A\r\r### Task 1.1: A\r- [ ] b\r");
    expect(list.lineEnding).toBe("\r");
    expect(list.tasks[0]?.verification).toHaveLength(1);
  });

  it("is checked for conflict markers", () => {
    expect(rulesOf(listWith("### Task 1.1: A", "<<<<<<< ours"))).toEqual(["conflict-marker 8:1"]);
  });

  it.each([
    ["a long line", `- ${"word ".repeat(200_000)}`],
    ["a line of bold marks", "*a_".repeat(100_000)],
    ["unclosed parentheses", `**Files**: ${"(".repeat(500_000)}`],
    ["a line of emoji in a heading", `### ${"✅ ".repeat(100_000)}`],
    ["an endless series of labels", "**A**: b | ".repeat(50_000)],
  ])("is read in linear time: %s", (_, line) => {
    expect(listWith("### Task 1.1: A", "", line).tasks).toHaveLength(1);
  });
});

it("a task number of 20 digits is reported instead of rounded", () => {
  const number = "1.12345678901234567890";
  const { tasks, diagnostics } = readTaskList(listOf([{ number: "1.1" }, { number }]));
  expect(tasks.map((task) => task.number)).toEqual(["1.1"]);
  const [found] = diagnostics.filter(({ rule }) => rule === "malformed-task");
  expect(found?.message).toContain(`Task ${number}`);
  expect(parseTaskNumber(number)).toBeNull();
  expect(parseTaskNumber("1.02")).toBe("1.2");
});
