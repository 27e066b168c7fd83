import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { runJson, runTasks, temporaryFolder, writeFile } from "../../support/tasks-command.ts";

const outline = `# Tasks: Tool library

Based on PRD: \`0003-prd-tool-library.md\`

## Relevant Files

- \`src/loan.ts\` - what a loan is

## Tasks

- [x] 1.0 Loans
  - [x] 1.1 Create the loan model in \`src/loan.ts\`
  - [x] 1.2 Refuse a fourth loan
- [ ] 2.0 Reminders
  - [ ] 2.1 Send a mail on the day before (depends on 1.2)
    - [x] 2.1.1 Write the text
    - [ ] 2.1.2 Send it at 8 o'clock
  - [ ] 2.2 Translate the mail into German
- [ ] 3.0 Release it

## Notes

Mails go out by SMTP.
`;

const specKit = `# Tasks: Tool library

**Input**: Design documents from \`/specs/003-tool-library/\`

## Phase 1: Setup

- [X] T001 Create the folders of the project
- [ ] T002 [P] Configure the linter

---

## Phase 2: User Story 1 - Borrow a tool (Priority: P1)

**Independent Test**: Borrow a tool and see it among the loans

### Implementation

- [ ] T003 [US1] Create the loan model in src/loan.ts
- [ ] T004 [US1] Create the service in src/loan-service.ts (depends on T003, T001)

## Dependencies & Execution Order

- Setup comes first
`;

const gated = `# Implementation Tasks

## Phase 1: Loans

**Objective:** Keep the loans

### Phase 1 Tasks

- [x] **Task 1.1**: Store the loans
  - Create the table
  - Name its columns:
    - \`id\`
    - \`tool\`
  - **Traces to:** specs.md Section 2.1

  **Acceptance Criteria:**
  - [x] The migration runs twice
  - [x] 2.5 MB of loans fit

- [x] **Task 1.2**: Serve the loans from __main__.py ✅

**Status**: Complete (2026-01-02)

**Summary:**
  - It starts in a second

**Acceptance Criteria:**
  - [x] An unknown loan answers 404
  - [ ] Ctrl-C ends it

---

**Validation Gate:**
- [ ] All loans work

## Phase 2: Reminders

- [ ] **Task 2.1**: Mail the borrower (S - 1-2 hours)
  - **Estimated Time**: 1.5 hours
- [ ] **Task 2.2**: Charge a fee

### Phase 2 Validation Gate

- [ ] All reminders work

## Dependencies

Phase 2 (Reminders) depends on Phase 1 (Loans) being complete.

- **Task 1.2** (Server) depends on Task 1.1 (Store)
- Task 2.1 → Task 2.2
`;

const master = {
  tasks: [
    {
      id: 1,
      title: "Store",
      status: "done",
      dependencies: [],
      testStrategy: "The migration runs twice. It keeps the loans.",
    },
    {
      id: 2,
      title: "Loans",
      status: "in-progress",
      dependencies: [1],
      testStrategy: "One tool is borrowed and given back",
      subtasks: [
        { id: 1, title: "Create the model", status: "done", dependencies: [] },
        { id: 2, title: "Create the endpoint", status: "in-progress", dependencies: [1] },
        { id: 3, title: "Mail overdue loans", status: "deferred", dependencies: ["2.1"] },
        { id: 4, title: "Charge a fee", status: "cancelled" },
      ],
    },
    { id: 3, title: "Report", status: "pending", dependencies: [2], priority: "low" },
  ],
};

let folder: string;
const run = (...args: string[]) => runTasks(args, { cwd: folder });
const json = (...args: string[]) => runJson(args, { cwd: folder });
const facts = (tasks: { number: string; title: string; status: string; dependencies: string[] }[]) =>
  tasks.map(({ number, title, status, dependencies }) => [number, title, status, dependencies.join(" ")]);

beforeEach(() => {
  folder = temporaryFolder();
  mkdirSync(join(folder, ".git"));
});

describe("tasks import", () => {
  it("turns parent items into phases, and keeps numbers, order and ticks", async () => {
    writeFile(folder, "tasks/tasks-0003-prd-tool-library.md", outline);
    const { exitCode, json: answer } = await json("import", "tasks/tasks-0003-prd-tool-library.md");
    expect(exitCode).toBe(0);
    expect(answer).toMatchObject({
      path: ".claude/tasks/tasks-0003-prd-tool-library.md",
      format: "outline",
      title: "Tool library",
      prd: "0003-prd-tool-library.md",
    });
    expect(facts(answer.tasks)).toEqual([
      ["1.1", "Create the loan model in `src/loan.ts`", "Complete", ""],
      ["1.2", "Refuse a fourth loan", "Complete", ""],
      ["2.1", "Send a mail on the day before", "In Progress", "1.2"],
      ["2.2", "Translate the mail into German", "Not Started", ""],
      ["3.1", "Release it", "Not Started", ""],
    ]);
    const [first, , mail] = answer.tasks;
    expect(first).toMatchObject({ complexity: "Low", files: ["src/loan.ts"] });
    expect(mail).toMatchObject({
      steps: ["Write the text", "Send it at 8 o'clock"],
      verification: [
        { text: "Write the text", checked: true },
        { text: "Send it at 8 o'clock", checked: false },
      ],
    });
    // A criterion that import makes from a step only repeats it, and lint warns about that.
    const linted = await run("lint", "--list", answer.path);
    expect(linted.exitCode).toBe(0);
    const restated = expect.stringContaining("restated-verification");
    expect(linted.stdout.trim().split("\n")).toEqual([restated, restated]);
  });

  it("gives each task what its parent waits for", async () => {
    const source =
      "# Tasks\n\n- [ ] 1.0 Set up\n  - [ ] 1.1 Store\n- [ ] 2.0 [US2] Loans (depends on 1.0)\n  - [ ] 2.1 Lend\n  - [ ] 2.2 Return (depends on 2.1)\n";
    const { stdout } = await run("import", writeFile(folder, "todo.md", source), "--stdout");
    expect(stdout.match(/^\*\*(?:Dependencies|Requirements)\*\*.*$/gm)).toEqual([
      "**Dependencies**: None",
      "**Dependencies**: 1.1",
      "**Requirements**: US2",
      "**Dependencies**: 1.1, 2.1",
      "**Requirements**: US2",
    ]);
  });

  it("leaves out items that are crossed out, and crossed-out words, and reports the items", async () => {
    const source =
      "# Tasks\n\n- [ ] 1.0 Set up\n  - [ ] 1.1 Store in ~~MySQL~~ SQLite\n  - [x] 1.2 ~~Store in files~~ (skipped)\n    - [x] Lock them\n- [ ] ~~2.0 Films~~\n";
    const { stdout, stderr } = await run("import", writeFile(folder, "todo.md", source), "--stdout");
    expect(stdout.match(/^### .*$/gm)).toEqual(["### Task 1.1: Store in SQLite"]);
    expect(stderr.match(/not carried over: .*/g)).toEqual([
      'not carried over: line 5: "1.2 Store in files (skipped)", which is crossed out',
      'not carried over: line 7: "2.0 Films", which is crossed out',
    ]);
  });

  it("lists the parts that it couldn't import, on standard error and in --json", async () => {
    writeFile(folder, "plan.md", outline);
    const { stderr } = await run("import", "plan.md", "--stdout");
    expect(stderr).toContain('not carried over: line 5: the text of the section "Relevant Files"');
    expect(stderr).toContain('not carried over: line 21: the text of the section "Notes"');
    const { json: answer } = await json("import", "plan.md", "--stdout");
    expect(answer.notCarriedOver).toContainEqual({
      line: 21,
      lines: 2,
      what: 'the text of the section "Notes"',
    });
    expect(answer.numbers).toContainEqual({ from: "3.0", to: "3.1" });
  });

  it("reads spec-kit's numbers, stories and dependencies", async () => {
    writeFile(folder, "specs/003-tool-library/tasks.md", specKit);
    const { json: answer } = await json("import", "specs/003-tool-library/tasks.md");
    expect(answer).toMatchObject({ format: "spec-kit", path: ".claude/tasks/tasks-003-tool-library.md" });
    expect(facts(answer.tasks)).toEqual([
      ["1.1", "Create the folders of the project", "Complete", ""],
      ["1.2", "Configure the linter", "Not Started", ""],
      ["2.1", "Create the loan model in src/loan.ts", "Not Started", ""],
      ["2.2", "Create the service in src/loan-service.ts", "Not Started", "2.1 1.1"],
    ]);
    expect(answer.tasks.at(-1).verification.at(-1).text).toBe("Borrow a tool and see it among the loans");
    expect(readFileSync(join(folder, answer.path), "utf8")).toContain("**Requirements**: US1\n");
    expect(answer.notCarriedOver).toContainEqual({ line: 8, lines: 0, what: "the mark [P] of T002" });
    expect((await run("lint")).exitCode).toBe(0);
  });

  it("reads spec-kit's phase dependencies, each for all tasks of its phase", async () => {
    const order = `
### Phase Dependencies

- **Setup (Phase 1)**: No dependencies - can start immediately
- **User Story 1 (Phase 2)**: Depends on Setup completion - blocks nothing
- **Polish**: Depends on all user stories being complete

## Phase 3: Polish

- [ ] T005 Update the handbook
`;
    writeFile(folder, "tasks.md", specKit + order);
    const { json: answer } = await json("import", "tasks.md", "--stdout");
    const depends = facts(answer.tasks).map(([number, , , names]) => [number, names]);
    expect(depends).toEqual([
      ["1.1", ""],
      ["1.2", ""],
      ["2.1", "1.1 1.2"],
      ["2.2", "2.1 1.1 1.2"],
      ["3.1", "2.1 2.2"],
    ]);
  });

  it("reads no dependency from a line that repeats the title of a phase", async () => {
    const phases =
      "## Phase 1: Frames\n\n- [ ] T001 Cut\n- [ ] T002 Glue\n\n## Phase 2: Doors\n\n- [ ] T003 Hang\n";
    const order = "## Dependencies\n\n```\nPhase 1: Frames\n  ↓\nPhase 2: Doors\n```\n\n- Phase 2: Frames\n";
    writeFile(folder, "plan.md", `# Tasks: Shed\n\n${phases}\n${order}`);
    const { json: answer } = await json("import", "plan.md", "--stdout");
    expect(facts(answer.tasks).map(([number, , , names]) => [number, names])).toEqual([
      ["1.1", ""],
      ["1.2", ""],
      ["2.1", "1.1 1.2"],
    ]);
    expect(JSON.stringify(answer.notCarriedOver)).not.toContain("wait for each other");
  });

  it("reads boxes with the number of a heading such as Verification as tasks", async () => {
    const parts =
      "## 1. Frame\n\n- [x] 1.1 Cut\n\n## 2. Verification\n\n- [ ] 2.1 Weigh it\n\n## Checklist\n\n- [ ] Swept\n";
    writeFile(folder, "plan.md", `# Tasks: Shed\n\n${parts}`);
    const { json: answer } = await json("import", "plan.md", "--stdout");
    expect(facts(answer.tasks).map(([number, title]) => [number, title])).toEqual([
      ["1.1", "Cut"],
      ["2.1", "Weigh it"],
    ]);
    expect(answer.notCarriedOver).toMatchObject([
      { line: 11, what: 'the checklist of the section "Checklist"' },
    ]);
  });

  it("leaves out records of beads that are not work, and lists them", async () => {
    const issues = ["task", "event", "agent", "message"].map((kind, index) => ({
      id: `bd-${index}`,
      title: `Record ${index}`,
      status: "open",
      issue_type: kind,
      created_at: `2026-01-0${index + 1}T08:00:00Z`,
    }));
    writeFile(folder, "issues.jsonl", issues.map((issue) => `${JSON.stringify(issue)}\n`).join(""));
    const { json: answer } = await json("import", "issues.jsonl", "--stdout");
    expect(facts(answer.tasks).map(([, title]) => title)).toEqual(["Record 0"]);
    expect(answer.notCarriedOver).toMatchObject([
      { line: 2, what: "bd-1, which is an event" },
      { line: 3, what: "bd-2, which is an agent" },
      { line: 4, what: "bd-3, which is a message" },
    ]);
  });

  it("reads spec-kit's number of an inserted task, such as T002.1", async () => {
    const boxes = "- [ ] T001 Cut\n- [ ] T001.1 [P] Sand\n- [ ] T002 Glue (depends on T001.1)\n";
    writeFile(folder, "plan.md", `# Tasks: Shed\n\n## Phase 1: Frames\n\n${boxes}`);
    const { json: answer } = await json("import", "plan.md", "--stdout");
    expect(facts(answer.tasks)).toEqual([
      ["1.1", "Cut", "Not Started", ""],
      ["1.2", "Sand", "Not Started", ""],
      ["1.3", "Glue", "Not Started", "1.2"],
    ]);
  });

  it("reads dependencies from a chain that is drawn with lines", async () => {
    const boxes = "- [ ] 1.1 Store\n- [ ] 1.2 Serve\n- [ ] 1.3 Mail\n";
    const chain = "## Dependencies\n\n```\n1.1 ─┬─→ 1.2 ──→ 1.3\n```\n";
    writeFile(folder, "plan.md", `# Tasks: Loans\n\n${boxes}\n${chain}`);
    const { json: answer } = await json("import", "plan.md", "--stdout");
    expect(facts(answer.tasks).map(([number, , , names]) => [number, names])).toEqual([
      ["1.1", ""],
      ["1.2", "1.1"],
      ["1.3", "1.2"],
    ]);
  });

  it("reads dependencies from a table with a column for them", async () => {
    const boxes = "- [ ] 1.1 Store\n- [ ] 1.2 Serve\n- [ ] 1.3 Mail\n";
    const table = "| Task | Depends on |\n|---|---|\n| 1.2 | 1.1 |\n| 1.3 | 1.1, 1.2 |\n";
    const other = "| Task | Mentions |\n|---|---|\n| 1.1 | 1.2 |\n";
    writeFile(folder, "plan.md", `# Tasks: Loans\n\n${boxes}\n## Order\n\n${table}\n${other}`);
    const { json: answer } = await json("import", "plan.md", "--stdout");
    expect(facts(answer.tasks).map(([number, , , names]) => [number, names])).toEqual([
      ["1.1", ""],
      ["1.2", "1.1"],
      ["1.3", "1.1 1.2"],
    ]);
  });

  it("reads Task Master's complexity from 1 to 10", async () => {
    const tasks = [3, 4, 6, 7].map((complexity) => ({
      ...{ id: complexity, title: `Do ${complexity}`, status: "pending", complexity },
    }));
    writeFile(folder, "t.json", JSON.stringify({ tasks }));
    const { json: answer } = await json("import", "t.json", "--stdout");
    expect(answer.tasks.map(({ complexity }: { complexity: string }) => complexity)).toEqual([
      ...["Low", "Medium", "Medium", "High"],
    ]);
  });

  it("reports the tick of a parent item with open items", async () => {
    const source = "# Tasks\n\n- [x] 1.0 Set up\n  - [ ] 1.1 Store\n- [x] 2.0 Loans\n  - [x] 2.1 Lend\n";
    const { stderr } = await run("import", writeFile(folder, "todo.md", source), "--stdout");
    expect(stderr.match(/not carried over: .*tick.*/g)).toEqual([
      'not carried over: line 3: the tick of "Set up", which has open items',
    ]);
  });

  it("reads boxes below a numbered task as its criteria, and doesn't read gates and checklists as tasks", async () => {
    writeFile(folder, "plan.md", gated);
    const { json: answer } = await json("import", "plan.md", "--stdout");
    expect(facts(answer.tasks)).toEqual([
      ["1.1", "Store the loans", "Complete", ""],
      ["1.2", "Serve the loans from __main__.py", "In Progress", "1.1"],
      ["2.1", "Mail the borrower (S - 1-2 hours)", "Not Started", "1.1 1.2"],
      ["2.2", "Charge a fee", "Not Started", "1.1 1.2 2.1"],
    ]);
    const [store, serve, mail] = answer.tasks;
    expect(store).toMatchObject({
      steps: ["Create the table", "Name its columns:", "`id`", "`tool`"],
      verification: [
        { text: "The migration runs twice", checked: true },
        { text: "2.5 MB of loans fit", checked: true },
      ],
      body: "**Traces to:** specs.md Section 2.1",
    });
    expect(serve.verification).toEqual([
      { text: "An unknown loan answers 404", checked: true },
      { text: "Ctrl-C ends it", checked: false },
    ]);
    expect(serve.body).toBe(
      "**Original status**: Complete (2026-01-02)\n\n**Summary:**\n  - It starts in a second",
    );
    expect(mail).toMatchObject({ complexity: "Medium", estimateMinutes: 90 });
    expect(answer.text.match(/^## .*/gm)).toEqual([
      "## Phase 1: Loans (Tasks 1.1-1.2)",
      "## Phase 2: Reminders (Tasks 2.1-2.2)",
    ]);
    expect(answer.notes).toEqual(["the complexity of 3 tasks was estimated from its steps and files"]);
    expect(answer.notCarriedOver.map(({ what }: { what: string }) => what)).toEqual(
      expect.arrayContaining([
        'the checklist of the section "Phase 1 Tasks"',
        'the checklist of the section "Phase 2 Validation Gate"',
      ]),
    );
  });

  it("accounts for each line of the source", async () => {
    for (const source of [outline, specKit, gated]) {
      writeFile(folder, "plan.md", source);
      const { json: answer } = await json("import", "plan.md", "--stdout");
      const { total, blank, read, notRead } = answer.lines;
      const lines = source.trimEnd().split("\n");
      expect([total, blank]).toEqual([
        lines.length,
        lines.filter((line) => /^(?:---)?$/.test(line.trim())).length,
      ]);
      expect(read + notRead + blank).toBe(total);
      const told = answer.notCarriedOver.map(({ lines: count }: { lines: number }) => count);
      expect(told.reduce((sum: number, count: number) => sum + count, 0)).toBe(notRead);
    }
    const { stderr } = await run("import", "plan.md", "--stdout");
    expect(stderr).toContain("25 of 32 lines with text carried over, 7 not");
  });

  it("leaves out a task's text that would read as another task", async () => {
    writeFile(
      folder,
      "plan.md",
      "# X\n\n- [ ] 1.1 One\n\n  Plain words.\n\n- [ ] 1.2 Two\n\n  ### Task 9.9: Not one\n",
    );
    const { json: answer } = await json("import", "plan.md", "--stdout");
    expect(answer.tasks.map(({ title, body }: { title: string; body: string }) => [title, body])).toEqual([
      ["One", "Plain words."],
      ["Two", null],
    ]);
    expect(answer.notCarriedOver).toContainEqual({
      line: 7,
      lines: 0,
      what: "the text below 1.2, which reads as something else",
    });
  });

  it("reads Task Master's tasks with their subtasks, plain or under a tag", async () => {
    writeFile(folder, "plain.json", JSON.stringify(master));
    writeFile(folder, "tagged.json", JSON.stringify({ master, spike: { tasks: [] } }));
    const { json: plain } = await json("import", "plain.json", "--stdout");
    expect(facts(plain.tasks)).toEqual([
      ["1.1", "Store", "Complete", ""],
      ["2.1", "Create the model", "Complete", "1.1"],
      ["2.2", "Create the endpoint", "In Progress", "2.1"],
      ["2.3", "Mail overdue loans", "Blocked", "2.1"],
      ["3.1", "Report", "Not Started", "2.1 2.2 2.3"],
    ]);
    expect(plain.tasks[3]).toMatchObject({ blockedReason: "deferred" });
    expect(plain.tasks[0].verification).toEqual([
      { text: "The migration runs twice", checked: true },
      { text: "It keeps the loans", checked: true },
    ]);
    expect(plain.notCarriedOver.map(({ what }: { what: string }) => what)).toEqual(
      expect.arrayContaining(["subtask 2.4, which is cancelled"]),
    );
    writeFile(folder, "tasks.json", JSON.stringify({ "feature/loans": master, other: master }));
    expect((await json("import", "tasks.json", "--tag", "feature/loans")).json.path).toBe(
      ".claude/tasks/tasks-feature-loans.md",
    );
    const { json: tagged } = await json("import", "tagged.json", "--stdout");
    expect(tagged.tasks).toEqual(plain.tasks);
    expect(tagged.notCarriedOver[0].what).toBe('the tag "spike": --tag spike imports it');
  });

  it("reads Task Master's criteria and files, and keeps its other fields as the task's text", async () => {
    const task = {
      id: "1",
      title: "Store",
      status: "pending",
      priority: "high",
      complexity: "very-complex",
      details: "Use one table.\n```sql\nCREATE TABLE loan (id)\n```",
      acceptanceCriteria: ["A loan is kept", "Two are kept"],
      relevantFiles: [{ path: "src/loan.ts", description: "the loans", action: "modify" }],
      skills: ["SQL", "TypeScript"],
      updatedAt: "2026-01-02",
      subtasks: [],
    };
    writeFile(folder, "t.json", JSON.stringify({ master: { tasks: [task], metadata: {} } }));
    const { json: answer } = await json("import", "t.json", "--stdout");
    expect(answer.tasks[0]).toMatchObject({
      complexity: "High",
      files: ["src/loan.ts"],
      steps: ["Use one table."],
      verification: [
        { text: "A loan is kept", checked: false },
        { text: "Two are kept", checked: false },
      ],
      body: [
        "```sql\nCREATE TABLE loan (id)\n```",
        "**Priority**: high",
        "**Relevant files**: `src/loan.ts`; description: the loans; action: modify",
        "**Skills**: SQL, TypeScript",
      ].join("\n\n"),
    });
    expect(answer.notCarriedOver).toEqual([]);
  });

  it.each([
    ["an outline", "todo.md", outline, "1.1"],
    ["Task Master's JSON", "tasks.json", JSON.stringify(master), "2.1"],
    ["beads issues", "issues.jsonl", '{"id":"bd-1","title":"Fix it","issue_type":"bug"}', "1.1"],
  ])("reads %s after a byte order mark", async (_, name, text, number) => {
    writeFile(folder, name, `\uFEFF${text}`);
    const { json: answer } = await json("import", name);
    expect(answer.numbers).toContainEqual({ from: expect.anything(), to: number });
  });

  it("reports a Task Master task that is done while its subtasks aren't", async () => {
    const subtasks = [{ id: 1, title: "One", status: "pending" }];
    const tasks = [{ id: 1, title: "All", status: "done", subtasks }];
    writeFile(folder, "t.json", JSON.stringify({ tasks }));
    const { json: answer } = await json("import", "t.json", "--stdout");
    expect(answer.notCarriedOver).toEqual([
      { line: null, lines: 0, what: "the status (done) of task 1, which is a phase" },
    ]);
  });

  it("reads the valid part of a broken Task Master file and reports the rest", async () => {
    const subtasks = [
      { title: "One" },
      { id: 2, title: "Two", subtasks: [{ id: 1, title: "Deep" }] },
      { id: 3 },
    ];
    const tasks = [
      { id: 1, title: "Store", status: "done" },
      { title: "Nameless", dependencies: "1, 2" },
      { id: 3, description: "Called by what it says.\nMore.", dependencies: [{ id: 1 }, 1], subtasks },
      "a word",
    ];
    writeFile(folder, "t.json", JSON.stringify({ tasks }));
    const { exitCode, json: answer } = await json("import", "t.json", "--stdout");
    expect(exitCode).toBe(0);
    expect(facts(answer.tasks)).toEqual([
      ["1.1", "Store", "Complete", ""],
      ["2.1", "Nameless", "Not Started", "1.1"],
      ["3.1", "One", "Not Started", "1.1"],
      ["3.2", "Two", "Not Started", "1.1"],
    ]);
    // Another task depends on a missing task 2. The task without an id doesn't get that number.
    expect(answer.numbers).toContainEqual({ from: "4", to: "2.1" });
    expect(answer.notCarriedOver.map(({ what }: { what: string }) => what)).toEqual(
      expect.arrayContaining([
        "tasks.3, which is not a task",
        "tasks.2.subtasks.2, which has no title",
        "tasks.2.subtasks.1.subtasks, which are below a subtask",
        'the dependency "2" of 4, which names no task that is imported',
        'the dependency "{"id":1}" of 3.1, which names no task that is imported',
      ]),
    );
  });

  it("drops a tick that open boxes contradict, and adds none", async () => {
    const source = `- [x] 1.1 Store
  - [ ] Write the migration
- [x] 1.2 Serve
  - Acceptance Criteria:
    - [ ] An unknown loan answers 404
    - A known one answers 200
- [ ] 1.3 Report
  - Status: Done
  - Verify: The report has a line a loan
`;
    writeFile(folder, "plan.md", source);
    const { json: answer } = await json("import", "plan.md", "--stdout");
    const state = answer.tasks.map(({ status, verification }: (typeof answer.tasks)[number]) => [
      status,
      verification.map(({ checked }: { checked: boolean }) => checked),
    ]);
    expect(state).toEqual([
      ["In Progress", [false]],
      ["In Progress", [false, true]],
      ["Complete", [true]],
    ]);
    expect(answer.notCarriedOver).toEqual([
      { line: 1, lines: 0, what: "the completion of 1.1, which has open items" },
      { line: 3, lines: 0, what: "the completion of 1.2, which has open items" },
    ]);
  });

  it.each([
    ["below a box", "- [ ] Write it\n  - [ ] ✅\n"],
    ["a backslash below a box", "- [ ] Write it\n  - [ ] \\\n"],
    ["bold marks only below a box", "- [ ] Write it\n  - [ ] **\n"],
    ["below a label", "- [ ] Write it\n  - Verification:\n    - ✅\n    - \\\n    - **\n"],
  ])("gives a task its default criterion if it has only criteria without words: %s", async (_, text) => {
    writeFile(folder, "plan.md", text);
    const { exitCode, json: answer } = await json("import", "plan.md", "--stdout");
    expect(exitCode).toBe(0);
    expect(answer.tasks[0].verification).toEqual([{ text: "Write it", checked: false }]);
  });

  it("reads a Backlog.md folder with one file for each task", async () => {
    const backlogTask = (id: string, title: string, more: string, criteria: string) =>
      `---\nid: ${id}\ntitle: ${title}\n${more}\n---\n\n## Description\n\n<!-- SECTION:DESCRIPTION:BEGIN -->\nKeep loans.\n<!-- SECTION:DESCRIPTION:END -->\n\n## Acceptance Criteria\n<!-- AC:BEGIN -->\n${criteria}<!-- AC:END -->\n\n## Implementation Notes\n\nLong.\n`;
    const files: Record<string, string> = {
      "backlog/config.yml": 'project_name: "Tool library"\nstatuses: ["To Do", "Done"]\n',
      "backlog/tasks/back-10 - Mail.md": backlogTask(
        "BACK-10",
        "'Mail: the borrower''s reminder'",
        "status: To Do\nassignee:\n  - '@ann'\nlabels: []\ndependencies:\n  - back-9\n  - BACK-77",
        "- [ ] #1 A mail goes out on the day before\n- [x] #2 Its text is translated\n",
      ),
      "backlog/tasks/back-9 - Fold.md": backlogTask(
        "BACK-9",
        ">-\n  Serve a loan to anyone who\n  asks for it",
        "status: Done\nmilestone: m-1\ndependencies: [BACK-1]\nmodified_files:\n  - src/loan.ts",
        "- [ ] #1 An unknown loan answers 404\n",
      ),
      "backlog/completed/back-1 - Store.md": backlogTask("BACK-1", "Store", "status: Done", ""),
      "backlog/tasks/readme.md": "# About\n",
      "backlog/tasks/back-11 - Colon.md": "---\nid: BACK-11\ntitle: Fix: the door\nstatus: To Do\n---\n",
    };
    for (const [path, text] of Object.entries(files)) writeFile(folder, path, text);
    const { exitCode, json: answer } = await json("import", "backlog");
    expect(exitCode).toBe(0);
    expect(answer).toMatchObject({
      path: ".claude/tasks/tasks-backlog.md",
      format: "backlog",
      title: "Tool library",
    });
    expect(facts(answer.tasks)).toEqual([
      ["1.1", "Store", "Complete", ""],
      ["2.1", "Serve a loan to anyone who asks for it", "In Progress", "1.1"],
      ["3.1", "Mail: the borrower's reminder", "Not Started", "2.1"],
    ]);
    expect(answer.tasks[1]).toMatchObject({ files: ["src/loan.ts"], steps: ["Keep loans."] });
    expect(answer.tasks[2].body).toBe("**Assignee**: @ann\n\n#### Implementation Notes\n\nLong.");
    expect(answer.tasks[2].verification).toEqual([
      { text: "A mail goes out on the day before", checked: false },
      { text: "Its text is translated", checked: true },
    ]);
    expect(answer.notCarriedOver.map(({ what }: { what: string }) => what)).toEqual(
      expect.arrayContaining([
        "backlog/tasks/readme.md, which is not a task",
        "backlog/tasks/back-11 - Colon.md, whose front matter is not YAML: quote a title that holds a colon",
        "the completion of BACK-9, which has open items",
        'the dependency "BACK-77" of BACK-10, which names no task that is imported',
      ]),
    );
    expect((await run("lint")).exitCode).toBe(0);
  });

  it("names the phase of a Backlog.md milestone after its title", async () => {
    const task = (id: string, milestone: string): string =>
      `---\nid: ${id}\ntitle: ${id}\nstatus: To Do\nmilestone: ${milestone}\n---\n`;
    writeFile(folder, "backlog/tasks/task-1 - One.md", task("TASK-1", "m-1"));
    writeFile(folder, "backlog/tasks/task-2 - Two.md", task("TASK-2", "m-2"));
    writeFile(folder, "backlog/milestones/m-1 - loans.md", '---\nid: m-1\ntitle: "Loans: the first"\n---\n');
    writeFile(folder, "backlog/milestones/readme.md", "# About\n");
    await json("import", "backlog");
    const { phases } = (await json("progress")).json;
    expect(phases.map(({ title }: { title: string }) => title)).toEqual(["Loans: the first", "m-2"]);
  });

  it("keeps what Task Master's update-subtask reports as text, not as steps", async () => {
    const entry = (day: string, said: string): string =>
      `<info added on ${day}T09:10:11.123Z>\n${said}\n</info added on ${day}T09:10:11.123Z>`;
    const details = `Use jose.\n${entry("2026-05-22", "Signed with EdDSA.")}\n\n${entry("2026-05-23", "Done.")}`;
    const tasks = [{ id: 1, title: "Sign", description: "Sign tokens", details, status: "pending" }];
    writeFile(folder, "tasks.json", JSON.stringify({ master: { tasks } }));
    const [task] = (await json("import", "tasks.json")).json.tasks;
    expect(task.steps).toEqual(["Sign tokens", "Use jose."]);
    expect(task.body).toBe(
      "**Info added on 2026-05-22**: Signed with EdDSA.\n\n**Info added on 2026-05-23**: Done.",
    );
  });

  it("reads the boxes below front matter that is not YAML", async () => {
    writeFile(folder, "plan.md", "---\nglobs: */*\n---\n\n- [ ] Write it\n");
    const { json: answer } = await json("import", "plan.md", "--stdout");
    expect(facts(answer.tasks)).toEqual([["1.1", "Write it", "Not Started", ""]]);
  });

  it("reads a single Backlog.md file as one task, and refuses a folder without tasks", async () => {
    writeFile(
      folder,
      "back-2.md",
      "---\r\nid: BACK-2\r\ntitle: Two\r\nstatus: Rejected\r\n---\r\n\r\n## Acceptance Criteria\r\n- [ ] #1 404\r\n",
    );
    const { json: answer } = await json("import", "back-2.md", "--stdout");
    expect(facts(answer.tasks)).toEqual([["1.1", "Two", "Not Started", ""]]);
    expect(answer.notCarriedOver).toEqual([
      { line: null, lines: 0, what: 'the status "Rejected" of BACK-2, read as Not Started' },
    ]);
    mkdirSync(join(folder, "empty"));
    expect(await run("import", "empty")).toMatchObject({
      exitCode: 2,
      stderr:
        "tasks: empty is a folder without a task of Backlog.md (a Markdown file that begins with its id, title and status).\n",
    });
  });

  it("reads beads issues, with parent issues as phases", async () => {
    const link = (to: string, type: string) => ({ depends_on_id: to, type });
    const issues = [
      {
        id: "bd-b2",
        title: "Mail",
        status: "open",
        created_at: "2026-01-05",
        dependencies: [link("bd-e1", "blocks")],
      },
      {
        ...{
          id: "bd-e1.2",
          title: "Serve",
          status: "in_progress",
          created_at: "2026-01-03",
          estimated_minutes: 240,
        },
        ...{ description: "Serve it:\n- as JSON\n\n## Acceptance Criteria\n- [ ] 404\n", priority: 1 },
        ...{ dependencies: [link("bd-a1", "blocks"), link("bd-b2", "related")], assignee: "ann" },
      },
      { id: "bd-e1", title: "Loans", status: "open", issue_type: "epic", created_at: "2026-01-01" },
      {
        ...{
          id: "bd-a1",
          title: "Store",
          status: "closed",
          created_at: "2026-01-02",
          close_reason: "Shipped",
        },
        ...{
          acceptance_criteria: "- Runs twice\n- Keeps loans",
          dependencies: [link("bd-e1", "parent-child")],
        },
        description: "**Dependencies**: a database\n\nTask 9.9: not one",
      },
      { id: "bd-t", title: "Gone", status: "tombstone", created_at: "2026-01-02" },
    ];
    const lines = [
      ...issues.map((issue) => JSON.stringify(issue)),
      '{"_type":"memory","key":"x"}',
      '{"id": "half',
    ];
    writeFile(folder, ".beads/issues.jsonl", `${lines.join("\n")}\n`);
    const { exitCode, json: answer } = await json("import", ".beads/issues.jsonl", "--stdout");
    expect(exitCode).toBe(0);
    expect(answer.format).toBe("beads");
    expect(facts(answer.tasks)).toEqual([
      ["1.1", "Store", "Complete", ""],
      ["1.2", "Serve", "In Progress", "1.1"],
      ["2.1", "Mail", "Not Started", "1.1 1.2"],
    ]);
    const [store, serve] = answer.tasks;
    expect(store.verification).toEqual([
      { text: "Runs twice", checked: true },
      { text: "Keeps loans", checked: true },
    ]);
    expect(store.body).toContain("**Close reason**: Shipped");
    expect(serve).toMatchObject({
      complexity: "High",
      estimateMinutes: 240,
      steps: ["as JSON"],
      verification: [{ text: "404", checked: false }],
      body: [
        "Serve it:",
        "**Estimate**: 240 minutes",
        "**Priority**: 1",
        "**Assignee**: ann",
        "**Links**: related bd-b2",
      ].join("\n\n"),
    });
    expect(answer.notCarriedOver).toEqual([
      {
        line: 4,
        lines: 0,
        what: 'the dependency "a database" of bd-a1, which names no task that is imported',
      },
      { line: 5, lines: 1, what: "bd-t, which is deleted" },
      { line: 6, lines: 1, what: "a record that is not an issue (memory)" },
      { line: 7, lines: 1, what: "a line that is not whole JSON" },
    ]);
    expect(answer.lines).toEqual({ total: 7, blank: 0, read: 4, notRead: 3 });
    const whole = { schema_version: 1, data: issues };
    writeFile(folder, "list.json", JSON.stringify(whole));
    expect((await json("import", "list.json", "--stdout")).json.tasks).toEqual(answer.tasks);
  });

  it("keeps beads issues that are each other's parents, and reads two with the same id", async () => {
    const below = (to: string) => [{ depends_on_id: to, type: "parent-child" }];
    const issues = [
      { id: "p", title: "One", priority: 1, dependencies: below("q") },
      { id: "q", title: "Other", priority: 1, dependencies: below("p") },
      {
        id: "r",
        title: "Twice",
        priority: 1,
        dependencies: [...below("r"), { depends_on_id: "p", type: "blocks" }],
      },
      { id: "r", title: "Again", priority: 1 },
    ];
    writeFile(folder, "i.jsonl", issues.map((issue) => JSON.stringify(issue)).join("\n"));
    const { json: answer } = await json("import", "i.jsonl", "--stdout");
    expect(facts(answer.tasks)).toEqual([
      ["1.1", "One", "Not Started", ""],
      ["1.2", "Other", "Not Started", ""],
      ["1.3", "Twice", "Not Started", "1.1"],
      ["1.4", "Again", "Not Started", ""],
    ]);
    expect(answer.notCarriedOver.map(({ what }: { what: string }) => what)).toEqual([
      "the number r, which an earlier task has",
    ]);
  });

  it("reads task headings with numbers of three parts", async () => {
    const text = `# Plan

## Phase 2: Work (2 weeks)

### 2.1 Server

#### Task 2.1.1: Store
**Effort:** S | **Skills:** SQL
**Dependencies:** None
**Success Criteria:** It runs twice

#### Task 2.1.2: Serve ✅
**Dependencies:** 2.1.1, the design
- [x] 404

### 2.2 Client

#### Task 2.2.1: Show
**Dependencies:** 2.1

\`\`\`js
show();
\`\`\`

## Risks

Task 2.2.1 depends on Task 2.1.2.
Rain.
`;
    writeFile(folder, "plan.md", text);
    const { json: answer } = await json("import", "plan.md", "--stdout");
    expect(answer.format).toBe("headings");
    expect(facts(answer.tasks)).toEqual([
      ["2.1", "Store", "Not Started", ""],
      ["2.2", "Serve", "Complete", "2.1"],
      ["2.3", "Show", "Not Started", "2.1 2.2"],
    ]);
    expect(answer.tasks[0]).toMatchObject({
      complexity: "Low",
      verification: [{ text: "It runs twice", checked: false }],
      body: "**Effort:** S | **Skills:** SQL",
    });
    expect(answer.tasks[2].body).toBe("```js\nshow();\n```");
    expect(answer.numbers).toContainEqual({ from: "2.2.1", to: "2.3" });
    expect(answer.notCarriedOver).toEqual([
      { line: 5, lines: 1, what: 'the heading "2.1 Server"' },
      { line: 12, lines: 0, what: expect.stringContaining('the dependency "the design" of 2.1.2') },
      { line: 16, lines: 1, what: 'the heading "2.2 Client"' },
      { line: 25, lines: 2, what: 'the text of the section "Risks"' },
    ]);
  });

  it.each([
    ["whole numbers", "## Task 1: Store\n\n### Steps\n1. Do\n\n## Task 2 - Serve\nDepends on: Task 1\n", ""],
    ["another language", "### Задача 1: Store\n\n### Задача 2: Serve\n**Зависимости**: Задача 1\n", ""],
    ["no number", "#### Task: Store\nIt.\n\n#### Task: Serve\n**Dependencies**: Store\n", ""],
    ["a bullet before each", "- **Task 1.1**: Store\n- **Task 1.2**: Serve\n  - Depends on: Task 1.1\n", ""],
    ["full-width parentheses", "- [ ] 1.1 Store\n- [ ] 1.2 Serve（依赖 1.1）\n", ""],
    ["a full-width colon", "- [ ] 1.1 Store\n- [ ] 1.2 Serve\n  - 依赖：1.1\n", ""],
    [
      "items below their numbered phase",
      "- [ ] 1. All\n- [ ] 1.1 Store\n- [ ]* 1.2 Serve (after 1.1)\n",
      "1.2",
    ],
  ])("reads tasks with %s", async (_, text, optional) => {
    writeFile(folder, "plan.md", `# Plan\n\n${text}`);
    const { json: answer } = await json("import", "plan.md", "--stdout");
    expect(facts(answer.tasks)).toEqual([
      ["1.1", "Store", "Not Started", ""],
      ["1.2", "Serve", "Not Started", "1.1"],
    ]);
    const told = answer.notCarriedOver.map(({ what }: { what: string }) => what);
    expect(told).toEqual(optional === "" ? [] : [`the mark * (optional) of ${optional}`]);
  });

  it("reads the items of all lists as tasks if only one item of many has a number", async () => {
    const items = Array.from({ length: 10 }, (_, at) => `- [ ] Build part ${"abcdefghij"[at]}\n`).join("");
    const path = writeFile(
      temporaryFolder(),
      "todo.md",
      `# Todo\n\n## Now\n\n${items}\n## Later\n\n- [ ] Step 5: Ship\n`,
    );
    const { stdout } = await runTasks(["import", path, "--dry-run"]);
    expect(stdout.match(/^\+?### Task .*/gm)).toHaveLength(11);
  });

  it("reads a numbered item with its own text as a task before the numbered items below it", async () => {
    const text =
      "- [x] 1. Store\n  - Keep the rows\n  - Sort them\n- [ ]* 1.1 Test the store\n- [ ] 2. Serve\n";
    writeFile(folder, "plan.md", `# Plan\n\n${text}`);
    const { json: answer } = await json("import", "plan.md", "--stdout");
    expect(facts(answer.tasks)).toEqual([
      ["1.1", "Store", "Complete", ""],
      ["1.2", "Test the store", "Not Started", ""],
      ["2.1", "Serve", "Not Started", ""],
    ]);
    expect(answer.tasks[0].steps).toEqual(["Keep the rows", "Sort them"]);
  });

  it("reads the boxes of a list in which only one heading starts with Task", async () => {
    const boxes = (...titles: readonly string[]) => titles.map((title) => `- [ ] ${title}`).join("\n");
    const text = `## Task 0: Start\n${boxes("Clone")}\n\n## Data\n${boxes("Rows", "Indexes")}\n\n## Pages\n${boxes("Home", "Login")}\n`;
    writeFile(folder, "plan.md", `# Plan\n\n${text}`);
    const { json: answer } = await json("import", "plan.md", "--stdout");
    expect(answer.tasks.map(({ title }: { title: string }) => title)).toEqual([
      ...["Clone", "Rows", "Indexes", "Home", "Login"],
    ]);
  });

  it.each([
    ["Issue 1: It hangs", "2 headings"],
    ["AUTH-1: Store", "1 heading or line that looks like a task"],
    ["3. Store", "2 headings"],
  ])("refuses headings without the word Task: %s", async (heading, found) => {
    writeFile(folder, "guide.md", `# Guide\n\n### ${heading}\n\n- Files: a.ts\n- Dependencies: none\n`);
    const { exitCode, json: answer } = await json("import", "guide.md", "--stdout");
    expect(exitCode).toBe(2);
    expect(answer.error.code).toBe("not-a-list");
    expect(answer.error.message).toContain("a checkbox outline, headings that say Task, ");
    expect(answer.error.message).toContain(`, only ${found}`);
  });

  it("puts Task Master's tasks into one phase if none has subtasks", async () => {
    const tasks = [
      { id: 1, title: "One", status: "done", dependencies: [] },
      { id: 2, title: "Two", status: "pending", dependencies: [1] },
    ];
    writeFile(folder, "t.json", JSON.stringify({ tasks }));
    const { json: answer } = await json("import", "t.json", "--stdout");
    expect(facts(answer.tasks)).toEqual([
      ["1.1", "One", "Complete", ""],
      ["1.2", "Two", "Not Started", "1.1"],
    ]);
  });

  it("moves only a task that would come before its dependency", async () => {
    const tasks = [
      { id: 1, title: "Report", status: "pending", dependencies: [3] },
      { id: 2, title: "Other", status: "pending", dependencies: [] },
      { id: 3, title: "Store", status: "pending", dependencies: [] },
    ];
    writeFile(folder, "t.json", JSON.stringify({ tasks }));
    const { json: answer } = await json("import", "t.json", "--stdout");
    expect(facts(answer.tasks)).toEqual([
      ["1.1", "Other", "Not Started", ""],
      ["1.2", "Store", "Not Started", ""],
      ["1.3", "Report", "Not Started", "1.2"],
    ]);
  });

  it("moves a whole phase after the phase that it depends on, and renumbers both", async () => {
    const subtasks = [{ id: 1, title: "Mail", dependencies: ["2.1"] }];
    const tasks = [
      { id: 1, title: "Reminders", subtasks },
      { id: 2, title: "Gateway", subtasks: [{ id: 1, title: "Connect" }] },
    ];
    writeFile(folder, "t.json", JSON.stringify({ tasks }));
    const { json: answer } = await json("import", "t.json", "--stdout");
    expect(facts(answer.tasks)).toEqual([
      ["1.1", "Connect", "Not Started", ""],
      ["2.1", "Mail", "Not Started", "1.1"],
    ]);
    expect(answer.numbers).toEqual([
      { from: "2.1", to: "1.1" },
      { from: "1.1", to: "2.1" },
    ]);
  });

  it("splits phases that depend on each other while their tasks don't, and loses no dependency", async () => {
    const task = (id: number, dependencies: string[]) => ({
      id,
      title: `T${id}`,
      status: "pending",
      dependencies,
    });
    const tasks = [
      { ...task(1, []), title: "Data", subtasks: [task(1, []), task(2, ["2.1"]), task(3, [])] },
      { ...task(2, []), title: "Work", subtasks: [task(1, ["1.1"]), task(2, ["1.2"])] },
    ];
    writeFile(folder, "t.json", JSON.stringify({ tasks }));
    const { json: answer } = await json("import", "t.json", "--stdout");
    expect(facts(answer.tasks)).toEqual([
      ["1.1", "T1", "Not Started", ""],
      ["1.2", "T3", "Not Started", ""],
      ["2.1", "T1", "Not Started", "1.1"],
      ["3.1", "T2", "Not Started", "2.1"],
      ["4.1", "T2", "Not Started", "3.1"],
    ]);
    expect(answer.text.match(/^## .*/gm)).toEqual([
      "## Phase 1: Data (Tasks 1.1-1.2)",
      "## Phase 2: Work (Tasks 2.1-2.1)",
      "## Phase 3: Data (continued) (Tasks 3.1-3.1)",
      "## Phase 4: Work (continued) (Tasks 4.1-4.1)",
    ]);
    expect(answer.notCarriedOver).toEqual([]);
  });

  it("reads headings as phases if the items have no numbers", async () => {
    const text =
      "# Plan\n\n## Server\n\n- [x] Add a route\n\n## Screen\n\n- [ ] Show the list\n  - with icons\n";
    writeFile(folder, "todo.md", text);
    const { json: answer } = await json("import", "todo.md", "--stdout");
    expect(facts(answer.tasks)).toEqual([
      ["1.1", "Add a route", "Complete", ""],
      ["2.1", "Show the list", "Not Started", ""],
    ]);
    expect(answer.text).toContain("## Phase 2: Screen (Tasks 2.1-2.1)");
  });

  it("never overwrites a list without --force, and writes nothing with --dry-run", async () => {
    writeFile(folder, "plan.md", outline);
    const { stdout } = await run("import", "plan.md", "--out", "list.md", "--dry-run");
    expect(stdout).toContain("+### Task 1.1: Create the loan model");
    writeFileSync(join(folder, "list.md"), "mine");
    expect(await run("import", "plan.md", "--out", "list.md")).toMatchObject({
      exitCode: 2,
      stderr:
        "tasks: list.md exists and was not changed: --force overwrites it, --out PATH writes elsewhere.\n",
    });
    expect(readFileSync(join(folder, "list.md"), "utf8")).toBe("mine");
    expect((await run("import", "plan.md", "--out", "list.md", "--force")).exitCode).toBe(0);
    expect(readFileSync(join(folder, "list.md"), "utf8")).toContain("# Task List: Tool library");
    expect(readFileSync(join(folder, "plan.md"), "utf8")).toBe(outline);
  });

  it("converts a list in place with --force, and tasks undo restores it", async () => {
    const file = writeFile(folder, ".claude/tasks/tasks-0003-prd-tool-library.md", outline);
    expect((await run("next")).stderr).toContain(
      ". Bring another tool's list over with: tasks import .claude/tasks/tasks-0003-prd-tool-library.md",
    );
    expect((await run("import", file)).stderr).toContain("exists and was not changed");
    expect((await run("import", file, "--force")).exitCode).toBe(0);
    expect((await json("next")).json.task.number).toBe("2.1");
    await run("undo");
    expect(readFileSync(file, "utf8")).toBe(outline);
  });

  it("warns if the source file is in a folder where lists are searched for", async () => {
    writeFile(folder, "tasks/tasks-0003-prd-tool-library.md", outline);
    const { stderr } = await run("import", "tasks/tasks-0003-prd-tool-library.md");
    expect(stderr).toContain("tasks/tasks-0003-prd-tool-library.md is still where lists are searched for");
  });

  it("reads the numbers of headings above numbered items, and numbers in brackets", async () => {
    const text =
      "# X\n\n## 2. Server\n\n- [x] 2.1 Add a route\n- [ ] 2.2 Log it\n\n## 4. Screen\n\n- [ ] 4.1 Show it (requires 2.1-2.2)\n";
    writeFile(folder, "openspec.md", text);
    const { json: answer } = await json("import", "openspec.md", "--stdout");
    expect(facts(answer.tasks)).toEqual([
      ["2.1", "Add a route", "Complete", ""],
      ["2.2", "Log it", "Not Started", ""],
      ["4.1", "Show it", "Not Started", "2.1 2.2"],
    ]);
    writeFile(
      folder,
      "t.md",
      "# X\n\n## Phase 1: All\n\n- [ ] [T001] [P] One\n- [~] **T002**: Two (depends on T001)\n",
    );
    const { json: bracketed } = await json("import", "t.md", "--stdout");
    expect(facts(bracketed.tasks)).toEqual([
      ["1.1", "One", "Not Started", ""],
      ["1.2", "Two", "In Progress", "1.1"],
    ]);
  });

  it("reads the tasks.md of a Kiro spec: numbered items, requirements and the mark of a task in progress", async () => {
    const text = [
      "# Implementation Plan",
      "",
      "- [x] 1. Set up the project",
      "  - _Requirements: 1.1_",
      "- [ ] 2. Store loans",
      "- [-] 2.1 Create the loan model",
      "  - Write the schema",
      "  - _Requirements: 2.1, 3.3_",
      "- [ ]* 2.2 Test the loan model",
      "",
    ].join("\n");
    writeFile(folder, ".kiro/specs/loans/tasks.md", text);
    const { json: answer } = await json("import", ".kiro/specs/loans/tasks.md", "--stdout");
    expect(facts(answer.tasks)).toEqual([
      ["1.1", "Set up the project", "Complete", ""],
      ["2.1", "Create the loan model", "In Progress", ""],
      ["2.2", "Test the loan model", "Not Started", ""],
    ]);
    expect(answer.tasks[1]).toMatchObject({ requirements: ["2.1", "3.3"], steps: ["Write the schema"] });
  });

  it("imports the dependencies that a list can express, and reports the others", async () => {
    const text =
      "# X\n\n- [ ] 1.0 All\n  - [ ] 1.1 One\n    - Depends on: 1.2, the design, 9.9\n  - [ ] 1.2 Two (depends on 1.1) (requires 2 GB)\n";
    writeFile(folder, "x.md", text);
    const { json: answer } = await json("import", "x.md", "--stdout");
    expect(facts(answer.tasks).map(([number, title, , depends]) => [number, title, depends])).toEqual([
      ["1.1", "One", ""],
      ["1.2", "Two (requires 2 GB)", "1.1"],
    ]);
    expect(answer.notCarriedOver.map(({ what }: { what: string }) => what)).toEqual([
      'the dependency "the design" of 1.1, which names no task that is imported',
      'the dependency "9.9" of 1.1, which names no task that is imported',
      "the dependency of 1.1 on 1.2: they wait for each other",
    ]);
  });

  it("refuses a file that isn't another tool's list, and names the reason", async () => {
    const refusal = async (name: string, text: string) => {
      writeFile(folder, name, text);
      const { exitCode, json: answer } = await json("import", name, "--stdout");
      expect(exitCode).toBe(2);
      return answer.error;
    };
    expect(
      await refusal("list.md", "# Task List: X\n\n### Task 1.1: One\n\n**Dependencies**: None\n"),
    ).toEqual({
      code: "already-a-list",
      message: "list.md is in the documented form already (1 task): work on it with tasks --list list.md.",
    });
    expect((await refusal("prose.md", "# Hello\n\nWorld\n")).message).toMatch(
      /^No task was found in prose\.md, only 1 heading\. tasks import takes a checkbox outline/,
    );
    expect(await refusal("empty.md", "\n")).toEqual({ code: "empty-file", message: "empty.md is empty." });
    expect((await refusal("lines.jsonl", '{"id": 1}\n')).code).toBe("not-task-master");
    expect((await refusal("broken.json", '{"tasks": [')).code).toBe("not-json");
    expect((await refusal("other.json", '{"name": "x"}')).code).toBe("not-task-master");
    expect((await refusal("wrong.json", '{"tasks": [{"id": 1}]}')).message).toMatch(/tasks\.0 has no title/);
    expect((await refusal("words.json", '{"tasks": ["a"]}')).message).toMatch(/tasks\.0 is not a task/);
    expect((await refusal("none.json", '{"tasks": []}')).code).toBe("no-tasks");
    const two = { a: master, b: master };
    expect((await refusal("two.json", JSON.stringify(two))).message).toBe(
      "two.json has several tags: name one with --tag (a, b).",
    );
  });
});

it("tasks import refuses a table of tasks and names its first row", async () => {
  const table = "| ID | Task |\n|----|------|\n| T001 | Create the schema |\n| T002 | Add the model |\n";
  const path = writeFile(temporaryFolder(), "plan.md", `# Plan\n\n${table}`);
  const { exitCode, json } = await runJson(["import", path, "--stdout"]);
  expect([exitCode, json.error.code]).toEqual([2, "not-a-list"]);
  expect(json.error.message).toMatch(/2 rows of tables that look like tasks, 1 heading; the first: .*T001/);
});
