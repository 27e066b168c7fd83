import { join } from "node:path";
import { expect, test } from "vitest";
import type { GitRepository } from "../../support/git-repository.ts";
import { gitRepository } from "../../support/git-repository.ts";
import { listOf } from "../../support/list-of.ts";
import { program } from "../../support/machine.ts";
import { runJson, runTasks, temporaryFolder, writeFile } from "../../support/tasks-command.ts";
import { describeWith } from "../../support/test-with.ts";

/** A kind of completion: the text of its tasks, and the expected result of the audit. */
interface Kind {
  readonly count: number;
  /** The task's fields other than its status. `n` distinguishes the tasks of one kind. */
  readonly words: (n: number, commits: Commits) => TaskWords;
  readonly finding?: string;
  readonly note?: string;
  /** Whether it was Complete when the list was added. */
  readonly isOld?: true;
}

type TaskWords = Omit<Parameters<typeof listOf>[0][number], "number">;

/** Commits that lines of Proof name. */
interface Commits {
  readonly merged: string;
  readonly abandoned: string;
  readonly squashed: string;
}

test("audit says of completions that someone stated to be verified only that it found nothing", async () => {
  const folder = temporaryFolder();
  writeFile(folder, "tasks/tasks-test.md", listOf([{ number: "1.1" }]));
  await runTasks(["complete", "1.1", "--verified"], { cwd: folder });
  const { stdout } = await runTasks(["audit"], { cwd: folder });
  expect(stdout).toBe("1 completion checked: no open items, unfinished dependencies or missing files.\n");
});

test("audit does not look for addresses on the web below Files", async () => {
  const folder = temporaryFolder();
  const done = { number: "1.1", status: "Complete", items: ["- [x] It is drawn"] };
  writeFile(folder, "tasks/tasks-test.md", listOf([{ ...done, ...files("https://example.com/design.md") }]));
  const { stdout } = await runTasks(["audit"], { cwd: folder });
  expect(stdout).toBe("1 completion checked: no open items, unfinished dependencies or missing files.\n");
});

const open = ["- [ ] The page loads in 200 ms"];
const files = (...paths: readonly string[]): TaskWords => ({ lines: [`**Files**: ${paths.join(", ")}`] });
const proof = (commit: string): TaskWords => ({
  lines: ["**Proof**:", `- 2026-01-02 10:00 ${commit.slice(0, 9)} \`npm test\` passed in 3.2 s`],
});

/** 100 unearned completions. */
const phantoms: Readonly<Record<string, Kind>> = {
  open: { count: 18, words: () => ({ items: open }), finding: "open-verification" },
  early: { count: 18, words: () => ({ depends: "9.1" }), finding: "unfinished-dependency" },
  missing: { count: 18, words: (n) => files(`src/missing-${n}.ts`), finding: "missing-file" },
  untouched: { count: 12, words: (n) => files(`src/untouched-${n}.ts`), note: "unchanged-file" },
  invented: { count: 12, words: (n) => proof(`${n}`.padStart(40, "e")), note: "unknown-commit" },
  abandoned: { count: 12, words: (_, commits) => proof(commits.abandoned), note: "unrelated-commit" },
  // All boxes are ticked and nothing else is written, so neither the list nor git shows the fault.
  silent: { count: 10, words: () => ({}) },
};

/** 100 earned completions. */
const earned: Readonly<Record<string, Kind>> = {
  created: { count: 20, words: (n) => files(`src/created-${n}.ts`) },
  modified: { count: 20, words: (n) => files(`src/modified-${n}.ts#L${n + 1}`) },
  branch: { count: 10, words: (n) => files(`src/branch-${n}.ts`) },
  moved: { count: 10, words: (n) => files(`lib/moved-${n}.ts`) },
  deleted: { count: 10, words: (n) => files(`src/deleted-${n}.ts (delete)`) },
  folder: { count: 4, words: (n) => files(`src/folder-${n}/`) },
  uncommitted: { count: 4, words: (n) => files(`src/uncommitted-${n}.ts`) },
  old: { count: 10, words: (n) => files(`src/old-${n}.ts`), isOld: true },
  proven: { count: 10, words: (_, commits) => proof(commits.merged) },
  // The proven commit is no longer in the history, which is worth a note but not a finding.
  squashed: { count: 2, words: (_, commits) => proof(commits.squashed), note: "unrelated-commit" },
};

const kinds = Object.entries({ ...phantoms, ...earned });

/** Makes the commits of each kind. */
function historyOf(repository: GitRepository): Commits {
  const { git, write, commit } = repository;
  const each = (kind: string, act: (n: number) => void) => {
    for (let n = 0; n < (earned[kind]?.count ?? 0); n++) act(n);
  };
  const change = (path: string) => write(path, `changed ${path}\n`);
  each("created", (n) => change(`src/created-${n}.ts`));
  each("folder", (n) => change(`src/folder-${n}/index.ts`));
  commit("Create");
  each("modified", (n) => change(`src/modified-${n}.ts`));
  each("deleted", (n) => git("rm", "-q", `src/deleted-${n}.ts`));
  commit("Modify and delete");
  write("lib/index.ts", "");
  each("moved", (n) => git("mv", `src/moved-${n}.ts`, `lib/moved-${n}.ts`));
  commit("Move");
  const onBranch = (name: string, act: () => void): string => {
    git("checkout", "-q", "-b", name);
    act();
    const hash = commit(name);
    git("checkout", "-q", "main");
    return hash;
  };
  const merged = onBranch("pages", () => each("branch", (n) => change(`src/branch-${n}.ts`)));
  change("src/meanwhile.ts");
  commit("Meanwhile");
  git("merge", "-q", "--no-edit", "pages");
  const squashed = onBranch("squashed", () => change("src/squashed.ts"));
  git("merge", "-q", "--squash", "squashed");
  commit("Squash");
  const abandoned = onBranch("abandoned", () => change("src/abandoned.ts"));
  return { merged, squashed, abandoned };
}

const LISTS = 4;
const listPath = (index: number): string => `tasks/tasks-000${index}-prd-test.md`;

/** The tasks, distributed over the lists in turn, so that each list has some of each kind. */
function dealt(commits: Commits | null) {
  const tasks = kinds.flatMap(([name, { count, words, isOld }]) =>
    Array.from({ length: count }, (_, n) => {
      const isComplete = commits !== null || isOld;
      const { items = [`- [${isComplete ? "x" : " "}] It is done`], ...rest } = commits
        ? words(n, commits)
        : {};
      return { title: `${name} ${n}`, items, ...rest, ...(isComplete ? { status: "Complete" } : {}) };
    }),
  );
  return Array.from({ length: LISTS }, (_, index) => [
    ...tasks
      .filter((_task, at) => at % LISTS === index)
      .map((task, at) => ({ ...task, number: `1.${at + 1}` })),
    { number: "9.1", title: "unfinished" },
  ]);
}

function writeLists({ write }: GitRepository, commits: Commits | null): void {
  for (const [index, tasks] of dealt(commits).entries()) write(listPath(index), listOf(tasks));
}

function plantedRepository(): GitRepository {
  const repository = gitRepository();
  const { write, commit } = repository;
  for (const [name, { count }] of kinds) {
    for (let n = 0; n < count; n++) {
      if (!["missing", "created", "folder"].includes(name)) write(`src/${name}-${n}.ts`, `${name} ${n}\n`);
    }
  }
  commit("Begin");
  writeLists(repository, null);
  commit("Plan");
  const commits = historyOf(repository);
  writeLists(repository, commits);
  commit("Complete");
  for (let n = 0; n < (earned["uncommitted"]?.count ?? 0); n++) write(`src/uncommitted-${n}.ts`, "changed\n");
  return repository;
}

interface Answer {
  readonly number: string;
  readonly problem: string;
  readonly severity: "finding" | "note";
}

/** The findings with their tasks' titles: `open 3: finding open-verification`. */
async function saidIn(folder: string): Promise<readonly string[]> {
  const answers = await Promise.all(
    dealt(null).map(async (tasks, index) => {
      const { json } = await runJson(["-f", listPath(index), "audit"], { cwd: folder });
      const titleOf = (number: string) => tasks.find((task) => task.number === number)?.title;
      return json.findings.map(
        ({ number, severity, problem }: Answer) => `${titleOf(number)}: ${severity} ${problem}`,
      );
    }),
  );
  return answers.flat().toSorted();
}

const expected = kinds
  .flatMap(([name, { count, finding, note }]) => {
    const words = finding ? `finding ${finding}` : note ? `note ${note}` : null;
    return words === null ? [] : Array.from({ length: count }, (_, n) => `${name} ${n}: ${words}`);
  })
  .toSorted();

const countOf = (group: Readonly<Record<string, Kind>>): number =>
  Object.values(group).reduce((sum, { count }) => sum + count, 0);

describeWith([program("git")], "tasks audit in a git repository", () => {
  test("reports every detectable one of 100 unearned completions, and none of 100 earned ones", async () => {
    expect([countOf(phantoms), countOf(earned)]).toEqual([100, 100]);
    const { folder } = plantedRepository();
    expect(await saidIn(folder)).toEqual(expected);
  });

  test("reports in a shallow clone what it skipped, and still finds problems in the list itself", async () => {
    const { folder, git } = plantedRepository();
    const clone = join(temporaryFolder(), "clone");
    git("clone", "-q", "--depth", "1", `file://${folder}`, clone);
    const { exitCode, stdout, stderr } = await runTasks(["-f", listPath(0), "audit"], { cwd: clone });
    expect(exitCode).toBe(1);
    expect(stderr).toContain(
      "This clone is shallow: whether the files of a task have changed was not looked at.",
    );
    expect(stdout).toContain("open-verification");
    expect(stdout).not.toContain("unchanged-file");
  });
});
