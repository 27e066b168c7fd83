import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { listOf } from "../../../support/list-of.ts";
import { program } from "../../../support/machine.ts";
import { runJson, runTasks, temporaryFolder, writeFile } from "../../../support/tasks-command.ts";
import { testWith } from "../../../support/test-with.ts";
import {
  addWorktree,
  commit,
  createRepository,
  environment,
  folderWithTasks,
  git,
  listIn,
  listPath,
  mergeBranch,
} from "../../../support/worktrees.ts";

testWith(
  [program("git")],
  "tasks init --merge makes git merge two branches by task, and --remove reverts that",
  async () => {
    const main = createRepository(listOf([{ number: "1.1" }, { number: "1.2" }]));
    expect(await runTasks(["init", "--merge"], { cwd: main })).toMatchObject({
      exitCode: 0,
      stdout:
        "written    .gitattributes\n" +
        "ran        git config merge.groundwork-tasks.driver 'PATH=node_modules/.bin:$PATH tasks merge %O %A %B %P; s=$?; " +
        '[ $s = 0 ] && exit; [ $s = 1 ] && grep -q "^<<<<<<<" %A && exit 1; ' +
        "git merge-file --marker-size=%L -L ours -L base -L theirs %A %O %B'\n",
    });
    commit(main, "Merge lists by task");
    const other = addWorktree(main, "pages");
    await runTasks(["start", "--as", "ann"], { cwd: main });
    await runTasks(["start", "--as", "ben"], { cwd: other });
    await runTasks(["complete", "1.2", "--verified"], { cwd: other });
    commit(main, "Start 1.1");
    commit(other, "Complete 1.2");
    expect(mergeBranch(main, "pages")).toBe(0);
    expect(listIn(main)).toMatch(/Task 1\.1: .*\n\n\*\*Status\*\*: In Progress\n\*\*Owner\*\*: ann\n/);
    expect(listIn(main)).toMatch(/Task 1\.2: .*\n\n\*\*Status\*\*: Complete\n\*\*Owner\*\*: ben\n/);

    const titled = (root: string, title: string) =>
      writeFileSync(listPath(root), listIn(root).replace("Task 1.1: Build 1.1", `Task 1.1: ${title}`));
    titled(main, "One");
    titled(other, "Another");
    commit(main, "Title");
    commit(other, "Other title");
    expect(mergeBranch(main, "pages")).toBe(1);
    expect(listIn(main)).toContain(
      "<<<<<<< ours\n### Task 1.1: One\n=======\n### Task 1.1: Another\n>>>>>>> theirs\n\n**Status**: In Progress",
    );

    git(main, "merge", "--abort");
    expect(await runTasks(["init", "--merge", "--remove"], { cwd: main })).toMatchObject({ exitCode: 0 });
    expect(existsSync(join(main, ".gitattributes"))).toBe(false);
    expect(readFileSync(join(main, ".git/config"), "utf8")).not.toContain("groundwork");
  },
);

test("tasks merge names the list by the path from git, if there is one, and else by the file", async () => {
  const folder = temporaryFolder();
  const title = (name: string) =>
    writeFile(folder, `${name}.md`, listOf([{ number: "1.1", title: `By ${name}` }]));
  for (const name of ["base", "ours", "theirs"]) title(name);
  const files = ["base.md", "ours.md", "theirs.md"];
  const { stderr } = await runTasks(["merge", ...files, "a/tasks/tasks-1.md"], { cwd: folder });
  expect(stderr).toContain("tasks: a/tasks/tasks-1.md: 1 conflict, on line ");
  title("ours");
  expect((await runTasks(["merge", ...files], { cwd: folder })).stderr).toContain(
    "tasks: ours.md: 1 conflict",
  );
});

testWith(
  [program("git")],
  "git finds the tasks command of the project, also if it is not on the PATH",
  async () => {
    const main = createRepository(listOf([{ number: "1.1" }, { number: "1.2" }]));
    await runTasks(["init", "--merge"], { cwd: main });
    commit(main, "Merge lists by task");
    const other = addWorktree(main, "pages");
    for (const cwd of [main, other]) {
      await runTasks(["add", `Built in ${cwd}`, "--phase", "1", "--verify", "It answers 200"], { cwd });
      commit(cwd, "Add a task");
    }
    mkdirSync(join(main, "node_modules"));
    symlinkSync(folderWithTasks(), join(main, "node_modules/.bin"));
    expect(mergeBranch(main, "pages", environment.PATH)).toBe(0);
    expect(listIn(main)).toContain("### Task 1.4: Built in");
  },
);

testWith(
  [program("git")],
  "a merge that tasks is not found for, refuses or ends without doing marks the conflict and keeps both sides",
  async () => {
    const main = createRepository(listOf([{ number: "1.1" }]));
    await runTasks(["init", "--merge"], { cwd: main });
    commit(main, "Merge lists by task");
    const other = addWorktree(main, "pages");
    const titled = (root: string, title: string) => {
      writeFileSync(listPath(root), listIn(root).replace(/Task 1\.1: .*/, `Task 1.1: ${title}`));
      commit(root, title);
    };
    titled(main, "One");
    titled(other, "Another");
    const marked = "<<<<<<< ours\n### Task 1.1: One\n=======\n### Task 1.1: Another\n>>>>>>> theirs\n";
    expect(mergeBranch(main, "pages", environment.PATH)).toBe(1);
    expect(listIn(main)).toContain(marked);

    git(main, "merge", "--abort");
    const folder = temporaryFolder();
    chmodSync(writeFile(folder, "tasks", "#!/bin/sh\nexit 1\n"), 0o755);
    expect(mergeBranch(main, "pages", `${folder}:${environment.PATH}`)).toBe(1);
    expect(listIn(main)).toContain(marked);

    git(main, "merge", "--abort");
    writeFileSync(listPath(other), `${listIn(other)}\n<<<<<<< ours\n=======\n>>>>>>> theirs\n`);
    commit(other, "Leave markers");
    expect(mergeBranch(main, "pages")).toBe(1);
    expect(listIn(main)).toContain(marked);
  },
);

testWith(
  [program("git")],
  "tasks init --remove also removes the merge driver, unless an assistant is named",
  async () => {
    const main = createRepository(listOf([{ number: "1.1" }]));
    const init = (...args: readonly string[]) => runJson(["init", ...args], { cwd: main });
    const config = () => readFileSync(join(main, ".git/config"), "utf8");
    writeFile(main, ".gitattributes", "*.png binary\n");
    await init("--merge");
    await init("--assistant", "claude");
    await init("--remove", "--assistant", "claude");
    expect(config()).toContain("groundwork-tasks");

    const dry = await init("--remove", "--dry-run");
    expect(dry.json).toMatchObject({ command: "git config --remove-section merge.groundwork-tasks" });
    expect(config()).toContain("groundwork-tasks");
    const { json } = await init("--remove");
    expect(json.files).toEqual([{ assistant: null, path: ".gitattributes", action: "updated" }]);
    expect(readFileSync(join(main, ".gitattributes"), "utf8")).toBe("*.png binary\n");
    expect(config()).not.toContain("groundwork");
    expect(await init("--remove", "--merge")).toMatchObject({
      exitCode: 0,
      json: { files: [], command: null },
    });
  },
);

test("tasks init --merge refuses a folder outside git, and init --remove does nothing there", async () => {
  const cwd = temporaryFolder();
  expect(await runJson(["init", "--merge"], { cwd })).toMatchObject({
    exitCode: 2,
    json: { error: { code: "no-repository" } },
  });
  expect(await runJson(["init", "--remove"], { cwd })).toMatchObject({ exitCode: 0, json: { files: [] } });
});
