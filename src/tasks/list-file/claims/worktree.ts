import { existsSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { isSystemError } from "../../refusal.ts";
import { askGit } from "../git.ts";
import { gitRoot } from "../paths.ts";

/** A working tree of a git repository. */
export interface Worktree {
  readonly root: string;
  /** Git's name for it; empty for the main one, and for a submodule's. */
  readonly id: string;
  /** The folder of its HEAD. */
  readonly gitFolder: string;
  /** The folder that it shares with the other working trees of the repository. */
  readonly commonFolder: string;
}

/** The working tree that contains a file; undefined outside of git. Does not run git. */
export function worktreeOf(file: string): Worktree | undefined {
  const root = gitRoot(dirname(file));
  return root === undefined ? undefined : worktreeAt(root);
}

/** The working tree with this root; undefined if there is none. */
export function worktreeAt(root: string): Worktree | undefined {
  const link = join(root, ".git");
  const stats = statSync(link, { throwIfNoEntry: false });
  if (stats?.isDirectory()) return { root, id: "", gitFolder: link, commonFolder: link };
  const target = /^gitdir: (.+)$/m.exec(textOf(link) ?? "")?.[1];
  if (target === undefined) return undefined;
  const gitFolder = resolve(root, target.trim());
  const common = textOf(join(gitFolder, "commondir"))?.trim();
  // A submodule's folder is not shared, and has no such file.
  if (common === undefined) return { root, id: "", gitFolder, commonFolder: gitFolder };
  return { root, id: basename(gitFolder), gitFolder, commonFolder: resolve(gitFolder, common) };
}

/** The root of the main working tree; undefined if git's folder is not in it. */
export const mainRoot = (commonFolder: string): string | undefined =>
  basename(commonFolder) === ".git" ? dirname(commonFolder) : undefined;

/** The root of the linked working tree with this name; undefined if it is gone. */
export function linkedRoot(commonFolder: string, id: string): string | undefined {
  const folder = join(commonFolder, "worktrees", id);
  const link = textOf(join(folder, "gitdir"))?.trim();
  const root = link && dirname(resolve(folder, link));
  return root && existsSync(join(root, ".git")) ? root : undefined;
}

/** When git created a linked working tree, in milliseconds: `commondir` is written only then. */
export const linkedSince = (commonFolder: string, id: string): number =>
  statSync(join(commonFolder, "worktrees", id, "commondir"), { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** The current branch; null for a detached HEAD, undefined if this is not a repository after all. */
export function branchOf({ gitFolder, root }: Worktree): string | null | undefined {
  const head = textOf(join(gitFolder, "HEAD"));
  if (head === undefined) return undefined;
  const branch = /^ref: refs\/heads\/(.+)$/m.exec(head)?.[1]?.trim();
  // With reftable, this file says only that the branch is stored elsewhere.
  return branch === ".invalid"
    ? (askGit(root, ["symbolic-ref", "--short", "-q", "HEAD"])?.trim() ?? null)
    : (branch ?? null);
}

/** Whether the repository has a branch of this name. */
export function hasBranch(commonFolder: string, branch: string): boolean {
  // A folder is what other branches, such as `BRANCH/part`, begin with.
  if (textOf(join(commonFolder, "refs", "heads", branch)) !== undefined) return true;
  const packed = textOf(join(commonFolder, "packed-refs")) ?? "";
  if (packed.split(/\r?\n/).some((line) => line.endsWith(` refs/heads/${branch}`))) return true;
  if (!existsSync(join(commonFolder, "reftable"))) return false;
  return askGit(commonFolder, ["show-ref", "--verify", `refs/heads/${branch}`]) !== null;
}

/** The content of a small file in git's folder; undefined if it is missing or unreadable. */
export function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (isSystemError(error, "ENOENT", "ENOTDIR", "EISDIR", "EACCES", "EPERM")) return undefined;
    throw error;
  }
}
