import { join } from "node:path";
import { expect, test } from "vitest";
import type { GitRepository } from "../../support/git-repository.ts";
import { gitRepository } from "../../support/git-repository.ts";
import { listOf } from "../../support/list-of.ts";
import { program } from "../../support/machine.ts";
import { runJson, runTasks, temporaryFolder, writeList } from "../../support/tasks-command.ts";
import { describeWith } from "../../support/test-with.ts";

const LIST = "tasks/tasks-0001-prd-test.md";
const ids = ["1.1", "1.2", "1.3"];

type Statuses = Readonly<Record<string, string>>;

/** A list with these task statuses. The header's status is constant, so that branches differ only in tasks. */
const listWith = (statuses: Statuses = {}): string =>
  listOf(
    ids.map((number) => ({ number, ...(statuses[number] ? { status: statuses[number] } : {}) })),
    "In Progress",
  );

function plannedRepository(): GitRepository & { save(statuses: Statuses, message: string): string } {
  const repository = gitRepository();
  const save = (statuses: Statuses, message: string): string => {
    repository.write(LIST, listWith(statuses));
    return repository.commit(message);
  };
  save({}, "Plan");
  return { ...repository, save };
}

interface Event {
  readonly number: string;
  readonly from: string | null;
  readonly to: string | null;
  readonly commit: string | null;
}

async function eventsIn(folder: string, ...args: readonly string[]): Promise<readonly Event[]> {
  const { json } = await runJson(["log", ...args], { cwd: folder });
  return json.events;
}

const inShort = (events: readonly Event[]) =>
  events.map(({ number, from, to, commit }) => [number, from, to, commit]);

describeWith([program("git")], "tasks log", () => {
  test("prints each change of status with its commit, author and date, newest first", async () => {
    const { folder, git, save, write } = plannedRepository();
    const planned = git("rev-parse", "HEAD").trim();
    const started = save({ "1.1": "In Progress\n**Owner**: ann" }, "Start 1.1");
    const blocked = save({ "1.1": "Complete", "1.2": "Blocked - waiting for a key" }, "Block 1.2");
    write(LIST, listWith({ "1.1": "Complete", "1.2": "Blocked - waiting for a key", "1.3": "In Progress" }));
    const events = await eventsIn(folder);
    expect(inShort(events)).toEqual([
      ["1.3", "Not Started", "In Progress", null],
      ["1.1", "In Progress", "Complete", blocked],
      ["1.2", "Not Started", "Blocked", blocked],
      ["1.1", "Not Started", "In Progress", started],
    ]);
    expect(events[0]).toMatchObject({ author: null, date: null });
    expect(events[2]).toMatchObject({ author: "Ann", blockedReason: "waiting for a key" });
    expect(events[3]).toMatchObject({ owner: "ann", date: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) });
    expect(inShort(await eventsIn(folder, "1.2"))).toEqual([
      ["1.2", "Not Started", "Blocked", blocked],
      ["1.2", null, "Not Started", planned],
    ]);
    const { stdout } = await runTasks(["log", "1.2"], { cwd: folder });
    expect(stdout).toContain("Not Started → Blocked - waiting for a key");
  });

  test("follows a list that was renamed, with and without a change of its text", async () => {
    const { folder, git, write, commit, save } = plannedRepository();
    const started = save({ "1.1": "In Progress" }, "Start 1.1");
    const moved = ".claude/tasks/tasks-0001-prd-test.md";
    write(moved, "");
    git("mv", "-f", LIST, moved);
    commit("Move the list");
    const again = ".claude/tasks/tasks-0002-prd-other.md";
    git("mv", moved, again);
    write(again, listWith({ "1.1": "Complete" }));
    const completed = commit("Move the list once more, and complete 1.1");
    expect(inShort(await eventsIn(folder))).toEqual([
      ["1.1", "In Progress", "Complete", completed],
      ["1.1", "Not Started", "In Progress", started],
    ]);
  });

  test("reads both kinds of line endings, and doesn't count a change of them as an event", async () => {
    const { folder, write, commit, save } = plannedRepository();
    const started = save({ "1.1": "In Progress" }, "Start 1.1");
    write(LIST, listWith({ "1.1": "In Progress" }).replaceAll("\n", "\r\n"));
    commit("Change the line endings");
    write(LIST, listWith({ "1.1": "Complete" }).replaceAll("\n", "\r\n"));
    const completed = commit("Complete 1.1");
    expect(inShort(await eventsIn(folder))).toEqual([
      ["1.1", "In Progress", "Complete", completed],
      ["1.1", "Not Started", "In Progress", started],
    ]);
  });

  test("names the commits of both branches, and a merge commit only for its own changes", async () => {
    const { folder, git, write, commit, save } = plannedRepository();
    git("checkout", "-q", "-b", "pages");
    const there = save({ "1.3": "In Progress" }, "Start 1.3");
    git("checkout", "-q", "main");
    const here = save({ "1.1": "In Progress" }, "Start 1.1");
    git("merge", "-q", "--no-edit", "pages");
    const merged = { "1.1": "In Progress", "1.3": "In Progress" };
    expect(inShort(await eventsIn(folder)).toSorted()).toEqual([
      ["1.1", "Not Started", "In Progress", here],
      ["1.3", "Not Started", "In Progress", there],
    ]);

    git("checkout", "-q", "pages");
    git("merge", "-q", "main");
    save({ ...merged, "1.3": "Complete" }, "Complete 1.3");
    git("checkout", "-q", "main");
    save({ ...merged, "1.1": "Complete" }, "Complete 1.1");
    git("merge", "-q", "--no-commit", "pages");
    write(LIST, listWith({ "1.1": "Complete", "1.2": "Complete", "1.3": "Complete" }));
    const evil = commit("Merge, and complete 1.2 on the way");
    const events = await eventsIn(folder);
    expect(events.filter(({ commit: hash }) => hash === evil)).toMatchObject([
      { number: "1.2", from: "Not Started", to: "Complete" },
    ]);
    expect(events).toHaveLength(5);
  });

  test("reports where the history of a shallow clone ends, and invents no event there", async () => {
    const { folder, save } = plannedRepository();
    save({ "1.1": "In Progress" }, "Start 1.1");
    const edge = save({ "1.1": "Complete" }, "Complete 1.1");
    const started = save({ "1.1": "Complete", "1.2": "In Progress" }, "Start 1.2");
    const clone = join(temporaryFolder(), "clone");
    gitRepository(temporaryFolder()).git("clone", "-q", "--depth", "2", `file://${folder}`, clone);
    const { exitCode, stderr, stdout } = await runTasks(["log", "--json"], { cwd: clone });
    expect(exitCode).toBe(0);
    expect(stderr).toContain(`This clone is shallow: what happened before ${edge.slice(0, 9)} is not known.`);
    expect(inShort(JSON.parse(stdout).events)).toEqual([["1.2", "Not Started", "In Progress", started]]);
    expect(await eventsIn(clone, "1.1")).toEqual([]);
  });

  test("follows a task that was renumbered, and doesn't confuse it with the task that has its number now", async () => {
    const { folder, git, commit, save } = plannedRepository();
    const planned = git("rev-parse", "HEAD").trim();
    const completed = save({ "1.1": "Complete", "1.2": "Complete" }, "Complete two");
    const add = ["add", "Prepare", "--before", "1.2", "--verify", "It is prepared"];
    expect(await runTasks(add, { cwd: folder })).toMatchObject({ exitCode: 0 });
    const added = commit("Add one before 1.2");
    await runTasks(["start", "1.2"], { cwd: folder });
    const begun = commit("Start the new 1.2");
    expect(inShort(await eventsIn(folder, "1.3"))).toEqual([
      ["1.2", "Not Started", "Complete", completed],
      ["1.2", null, "Not Started", planned],
    ]);
    expect(inShort(await eventsIn(folder, "1.2"))).toEqual([
      ["1.2", "Not Started", "In Progress", begun],
      ["1.2", null, "Not Started", added],
    ]);
  });

  test("prints a removed task and an added task", async () => {
    const { folder, commit } = plannedRepository();
    await runTasks(["remove", "1.2", "--yes"], { cwd: folder });
    await runTasks(["add", "Count", "--phase", "1", "--verify", "It counts"], { cwd: folder });
    const hash = commit("Replace 1.2");
    expect(inShort(await eventsIn(folder)).toSorted()).toEqual([
      ["1.2", "Not Started", null, hash],
      ["1.4", null, "Not Started", hash],
    ]);
  });

  test("reports no events of other files that the list's name would match as a pattern", async () => {
    const { folder, write, commit } = gitRepository();
    write("[ab].md", listWith());
    const planned = commit("Plan");
    write("a.md", listWith({ "1.1": "Complete" }));
    commit("Plan another");
    expect(inShort(await eventsIn(folder, "1.1", "-f", "[ab].md"))).toEqual([
      ["1.1", null, "Not Started", planned],
    ]);
  });

  test("says that git can't read the repository", async () => {
    const { folder, write } = gitRepository();
    write(LIST, listWith());
    write(".git/config", "[");
    expect(await runTasks(["log"], { cwd: folder })).toMatchObject({
      exitCode: 0,
      stderr: expect.stringContaining("Git cannot read the repository of the list"),
    });
  });

  test("reports no events in a repository without commits", async () => {
    const { folder, write } = gitRepository();
    write(LIST, listWith());
    expect(await runTasks(["log"], { cwd: folder })).toMatchObject({
      exitCode: 0,
      stdout: "No changes are known.\n",
      stderr: "",
    });
  });
});

test("tasks log outside git reports only the proof and says why", async () => {
  const proof = "- 2026-01-02 10:00 `npm test` passed in 3.2 s";
  const path = writeList(listOf([{ number: "1.1", lines: ["**Proof**:", proof] }]));
  const { exitCode, json } = await runJson(["-f", path, "log"]);
  expect(exitCode).toBe(0);
  expect(json).toMatchObject({ events: [], proof: [{ number: "1.1", commit: null, command: "npm test" }] });
  const { stderr } = await runTasks(["-f", path, "log"]);
  expect(stderr).toContain("The list is not in a git repository");
});
