import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { listOf } from "../../support/list-of.ts";
import { runJson, runTasks, writeList } from "../../support/tasks-command.ts";

const numberOf = async (list: string, ...args: readonly string[]) =>
  (await runJson(["-f", list, "next", ...args])).json.task?.number;

const owned = (name: string) => [`**Owner**: ${name}`];

test("tasks next prints the task in progress before a new one", async () => {
  const list = writeList(listOf([{ number: "1.1" }, { number: "1.2", status: "🟡 In Progress" }]));
  expect(await numberOf(list)).toBe("1.2");
});

test("tasks next prints the first ready task if none is in progress", async () => {
  const tasks = [
    { number: "1.1", status: "Complete" },
    { number: "1.2", depends: "2.1" },
    { number: "2.1", depends: "Phase 1" },
    { number: "2.2", depends: "1.1" },
  ];
  expect(await numberOf(writeList(listOf(tasks)))).toBe("2.2");
});

test("tasks next --json prints every key of a task, with null or an empty list for absent fields", async () => {
  const list = writeList("# Task List: T\n\n### Task 1.1: A\n");
  const { json } = await runJson(["-f", list, "next"]);
  expect(json).toEqual({
    list: expect.stringMatching(/^\.\.\/.*\/tasks-0001-prd-test\.md$/),
    task: {
      number: "1.1",
      phase: 1,
      seq: 1,
      title: "A",
      status: "Not Started",
      ready: true,
      complexity: null,
      dependencies: [],
      unresolvedDependencies: [],
      dependents: [],
      files: [],
      requirements: [],
      steps: [],
      verification: [],
      method: null,
      path: null,
      owner: null,
      claim: null,
      blockedReason: null,
      estimateMinutes: null,
      body: null,
      proof: [],
      line: 3,
    },
    reason: null,
    elsewhere: [],
  });
});

test("tasks next reports that nothing is left when all tasks are Complete, with exit code 0", async () => {
  const { exitCode, json } = await runJson([
    "-f",
    writeList(listOf([{ number: "1.1", status: "Complete" }])),
    "next",
  ]);
  expect(exitCode).toBe(0);
  expect(json).toMatchObject({ task: null, reason: "Nothing left to do: 1 task, all Complete." });
});

test("tasks next exits with 1 if no task is ready, and names the blocked tasks", async () => {
  const { exitCode, json } = await runJson([
    "-f",
    writeList(listOf([{ number: "1.1", status: "Blocked - key" }])),
    "next",
  ]);
  expect([exitCode, json.task]).toEqual([1, null]);
  expect(json.reason).toContain("blocked: 1.1");
});

test("tasks next --start starts a new task, and leaves one in progress as it is", async () => {
  const list = writeList(listOf([{ number: "1.1" }, { number: "1.2" }]));
  expect((await runJson(["-f", list, "next", "--start"])).json.task).toMatchObject({
    number: "1.1",
    status: "In Progress",
  });
  const started = readFileSync(list, "utf8");
  expect((await runJson(["-f", list, "next", "--start"])).json.task.number).toBe("1.1");
  expect(readFileSync(list, "utf8")).toBe(started);
});

test("tasks next --as prefers the user's own tasks, and skips those of other owners", async () => {
  const tasks = [
    { number: "1.1", status: "In Progress", lines: owned("bob") },
    { number: "1.2", status: "In Progress", lines: owned("ann") },
    { number: "1.3" },
  ];
  const list = writeList(listOf(tasks));
  expect(await numberOf(list)).toBe("1.1");
  expect(await numberOf(list, "--as", "ann")).toBe("1.2");
  expect(await numberOf(list, "--as", "eve")).toBe("1.3");
  await runTasks(["-f", list, "next", "--start", "--as", "eve"]);
  expect((await runJson(["-f", list, "show", "1.3"])).json.task).toMatchObject({
    owner: "eve",
    status: "In Progress",
  });
});

test("tasks next --explain prints the reason, the tasks it unblocks, and the shortest chain to each waiting task", async () => {
  const tasks = [
    { number: "1.1" },
    { number: "1.2", depends: "1.1" },
    { number: "1.3", depends: "1.2" },
    { number: "1.4", depends: "1.3, 1.1" },
  ];
  const { json } = await runJson(["-f", writeList(listOf(tasks)), "next", "--explain"]);
  expect(json.task.number).toBe("1.1");
  expect(json.explanation).toMatchObject({
    unblocks: ["1.2"],
    waiting: [
      { number: "1.2", chain: ["1.2", "1.1"] },
      { number: "1.3", chain: ["1.3", "1.2", "1.1"] },
      { number: "1.4", chain: ["1.4", "1.1"] },
    ],
  });
});

test("tasks next --explain shortens a long chain to its two ends, even in a list of 3,000 tasks", async () => {
  const tasks = Array.from({ length: 3000 }, (_, index) => ({
    number: `1.${index + 1}`,
    depends: index === 0 ? "None" : `1.${index}`,
  }));
  const list = writeList(listOf(tasks));
  const { json } = await runJson(["-f", list, "next", "--explain"]);
  expect(json.explanation.waiting).toHaveLength(2999);
  expect(json.explanation.waiting[11]).toEqual({
    number: "1.13",
    chain: ["1.13", "1.12", "1.11", "1.10", "1.9", "1.8", "1.6", "1.5", "1.4", "1.3", "1.2", "1.1"],
    omitted: 1,
    cyclic: false,
  });
  expect(json.explanation.waiting[2998]).toMatchObject({ number: "1.3000", omitted: 2988 });
  const { stdout } = await runTasks(["-f", list, "next", "--explain"]);
  expect(stdout).toContain("  1.13 ← 1.12 ← 1.11 ← 1.10 ← 1.9 ← 1.8 ← … 1 more … ← 1.6 ←");
  expect(stdout).toContain("… and 2979 more: --json has them all");
});

test("tasks next --explain chooses the nearest end, prefers the first of equal ends, and ends at non-tasks", async () => {
  const tasks = [
    { number: "1.1" },
    { number: "1.2" },
    { number: "1.3", depends: "1.1" },
    { number: "1.4", depends: "1.3, 1.2, 1.1" },
    { number: "1.5", depends: "1.3, the payment team" },
    { number: "1.6", depends: "1.2", status: "Blocked - key" },
    { number: "1.7", status: "Blocked - key" },
  ];
  const list = writeList(listOf(tasks));
  const { json } = await runJson(["-f", list, "next", "--explain"]);
  const chains = json.explanation.waiting.map(({ chain }: { chain: readonly string[] }) => chain);
  expect(chains).toEqual([
    ["1.3", "1.1"],
    ["1.4", "1.2"],
    ["1.5", "the payment team"],
    ["1.6", "1.2"],
    ["1.7"],
  ]);
  const { stdout } = await runTasks(["-f", list, "next", "--explain"]);
  expect(stdout).toContain("  1.6 (Blocked - key) ← 1.2\n  1.7 (Blocked - key)\n");
});

test("tasks next --explain names the owner if ownership is the reason", async () => {
  const tasks = [{ number: "1.1" }, { number: "1.2", lines: owned("ann") }];
  const list = writeList(listOf(tasks));
  const why = async (...args: readonly string[]) =>
    (await runJson(["-f", list, "next", "--explain", ...args])).json.explanation.why;
  expect(await why()).toBe(
    "Task 1.1 is the first Not Started one that is ready (no dependencies); every task before it is done.",
  );
  expect(await why("--as", "ann")).toContain("Task 1.2 is ann's and ready");
});

test("tasks next --explain counts the tasks before the chosen one", async () => {
  const statuses = ["Complete", "Blocked - key", "Complete", "Not Started"];
  const tasks = statuses.map((status, index) => ({ number: `1.${index + 1}`, status, items: [] }));
  const { json } = await runJson(["-f", writeList(listOf(tasks)), "next", "--explain"]);
  expect(json.explanation.why).toContain("of the tasks before it, 2 done, 1 waiting, blocked or taken.");
});

test("tasks next --explain ends on a cycle", async () => {
  const tasks = [
    { number: "1.1", depends: "1.2" },
    { number: "1.2", depends: "1.1" },
  ];
  const { exitCode, json } = await runJson(["-f", writeList(listOf(tasks)), "next", "--explain"]);
  expect([exitCode, json.explanation.waiting.length]).toEqual([1, 2]);
});

test("tasks next and start print the whole task as show does, with long code in its description", async () => {
  const code = Array.from({ length: 60 }, (_, index) => `line ${index + 1}`).join("\n");
  const list = writeList(`# Task List: T\n\n### Task 1.1: A\n\nThe table:\n\n\`\`\`sql\n${code}\n\`\`\`\n`);
  const { stdout: shown } = await runTasks(["-f", list, "show", "1.1"]);
  expect(shown).toContain("  line 60\n");
  expect((await runTasks(["-f", list, "next"])).stdout).toBe(shown);
  const { stdout: started } = await runTasks(["-f", list, "start", "1.1"]);
  expect(started).toBe((await runTasks(["-f", list, "show", "1.1"])).stdout);
});

test("tasks show prints the files of a task once, with their marks", async () => {
  const list = writeList(
    "# Task List: T\n\n### Task 1.1: A\n\n**Files**: `src/a.ts` (proposed), `src/b.ts`\n",
  );
  const { stdout } = await runTasks(["-f", list, "show", "1.1"]);
  expect(stdout.match(/.*Files.*/g)).toEqual(["  Files       src/a.ts (proposed), src/b.ts"]);
});
