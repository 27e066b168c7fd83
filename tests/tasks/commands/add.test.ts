import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { listOf, taskText } from "../../support/list-of.ts";
import { runJson, runTasks, writeList } from "../../support/tasks-command.ts";

const verify = ["--verify", "GET /health answers 200"];

test("tasks add writes the task in the full form at the end of its phase", async () => {
  const source = listOf([{ number: "1.1" }, { number: "1.2" }, { number: "2.1" }]);
  const list = writeList(source);
  const options = [
    "--phase",
    "1",
    "--complexity",
    "medium",
    "--depends",
    "1.1,1.2",
    "--requirement",
    "FR-5",
    "--file",
    "src/a.ts",
    "--file",
    "src/b.ts",
  ];
  const further = [
    "--step",
    "Write it",
    "--step",
    "Wire it",
    "--verify",
    "One",
    "--verify",
    "Two",
    "--method",
    "get",
    "--path",
    "/health",
  ];
  const { json } = await runJson(["-f", list, "add", "Report health", ...options, ...further]);
  expect(json.task).toMatchObject({
    number: "1.3",
    dependencies: ["1.1", "1.2"],
    method: "GET",
    path: "/health",
  });
  const task = `### Task 1.3: Report health

**Complexity**: Medium
**Dependencies**: 1.1, 1.2
**Requirements**: FR-5
**Files**: \`src/a.ts\`, \`src/b.ts\`
**Endpoint**: GET /health

**Steps**:

1. Write it
2. Wire it

**Verification**:

- [ ] One
- [ ] Two

---

`;
  expect(readFileSync(list, "utf8")).toBe(source.replace("## Phase 2", `${task}## Phase 2`));
});

test("tasks add requires a criterion and a phase if it can't ask for them", async () => {
  const list = writeList(listOf([{ number: "1.1" }, { number: "2.1" }]));
  expect((await runJson(["-f", list, "add", "A", "--phase", "1"])).json.error.code).toBe(
    "missing-verification",
  );
  expect((await runJson(["-f", list, "add", "A", ...verify])).json.error.code).toBe("missing-phase");
  expect((await runJson(["-f", list, "add", "A", ...verify, "--phase", "9"])).json.error.message).toBe(
    "Phase 9 does not exist (existing: 1 Part 1, 2 Part 2). Create it with --phase 9 --phase-title TITLE.",
  );
  expect(await runTasks(["-f", list, "add", ...verify, "--phase", "1"])).toMatchObject({ exitCode: 2 });
});

test("tasks add creates a new phase with --phase-title", async () => {
  const list = writeList(listOf([{ number: "1.1" }]).replace("Part 1", "Part 1 (Tasks 1.1-1.1)"));
  await runTasks([
    "-f",
    list,
    "add",
    "Ship",
    "--phase",
    "2",
    "--phase-title",
    "Release",
    "--depends",
    "1.1",
    ...verify,
  ]);
  expect(readFileSync(list, "utf8")).toContain(
    "---\n\n## Phase 2: Release (Tasks 2.1-2.1)\n\n### Task 2.1: Ship\n\n**Dependencies**: 1.1\n",
  );
});

test("tasks add creates the first phase of a list without doubling the separator below its header", async () => {
  const list = writeList("# Task List: Test\n\n**Status**: Not Started\n\n---\n");
  await runTasks(["-f", list, "add", "Plan", "--phase", "1", "--phase-title", "First", ...verify]);
  expect(readFileSync(list, "utf8").match(/^(?:#.*|---)$/gm)).toEqual([
    "# Task List: Test",
    "---",
    "## Phase 1: First",
    "### Task 1.1: Plan",
    "---",
  ]);
});

test("tasks add puts a new phase with a smaller number before all others", async () => {
  const list = writeList(listOf([{ number: "2.1" }]));
  await runTasks(["-f", list, "add", "Plan", "--phase", "1", "--phase-title", "First", ...verify]);
  expect(readFileSync(list, "utf8")).toMatch(
    /\n\n---\n\n## Phase 1: First\n[\s\S]+\n\n---\n\n## Phase 2: Part 2\n/,
  );
});

test("tasks add never reuses a number, not even that of a removed task", async () => {
  const list = writeList(listOf([{ number: "1.1" }, { number: "1.2" }, { number: "1.3" }]));
  await runTasks(["-f", list, "remove", "1.3", "--yes"]);
  expect((await runJson(["-f", list, "add", "New", ...verify])).json.task.number).toBe("1.4");
});

test.each([
  "- 2026-01-02: superseded by Python 1.12",
  "- 2026-01-02: moved to version 1.12 (was 1.9)",
  "- 2026-01-02: removed Task list 1.12",
  '- 2026-01-02: removed Task 1.2 "Upgrade Python to 1.12"',
  '- 2026-01-02: renamed Task 1.2 "A" 1.12 → 1.13',
  "Task 1.12 was a bad idea",
])("tasks add ignores numbers in free text under Changes: %s", async (line) => {
  const list = writeList(`${listOf([{ number: "1.1" }, { number: "1.2" }])}\n## Changes\n\n${line}\n`);
  expect((await runJson(["-f", list, "add", "New", ...verify])).json.task.number).toBe("1.3");
});

test.each([
  '- 2026-01-02: removed Task 1.12 "Old" - "1.13" does it',
  "- 2026-01-02: renumbered 1.5 → 1.4, 1.12 → 1.5",
  '- 2026-01-02: moved Task 1.12 → 1.1 "A, 1.20"',
  '- 2026-01-02: moved Task 1.3 → 1.1 "A", renumbered 1.12 → 1.2',
])("tasks add doesn't reuse the numbers in a line that a command wrote under Changes: %s", async (line) => {
  for (const eol of ["\n", "\r\n"]) {
    const text = `${listOf([{ number: "1.1" }])}\n## Changes\n\n${line}\n`;
    const list = writeList(text.replaceAll("\n", eol));
    expect((await runJson(["-f", list, "add", "New", ...verify])).json.task.number).toBe("1.13");
  }
});

test("tasks add with a position renumbers the later tasks of the phase and updates all references", async () => {
  const source = listOf([
    { number: "1.1" },
    { number: "1.2", depends: "1.1 (the first, of two)" },
    { number: "1.3", depends: "1.1-1.2", items: ["- [ ] Works with what Task 1.2 made"] },
    { number: "2.1", depends: "Task 1.1, Task 1.3" },
  ]).replace("Part 1", "Part 1 (Tasks 1.1-1.3)");
  const list = writeList(source);
  const { json } = await runJson(["-f", list, "add", "New", "--after", "1.1", "--depends", "1.1", ...verify]);
  expect(json.task.number).toBe("1.2");
  expect(json.renumbered).toEqual([
    { from: "1.2", to: "1.3" },
    { from: "1.3", to: "1.4" },
  ]);
  expect(json.mentions).toContainEqual({
    number: "1.2",
    line: 62,
    text: "- [ ] Works with what Task 1.2 made",
  });
  const text = readFileSync(list, "utf8");
  expect(text).toContain("Part 1 (Tasks 1.1-1.4)");
  expect(text).toContain(
    "### Task 1.3: Build 1.2\n\n**Complexity**: Low\n**Dependencies**: 1.1 (the first, of two)",
  );
  expect(text).toContain("**Dependencies**: 1.1-1.3");
  expect(text).toContain("**Dependencies**: Task 1.1, Task 1.4");
});

test("tasks add doesn't renumber a task that has an owner, unless forced", async () => {
  const list = writeList(listOf([{ number: "1.1" }, { number: "1.2", lines: ["**Owner**: ann"] }]));
  const { exitCode, json } = await runJson(["-f", list, "add", "New", "--before", "1.2", ...verify]);
  expect([exitCode, json.error.code]).toEqual([1, "number-in-use"]);
  expect(await runTasks(["-f", list, "add", "New", "--before", "1.2", "--force", ...verify])).toMatchObject({
    exitCode: 0,
  });
});

test("tasks add refuses a dependency that doesn't exist or comes later", async () => {
  const list = writeList(listOf([{ number: "1.1" }, { number: "2.1" }]));
  expect(
    (await runJson(["-f", list, "add", "A", "--phase", "1", "--depends", "1.9", ...verify])).exitCode,
  ).toBe(2);
  const late = await runJson(["-f", list, "add", "A", "--phase", "1", "--depends", "2.1", ...verify]);
  expect([late.exitCode, late.json.error.code]).toEqual([1, "dependency-order"]);
});

test("tasks add without a title says how to give one", async () => {
  const list = writeList(listOf([{ number: "1.1" }]));
  const { exitCode, stderr } = await runTasks(["-f", list, "add", ...verify]);
  expect([exitCode, stderr]).toEqual([2, 'tasks: A task needs a title: tasks add "TITLE".\n']);
});

test("tasks add uses the heading level and line endings of the neighbouring tasks", async () => {
  const tasks = ["1.1", "1.2"].map((number) => taskText({ number }).replace("###", "####"));
  const list = writeList(
    `# Task List: T\r\n\r\n### Phase 1: P\r\n\r\n${tasks.join("\n\n")}\n`.replaceAll(/\r?\n/g, "\r\n"),
  );
  await runTasks(["-f", list, "add", "New", ...verify]);
  const text = readFileSync(list, "utf8");
  expect(text).toContain(
    "- [ ] Tests of 1.2 pass\r\n\r\n#### Task 1.3: New\r\n\r\n**Dependencies**: None\r\n",
  );
  expect(text).not.toMatch(/[^\r]\n/);
});

test("tasks add refuses a title that would read as Markdown or a status, and writes nothing", async () => {
  const list = writeList(listOf([{ number: "1.1" }]));
  const before = readFileSync(list, "utf8");
  expect(await runTasks(["-f", list, "add", "A\n## Phase 9: B", ...verify])).toMatchObject({ exitCode: 2 });
  expect(await runTasks(["-f", list, "add", "Build it ✅", ...verify])).toMatchObject({ exitCode: 2 });
  expect(readFileSync(list, "utf8")).toBe(before);
});

const compact = (fields: readonly string[], gap = "\n"): string =>
  ["# Task List: T\n\n## Phase 1: P\n", `### Task 1.1: A\n${gap}${fields.join("\n")}\n`].join("\n");

test.each([
  ["- ", "Dependencies", "\n"],
  ["* ", "Dependencies", "\n"],
  ["- ", "**Dependencies**", ""],
])(
  "tasks add writes a compact task with the bullets and labels of its compact neighbours: %j %s %j",
  async (bullet, label, gap) => {
    const bold = label.startsWith("**");
    const labelled = (name: string): string => (bold ? `**${name}**` : name);
    const source = compact(
      [`${bullet}${labelled("Verification")}: Tests pass`, `${bullet}${label}: None`],
      gap,
    );
    const list = writeList(source);
    const { exitCode } = await runTasks([
      ...["-f", list, "add", "New", "--depends", "1.1", "--verify", "It answers 201", "--step", "Write it"],
      ...["--complexity", "Low", "--method", "post", "--path", "/api/a", "--file", "a.ts"],
    ]);
    expect(exitCode).toBe(0);
    const bullets = [
      "POST /api/a",
      "Write it",
      `${labelled("Complexity")}: Low`,
      `${labelled("Files")}: \`a.ts\``,
      `${labelled("Verification")}: It answers 201`,
      `${labelled("Dependencies")}: 1.1`,
    ];
    const task = `### Task 1.2: New\n${gap}${bullets.map((text) => bullet + text).join("\n")}\n`;
    expect(readFileSync(list, "utf8")).toBe(`${source}\n${task}`);
  },
);

test.each([
  [["--method", "FETCH", "--path", "/x"], "The method is GET, POST"],
  [["--method", "GET"], "--method POST --path /api/users"],
  [["--method", "GET", "--path", "/a b"], "--method POST --path /api/users"],
])("tasks add refuses %j and says how an endpoint is given", async (options, hint) => {
  const list = writeList(listOf([{ number: "1.1" }]));
  const { exitCode, stderr } = await runTasks(["-f", list, "add", "New", ...verify, ...options]);
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining(hint)]);
});

test("tasks add asks for the title and a criterion before the phase", async () => {
  const list = writeList(listOf([{ number: "1.1" }, { number: "2.1" }]));
  expect((await runTasks(["-f", list, "add"])).stderr).toContain("title");
  expect((await runTasks(["-f", list, "add", "New"])).stderr).toContain("--verify");
  expect((await runTasks(["-f", list, "add", "New", ...verify])).stderr).toContain("--phase");
});

test("tasks add writes a compact task in a file with CRLF as it does in one with LF", async () => {
  const source = compact(["- Verification: Tests pass", "- Dependencies: None"], "");
  const files = [source, source.replaceAll("\n", "\r\n")].map((text) => writeList(text));
  for (const list of files) await runTasks(["-f", list, "add", "New", ...verify]);
  const [lf = "", crlf] = files.map((list) => readFileSync(list, "utf8"));
  expect(crlf).toBe(lf.replaceAll("\n", "\r\n"));
});

test("tasks add writes several criteria of a compact task as a list of boxes under their label", async () => {
  const list = writeList(compact(["- Verification: Tests pass", "- Dependencies: None"]));
  const { json } = await runJson(["-f", list, "add", "New", "--verify", "One", "--verify", "Two"]);
  expect(json.task.verification).toEqual([
    { text: "One", checked: false },
    { text: "Two", checked: false },
  ]);
  expect(readFileSync(list, "utf8")).toContain(
    "- Verification:\n  - [ ] One\n  - [ ] Two\n- Dependencies: None\n",
  );
});

test("tasks add writes a full task if only another phase has compact tasks", async () => {
  const source = `${compact(["- Verification: a", "- Dependencies: None"])}\n${listOf([{ number: "2.1" }]).split("---\n\n")[1]}`;
  const list = writeList(source);
  await runTasks(["-f", list, "add", "New", "--phase", "2", ...verify]);
  expect(readFileSync(list, "utf8")).toContain("### Task 2.2: New\n\n**Dependencies**: None");
});

test("tasks add goes to the end of its own phase, not behind a task of that phase's number in another phase", async () => {
  const task = (number: string) => `### Task ${number}: A\n\n**Dependencies**: None\n\n- [ ] 200\n`;
  const own = `# Task List: T\n\n## Phase 1: Data\n\n${task("1.1")}`;
  const next = `\n## Phase 2: API\n\n${task("2.1")}\n${task("1.2")}`;
  const list = writeList(own + next);
  expect(await runTasks(["-f", list, "add", "B", "--phase", "1", "--verify", "201"])).toMatchObject({
    exitCode: 0,
  });
  const added = "\n### Task 1.3: B\n\n**Dependencies**: None\n\n**Verification**:\n\n- [ ] 201\n";
  expect(readFileSync(list, "utf8")).toBe(own + added + next);
});

test("tasks add refuses a place behind a task that waits for its whole phase, and names the one before it", async () => {
  const source = listOf([{ number: "1.1" }, { number: "1.2", depends: "Phase 1" }]);
  const list = writeList(source);
  const refused = await runTasks(["-f", list, "add", "New", "--phase", "1", ...verify]);
  expect([refused.exitCode, refused.stderr]).toEqual([
    1,
    "tasks: Task 1.2 waits for all of Phase 1, so the new task comes before it: --before 1.2\n",
  ]);
  expect(readFileSync(list, "utf8")).toBe(source);
  await runTasks(["-f", list, "add", "New", "--before", "1.2", ...verify]);
  expect((await runJson(["-f", list, "show", "1.3"])).json.task.dependencies).toEqual(["1.1", "1.2"]);
});

test("tasks add refuses a dependency on a task that waits for its whole phase", async () => {
  const source = listOf([{ number: "1.1" }, { number: "1.2", depends: "All Phase 1 tasks" }]);
  const list = writeList(source);
  const { exitCode, json } = await runJson(["-f", list, "add", "A", "--depends", "1.2", ...verify]);
  expect([exitCode, json.error]).toEqual([
    1,
    {
      code: "dependency-cycle",
      message: "The dependencies 1.2 → 1.3 → 1.2 would form a cycle: none of these tasks could start.",
    },
  ]);
  expect(readFileSync(list, "utf8")).toBe(source);
});

test.each(["Phase 2", "Phase 2 complete (all of it)", "Phases 1-2", "2.1-2.3"])(
  "tasks add writes the first task of an empty phase, for which others wait as %s",
  async (depends) => {
    const source = listOf([{ number: "1.1" }, { number: "3.1", depends }]);
    const list = writeList(source.replace("## Phase 3", "## Phase 2: Empty\n\n## Phase 3"));
    const { exitCode } = await runTasks(["-f", list, "add", "First", "--phase", "2", ...verify]);
    const { json } = await runJson(["-f", list, "show", "3.1"]);
    expect([exitCode, json.task.dependencies]).toEqual([
      0,
      depends === "Phases 1-2" ? ["1.1", "2.1"] : ["2.1"],
    ]);
    expect(readFileSync(list, "utf8")).toContain(`**Dependencies**: ${depends}\n`);
  },
);
