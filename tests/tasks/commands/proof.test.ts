import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { gitRepository } from "../../support/git-repository.ts";
import { listOf } from "../../support/list-of.ts";
import { program } from "../../support/machine.ts";
import { runJson, runTasks, writeList } from "../../support/tasks-command.ts";
import { testWith } from "../../support/test-with.ts";

const git = program("git");
const LIST = "tasks/tasks-0001-prd-test.md";
const minute = String.raw`\d{4}-\d\d-\d\d \d\d:\d\d`;
const proofIn = (file: string): readonly string[] =>
  /\*\*Proof\*\*:\n((?:- .*\n?)+)/.exec(readFileSync(file, "utf8"))?.[1]?.trim().split("\n") ?? [];

const listWith = (...items: readonly string[]): string =>
  listOf([{ number: "1.1", status: "In Progress", items }], "In Progress");

test("tasks verify --run outside git writes a Proof line without a commit for each command that passed", async () => {
  const file = writeList(
    listWith("- [ ] `true` passes", "- [ ] `exit 3` exits with code 3", "- [ ] `false` passes"),
  );
  await runTasks(["-f", file, "verify", "1.1", "--run", "--yes"]);
  expect(proofIn(file)).toEqual([
    expect.stringMatching(new RegExp(`^- ${minute} \`true\` passed in \\d+\\.\\d s$`)),
    expect.stringMatching(new RegExp(`^- ${minute} \`exit 3\` exited with code 3 in \\d+\\.\\d s$`)),
  ]);
});

testWith(
  [git],
  "a Proof line names HEAD, and marks it if a file other than the list has changed",
  async () => {
    const { folder, write, commit, git: run } = gitRepository();
    const file = write(LIST, listWith("- [ ] `true` passes"));
    commit("Plan");
    const head = run("rev-parse", "--short", "HEAD").trim();
    writeFileSync(file, readFileSync(file, "utf8").replace("1. Write it", "1. Write all of it"));
    await runTasks(["verify", "1.1", "--run", "--yes"], { cwd: folder });
    expect(proofIn(file)).toEqual([expect.stringContaining(` ${head} \`true\` passed`)]);
    write("src/new.ts", "");
    await runTasks(["verify", "1.1", "--run", "--yes"], { cwd: folder });
    expect(proofIn(file)).toEqual([expect.stringContaining(` ${head}+changes \`true\` passed`)]);
  },
);

testWith([git], "a Proof line is marked if a file or HEAD changes while the commands run", async () => {
  for (const change of [
    "echo b > a.ts",
    "git -c user.name=A -c user.email=a@b commit -q --allow-empty -m b",
  ]) {
    const { folder, write, commit } = gitRepository();
    write("a.ts", "a");
    const file = write(LIST, listWith(`- [ ] \`${change}\` passes`));
    const head = commit("Plan").slice(0, 7);
    await runTasks(["verify", "1.1", "--run", "--yes"], { cwd: folder });
    expect(proofIn(file)).toEqual([expect.stringContaining(` ${head}+changes \`${change}\` passed`)]);
  }
});

testWith(
  [git],
  "a Proof line names the commit of the list's repository in a hook of another one",
  async () => {
    const other = gitRepository();
    other.commit("Other");
    const { folder, write, commit } = gitRepository();
    const file = write(LIST, listWith("- [ ] `true` passes"));
    const head = commit("Plan").slice(0, 7);
    const env = { GIT_DIR: join(other.folder, ".git"), GIT_WORK_TREE: other.folder };
    await runTasks(["verify", "1.1", "--run", "--yes"], { cwd: folder, env });
    expect(proofIn(file)).toEqual([expect.stringContaining(` ${head} \`true\` passed`)]);
  },
);

testWith([git], "a Proof line is not marked for files that its commands write", async () => {
  const { folder, write, commit } = gitRepository();
  const file = write(LIST, listWith("- [ ] `echo passed > report.txt` passes"));
  commit("Plan");
  await runTasks(["verify", "1.1", "--run", "--yes"], { cwd: folder });
  expect(proofIn(file)).toEqual([expect.not.stringContaining("+changes")]);
});

testWith([git], "a Proof line is marked if git can't tell whether files have changed", async () => {
  const { folder, write, commit } = gitRepository();
  const file = write(LIST, listWith("- [ ] `true` passes"));
  commit("Plan");
  write(".git/index", "damaged");
  await runTasks(["verify", "1.1", "--run", "--yes"], { cwd: folder });
  expect(proofIn(file)).toEqual([expect.stringContaining("+changes `true` passed")]);
});

testWith([git], "a Proof line ignores an untracked list as a change of the working tree", async () => {
  const { folder, write, commit } = gitRepository();
  write("src/a.ts", "");
  commit("Start");
  const file = write(LIST, listWith("- [ ] `true` passes"));
  await runTasks(["verify", "1.1", "--run", "--yes"], { cwd: folder });
  expect(proofIn(file)[0]).not.toContain("+changes");
});

test("tasks verify --run replaces the Proof line of the same command and keeps all other lines", async () => {
  const file = writeList(listWith("- [ ] `true` passes"));
  const written = "**Proof**:\n- Ann looked at it\n- 2026-01-02 10:00 abcdef0 `true` passed in 1.0 s\n";
  writeFileSync(file, `${readFileSync(file, "utf8")}\n${written}`);
  await runTasks(["-f", file, "verify", "1.1", "--run", "--yes"]);
  expect(proofIn(file)).toEqual([
    "- Ann looked at it",
    expect.stringMatching(new RegExp(`^- ${minute} \`true\` passed`)),
  ]);
  expect(readFileSync(file, "utf8")).not.toContain("abcdef0");
});

const OLD = "2026-01-02 10:00 `true` passed in 1.0 s";

/** The list with these lines at its end after the proof, `NEW` in the place of the new line. */
async function provenIn(lines: string): Promise<string> {
  const source =
    "# Task List: T\n\n### Task 1.1: A\n**Status**: In Progress\n\n- Verification:\n  - [x] `true` passes\n\n";
  const file = writeList(source + lines);
  const { stderr } = await runTasks(["-f", file, "verify", "1.1", "--run", "--yes"]);
  expect(stderr).not.toContain("Nothing was written");
  return readFileSync(file, "utf8")
    .replace(source, "")
    .replace(new RegExp(`${minute} .* s$`, "gm"), "NEW");
}

test.each([
  ["an outdated line", `**Proof**: ${OLD}\n`, "**Proof**:\n- NEW\n"],
  ["a note", "**Proof**: see PR 12\n", "**Proof**:\n- see PR 12\n- NEW\n"],
  ["a note below the label", "**Proof**:\nsee\nPR 12\n", "**Proof**:\n- see\nPR 12\n- NEW\n"],
  ["a second label", "**Owner**: me | **Proof**: see\n", "**Owner**: me | **Proof**:\n- see\n- NEW\n"],
  ["a first label", "**Proof**: see | **Owner**: me\n", "**Owner**: me | **Proof**:\n- see\n- NEW\n"],
  ["a bullet", "- Proof: see\n    * more\n", "- Proof:\n    * see\n    * more\n    * NEW\n"],
  ["a second field", "**Proof**:\n- a\n\n**Proof**: b\n", "**Proof**:\n- a\n\n**Proof**:\n- b\n- NEW\n"],
])(
  "tasks verify --run lists the proof under its label if there is text on its line: %s",
  async (_, before, after) => {
    expect(await provenIn(before)).toBe(after);
  },
);

test.each([
  [`- [ ] ${OLD}\n  - [ ] ${OLD}\n`, "- [ ] NEW\n"],
  [`- [ ] ${OLD}\n  - [ ] by Ann\n- other\n`, "- [ ] NEW\n  - [ ] by Ann\n- other\n"],
  [`- ${OLD}\n  - by Ann\n\n    more\n- other\n`, "- NEW\n  - by Ann\n\n    more\n- other\n"],
  [`- ${OLD}\n- ${OLD}\n  - by Ann\n- other\n`, "- NEW\n  - by Ann\n- other\n"],
  [`- other\n  - [x] ${OLD}\n    - [ ] by Ann\n`, "- other\n  - [x] NEW\n    - [ ] by Ann\n"],
])(
  "tasks verify --run replaces an outdated Proof line and keeps what is nested below it: %j",
  async (before, after) => {
    expect(await provenIn(`**Proof**:\n${before}`)).toBe(`**Proof**:\n${after}`);
  },
);

test("tasks complete --run writes the proof and the completion in one edit, and tasks undo reverts it", async () => {
  const source = listWith("- [ ] `true` passes");
  const file = writeList(source);
  const env = { HOME: dirname(file), XDG_STATE_HOME: join(dirname(file), "state") };
  await runTasks(["-f", file, "complete", "1.1", "--run", "--yes"], { env });
  expect(readFileSync(file, "utf8")).toContain("**Status**: Complete");
  expect(proofIn(file)).toHaveLength(1);
  await runTasks(["-f", file, "undo"], { env });
  expect(readFileSync(file, "utf8")).toBe(source);
});

test("tasks verify --run --dry-run writes no proof", async () => {
  const file = writeList(listWith("- [ ] `true` passes"));
  const { stdout } = await runTasks(["-f", file, "verify", "1.1", "--run", "--dry-run"]);
  expect(stdout).toContain("+- [x] `true` passes");
  expect(stdout).not.toContain("Proof");
});

test.each([
  ["\r\n", "full"],
  ["\n", "full"],
  ["\n", "compact"],
])(
  "tasks verify --run with line endings %j writes the proof below the criteria in the %s form, before other text",
  async (eol, form) => {
    const full = listWith("- [ ] `true` passes").replace(/\n$/, "\n\nA note.\n");
    const compact =
      "# Task List: T\n\n## Phase 1: A\n\n### Task 1.1: Build it\n- Dependencies: None\n- Do it\n- Verification: `true` passes\n\nA note.\n";
    const file = writeList((form === "full" ? full : compact).replaceAll("\n", eol));
    await runTasks(["-f", file, "verify", "1.1", "--run", "--yes"]);
    const text = readFileSync(file, "utf8");
    expect(text.replaceAll(eol, "").includes("\n")).toBe(false);
    expect(text.replaceAll(eol, "\n")).toMatch(
      /\[x\] `true` passes\n\n?(?:\*\*Proof\*\*:\n- |- Proof:\n {2}- )2.*\n\nA note\.\n$/,
    );
    const { json } = await runJson(["-f", file, "show", "1.1"]);
    expect(json.task).toMatchObject({ proof: [expect.stringContaining("`true` passed")], body: "A note." });
  },
);

test("tasks verify --run writes a command with backticks so that tasks log reads it back", async () => {
  const file = writeList(listWith("- [ ] `` echo `echo a` `` passes"));
  for (const _ of [1, 2]) await runTasks(["-f", file, "verify", "1.1", "--run", "--yes"]);
  expect(proofIn(file)).toHaveLength(1);
  const { json } = await runJson(["-f", file, "log", "1.1"]);
  expect(json.proof).toMatchObject([{ number: "1.1", command: "echo `echo a`", commit: null }]);
});

test("tasks move doesn't report seconds in a proof as a mention of a task", async () => {
  const tasks = [{ number: "1.1" }, { number: "1.2" }];
  const proof = "\n**Proof**:\n- 2026-01-02 10:00 abcdef0 `true` passed in 1.2 s\n";
  const file = writeList(listOf(tasks) + proof);
  const { stdout, stderr } = await runTasks(["-f", file, "move", "1.2", "--before", "1.1"]);
  expect(stdout + stderr).not.toContain("passed in");
});

test("tasks graph --format html and tasks show print the proof", async () => {
  const file = writeList(listWith("- [ ] `true` passes"));
  await runTasks(["-f", file, "verify", "1.1", "--run", "--yes"]);
  const { stdout: page } = await runTasks(["-f", file, "graph", "--format", "html"]);
  expect(page).toMatch(/ {2}Proof\n {4}2.* `true` passed in/);
  const { stdout: shown } = await runTasks(["-f", file, "show", "1.1"]);
  expect(shown).toMatch(/ {2}Proof\n {4}2.* `true` passed in/);
});
