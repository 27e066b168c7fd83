import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder, writeFile } from "./tasks-command.ts";

const list = ".claude/tasks/tasks-0001-prd-test.md";

const environment = {
  PATH: process.env["PATH"],
  HOME: "/nonexistent",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_AUTHOR_NAME: "Ann",
  GIT_AUTHOR_EMAIL: "ann@example.com",
  GIT_COMMITTER_NAME: "Ann",
  GIT_COMMITTER_EMAIL: "ann@example.com",
};

/** Runs git in a folder, with no configuration of this machine's user. @returns what it prints */
export const git = (cwd: string, ...args: readonly string[]): string =>
  execFileSync("git", args, { cwd, env: environment, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });

/** A repository with a list that is committed. @returns the root of its main working tree */
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

/** Adds a working tree on a branch of its own, both of that name. @returns its root */
export function addWorktree(root: string, name: string): string {
  const path = join(root, "..", name);
  git(root, "worktree", "add", "-q", path, "-b", name);
  return path;
}

export const listIn = (root: string): string => readFileSync(join(root, list), "utf8");
export const listPath = (root: string): string => join(root, list);
