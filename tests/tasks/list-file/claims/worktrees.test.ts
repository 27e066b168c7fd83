import { execFileSync } from "node:child_process";
import {
  existsSync,
  globSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { listOf } from "../../../support/list-of.ts";
import { mounting, program, root as rootUser } from "../../../support/machine.ts";
import { mountTmpfs, remountReadOnly } from "../../../support/mount-tmpfs.ts";
import { runJson, runTasks, temporaryFolder, writeFile, writeList } from "../../../support/tasks-command.ts";
import { describeWith, testWith } from "../../../support/test-with.ts";
import { addWorktree, commit, createRepository, git, listIn, listPath } from "../../../support/worktrees.ts";

const two = listOf([{ number: "1.1" }, { number: "1.2" }]);

/** Two processes for each of about twenty kills, on a machine that may be busy. */
const TIMEOUT_MS = 600_000;

const claimsFile = (root: string): string => globSync(join(root, ".git/groundwork/*.claims.json"))[0] ?? "";

async function nextIn(root: string): Promise<string | null> {
  const { json } = await runJson(["next"], { cwd: root });
  return json.task?.number ?? null;
}

async function claimOf(root: string, number: string) {
  return (await runJson(["show", number], { cwd: root })).json.task.claim;
}

async function run(root: string, ...args: readonly string[]): Promise<void> {
  const { exitCode, stderr } = await runTasks(args, { cwd: root });
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
}

/** The files that a command opens. */
async function openedBy(cwd: string, ...args: readonly string[]): Promise<readonly string[]> {
  const opened = join(temporaryFolder(), "opened");
  const preload = pathToFileURL(resolve("tests/support/note-opened.mjs")).href;
  const { exitCode } = await runTasks(args, {
    cwd,
    nodeOptions: ["--import", preload],
    env: { OPENED: opened },
  });
  expect(exitCode).toBe(0);
  return readFileSync(opened, "utf8").split("\n");
}

function twoWorktrees(source = two): { main: string; other: string } {
  const main = createRepository(source);
  return { main, other: addWorktree(main, "pages") };
}

describeWith([program("git")], "claims across worktrees", () => {
  test("a list whose name is as long as a name may be is claimed too", async () => {
    const { main, other } = twoWorktrees();
    const list = `${"a".repeat(252)}.md`;
    writeFile(main, list, two);
    writeFile(other, list, two);
    await run(main, "start", "1.1", "-f", list);
    expect((await runJson(["next", "-f", list], { cwd: other })).json.task.number).toBe("1.2");
  });

  test("a task started in one worktree isn't offered in another, which names the first", async () => {
    const { main, other } = twoWorktrees();
    await run(main, "start", "1.1", "--as", "ann");
    const before = listIn(other);

    expect((await runJson(["next"], { cwd: other })).json).toMatchObject({
      task: { number: "1.2", ready: true, claim: null },
      elsewhere: [
        { number: "1.1", claim: { state: "in progress", owner: "ann", worktree: main, branch: "main" } },
      ],
    });
    const words = "in progress with ann in ../main (branch main)";
    for (const args of [
      ["list"],
      ["show", "1.1"],
      ["graph", "--format", "text"],
      ["graph", "--format", "html"],
    ]) {
      const { stdout } = await runTasks(args, { cwd: other });
      expect(stdout, args.join(" ")).toContain(words);
    }
    const { json } = await runJson(["graph"], { cwd: other });
    expect(json.tasks[0]).toMatchObject({
      number: "1.1",
      ready: false,
      claim: { owner: "ann", branch: "main" },
    });
    expect((await runJson(["list", "--ready"], { cwd: other })).json.tasks).toMatchObject([
      { number: "1.2" },
    ]);
    expect(listIn(other)).toBe(before);

    expect(await runTasks(["start", "1.1"], { cwd: other })).toMatchObject({
      exitCode: 1,
      stderr: `tasks: Task 1.1 is ${words}. Take it with --force.\n`,
    });
    const dry = await runJson(["next", "--start", "--dry-run"], { cwd: other });
    expect(dry.json).toMatchObject({ task: { number: "1.2" }, elsewhere: [{ number: "1.1" }] });
    await run(other, "start");
    expect(listIn(other)).toBe(
      before
        .replace(/(Task 1\.2: .*\n\n)/, "$1**Status**: In Progress\n")
        .replace("**Status**: Not Started", "**Status**: In Progress"),
    );
    expect(await runTasks(["start"], { cwd: other })).toMatchObject({ exitCode: 1 });
    expect(await nextIn(main)).toBe("1.1");
  });

  test("a task in progress in one worktree keeps its number and is not removed in another", async () => {
    const { main, other } = twoWorktrees();
    await run(main, "start", "1.1", "--as", "ann");
    const before = listIn(other);

    const holder = "in progress with ann in ../main (branch main)";
    expect(await runTasks(["remove", "1.1", "--yes"], { cwd: other })).toMatchObject({
      exitCode: 1,
      stderr: `tasks: Task 1.1 "Build 1.1" is ${holder}. Remove it anyway with --force.\n`,
    });
    for (const args of [
      ["move", "1.2", "--before", "1.1"],
      ["add", "First", "--verify", "exits 0", "--before", "1.1"],
    ]) {
      const { exitCode, stderr } = await runTasks(args, { cwd: other });
      expect(exitCode, args.join(" ")).toBe(1);
      expect(stderr).toContain(`This would renumber 1.1 (${holder})`);
    }
    expect(listIn(other)).toBe(before);

    await run(other, "remove", "1.1", "--yes", "--force");
  });

  test("a task taken with --force belongs to the worktree that took it", async () => {
    const { main, other } = twoWorktrees();
    await run(main, "start", "1.1", "--as", "ann");
    await run(other, "start", "1.1", "--as", "ben", "--force");
    expect(await nextIn(other)).toBe("1.1");
    expect(await claimOf(main, "1.1")).toMatchObject({ owner: "ben", branch: "pages" });
    await run(main, "release", "1.1");
    expect(await claimOf(main, "1.1")).toMatchObject({ owner: "ben" });
  });

  test.each([
    ["in progress", ["start", "1.1", "--as", "ann"]],
    ["done", ["complete", "1.1", "--verified"]],
  ])(
    "a claim %s counts again when the task was taken with --force and given back",
    async (state, claiming) => {
      const { main, other } = twoWorktrees();
      const third = addWorktree(main, "third");
      await run(other, ...claiming);
      for (const givingBack of [["undo"], ["release", "1.1"]]) {
        await run(third, "start", "1.1", "--as", "cid", "--force");
        expect(await claimOf(main, "1.1")).toMatchObject({ state: "in progress", branch: "third" });
        expect(await claimOf(third, "1.1")).toBeNull();
        await run(third, ...givingBack);
        for (const root of [main, third])
          expect(await claimOf(root, "1.1"), givingBack[0]).toMatchObject({ state, branch: "pages" });
        expect(await nextIn(third)).toBe("1.2");
      }
    },
  );

  test("a task that was done elsewhere and done again is done on both branches", async () => {
    const { main, other } = twoWorktrees();
    const third = addWorktree(main, "third");
    await run(other, "complete", "1.1", "--verified");
    await run(third, "start", "1.1", "--force");
    await run(third, "complete", "1.1", "--verified");
    expect(await claimOf(main, "1.1")).toMatchObject({ state: "done", branch: "third" });
    git(main, "worktree", "remove", "--force", third);
    git(main, "branch", "-q", "-D", "third");
    expect(await claimOf(main, "1.1")).toMatchObject({ state: "done", branch: "pages" });
  });

  test("a task that another worktree started while it was blocked does not go on in the first", async () => {
    const { main, other } = twoWorktrees();
    await run(main, "start", "1.1", "--as", "ann");
    await run(main, "block", "1.1", "--reason", "no key");
    await run(other, "start", "1.1", "--as", "ben");
    const { exitCode, stderr } = await runTasks(["unblock", "1.1"], { cwd: main });
    expect(exitCode).toBe(1);
    expect(stderr).toContain("Task 1.1 is in progress with ben in ");
    expect(await claimOf(main, "1.1")).toMatchObject({ owner: "ben", branch: "pages" });
    await run(other, "release", "1.1");
    await run(main, "unblock", "1.1");
    expect(await claimOf(other, "1.1")).toMatchObject({ owner: "ann", branch: "main" });
  });

  test("check, complete and undo don't take a task that is in progress in another worktree", async () => {
    const { main, other } = twoWorktrees();
    await run(main, "start", "1.1", "--as", "ann");
    const before = listIn(other);
    for (const args of [
      ["check", "1.1", "1"],
      ["complete", "1.1", "--verified"],
      ["complete", "1.1", "--verified", "--dry-run"],
    ]) {
      expect(await runTasks(args, { cwd: other }), args.join(" ")).toMatchObject({
        exitCode: 1,
        stderr:
          "tasks: Task 1.1 is in progress with ann in ../main (branch main). Take it with tasks start 1.1 --force.\n",
      });
    }
    expect(listIn(other)).toBe(before);
    await run(main, "block", "1.1", "--reason", "no key");
    await run(other, "start", "1.1", "--as", "ben");
    for (const args of [["undo"], ["undo", "--dry-run"]])
      expect(await runTasks(args, { cwd: main }), args.join(" ")).toMatchObject({ exitCode: 1 });
    expect(await claimOf(main, "1.1")).toMatchObject({ owner: "ben", branch: "pages" });
    await run(other, "complete", "1.1", "--verified");
    await run(main, "undo");
    await run(main, "complete", "1.1", "--verified");
  });

  test("a task in progress that its worktree gave another number is refused and taken like any other", async () => {
    const { main, other } = twoWorktrees();
    await run(other, "start", "1.2", "--as", "ben");
    await run(other, "move", "1.2", "--before", "1.1", "--force");
    expect(await runTasks(["complete", "1.2", "--verified"], { cwd: main })).toMatchObject({
      exitCode: 1,
      stderr:
        "tasks: Task 1.2 is in progress with ben in ../pages (branch pages). Take it with tasks start 1.2 --force.\n",
    });
    await run(main, "start", "1.2", "--as", "ann", "--force");
    expect(await claimOf(other, "1.1")).toMatchObject({ owner: "ann", branch: "main" });
    await run(main, "complete", "1.2", "--verified");
  });

  test("a completed task is done on its branch until the branch is merged or deleted", async () => {
    const { main, other } = twoWorktrees();
    await run(other, "start", "1.1", "--as", "ben");
    await run(other, "complete", "1.1", "--verified");
    expect(await claimOf(main, "1.1")).toMatchObject({ state: "done", owner: "ben", branch: "pages" });
    expect(await nextIn(main)).toBe("1.2");
    expect((await runTasks(["list"], { cwd: main })).stdout).toContain("done on pages by ben");
    expect(await runTasks(["start", "1.1"], { cwd: main })).toMatchObject({
      exitCode: 1,
      stderr: "tasks: Task 1.1 is done on pages by ben. Merge that branch, or do it again with --force.\n",
    });

    commit(other, "1.1");
    git(main, "worktree", "remove", other);
    expect(await claimOf(main, "1.1")).toMatchObject({ state: "done", worktree: null, branch: "pages" });
    git(main, "pack-refs", "--all");
    expect(await nextIn(main)).toBe("1.2");

    git(main, "merge", "-q", "pages");
    expect(await claimOf(main, "1.1")).toBeNull();
    git(main, "reset", "-q", "--hard", "HEAD~1");
    expect(await nextIn(main)).toBe("1.2");
    git(main, "branch", "-q", "-D", "pages");
    expect(await nextIn(main)).toBe("1.1");
  });

  test.each([
    ["release", ["release", "1.1"]],
    ["reset", ["reset", "1.1"]],
    ["block", ["block", "1.1", "--reason", "waiting for a key"]],
    ["undo", ["undo"]],
  ])("tasks %s ends the claim", async (_, command) => {
    const { main, other } = twoWorktrees();
    await run(main, "start", "1.1");
    expect(await claimOf(other, "1.1")).not.toBeNull();
    await run(main, ...command);
    expect(await claimOf(other, "1.1")).toBeNull();
    expect(await nextIn(other)).toBe("1.1");
  });

  test("a status written or removed by hand counts like one written by a command", async () => {
    const { main, other } = twoWorktrees();
    await run(main, "start", "1.1");
    const started = listIn(main);
    git(main, "checkout", "-q", ".");
    expect(await claimOf(other, "1.1")).toBeNull();
    writeFileSync(listPath(main), started.replaceAll("In Progress", "Complete"));
    expect(await claimOf(other, "1.1")).toMatchObject({ state: "done", branch: "main" });
  });

  test("a claim stays with its branch while the worktree has another branch checked out", async () => {
    const { main, other } = twoWorktrees();
    await run(other, "start", "1.1", "--as", "ben");
    commit(other, "Start 1.1");
    git(other, "checkout", "-q", "-b", "fix", "main");
    expect(await claimOf(main, "1.1")).toMatchObject({
      state: "in progress",
      branch: "pages",
      worktree: null,
    });
    // The worktree still has its own claim from the other branch.
    expect(await nextIn(other)).toBe("1.1");
  });

  test("a task in progress stays claimed when its worktree makes, renames or leaves a branch", async () => {
    const { main, other } = twoWorktrees();
    await run(main, "start", "1.1", "--as", "ann");
    git(main, "checkout", "-q", "-b", "feat");
    git(other, "checkout", "-q", "main");
    expect(await nextIn(other)).toBe("1.2");
    await run(other, "start", "1.2", "--as", "ben");
    expect(await claimOf(other, "1.1")).toMatchObject({ owner: "ann", worktree: main, branch: "feat" });
    // An edit here keeps the claims of both.
    git(other, "checkout", "-q", "pages");
    git(other, "branch", "-m", "renamed");
    await run(main, "check", "1.1", "1");
    expect(await claimOf(main, "1.2")).toMatchObject({ owner: "ben", worktree: other, branch: "renamed" });
    await run(other, "release", "1.2");
    git(other, "checkout", "-q", "--detach");
    await run(other, "start", "1.2", "--as", "cid");
    git(other, "switch", "-q", "-c", "new");
    expect(await claimOf(main, "1.2")).toMatchObject({ owner: "cid", branch: "new" });
    await run(other, "release", "1.2");
    expect(await claimOf(main, "1.2")).toBe(null);
  });

  test("a claim on a task in progress ends with its worktree, even if a new worktree takes the same path", async () => {
    const { main, other } = twoWorktrees();
    await run(other, "start", "1.1");
    rmSync(other, { recursive: true });
    expect(await nextIn(main)).toBe("1.1");
    git(main, "worktree", "prune");
    expect(await nextIn(main)).toBe("1.1");
    git(main, "worktree", "add", "-q", other, "-b", "second");
    expect(await nextIn(main)).toBe("1.1");
  });

  test("a moved worktree keeps its claims", async () => {
    const { main, other } = twoWorktrees();
    await run(other, "start", "1.1");
    const moved = join(main, "../moved");
    git(main, "worktree", "move", other, moved);
    expect(await claimOf(main, "1.1")).toMatchObject({ state: "in progress", worktree: moved });
  });

  test.each([
    ["the worktree that has it", 1],
    ["another one", 0],
  ])("a task whose title is changed in %s stays claimed until it is released", async (_, editor) => {
    const { main, other } = twoWorktrees();
    await run(other, "start", "1.2", "--as", "ben");
    await run([main, other][editor] ?? "", "edit", "1.2", "--title", "Bee");
    expect(await claimOf(main, "1.2")).toMatchObject({ state: "in progress", owner: "ben", worktree: other });
    await run(other, "complete", "1.2", "--verified");
    expect(await claimOf(main, "1.2")).toMatchObject({ state: "done", owner: "ben" });
    await run(other, "reset", "1.2");
    expect(await claimOf(main, "1.2")).toBe(null);
    await run(main, "start", "1.2");
  });

  test("a task keeps its claim when its worktree changes its title and then moves it", async () => {
    const { main, other } = twoWorktrees();
    await run(other, "start", "1.2", "--as", "ben");
    const { since } = await claimOf(main, "1.2");
    await run(other, "edit", "1.2", "--title", "Bee");
    await run(other, "move", "1.2", "--before", "1.1", "--force");
    expect(await claimOf(main, "1.2")).toMatchObject({ state: "in progress", owner: "ben", since });
    expect(await claimOf(main, "1.1")).toBe(null);
    await run(other, "release", "1.1");
    expect(await claimOf(main, "1.2")).toBe(null);
  });

  test("a new title of a task without a claim changes no claims", async () => {
    const { main, other } = twoWorktrees();
    await run(main, "edit", "1.2", "--title", "Bee");
    expect(claimsFile(main)).toBe("");
    await run(other, "start", "1.1");
    const before = statSync(claimsFile(main)).ino;
    await run(main, "edit", "1.2", "--title", "Sea");
    expect(statSync(claimsFile(main)).ino).toBe(before);
  });

  test("tasks that two branches added with the same number have separate claims", async () => {
    const { main, other } = twoWorktrees();
    await run(main, "add", "Count the visits", "--phase", "1", "--verify", "A visit is counted");
    await run(main, "start", "1.3");
    await run(other, "add", "Draw the chart", "--phase", "1", "--verify", "A chart is drawn");
    expect(await claimOf(other, "1.3")).toBeNull();
  });

  test("the claim on a removed task does not pass to another task with its title", async () => {
    const { main, other } = twoWorktrees(two.replace("Build 1.2", "Build 1.1"));
    await run(main, "start", "1.2", "--as", "ann");
    await run(other, "remove", "1.2", "--yes", "--force");
    expect(await claimOf(other, "1.1")).toBeNull();
  });

  test.each([
    ["cut short", (path: string) => truncateSync(path, 40)],
    ["emptied", (path: string) => truncateSync(path, 0)],
    ["overwritten", (path: string) => writeFileSync(path, '{"claims":[1]}')],
  ])("a claims file that was %s is rebuilt from the lists of all worktrees", async (_, damage) => {
    const { main, other } = twoWorktrees();
    const third = addWorktree(main, "third");
    await run(main, "start", "1.1", "--as", "ann");
    damage(claimsFile(main));
    expect(await claimOf(other, "1.1")).toMatchObject({ state: "in progress", owner: "ann", branch: "main" });
    await run(other, "start", "--as", "ben");
    expect(await claimOf(third, "1.1")).toMatchObject({ owner: "ann" });
    expect(await claimOf(third, "1.2")).toMatchObject({ owner: "ben" });
  });

  test("a task done on a branch is offered again once the branch is gone, although another's name begins with its name", async () => {
    const { main, other } = twoWorktrees();
    await run(other, "complete", "1.1", "--verified");
    git(main, "worktree", "remove", "--force", other);
    expect(await nextIn(main)).toBe("1.2");
    git(main, "branch", "-D", "pages");
    git(main, "branch", "pages/layout");
    expect(await nextIn(main)).toBe("1.1");
  });

  test("a claim of the main worktree holds after the repository was moved", async () => {
    const { main, other } = twoWorktrees();
    await run(main, "start", "1.1", "--as", "ann");
    const moved = `${main}-moved`;
    renameSync(main, moved);
    git(moved, "worktree", "repair", other);
    expect(await nextIn(other)).toBe("1.2");
    expect(await claimOf(other, "1.1")).toMatchObject({
      owner: "ann",
      worktree: expect.stringContaining("moved"),
    });
  });

  test("a claim holds although the clock went back after its worktree was created", async () => {
    const { main, other } = twoWorktrees();
    const later = new Date(Date.now() + 3_600_000.5);
    utimesSync(join(main, ".git/worktrees/pages/commondir"), later, later);
    await run(other, "start", "1.1", "--as", "ann");
    expect(await nextIn(main)).toBe("1.2");
    expect(await claimOf(main, "1.1")).toMatchObject({ state: "in progress", owner: "ann" });
  });

  test("a read-only claims file prevents only new claims", async () => {
    const { main, other } = twoWorktrees();
    await run(main, "start", "1.1");
    execFileSync("chmod", ["a-w", claimsFile(main)]);
    const before = listIn(other);
    expect(await runTasks(["start"], { cwd: other })).toMatchObject({
      exitCode: 2,
      stderr: expect.stringMatching(
        /^tasks: Nothing was started, because no claim can be recorded\. .*read-only.*\n$/,
      ),
    });
    expect(listIn(other)).toBe(before);
    expect(await nextIn(other)).toBe("1.2");
    const { exitCode, stderr } = await runTasks(["complete", "1.1", "--verified"], { cwd: main });
    expect(exitCode).toBe(0);
    expect(stderr).toContain("The claim that other worktrees see was left as it was.");
    // This does no harm, because the other worktree's list has the new status.
    expect(await claimOf(other, "1.1")).toMatchObject({ state: "done" });
  });

  testWith(
    [mounting, rootUser],
    "a common folder on a read-only mount prevents only new claims",
    async () => {
      const disk = mountTmpfs("8m");
      const main = createRepository(two, "--separate-git-dir", join(disk, "git"));
      remountReadOnly(disk);
      expect(await runTasks(["start"], { cwd: main })).toMatchObject({
        exitCode: 2,
        stderr: expect.stringMatching(
          /no claim can be recorded\. Cannot write .*: the file system is read-only\.\n$/,
        ),
      });
      expect(listIn(main)).toBe(two);
      expect(await nextIn(main)).toBe("1.1");
      expect(await runTasks(["check", "1.1", "--all"], { cwd: main })).toMatchObject({ exitCode: 0 });
    },
  );

  test("worktrees of a bare repository share their claims", async () => {
    const bare = join(temporaryFolder(), "plan.git");
    git(".", "clone", "-q", "--bare", createRepository(two), bare);
    const [one, another] = [addWorktree(bare, "one"), addWorktree(bare, "another")];
    await run(one, "start", "--as", "ann");
    expect(await nextIn(another)).toBe("1.2");
    expect(await claimOf(another, "1.1")).toMatchObject({ owner: "ann", worktree: one });
  });

  test("a submodule and its worktrees have separate claims from the outer repository", async () => {
    const outer = createRepository(two);
    git(outer, "-c", "protocol.file.allow=always", "submodule", "add", "-q", createRepository(two), "part");
    const part = join(outer, "part");
    const beside = join(outer, "../beside");
    git(part, "worktree", "add", "-q", beside, "-b", "beside");
    await run(part, "start", "1.1");
    expect(await nextIn(outer)).toBe("1.1");
    expect(await claimOf(beside, "1.1")).toMatchObject({ worktree: part, branch: "main" });
    await run(beside, "start", "1.2");
    expect(await claimOf(part, "1.2")).toMatchObject({ worktree: beside, branch: "beside" });
  });

  test("tasks next opens only the claims file in .git if there is no other worktree", async () => {
    const main = createRepository(two);
    await run(main, "start", "1.1");
    const opened = await openedBy(main, "next");
    expect(opened.filter((path) => path.includes(".git"))).toEqual([claimsFile(main)]);
  });

  test("a command reads another worktree's list at most once, and only if it concerns a task in question", async () => {
    const main = createRepository(listOf(["1.1", "1.2", "1.3", "1.4", "1.5"].map((number) => ({ number }))));
    const [one, another] = [addWorktree(main, "one"), addWorktree(main, "another")];
    for (const [root, numbers] of [
      [one, ["1.1", "1.2"]],
      [another, ["1.3", "1.4"]],
    ] as const)
      for (const number of numbers) await run(root, "complete", number, "--verified");
    const others = [listPath(one), listPath(another)];
    const listsOpenedBy = async (...args: readonly string[]) =>
      (await openedBy(main, ...args)).filter((path) => others.includes(path));
    expect(await listsOpenedBy("start", "1.5")).toEqual([]);
    expect(await listsOpenedBy("show", "1.3")).toEqual([listPath(another)]);
    expect(await listsOpenedBy("list")).toEqual(others);
  });

  test("tasks start holds the lock on the claims until the list is written", async () => {
    const { main } = twoWorktrees();
    // The first claim creates the file.
    await run(main, "start", "1.1");
    const notes = join(temporaryFolder(), "notes");
    const preload = pathToFileURL(resolve("tests/support/probe-lock.mjs")).href;
    const started = await runTasks(["start", "1.2"], {
      cwd: main,
      nodeOptions: ["--import", preload],
      env: { PROBE_BEFORE: ".md", PROBE_LOCK: claimsFile(main), PROBE_NOTES: notes },
    });
    expect(started).toMatchObject({ exitCode: 0, stderr: "" });
    expect(readFileSync(notes, "utf8")).toBe("held\n");
  });

  test("a kill before any system call of tasks start leaves the task to at most one worktree", {
    timeout: TIMEOUT_MS,
  }, async () => {
    const preload = pathToFileURL(resolve("tests/support/kill-at-call.mjs")).href;
    const source = listOf([{ number: "1.1" }]);
    const { main, other } = twoWorktrees(source);
    const seen = new Set<boolean>();
    let call = 1;
    for (let killed = true; killed; call++) {
      for (const root of [main, other]) writeFileSync(listPath(root), source);
      rmSync(join(main, ".git/groundwork"), { recursive: true, force: true });
      const { exitCode } = await runTasks(["start", "1.1"], {
        cwd: main,
        nodeOptions: ["--import", preload],
        env: { KILL_AT_CALL: String(call), TASKS_CACHE: "off" },
      });
      killed = exitCode === null;
      const started = listIn(main).includes("In Progress");
      seen.add(started);
      const { exitCode: elsewhere } = await runTasks(["start", "1.1"], { cwd: other });
      expect({ call, elsewhere }).toEqual({ call, elsewhere: started ? 1 : 0 });
    }
    expect(seen.size).toBe(2);
  });
});

test("tasks start makes no claim outside git or in an invalid repository", async () => {
  const path = writeList(two);
  await run(temporaryFolder(), "-f", path, "start", "1.1");
  const folder = temporaryFolder();
  execFileSync("mkdir", [join(folder, ".git")]);
  writeFile(folder, "tasks/tasks-0001-prd-test.md", two);
  await run(folder, "start", "1.1");
  expect(existsSync(join(folder, ".git/groundwork"))).toBe(false);
});
