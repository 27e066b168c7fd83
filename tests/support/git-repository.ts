import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { temporaryFolder } from "./tasks-command.ts";

/** A git repository for one test, with a fixed author that the machine's configuration doesn't change. */
export interface GitRepository {
  readonly folder: string;
  git(...args: readonly string[]): string;
  /** Writes a file and returns its path. */
  write(path: string, text: string): string;
  /** Commits all files and returns the commit's id. */
  commit(message: string): string;
}

export function gitRepository(folder = temporaryFolder()): GitRepository {
  mkdirSync(folder, { recursive: true });
  const git = (...args: readonly string[]): string =>
    execFileSync("git", args, { cwd: folder, encoding: "utf8", env: gitEnvironment, stdio: "pipe" });
  const write = (path: string, text: string): string => {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    return file;
  };
  const commit = (message: string): string => {
    git("add", "--all");
    git("commit", "--quiet", "--allow-empty", "--message", message);
    return git("rev-parse", "HEAD").trim();
  };
  git("init", "--quiet", "--initial-branch", "main");
  return { folder, git, write, commit };
}

const person = { NAME: "Ann", EMAIL: "ann@example.com" };

/** The author of all commits, regardless of the machine's configuration. */
const gitEnvironment: NodeJS.ProcessEnv = {
  PATH: process.env["PATH"],
  HOME: "/nonexistent",
  GIT_CONFIG_NOSYSTEM: "1",
  ...Object.fromEntries(
    Object.entries(person).flatMap(([key, value]) => [
      [`GIT_AUTHOR_${key}`, value],
      [`GIT_COMMITTER_${key}`, value],
    ]),
  ),
};
