import { describe, expect, it } from "vitest";
import { applyTextEdits } from "../../../src/tasks/document/edit/revise.ts";
import { readTaskList } from "../../../src/tasks/document/read-task-list.ts";
import { workGraph } from "../../../src/tasks/graph/work-graph.ts";
import { fixList } from "../../../src/tasks/lint/fix-list.ts";
import { lintList } from "../../../src/tasks/lint/lint-list.ts";
import { listOf } from "../../support/list-of.ts";

const clean = `# Task List: Accounts

**PRD**: 0001-prd-accounts.md
**Created**: 2026-01-02
**Status**: Not Started

---

## Phase 1: Data (Tasks 1.1-1.2)

### Task 1.1: Create the user model

**Complexity**: Low
**Dependencies**: None
**Files**: \`src/user.ts\`

**Steps**:
1. Write the schema

**Verification**:
- [ ] A second user with the same email is refused with 409

### Task 1.2: Register a user

**Complexity**: Medium
**Dependencies**: 1.1 (model)

**Steps**:
1. Add the route

**Verification**:
- [ ] \`POST /api/users\` answers 201
`;

/** The clean list with one part replaced. */
function broken(from: string, to: string): string {
  if (!clean.includes(from)) throw new Error(`The list does not hold ${from}`);
  return clean.replace(from, to);
}

const found = (source: string) =>
  lintList(readTaskList(source)).map(({ rule, line, column }) => `${rule} ${line}:${column}`);

const third = (dependencies: string) =>
  `### Task 1.3: List users\n\n**Complexity**: Low\n**Dependencies**: ${dependencies}\n\n**Steps**:\n1. Add it\n\n**Verification**:\n- [ ] \`GET /api/users\` answers 200\n`;

describe("lintList", () => {
  it("finds nothing in a list in the documented form", () => {
    expect(found(clean)).toEqual([]);
  });

  it.each([
    ["missing-title 1:1", broken("# Task List: Accounts\n", "\n")],
    ["malformed-task 23:1", broken("Task 1.2: Register a user", "Task 1.2:")],
    ["malformed-task 23:1", broken("Task 1.2: Register a user", "Task 1.2: ✅")],
    ["malformed-task 23:1", broken("Task 1.2:", "Task 1.2 & 1.3:")],
    ["malformed-task 23:1", broken("Task 1.2:", "Task 1.2/1.3:")],
    ["malformed-task 23:1", broken("Task 1.2:", "Task 1.2 and Task 1.3 -")],
    ["duplicate-number 23:10", broken("Task 1.2:", "Task 1.1:")],
    ["wrong-phase 23:10", broken("Task 1.2:", "Task 2.1:")],
    ["missing-dependencies 11:1", broken("**Dependencies**: None\n", "")],
    ["missing-dependencies 11:1", broken("**Dependencies**: None", "**Dependencies**:")],
    ["missing-dependencies 11:1", broken("**Dependencies**: None", "**Dependencies**:\n> 1.2")],
    ["missing-dependencies 11:1", broken("**Dependencies**: None", "**Dependencies**:\n\n- > 1.2")],
    ["unknown-dependency 26:19", broken("1.1 (model)", "1.7")],
    ["self-dependency 26:19", broken("1.1 (model)", "1.2")],
    ["dependency-cycle 14:19", broken("**Dependencies**: None", "**Dependencies**: 1.2")],
    ["dependency-order 14:19", broken("**Dependencies**: None", "**Dependencies**: 1.2")],
    [
      "missing-verification 11:1",
      broken("- [ ] A second user with the same email is refused with 409\n", ""),
    ],
    ["unknown-complexity 13:17", broken("Low", "Tiny")],
    ["unknown-complexity 13:17", broken("Low", "Low/Medium")],
    ["unknown-complexity 13:17", broken("Low", "Low or Medium (see notes)")],
    ["unknown-complexity 13:17", broken("Low", "Medium → High")],
    ["unknown-complexity 13:17", broken("Low", "Low / Medium / High")],
    ["unknown-status 13:13", broken("**Complexity**: Low", "**Status**: Deferred\n**Complexity**: Low")],
    ["unknown-status 13:13", broken("**Complexity**: Low", "**Status**: 90% complete\n**Complexity**: Low")],
    ["unclosed-fence 33:1", `${clean}\`\`\`\n`],
    ["conflict-marker 33:1", `${clean}<<<<<<< HEAD\n`],
    ["number-gap 23:10", broken("Task 1.2:", "Task 1.4:")],
    [
      "vague-verification 21:7",
      broken("A second user with the same email is refused with 409", "Works correctly"),
    ],
    [
      "vague-verification 21:7",
      broken("A second user with the same email is refused with 409", "Login behaves as expected"),
    ],
    ["unparsed-dependency 26:19", broken("1.1 (model)", "the database")],
    ["status-mismatch 13:13", broken("**Complexity**: Low", "**Status**: Complete\n**Complexity**: Low")],
    ["stale-header-status 5:13", broken("**Status**: Not Started", "**Status**: Complete")],
    ["stale-phase-range 9:18", broken("1.1-1.2)", "1.1-1.9)")],
    ["large-task 11:1", broken("1. Write the schema\n", "1. Write\n".repeat(11))],
    ["task-in-fence 35:1", `${clean}\n\`\`\`\n### Task 1.3: Hidden\n\`\`\`\n`],
    ["missing-complexity 11:1", broken("**Complexity**: Low\n", "")],
    ["missing-steps 11:1", broken("1. Write the schema\n", "")],
    ["prd-name 3:10", broken("0001-prd-accounts.md", "accounts.md")],
    ["date-format 4:14", broken("2026-01-02", "2026-02-30")],
    ["malformed-task 23:1", broken("### Task 1.2", "## Task 1.2")],
    ["no-tasks 1:1", "# Task List: Nothing\n"],
  ])("finds %s", (diagnostic, source) => {
    expect(found(source)).toContain(diagnostic);
  });

  it("says what to write for a stale range", () => {
    const messages = (source: string) => lintList(readTaskList(source)).map(({ message }) => message);
    expect(messages(broken("1.1-1.2)", "1.1-1.9)"))).toEqual([
      "(Tasks 1.1-1.9) does not match the tasks of Phase 1: write 1.1-1.2.",
    ]);
    expect(messages(`${clean}\n## Phase 2: Later (Tasks 2.1-2.3)\n`)).toEqual([
      "(Tasks 2.1-2.3) does not match Phase 2, which has no task: remove it.",
    ]);
  });

  it("takes dependencies that a phase states for those of its tasks", () => {
    const source = broken("### Task 1.1", "**Dependencies**: 2.1\n\n### Task 1.1");
    expect(
      found(source.replace("**Dependencies**: None\n", "")).filter((rule) => rule.startsWith("missing")),
    ).toEqual([]);
  });

  it.each([
    ["a criterion that repeats the title", "Users are registered", true],
    ["a criterion that repeats a step", "The read-only name is shown", true],
    ["a criterion that names a failure", "Registering without an email fails", false],
    ["a criterion with a value", "The answer is 201", false],
    ["a step with its limit", "The name has at most 50 characters", false],
  ])("reports %s (%s) as restated-verification: %s", (_, criterion, isFound) => {
    const source = `# Task List: A\n\n### Task 1.1: Register users\n- Dependencies: None\n- The name has at most 50 characters\n- Show the read-only name\n- Verification: ${criterion}\n`;
    expect(found(source).some((one) => one.startsWith("restated-verification"))).toBe(isFound);
  });

  it.each([
    "Done",
    "TBD",
    "...",
    "No bugs",
    "Everything works without errors",
    "Web page functions as it should",
    "Implementation complete",
    "The feature is implemented",
    "Errors are handled",
    "The API handles errors gracefully",
    "Prices are displayed accurately",
    "The data is correct",
    "All requirements are met",
    "The page is user-friendly",
  ])("reports %j as vague-verification", (criterion) => {
    const source = broken("A second user with the same email is refused with 409", criterion);
    expect(found(source)).toEqual(["vague-verification 21:7"]);
  });

  it.each([
    "The mark is shown when the upload is complete",
    "After a refusal the old password still works",
    "The old token no longer works",
    "With a wrong password the login fails, with the right one it works",
    "The order's status is complete",
    "Text that looks right to left is mirrored",
    "A properly quoted field keeps its comma",
    "A refused upload shows the user-friendly message of the server",
    "The container stops gracefully and closes its connections",
  ])("accepts %j as a criterion", (criterion) => {
    const source = broken("A second user with the same email is refused with 409", criterion);
    expect(found(source)).toEqual([]);
  });

  it("reports a file of two tasks once, however they spell its path", () => {
    const task = (number: string, files: string) =>
      `### Task ${number}: Change ${number}\n- Dependencies: None\n- Files: ${files}\n- Verification: answers 200\n`;
    const paths = ["src/a.ts", "./src/a.ts, src//a.ts", "src\\a.ts"];
    const source = `# Task List: A\n\n${paths.map((path, index) => task(`1.${index + 1}`, path)).join("\n")}`;
    expect(found(source).filter((one) => one.startsWith("shared-file"))).toHaveLength(2);
  });

  it("reports a box without a criterion", () => {
    const emptied = clean.replace(/^- \[ \] .*$/m, "- [ ]");
    expect(found(emptied).filter((one) => one.startsWith("missing-verification"))).toHaveLength(1);
    const source = emptied.replace("- [ ]", "- [ ] Answers 200\n- [ ]");
    expect(found(source).filter((one) => one.startsWith("missing-verification"))).toHaveLength(1);
  });

  it.each([
    ["None", true],
    ["1.1", false],
  ])("reports a file of two tasks if the second one depends on %s: %s", (dependency, isFound) => {
    const task = (number: string, depends: string) =>
      `### Task ${number}: Change ${number}\n- Dependencies: ${depends}\n- Files: src/a.ts\n- Verification: answers 200\n`;
    const source = `# Task List: A\n\n${task("1.1", "None")}\n${task("1.2", dependency)}`;
    expect(found(source).some((one) => one.startsWith("shared-file"))).toBe(isFound);
  });

  it("suggests the number that was meant", () => {
    const [first] = lintList(readTaskList(broken("1.1 (model)", "2.1")));
    expect(first?.message).toContain("did you mean 1.1?");
  });

  it("names the unfinished tasks that a Complete task depends on", () => {
    const source = listOf([
      { number: "1.1" },
      { number: "1.2" },
      { number: "1.3", depends: "1.1, 1.2", status: "Complete", items: ["- [x] answers 200"] },
    ]);
    const mismatch = lintList(readTaskList(source)).find(({ rule }) => rule === "status-mismatch");
    expect(mismatch?.message).toBe("Task 1.3 is Complete, but it depends on unfinished tasks: 1.1, 1.2.");
  });

  it("names the whole cycle and the dependency whose removal breaks it", () => {
    const source = `${broken("**Dependencies**: None", "**Dependencies**: 1.3").replace("1.1-1.2", "1.1-1.3")}\n${third("1.2")}`;
    const cycle = lintList(readTaskList(source)).filter(({ rule }) => rule === "dependency-cycle");
    expect(cycle).toHaveLength(1);
    expect(cycle[0]?.message).toContain("1.1 → 1.3 → 1.2 → 1.1");
    expect(cycle[0]?.message).toContain("take 1.3 out of the dependencies of Task 1.1");
  });

  it("names only the tasks of a cycle, not one that depends on them", () => {
    const source = listOf([
      { number: "1.1", depends: "1.2" },
      { number: "1.2", depends: "1.3" },
      { number: "1.3", depends: "1.2" },
    ]);
    const cycle = lintList(readTaskList(source)).find(({ rule }) => rule === "dependency-cycle");
    expect(cycle?.message).toContain("The dependencies 1.2 → 1.3 → 1.2 form a cycle");
  });

  it("names the cycles that the graph draws, where several overlap", () => {
    const depends = ["1.5", "1.1, 1.5", "1.6, 1.1", "1.1", "1.3", "1.1, 1.2"];
    const tasks = depends.map((words, index) => ({ number: `1.${index + 1}`, depends: words }));
    const list = readTaskList(listOf(tasks));
    const drawn = workGraph(list)
      .links.filter(({ kind }) => kind === "cycle")
      .map(({ from, to }) => [from.task.number, to.task.number]);
    const named = lintList(list).flatMap(({ message }) => {
      const [, dependency, dependent] =
        /take (\S+) out of the dependencies of Task (\S+)/.exec(message) ?? [];
      return dependency === undefined ? [] : [[dependency, dependent]];
    });
    expect(named).toHaveLength(2);
    expect(named.toSorted()).toEqual(drawn.toSorted());
  });

  it("finds the cycle in a chain that is longer than the call stack", () => {
    const chain = Array.from({ length: 20_000 }, (_, index) => {
      const dependency = index === 0 ? "1.20000" : `1.${index}`;
      return `### Task 1.${index + 1}: A\n- Dependencies: ${dependency}\n`;
    });
    const rules = lintList(readTaskList(chain.join("\n"))).map(({ rule }) => rule);
    expect(rules.filter((rule) => rule === "dependency-cycle")).toHaveLength(1);
  });

  it("accepts a gap that a line under Changes explains", () => {
    const source = broken("Task 1.2:", "Task 1.3:").replace("1.1-1.2", "1.1-1.3");
    const note = '\n## Changes\n\n- 2026-01-03: removed Task 1.2 "Hash passwords"\n';
    expect(found(source)).toEqual(["number-gap 23:10"]);
    expect(found(source + note)).toEqual([]);
  });

  it("requires neither complexity nor steps in the compact form", () => {
    expect(
      found("# Task List: A\n\n### Task 1.1: B\n- Dependencies: None\n- Verification: answers 200\n"),
    ).toEqual([]);
  });

  it("omits a rule that a comment below a task's heading silences, only for that task", () => {
    const faults = clean
      .replace("A second user with the same email is refused with 409", "Works correctly")
      .replace("`POST /api/users` answers 201", "Behaves as expected");
    const silenced = (comment: string) =>
      found(faults.replace("Create the user model\n", `Create the user model\n\n${comment}\n`));
    expect(silenced("<!-- other words -->")).toEqual(["vague-verification 23:7", "vague-verification 34:7"]);
    expect(silenced("<!-- tasks-lint-ignore vague-verification -->")).toEqual(["vague-verification 34:7"]);
    expect(silenced("<!-- tasks-lint-ignore large-task, vague-verification -->")).toHaveLength(1);
    expect(silenced("<!-- tasks-lint-ignore large-task -->")).toHaveLength(2);
  });
});

describe("fixList", () => {
  const fix = (source: string) => applyTextEdits(source, fixList(readTaskList(source)));

  it.each([
    ["a stale range", broken("1.1-1.2)", "1.1-1.9)")],
    ["the header's status", broken("**Status**: Not Started", "**Status**: Complete")],
    ["a missing Dependencies line", broken("**Dependencies**: None\n", "")],
    ["an empty Dependencies line", broken("**Dependencies**: None", "**Dependencies**:")],
    ["a label in other capitals", broken("**Verification**:\n- [ ] A", "**verification**:\n- [ ] A")],
    ["a misspelled label", broken("**Dependencies**: None", "**Dependancies**: None")],
    ["a label in the header", broken("**PRD**", "**prd**").replace("**Created**", "**CREATED**")],
  ])("repairs %s", (_, source) => {
    expect(fix(source)).toBe(clean);
  });

  it("ends the range of a phase at its own last task, not at one of another phase", () => {
    const source = (range: string) => broken("1.1-1.2)", range).replace("### Task 1.2", "### Task 2.1");
    expect(fix(source("1.1-1.9)"))).toBe(source("1.1-1.1)"));
  });

  it("leaves the range of a phase whose tasks all have numbers of another phase", () => {
    const source = broken("1.1-1.2)", "1.1-1.9)").replaceAll("### Task 1.", "### Task 2.");
    expect(fix(source)).toBe(source);
  });

  it("writes a missing Dependencies line as a bullet in the compact form", () => {
    const source =
      "# Task List: A\r\n\r\n### Task 1.1: B\r\n- Complexity: Low\r\n- Verification: answers 200\r\n";
    expect(fix(source)).toBe(source.replace("Low\r\n", "Low\r\n- Dependencies: None\r\n"));
  });

  it("writes a missing Dependencies line below the list of a line with several labels", () => {
    const source = "# Task List: A\n\n### Task 1.1: B\n\n**Complexity**: Low | **Verification**:\n- [ ] x\n";
    expect(fix(source)).toBe(`${source}\n**Dependencies**: None\n`);
  });

  it.each([
    ["a criterion", "- [ ] Requires a token for POST /users"],
    ["a step", "**Steps**:\n1. Dependency injection is set up"],
    ["code", '```json\n"dependencies": {}\n```'],
  ])("writes a missing Dependencies line also if %s begins with such a word", (_, lines) => {
    const source = `# Task List: A\n\n### Task 1.1: B\n\n**Complexity**: Low\n\n${lines}\n`;
    expect(fix(source)).toBe(source.replace("Low\n", "Low\n**Dependencies**: None\n"));
  });

  it.each([
    ["a dependency", broken("1.1 (model)", "1.7")],
    ["a criterion", broken("A second user with the same email is refused with 409", "Works correctly")],
    ["a status", broken("**Complexity**: Low", "**Status**: Deferred\n**Complexity**: Low")],
    [
      "an alternative word for a label",
      broken("**Verification**:\n- [ ] A", "**Acceptance Criteria**:\n- [ ] A"),
    ],
  ])("never guesses %s", (_, source) => {
    expect(fix(source)).toBe(source);
  });
});
