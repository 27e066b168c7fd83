import { cpSync, existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { beforeAll, beforeEach, expect, it } from "vitest";
import { readTaskList } from "../../../src/tasks/document/read-task-list.ts";
import type { GitRepository } from "../../support/git-repository.ts";
import { gitRepository } from "../../support/git-repository.ts";
import { program } from "../../support/machine.ts";
import { runJson, runTasks, temporaryFolder, writeFile } from "../../support/tasks-command.ts";
import { describeWith } from "../../support/test-with.ts";
import { addWorktree } from "../../support/worktrees.ts";

const name = "0001-prd-loans.md";
const prd = [
  "# PRD: Loans",
  "",
  "## Functional Requirements",
  "",
  "- **FR-1**: Members can borrow up to 8 tools.",
  "- **FR-2**: The system must send a reminder email before a loan ends.",
  "- **FR-3**: Caretakers can archive broken ladders.",
  "",
].join("\n");
const changed = prd
  .replace("8 tools", "10 tools")
  .replace(
    "- **FR-3**: Caretakers can archive broken ladders.",
    "- **FR-4**: The system must print a receipt.",
  );

let repository: GitRepository;
let state: string;
const list = (): string => readFileSync(listPath(), "utf8");
const listPath = (): string => join(repository.folder, `.claude/tasks/tasks-${name}`);
const prdPath = (): string => join(repository.folder, "docs", name);
const options = () => ({ cwd: repository.folder, env: { XDG_STATE_HOME: state } });
const run = (...args: string[]) => runTasks(args, options());
const answer = (...args: string[]) => runJson(args, options());

/** A repository with a generated list, which each test gets a copy of: drafting takes longer than most tests. */
const generated = temporaryFolder();

beforeAll(async () => {
  repository = gitRepository(join(generated, "repository"));
  state = join(generated, "state");
  repository.write(`docs/${name}`, prd);
  await run("generate", `docs/${name}`, "--date", "2026-01-02");
});

beforeEach(() => {
  const own = temporaryFolder();
  cpSync(generated, own, { recursive: true });
  repository = gitRepository(join(own, "repository"));
  state = join(own, "state");
});

describeWith([program("git")], "tasks generate and the version of the PRD", () => {
  it("records the PRD's git blob id, and keeps a copy that only the user can read", () => {
    const id = repository.git("hash-object", prdPath()).slice(0, 12);
    expect(list()).toMatch(
      new RegExp(`\\n---\\n\\n## Changes\\n\\n- 2026-01-02: generated from ${name} \\(${id}\\)\\n$`),
    );
    const copy = join(state, "groundwork/prds", `${id}.json`);
    expect(JSON.parse(readFileSync(copy, "utf8"))).toEqual({ path: `docs/${name}`, text: prd });
    expect(statSync(copy).mode & 0o777).toBe(0o600);
  });

  it.each(["converted line endings", "SHA-256 ids"])("records an id that git finds with %s", async (kind) => {
    if (kind === "SHA-256 ids") {
      rmSync(join(repository.folder, ".git"), { recursive: true });
      repository.git("init", "--quiet", "--object-format=sha256");
    } else {
      repository.git("config", "core.autocrlf", "true");
      writeFileSync(prdPath(), prd.replaceAll("\n", "\r\n"));
    }
    await run("generate", `docs/${name}`, "--force");
    repository.commit("Plan");
    expect(list()).toContain(`(${repository.git("rev-parse", `HEAD:docs/${name}`).slice(0, 12)})`);
    expect((await run("update")).stdout).toContain("nothing to do");
    state = join(temporaryFolder(), "empty");
    writeFileSync(prdPath(), changed);
    expect((await answer("update", `docs/${name}`, "--dry-run")).json.from).toMatchObject({ found: "git" });
  });

  it("lets coverage and run find a PRD that is not beside the list", async () => {
    const { exitCode, json } = await answer("coverage");
    expect([exitCode, json.uncovered]).toEqual([0, []]);
    const { json: rehearsal } = await answer("run", "--with", "true", "--dry-run");
    expect(rehearsal.prompt).toMatch(/--- begin requirements \w+\n.*FR-1/);
  });

  it("records the version with --stdout, and keeps no copy with --stdout or --dry-run", async () => {
    state = join(temporaryFolder(), "other");
    const { stdout } = await run("generate", `docs/${name}`, "--stdout");
    expect(stdout).toContain(`generated from ${name} (`);
    await run("generate", `docs/${name}`, "--force", "--dry-run");
    expect(existsSync(state)).toBe(false);
  });
});

describeWith([program("git")], "tasks update", () => {
  it("edits the list in one write that tasks undo reverts, and does nothing the second time", async () => {
    const before = list();
    writeFileSync(prdPath(), changed);
    const { exitCode, stdout } = await run("update", "--date", "2026-01-03");
    expect(exitCode).toBe(0);
    expect(stdout).toContain("said: Members can borrow up to 8 tools.");
    expect(list()).toContain("1. Members can borrow up to 10 tools.");
    expect(list()).toMatch(/- 2026-01-03: updated from 0001-prd-loans\.md \([0-9a-f]{12}\)\n$/);
    const updated = list();
    expect(await run("update")).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining("nothing to do"),
    });
    expect(list()).toBe(updated);
    await run("undo");
    expect(list()).toBe(before);
  });

  it("prints only the edit with --dry-run, and writes nothing", async () => {
    const before = list();
    writeFileSync(prdPath(), changed);
    const { stdout } = await run("update", "--dry-run");
    expect(stdout).toMatch(/^--- a\/\.claude\/tasks\//);
    expect(stdout).toContain("+1. Members can borrow up to 10 tools.");
    expect(list()).toBe(before);
    const { json } = await answer("update", "--dry-run");
    expect(json.decisions.map(({ id, was, changes }: Record<string, unknown>) => [id, was, changes])).toEqual(
      [
        ["FR-1", "FR-1", ["changed"]],
        ["FR-4", null, ["added"]],
        [null, "FR-3", ["removed"]],
      ],
    );
    expect(json).toMatchObject({ from: { found: "copy" }, changed: true, uncovered: [] });
  });

  it("is done once if several processes update the list, or the same versions are compared again", async () => {
    await run("start", "1.1");
    writeFileSync(prdPath(), changed);
    const updates = await Promise.all(Array.from({ length: 4 }, () => run("update")));
    expect(updates.map(({ exitCode }) => exitCode)).toEqual([0, 0, 0, 0]);
    const once = list();
    expect(once.match(/The PRD said:/g)).toHaveLength(1);
    writeFileSync(join(repository.folder, "old.md"), prd);
    await run("update", "--from", "old.md");
    expect(list()).toBe(once);
  });

  it("writes nothing if the list already follows the PRD, whatever version --from names", async () => {
    const numbered = prd.replaceAll(/- \*\*FR-(\d)\*\*:/g, "$1.");
    writeFileSync(prdPath(), numbered);
    await run("generate", `docs/${name}`, "--force");
    await run("complete", "1.1", "--verified");
    writeFileSync(join(repository.folder, "old.md"), numbered);
    // The ids of the list are those of the new version afterwards: Requirement 1 is another one.
    writeFileSync(prdPath(), numbered.replace(/1\. .*\n2\./, "1.").replace("3.", "2."));
    await run("update", "--from", "old.md");
    const once = list();
    expect(once).toContain("Take out:");
    for (const args of [["--from", "old.md"], [], ["--record", "--from", "old.md"]]) {
      const { exitCode, stdout, stderr } = await run("update", ...args);
      expect([exitCode, stdout]).toEqual([0, expect.stringContaining("nothing to do")]);
      expect(stderr.includes("--from was ignored")).toBe(args.includes("--from"));
      expect(list()).toBe(once);
    }
    expect((await answer("update", "--from", "old.md")).json).toMatchObject({
      changed: false,
      decisions: [],
    });
  });

  it("finds the old version in git if no copy was kept", async () => {
    repository.commit("Plan");
    state = join(temporaryFolder(), "empty");
    writeFileSync(prdPath(), changed);
    const { json } = await answer("update", `docs/${name}`, "--dry-run");
    expect(json.from).toMatchObject({ found: "git", name });
    expect(json.decisions).toHaveLength(3);
  });

  it("compares with the file or revision in --from, and refuses anything else", async () => {
    repository.commit("Plan");
    writeFileSync(prdPath(), changed);
    repository.commit("Change");
    repository.write("old.md", prd);
    for (const [from, found] of [
      ["HEAD~1", "revision"],
      ["old.md", "file"],
    ] as const) {
      const { json } = await answer("update", "--from", from, "--dry-run");
      expect(json.from).toMatchObject({ found });
      expect(json.decisions).toHaveLength(3);
    }
    for (const from of ["HEAD~9", "--help-me", "HEAD\n"])
      expect(await run("update", `--from=${from}`)).toMatchObject({
        exitCode: 2,
        stderr: expect.stringContaining("neither a file nor a revision"),
      });
  });

  it("compares only the ids in the list if it can't find the old version, and says so", async () => {
    writeFileSync(listPath(), list().replace(/\n---\n\n## Changes[\s\S]*$/, ""));
    writeFileSync(prdPath(), changed);
    const { stdout, stderr } = await run("update", `docs/${name}`);
    expect(stderr).toContain("Only the ids in the list were compared");
    expect(stderr).toContain("take this update back with tasks undo, then name it with --from FILE");
    expect(stdout).toContain("FR-4 added");
    expect(stdout).toContain("FR-3 was removed");
    expect(list()).toContain("up to 8 tools");
    expect(list()).toContain("generated from");
  });

  it("finds the requirement of a task with a wrong id by its text, also if another task mentions the right id", async () => {
    const blind = list()
      .replace(/\n---\n\n## Changes[\s\S]*$/, "")
      .replace("**Requirements**: FR-3", "**Requirements**: FR-9")
      .replace("1. Members can borrow up to 8 tools", "1. Members can borrow up to 8 tools, see FR-3");
    writeFileSync(listPath(), blind);
    expect((await run("update", `docs/${name}`)).stdout).toBe("Renumbered: FR-9 → FR-3\n");
    expect(list()).toContain("**Requirements**: FR-3");
  });

  it("does nothing if only the line endings changed, and records a change outside the requirements", async () => {
    const before = list();
    writeFileSync(prdPath(), prd.replaceAll("\n", "\r\n"));
    expect((await run("update")).stdout).toContain("nothing to do");
    expect(list()).toBe(before);
    writeFileSync(prdPath(), `${prd}## Introduction\n\nA shop for tools.\n`);
    expect((await run("update")).stdout).toBe("No requirement has changed.\n");
    expect(list().replace(/- \d{4}-\d\d-\d\d: updated from .*\n$/, "")).toBe(before);
  });

  it("reports the sections that got another number and are named by tasks", async () => {
    const source = (number: number): string =>
      `${prd}\n## ${number}. Performance\n\n- Pages must load in 2 seconds.\n`;
    repository.write(`docs/${name}`, source(3));
    await run("generate", `docs/${name}`, "--force");
    repository.write(`docs/${name}`, source(4));
    const { stderr } = await run("update");
    expect(stderr).toContain(
      'The Requirements of tasks follow sections that have another number now: "3. Performance" → "4. Performance".',
    );
    expect(list()).toContain("**Requirements**: 4. Performance\n");
  });

  it("names the sections that changed outside the requirements", async () => {
    const limits = [
      ...[
        "",
        "## Technical Considerations",
        "",
        "- PostgreSQL 18",
        "",
        "## Structure",
        "",
        "```",
        "src/",
        "```",
      ],
      ...[
        "",
        "## Data Model",
        "",
        "### Tool",
        "",
        "- `id`: uuid",
        "- `name`: string",
        "",
        "### Loan",
        "",
        "- `id`: uuid",
      ],
      ...[
        "- `day`: date",
        "",
        "## API",
        "",
        "- `GET /tools`: Lists tools",
        "  - The newest come first",
        "",
        "## Stories",
      ],
      ...["", "- As a member, I want to see my loans.", "", "## Future", "", "- Paying for loans", ""],
    ].join("\n");
    writeFileSync(prdPath(), prd + limits);
    await run("update", "--record");
    const edits = [
      ...[
        ["PostgreSQL 18", "PostgreSQL 19", "Technical Considerations"],
        ["src/", "lib/", "Structure"],
      ],
      ...[
        ["`name`: string", "`name`: text", "Tool"],
        ["newest", "oldest", "API"],
        ["my loans", "all loans", "Stories"],
        ["Paying", "Asking", "Future"],
      ],
    ] as const;
    for (const [old, now, heading] of edits) {
      writeFileSync(prdPath(), prd + limits.replace(old, now));
      expect((await answer("update", "--dry-run")).json.sections).toEqual([heading]);
    }
    writeFileSync(prdPath(), changed + edits.reduce((text, [old, now]) => text.replace(old, now), limits));
    expect((await run("update")).stderr).toContain(
      'for you to follow: "Technical Considerations", "Structure", "Future", "Tool", "API", "Stories".',
    );
  });

  it("keeps the line endings of the list", async () => {
    writeFileSync(listPath(), list().replaceAll("\n", "\r\n"));
    writeFileSync(prdPath(), changed);
    await run("update");
    expect(list()).toContain("1. Members can borrow up to 10 tools.\r\n");
    expect(list().replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
  });

  it("follows a PRD to its new file name", async () => {
    renameSync(prdPath(), join(repository.folder, "docs/0002-prd-lending.md"));
    expect(await run("update")).toMatchObject({ exitCode: 2, stderr: expect.stringContaining(name) });
    await run("update", "docs/0002-prd-lending.md");
    expect(list()).toContain("**PRD**: 0002-prd-lending.md\n");
    expect(list()).toMatch(/updated from 0002-prd-lending\.md \([0-9a-f]{12}\)\n$/);
  });

  it("records which tasks have lines written by hand that the change may concern", async () => {
    await run("edit", "1.1", "--title", "Loans", "--step", "Refuse the ninth tool");
    writeFileSync(prdPath(), changed);
    await run("update", `docs/${name}`, "--date", "2026-02-03");
    expect(list().split("\n").slice(-3)).toEqual([
      expect.stringMatching(/^- 2026-02-03: updated from/),
      "- 2026-02-03: FR-1 changed: Task 1.1 has lines written by hand, to be checked",
      "",
    ]);
    // Unlike the removal of Task 1.3, it does not explain a gap in the numbers.
    expect(readTaskList(list()).changes?.numbers).toEqual(["1.3"]);
    expect((await run("update", `docs/${name}`)).stdout).toContain("nothing to do");
  });

  it("works after tasks renumber has changed the numbers", async () => {
    await run("remove", "1.2", "--yes");
    await run("renumber");
    writeFileSync(prdPath(), changed);
    await run("update");
    expect((await answer("coverage")).json.uncovered).toEqual([]);
    expect((await run("lint")).exitCode).toBe(0);
  });

  it("doesn't edit a task that another worktree has claimed, and adds a task for the change", async () => {
    repository.commit("Plan");
    const other = addWorktree(repository.folder, "other");
    await runTasks(["start", "1.1", "--as", "ann"], { cwd: other, env: { XDG_STATE_HOME: state } });
    writeFileSync(prdPath(), changed);
    const { json } = await answer("update");
    expect(json.decisions[0].tasks.map(({ action }: { action: string }) => action)).toEqual([
      "left",
      "added",
    ]);
    expect(list()).toContain("1. Members can borrow up to 8 tools.");
  });

  it("refuses a PRD without requirements, and changes nothing", async () => {
    const before = list();
    writeFileSync(prdPath(), "# PRD: Loans\n\nNothing yet.\n");
    expect(await run("update")).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("no requirement"),
    });
    expect(list()).toBe(before);
  });
});

describeWith([program("git")], "tasks update --record", () => {
  it("says how to give the PRD with --record if it is not found", async () => {
    const folder = temporaryFolder();
    const file = writeFile(
      folder,
      "tasks/tasks-0001-prd-a.md",
      "# Task List: A\n\n**PRD**: 0001-prd-a.md\n\n### Task 1.1: A\n",
    );
    const { stderr } = await runTasks(["-f", file, "update", "--record"]);
    expect(stderr).toContain("give it with tasks update PATH --record.");
  });

  it("records the version and keeps a copy of it, and does nothing else", async () => {
    const before = list();
    writeFileSync(prdPath(), changed);
    await run("update", "--record", "--date", "2026-01-03");
    const id = repository.git("hash-object", prdPath()).slice(0, 12);
    expect(list()).toBe(`${before}- 2026-01-03: updated from ${name} (${id})\n`);
    expect(existsSync(join(state, "groundwork/prds", `${id}.json`))).toBe(true);
    expect((await run("update")).stdout).toContain("nothing to do");
  });

  it('records "generated from" in a list that has no version yet', async () => {
    const bare = list().replace(/\n---\n\n## Changes[\s\S]*$/, "");
    writeFileSync(listPath(), bare);
    await run("update", `docs/${name}`, "--record", "--date", "2026-01-03");
    expect(list()).toMatch(/- 2026-01-03: generated from 0001-prd-loans\.md \([0-9a-f]{12}\)\n$/);
  });
});

describeWith([program("git")], "a PRD that changed after its list was generated", () => {
  const note = `docs/${name} has changed since the list was made from it. To bring the list up to date: tasks update`;

  it("is mentioned by tasks progress and tasks lint --prd until the list is up to date", async () => {
    const quiet = await run("progress");
    expect(quiet.stderr).toBe("");
    writeFileSync(prdPath(), changed);
    const { stderr, stdout } = await run("progress");
    expect(stderr).toBe(`tasks: ${note}\n`);
    expect(stdout).toBe(quiet.stdout);
    expect((await run("lint", "--prd", `docs/${name}`)).stderr).toContain(note);
    await run("update");
    expect((await run("progress")).stderr).toBe("");
    expect((await run("lint", "--prd", `docs/${name}`)).stderr).not.toContain("has changed");
  });
});

describeWith([program("git")], "tasks update --with", () => {
  const task = (criterion: string): string =>
    [
      "# Task List: New tasks",
      "",
      "### Task 1.4: Print receipts",
      "",
      "**Complexity**: Low",
      "**Dependencies**: 1.1",
      "**Requirements**: FR-4",
      "**Files**: `src/receipt.ts` (proposed)",
      "",
      "**Steps**:",
      "",
      "1. Print the names of the tools that were lent",
      "",
      "**Verification**:",
      "",
      `- [ ] ${criterion}`,
      "",
    ].join("\n");
  const good = "A loan of two tools prints a receipt with two lines; none is printed for a refused loan";

  /** An assistant that prints one of the answers at each call, and stores its prompts. */
  function assistant(...answers: readonly string[]): string {
    for (const [index, answer] of answers.entries()) repository.write(`answers/${index + 1}`, answer);
    return "n=$(($(ls asked 2>/dev/null | wc -l) + 1)); mkdir -p asked; cat > asked/$n; cat answers/$n";
  }

  it("adds the assistant's new tasks unchanged once lint finds no problem in them", async () => {
    writeFileSync(prdPath(), changed);
    const bad = task(good).replace("Dependencies**: 1.1", "Dependencies**: 9.9");
    const { exitCode, stderr, stdout } = await run("update", "--with", assistant(bad, task(good)));
    expect([exitCode, stderr]).toEqual([0, expect.stringContaining("The assistant took 2 rounds.")]);
    expect(stdout).toContain("1.4  Print receipts: added");
    expect(list()).toContain(task(good).split("\n").slice(2).join("\n").trimEnd());
    expect(list()).toContain("1. Members can borrow up to 10 tools.");
    const asked = readFileSync(join(repository.folder, "asked/1"), "utf8");
    expect(asked).toContain("New in it and only drafted: 1.4.");
    expect(asked).toContain("1. The system must print a receipt.");
    expect(readFileSync(join(repository.folder, "asked/2"), "utf8")).toContain("unknown-dependency");
    await run("undo");
    expect(list()).toContain("up to 8 tools");
  });

  it("writes nothing if the last answer lacks a task or has one with a ticked box", async () => {
    writeFileSync(prdPath(), changed);
    const before = list();
    for (const answer of [task(good).replace("1.4", "1.9"), task(good).replace("- [ ]", "- [x]")]) {
      const { exitCode, stderr } = await run(
        "update",
        "--with",
        `cat > /dev/null; cat <<'END'\n${answer}\nEND`,
      );
      expect([exitCode, stderr]).toEqual([1, expect.stringContaining("The list was not written")]);
      expect(list()).toBe(before);
    }
  });

  it("writes nothing if the list followed a newer version of the PRD while the assistant wrote", async () => {
    writeFileSync(prdPath(), changed);
    repository.write("newer.md", prd.replace("8 tools", "12 tools"));
    repository.write("answer", task(good));
    const command = `"${process.execPath}" "${resolve("dist/tasks/bin.js")}" update`;
    const script = `cat > /dev/null; cp newer.md docs/${name}; ${command} >&2; cat answer`;
    const { exitCode, stderr } = await run("update", "--with", script);
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining("The list was changed meanwhile")]);
    expect(list()).toContain("up to 12 tools");
    expect(list()).not.toContain("receipt");
  });

  it("doesn't call the assistant if no task is new", async () => {
    writeFileSync(prdPath(), prd.replace("8 tools", "9 tools"));
    const { exitCode } = await run("update", "--with", assistant("no list"));
    expect([exitCode, existsSync(join(repository.folder, "asked"))]).toEqual([0, false]);
  });
});
