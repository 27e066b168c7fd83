import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { temporaryFolder, writeFile } from "./tasks-command.ts";

const list = ".claude/tasks/tasks-0001-prd-test.md";

/** A fixed author, without the machine's configuration. */
export const environment = {
  PATH: process.env["PATH"],
  HOME: "/nonexistent",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_AUTHOR_NAME: "Ann",
  GIT_AUTHOR_EMAIL: "ann@example.com",
  GIT_COMMITTER_NAME: "Ann",
  GIT_COMMITTER_EMAIL: "ann@example.com",
};

/** Runs git in a folder, without the configuration of the machine's user. @returns its output */
export const git = (cwd: string, ...args: readonly string[]): string =>
  execFileSync("git", args, { cwd, env: environment, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });

/** Creates a repository with a committed list. @returns the root of its main worktree */
export function createRepository(source: string, ...options: readonly string[]): string {
  const root = join(temporaryFolder(), "main");
  mkdirSync(root);
  git(root, "init", "-q", "-b", "main", ...options);
  writeFile(root, list, source);
  commit(root, "Plan");
  return root;
}

export function commit(root: string, message: string): void {
  git(root, "add", "-A");
  git(root, "commit", "-q", "-m", message);
}

/** Adds a worktree on a new branch with the same name. @returns its root */
export function addWorktree(root: string, name: string): string {
  const path = join(root, "..", name);
  git(root, "worktree", "add", "-q", path, "-b", name);
  return path;
}

export const listIn = (root: string): string => readFileSync(join(root, list), "utf8");
export const listPath = (root: string): string => join(root, list);

/** Merges a branch with git, by default with the merge driver on the PATH. @returns git's exit code */
export function mergeBranch(
  root: string,
  branch: string,
  PATH = `${folderWithTasks()}:${environment.PATH}`,
): number | null {
  const env = { ...environment, PATH };
  return spawnSync("git", ["merge", "-q", "--no-edit", branch], { cwd: root, env }).status;
}

/** A folder that contains `tasks`, like the one that an installation adds to the PATH. */
export function folderWithTasks(): string {
  const folder = temporaryFolder();
  const command = `exec "${process.execPath}" "${resolve("dist/tasks/bin.js")}" "$@"`;
  chmodSync(writeFile(folder, "tasks", `#!/bin/sh\n${command}\n`), 0o755);
  return folder;
}
