import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { listOf } from "../../support/list-of.ts";
import { runJson, runTasks, writeList } from "../../support/tasks-command.ts";

const chain = listOf([
  { number: "1.1" },
  { number: "1.2", depends: "1.1" },
  { number: "1.3", depends: "1.2 (the model), 1.1" },
  { number: "2.1", depends: "1.1-1.3" },
]).replace("Part 1", "Part 1 (Tasks 1.1-1.3)");

/** The file without the dates, which depend on the day of the test. */
const read = (list: string): string =>
  readFileSync(list, "utf8").replaceAll(/^- \d{4}-\d\d-\d\d:/gm, "- DAY:");

const removeFrom = async (source: string, number: string, ...options: readonly string[]) => {
  const list = writeList(source);
  const outcome = await runTasks(["-f", list, "remove", number, "--yes", ...options]);
  return { ...outcome, text: read(list) };
};

test("tasks remove requires --yes if it can't ask", async () => {
  const list = writeList(chain);
  const { exitCode, stderr } = await runTasks(["-f", list, "remove", "1.2"]);
  expect([exitCode, stderr]).toEqual([2, 'tasks: Removing Task 1.2 "Build 1.2" needs --yes.\n']);
  expect(readFileSync(list, "utf8")).toBe(chain);
});

test("tasks remove deletes the section, passes its dependencies on, keeps the other numbers and records the change", async () => {
  const { exitCode, text } = await removeFrom(chain, "1.2");
  expect(exitCode).toBe(0);
  const [first = "", rest = ""] = chain.split("### Task 1.2");
  const wanted = `${first}### Task 1.3${rest.split("### Task 1.3")[1]}`.replace(
    "1.2 (the model), 1.1",
    "1.1",
  );
  expect(text).toBe(`${wanted.trimEnd()}\n\n---\n\n## Changes\n\n- DAY: removed Task 1.2 "Build 1.2"\n`);
});

test("tasks remove shortens the phase range and the dependency range that ended at the task", async () => {
  const { text } = await removeFrom(chain, "1.3", "--reason", "covered by 1.2");
  expect(text).toContain("Part 1 (Tasks 1.1-1.2)");
  expect(text).toContain("**Dependencies**: 1.1-1.2\n");
  expect(text).toContain('- DAY: removed Task 1.3 "Build 1.3" - covered by 1.2\n');
});

test("tasks remove sets a dependent without other dependencies to None", async () => {
  const { text } = await removeFrom(
    listOf([{ number: "1.1" }, { number: "1.2", depends: "Task 1.1" }]),
    "1.1",
  );
  expect(text).toContain("**Dependencies**: None");
});

test("tasks remove changes only the dependency field that named the task", async () => {
  const several = listOf([
    { number: "1.1" },
    { number: "1.2" },
    { number: "1.3", depends: "1.1" },
    {
      number: "1.4",
      depends: "1.1",
      lines: ["**Prerequisites**: Task 1.3, Node.js 22", "**Blocked by**: 1.2"],
    },
  ]);
  const { exitCode, text } = await removeFrom(several, "1.2");
  expect(exitCode).toBe(0);
  expect(text).toContain(
    "**Dependencies**: 1.1\n**Prerequisites**: Task 1.3, Node.js 22\n**Blocked by**: None\n",
  );
  expect((await removeFrom(several, "1.3")).text).toContain("**Prerequisites**: None, Node.js 22\n");
});

test("tasks remove passes on a dependency that isn't a task", async () => {
  const tasks = [
    { number: "1.1", depends: "the payment team" },
    { number: "1.2", depends: "1.1" },
  ];
  const { text } = await removeFrom(listOf(tasks), "1.1");
  expect(text).toContain(
    "### Task 1.2: Build 1.2\n\n**Complexity**: Low\n**Dependencies**: the payment team\n",
  );
});

test("tasks remove adds a line to an existing Changes section", async () => {
  const list = writeList(chain.trimEnd());
  await runTasks(["-f", list, "remove", "1.3", "--yes"]);
  await runTasks(["-f", list, "remove", "1.2", "--yes"]);
  expect(read(list)).toMatch(
    /## Changes\n\n- DAY: removed Task 1\.3 "Build 1\.3"\n- DAY: removed Task 1\.2 "Build 1\.2"$/,
  );
});

test("tasks remove lists mentions in free text, which it doesn't change", async () => {
  const list = writeList(
    listOf([{ number: "1.1" }, { number: "1.2", items: ["- [ ] As in 1.1, but faster than 1.1"] }]),
  );
  const { json } = await runJson(["-f", list, "remove", "1.1", "--yes"]);
  expect(json.mentions).toMatchObject([{ number: "1.1", text: "- [ ] As in 1.1, but faster than 1.1" }]);
});

test("A phase range of one number becomes first-last when an edit, or lint --fix, makes it follow", async () => {
  const oneNumber = (number: string) => chain.replace("(Tasks 1.1-1.3)", `(Task ${number})`);
  expect((await removeFrom(oneNumber("1.1"), "1.1")).text).toContain("Part 1 (Task 1.2-1.3)\n");
  const list = writeList(oneNumber("1.2"));
  expect(await runTasks(["lint", list, "--fix"])).toMatchObject({ exitCode: 0 });
  expect(read(list)).toContain("Part 1 (Task 1.1-1.3)\n");
  const single = writeList(listOf([{ number: "1.1" }]).replace("Part 1", "Part 1 (Task 1.1)"));
  await runTasks(["-f", single, "add", "Next", "--phase", "1", "--verify", "exits 0"]);
  expect(read(single)).toContain("Part 1 (Task 1.1-1.2)\n");
});

test("tasks remove keeps a phase that loses its last task, without its range", async () => {
  const source = listOf([{ number: "1.1" }, { number: "2.1" }]).replace("Part 2", "Part 2 (Tasks 2.1-2.1)");
  const { text } = await removeFrom(source, "2.1");
  expect(text).toContain("\n## Phase 2: Part 2\n");
});

test("tasks remove deletes an element of the task, and keeps the closing tag of one that was opened earlier", async () => {
  const fields = "- Dependencies: None\n- Verification: Answers 200";
  const own = "<details>\n<summary>Log</summary>\n\nText\n\n</details>";
  const before = "# Task List: T\n\n<details>\n\n### Task 1.1: A\n\n";
  const list = writeList(`${before}${fields}\n\n### Task 1.2: B\n\n${fields}\n\n${own}\n\n</details>\n`);
  await runTasks(["-f", list, "remove", "1.2", "--yes"]);
  expect(readFileSync(list, "utf8")).toContain(`${before}${fields}\n\n</details>\n\n## Changes\n`);
});

test.each([
  ["is In Progress", { status: "In Progress" }],
  ["belongs to ann (Not Started)", { lines: ["**Owner**: ann"] }],
  ["belongs to ann (Complete)", { status: "Complete", lines: ["**Owner**: ann"] }],
])("tasks remove requires --force for a task that %s", async (state, facts) => {
  const source = listOf([{ number: "1.1", ...facts }, { number: "1.2" }]);
  const refused = await removeFrom(source, "1.1");
  expect([refused.exitCode, refused.text]).toEqual([1, source]);
  expect(refused.stderr).toBe(`tasks: Task 1.1 "Build 1.1" ${state}. Remove it anyway with --force.\n`);
  const forced = await removeFrom(source, "1.1", "--force");
  expect([forced.exitCode, forced.text.includes("### Task 1.1")]).toEqual([0, false]);
});

const ends = (source: string, end: string): string => source.trimEnd() + end;

test.each([
  ["  ", '  \n\n---\n\n## Changes\n\n- DAY: removed Task 1.1 "Build 1.1"'],
  ["\n  ", '\n  \n\n---\n\n## Changes\n\n- DAY: removed Task 1.1 "Build 1.1"'],
  ["\n\n\t", '\n\n\t\n\n---\n\n## Changes\n\n- DAY: removed Task 1.1 "Build 1.1"'],
  ["  \n", '  \n\n---\n\n## Changes\n\n- DAY: removed Task 1.1 "Build 1.1"\n'],
  ["", '\n\n---\n\n## Changes\n\n- DAY: removed Task 1.1 "Build 1.1"'],
])("tasks remove keeps the blank space at the end of a file: %j", async (end, wanted) => {
  const source = listOf([{ number: "1.1" }, { number: "1.2" }]);
  const [head = "", tail = ""] = ends(source, "").split(/### Task 1.1[\s\S]*(?=### Task 1.2)/);
  const { text } = await removeFrom(ends(source, end), "1.1");
  expect(text).toBe(head + tail + wanted);
});

test.each(["\n\n---\n", "\n\n---", "\n\n----  \n\n"])(
  "tasks remove adds Changes below a separator at the end of a file: %j",
  async (end) => {
    const source = ends(listOf([{ number: "1.1" }, { number: "1.2" }]), end);
    const { text } = await removeFrom(source, "1.1");
    expect(text).toMatch(/ pass\n\n-{3,4} *\n\n## Changes\n\n- .*"Build 1\.1"\n*$/);
  },
);

test("tasks remove deletes trailing blanks together with the last task, and leaves the line before unchanged", async () => {
  const source = listOf([{ number: "1.1" }, { number: "1.2" }]);
  const { text } = await removeFrom(ends(source, "   "), "1.2");
  expect(text).toContain("- [ ] Tests of 1.1 pass\n\n---\n\n## Changes\n");
});

test("tasks remove says which tasks no longer wait", async () => {
  const source = listOf([{ number: "1.1" }, { number: "1.2", depends: "1.1" }]);
  const { stdout } = await removeFrom(source, "1.1");
  expect(stdout).toContain("no longer waiting for it: 1.2");
});

test("tasks remove adds what is inherited after words such as `All design and test tasks`, which name the same tasks", async () => {
  const source = listOf([
    { number: "1.1" },
    { number: "2.1", depends: "1.1" },
    { number: "2.2" },
    { number: "3.1", depends: "All design and test tasks" },
  ]).replace("Part 2", "Design and tests");
  const list = writeList(source);
  await runTasks(["-f", list, "remove", "2.1", "--yes"]);
  expect(read(list)).toContain("All design and test tasks, 1.1");
  const { json } = await runJson(["-f", list, "show", "3.1"]);
  expect(json.task).toMatchObject({ dependencies: ["2.2", "1.1"], unresolvedDependencies: [] });
});

test("tasks remove keeps a phase that is not in the list among the dependencies", async () => {
  const source = listOf([{ number: "1.1" }, { number: "1.2", depends: "1.1, Phase 7 (Hardware)" }]);
  const list = writeList(source);
  await runTasks(["-f", list, "remove", "1.1", "--yes"]);
  expect(read(list)).toContain("**Dependencies**: Phase 7 (Hardware)\n");
});

test("tasks lint takes a line about a removed task for a mention", async () => {
  const source = listOf([{ number: "1.1" }, { number: "1.2", items: ["- [ ] GET /a answers 200"] }]);
  const list = writeList(`${source}\n## Order\n\n1. Task 1.1: Build 1.1\n2. Task 1.9: Ship\n`);
  await runTasks(["-f", list, "remove", "1.1", "--yes"]);
  const { json } = await runJson(["-f", list, "lint"]);
  expect(json.diagnostics.filter(({ rule }: { rule: string }) => rule === "malformed-task")).toEqual([
    expect.objectContaining({ message: expect.stringContaining("Task 1.9") }),
  ]);
});

test.each([
  ["Phases 1 and 2", "None", "Phases 2"],
  ["All Phase 1, 2-3 tasks", "None", "Phase 2-3 tasks"],
  ["Phases 2, 1 and 3", "2.1", "Phases 2 and 3"],
  ["Phases 2, 1 and 3", "0.1", "Phases 2, 0.1 and Phases 3"],
])(
  "tasks remove takes the emptied phase out of %s, where it depended on %s",
  async (depends, own, expected) => {
    const source = listOf([
      { number: "0.1" },
      { number: "2.1" },
      { number: "1.1", depends: own },
      { number: "3.1" },
      { number: "4.1", depends },
    ]);
    const list = writeList(source);
    await runTasks(["-f", list, "remove", "1.1", "--yes"]);
    expect(read(list)).toContain(`**Dependencies**: ${expected}\n`);
  },
);

test("tasks remove takes out a phase of which only the waiting task itself is left", async () => {
  const source = listOf([{ number: "1.1" }, { number: "1.2", depends: "Phase 1 complete" }]);
  const list = writeList(source);
  const { json } = await runJson(["-f", list, "remove", "1.1", "--yes"]);
  expect(json.heirs).toEqual(["1.2"]);
  expect(read(list)).toContain("**Dependencies**: None\n");
});

test("tasks remove and tasks add update the dependencies of a phase like those of a task", async () => {
  const source = listOf([{ number: "1.1" }, { number: "1.2", depends: "1.1" }, { number: "2.1" }]);
  const shared = source.replace(/(## Phase 2.*\n)/, "$1\n**Dependencies**: Task 1.2 (the model)\n");
  const { text, stdout } = await removeFrom(shared, "1.2");
  expect(text).toContain("\n**Dependencies**: Task 1.1\n\n### Task 2.1");
  expect(stdout).toContain("now waiting for what it waited for (1.1): 2.1");

  const list = writeList(shared);
  await runTasks(["-f", list, "add", "New", "--before", "1.2", "--verify", "200"]);
  expect(read(list)).toContain("\n**Dependencies**: Task 1.3 (the model)\n\n### Task 2.1");
});

test("tasks remove keeps blanks at the end of the line above the task", async () => {
  const task = "### Task 2.1: B\n\n**Dependencies**: None\n\n- [ ] 200\n";
  const before = `${chain.split("## Phase 2")[0]}## Phase 2: Part 2  \n`;
  const { text } = await removeFrom(`${before}\n${task}`, "2.1");
  expect(text).toContain("## Phase 2: Part 2  \n");
});

test("tasks remove leaves the definitions of links and footnotes below the last task to the others", async () => {
  const definitions = "[link]: http://example.org\n\n[^1]: A note.";
  const { text } = await removeFrom(`${chain}\n${definitions}\n`, "2.1");
  expect(text).not.toContain("### Task 2.1");
  expect(text).toContain(definitions);
});

test("tasks remove says which requirements no other task carries", async () => {
  const ids = ["FR-1, FR-2, FR-3", "FR-2"];
  const carried = listOf([{ number: "1.1" }, { number: "1.2" }]).replaceAll(
    "**Dependencies**: None",
    (field) => `${field}\n**Requirements**: ${ids.shift()}`,
  );
  const { stdout } = await removeFrom(carried, "1.1");
  expect(stdout).toContain("no other task carries FR-1, FR-3\n");
  expect((await removeFrom(carried, "1.2")).stdout).not.toContain("carries");
  const { json } = await runJson(["-f", writeList(carried), "remove", "1.1", "--yes"]);
  expect(json.uncarried).toEqual(["FR-1", "FR-3"]);
});

test("tasks remove and move follow the dependencies of a group of tasks inside a phase", async () => {
  const group = (title: string, value: string) => `### ${title}\n\n**Dependencies**: ${value}\n\n`;
  const grouped = listOf([
    { number: "1.1" },
    { number: "2.1", depends: "1.1" },
    { number: "2.2" },
    { number: "2.3" },
  ])
    .replaceAll("### Task", "#### Task")
    .replace("#### Task 2.1", `${group("Server", "1.1")}#### Task 2.1`)
    .replace("#### Task 2.3", `${group("Browser", "2.1, 2.2")}#### Task 2.3`);
  const { text } = await removeFrom(grouped, "2.1");
  expect(text).toContain(group("Browser", "1.1, 2.2"));
  const list = writeList(grouped);
  expect((await runTasks(["-f", list, "move", "2.2", "--before", "2.1"])).exitCode).toBe(0);
  expect(read(list)).toContain(group("Browser", "2.2, 2.1"));
});
