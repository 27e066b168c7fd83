import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { listOf } from "../../support/list-of.ts";
import { runJson, runTasks, temporaryFolder, writeFile, writeList } from "../../support/tasks-command.ts";

const tasks = [
  { number: "1.1", status: "Complete", items: ["- [x] one"] },
  { number: "1.2", status: "Blocked - a key" },
  { number: "2.1", lines: ["**Owner**: Ann", "**Files**: `src/quick.ts`"] },
  { number: "2.2", depends: "1.2" },
];

test("tasks progress counts the tasks, estimates the time left and names the next task", async () => {
  const { json } = await runJson(["-f", writeList(listOf(tasks)), "progress"]);
  expect(json).toMatchObject({ next: { number: "2.1" } });
  expect({ ...json, next: null }).toEqual({
    list: expect.stringContaining("tasks-0001-prd-test.md"),
    title: "Test",
    prd: "0001-prd-test.md",
    status: "In Progress",
    total: 4,
    complete: 1,
    inProgress: 0,
    blocked: 1,
    pending: 2,
    minutesLeft: 90,
    phases: [
      { number: 1, title: "Part 1", total: 2, complete: 1 },
      { number: 2, title: "Part 2", total: 2, complete: 0 },
    ],
    next: null,
  });
  const { stdout } = await runTasks(["-f", writeList(listOf(tasks)), "status"]);
  expect(stdout).toContain("1 of 4 complete, 0 in progress, 1 blocked, 2 pending");
  expect(stdout).toContain("1 h 30 min");
  expect(stdout).not.toMatch(/[█░]/);
});

test.each([
  [[], ["1.1", "1.2", "2.1", "2.2"]],
  [
    ["--status", "not started"],
    ["2.1", "2.2"],
  ],
  [["--status", "done"], ["1.1"]],
  [["--owner", "ann"], ["2.1"]],
  [
    ["--phase", "2"],
    ["2.1", "2.2"],
  ],
  [["--ready"], ["2.1"]],
  [["--search", "QUICK"], ["2.1"]],
  [["--phase", "1", "--status", "Not Started"], []],
])("tasks list filters the tasks with %j", async (options, numbers) => {
  const { exitCode, json } = await runJson(["-f", writeList(listOf(tasks)), "list", ...options]);
  expect([exitCode, json.tasks.map(({ number }: { number: string }) => number)]).toEqual([0, numbers]);
});

test("tasks list refuses an unknown status and an unknown phase", async () => {
  const list = writeList(listOf(tasks));
  expect(await runTasks(["-f", list, "list", "--status", "maybe"])).toMatchObject({ exitCode: 2 });
  expect(await runTasks(["-f", list, "list", "--phase", "7"])).toMatchObject({ exitCode: 2 });
});

test("tasks show lists the dependents of a task", async () => {
  const { json } = await runJson(["-f", writeList(listOf(tasks)), "show", "1.2"]);
  expect(json.task).toMatchObject({ number: "1.2", dependents: ["2.2"], blockedReason: "a key" });
  expect(json.waitingForIt).toEqual([{ number: "2.2", title: "Build 2.2", status: "Not Started" }]);
});

test("tasks progress counts every task once, even if a phase number occurs twice or a task has no heading of its phase", async () => {
  const task = (number: string) => `### Task ${number}: A\n\n**Dependencies**: None\n\n`;
  const [early, home, stray, again] = ["1.1", "1.2", "7.1", "1.3"].map(task);
  const source = `# Task List: T\n\n${early}## Phase 1: Data\n\n${home}${stray}## Phase 1: More\n\n${again}`;
  const { json } = await runJson(["-f", writeList(source), "progress"]);
  expect(json.total).toBe(4);
  const counted = json.phases.map(({ title, total }: { title: string; total: number }) => [title, total]);
  expect(counted.toSorted()).toEqual([
    ["", 1],
    ["Data", 2],
    ["More", 1],
  ]);
});

test("tasks audit finds unearned completions", async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, ".git"));
  writeFile(folder, "src/there.ts", "");
  const list = writeFile(
    folder,
    "tasks/tasks-1.md",
    listOf([
      { number: "1.1", items: ["- [ ] never checked"] },
      { number: "1.2", status: "Complete", depends: "1.1", items: ["- [ ] open"] },
      {
        number: "1.3",
        status: "Complete",
        items: ["- [x] x"],
        lines: ["**Files**: `src/there.ts`, `src/gone.ts`"],
      },
    ]),
  );
  const { exitCode, json } = await runJson(["-f", list, "audit"]);
  expect(exitCode).toBe(1);
  expect(
    json.findings.map(({ number, problem }: { number: string; problem: string }) => [number, problem]),
  ).toEqual([
    ["1.2", "open-verification"],
    ["1.2", "unfinished-dependency"],
    ["1.3", "missing-file"],
  ]);
  expect(json.findings[2].message).toContain("src/gone.ts");
  expect(json.findings.map(({ severity }: { severity: string }) => severity)).toEqual(
    json.findings.map(() => "finding"),
  );
});

test.each([
  ["`a.ts` and `b.ts`", ["a.ts", "b.ts"]],
  ["`a.ts` (delete), b.ts - removed", []],
  ["- Delete `a.ts`\n- [x] `b.ts`: create", ["b.ts"]],
  ["src/delete-user.ts", ["src/delete-user.ts"]],
  ["`src/{a,b}.ts`, src/{c,d}.ts, various", []],
  ["Makefile", ["Makefile"]],
  ["`src/a.ts` (proposed), b.ts (proposed)", ["src/a.ts", "b.ts"]],
  ["\n\n- `src/a.ts` (proposed)", ["src/a.ts"]],
])("tasks audit looks for the files that a task should leave behind: %j", async (files, missing) => {
  const lines = [`**Files**:${/^\s*-/.test(files) ? "\n\n" : " "}${files}`];
  const list = writeList(listOf([{ number: "1.1", status: "Complete", items: ["- [x] x"], lines }]));
  const { json } = await runJson(["-f", list, "audit"]);
  expect(json.findings.map(({ message }: { message: string }) => message)).toEqual(
    missing.map((path) => `${path} does not exist`),
  );
});

test("tasks audit reports that there is nothing to audit if no task is Complete", async () => {
  const list = writeList(listOf([{ number: "1.1" }]));
  expect((await runTasks(["-f", list, "audit"])).stdout).toBe("No completed tasks to audit.\n");
});

test("tasks audit finds nothing if all completions were earned", async () => {
  const list = writeList(
    listOf([{ number: "1.1", status: "Complete", items: ["- [x] x"] }, { number: "1.2" }]),
  );
  const { exitCode, json } = await runJson(["-f", list, "audit"]);
  expect([exitCode, json.findings]).toEqual([0, []]);
});

test("tasks undo reverts the last edit once, and refuses if the list has changed since", async () => {
  const source = listOf([{ number: "1.1" }]);
  const list = writeList(source);
  const code = async () => (await runJson(["-f", list, "undo"])).json.error?.code;
  expect(await code()).toBe("nothing-to-undo");
  await runTasks(["-f", list, "start", "1.1"]);
  expect(await code()).toBeUndefined();
  expect(readFileSync(list, "utf8")).toBe(source);
  expect(await code()).toBe("nothing-to-undo");
  await runTasks(["-f", list, "start", "1.1"]);
  writeFile("/", list, `${readFileSync(list, "utf8")}\nmore\n`);
  expect(await code()).toBe("changed-since");
});

test("tasks progress prints the PRD's file name without backticks", async () => {
  const source = listOf([{ number: "1.1" }]).replace("0001-prd-test.md", "`0001-prd-test.md`");
  expect((await runJson(["-f", writeList(source), "progress"])).json.prd).toBe("0001-prd-test.md");
});
