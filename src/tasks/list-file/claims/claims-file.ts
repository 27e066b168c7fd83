import { chmodSync, closeSync, existsSync, mkdirSync, openSync, readdirSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { readTaskList } from "../../document/read-task-list.ts";
import type { Status, Task } from "../../document/task-list.ts";
import { textHash } from "../../document/text-hash.ts";
import { isSystemError, unlessRefused, unwritable } from "../../refusal.ts";
import { holdLock } from "../list-lock.ts";
import { readListText } from "../list-text.ts";
import { pathBelow, realPath } from "../paths.ts";
import { writableFile } from "../replace-file.ts";
import type { Worktree } from "./worktree.ts";
import { branchOf, linkedRoot, linkedSince, mainRoot, textOf, worktreeAt, worktreeOf } from "./worktree.ts";

/** A task that is in progress or was completed in one of the repository's working trees. */
export interface Claim {
  /** The task's number and title. A task that another working tree added under the same number is a different task. */
  readonly number: string;
  readonly title: string;
  /** The titles that working trees gave the task after it was claimed: other lists may have either. */
  readonly otherTitles?: readonly string[];
  readonly state: ClaimState;
  readonly owner: string | null;
  /** Git's name for the working tree; empty for the main one. */
  readonly worktree: string;
  /** Its root at that time. */
  readonly root: string;
  /** Null for a detached HEAD. */
  readonly branch: string | null;
  /** ISO 8601. */
  readonly since: string;
}

export type ClaimState = "in progress" | "done";

/** Whether a claim is about this task. */
export const isAbout = (claim: Claim, { number, title }: Task): boolean =>
  claim.number === number && titlesIn(claim).includes(title);

/** The titles that the claim's task has or had in some list. */
export const titlesIn = ({ title, otherTitles = [] }: Claim): readonly string[] => [title, ...otherTitles];

/** The state of a claim on a task with this status; null for a status that ends the claim. */
export function stateFor(status: Status): ClaimState | null {
  if (status === "In Progress") return "in progress";
  return status === "Complete" ? "done" : null;
}

/** The claim of a working tree on a task in its list; none if the task's status makes no claim. */
export function claimsOn(task: Task, worktree: Worktree, since: Date): readonly Claim[] {
  const { number, title, owner } = task;
  const state = stateFor(task.status.value);
  if (state === null) return [];
  const branch = branchOf(worktree) ?? null;
  const { id, root, commonFolder } = worktree;
  // A clock that went back must not make the claim older than its worktree: it would be taken for that of an earlier one.
  const at = new Date(Math.max(since.getTime(), Math.ceil(linkedSince(commonFolder, id))));
  return [{ number, title, state, owner, worktree: id, root, branch, since: at.toISOString() }];
}

/** Where the working trees of a repository store the claims on the tasks of one list. */
export interface ClaimsFile {
  readonly path: string;
  readonly worktree: Worktree;
  /** The list's path below the root of a working tree. */
  readonly list: string;
}

/** The file of claims on the tasks of a list; undefined outside of git. */
export function claimsFileOf(listFile: string): ClaimsFile | undefined {
  const file = realPath(listFile);
  const worktree = worktreeOf(file);
  if (worktree === undefined) return undefined;
  const list = pathBelow(worktree.root, file);
  const [stem, hash] = [basename(file, ".md"), textHash(list).toString(36)];
  // A file's name has at most 255 bytes, which the list's own may already have.
  const name = Buffer.byteLength(stem) > 220 ? hash : `${stem}-${hash}`;
  return { path: join(worktree.commonFolder, "groundwork", `${name}.claims.json`), worktree, list };
}

/** The claims on the tasks of a list. If the file is damaged, they are rebuilt from the lists of all working trees. */
export function readClaims(file: ClaimsFile): readonly Claim[] {
  const text = textOf(file.path);
  return text === undefined ? [] : (parseClaims(text) ?? claimsInLists(file));
}

/** The claims in the file's text; null if it is damaged. */
function parseClaims(text: string): readonly Claim[] | null {
  try {
    const claims: unknown = Object(JSON.parse(text)).claims;
    return Array.isArray(claims) && claims.every(isClaim) ? claims : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function isClaim(value: unknown): value is Claim {
  const claim: Record<string, unknown> = { otherTitles: [], ...Object(value) };
  const { otherTitles, worktree, since } = claim;
  const isText = (part: unknown): part is string => typeof part === "string";
  return (
    ["number", "title", "root"].every((name) => isText(claim[name])) &&
    ["owner", "branch"].every((name) => claim[name] === null || isText(claim[name])) &&
    ["in progress", "done"].some((state) => state === claim["state"]) &&
    Array.isArray(otherTitles) &&
    otherTitles.every(isText) &&
    // Git's names are folder names: a name with a path could lead outside git's folder.
    isText(worktree) &&
    !/[\\/]|^\.\.?$/.test(worktree) &&
    isText(since) &&
    !Number.isNaN(Date.parse(since))
  );
}

function claimsInLists({ worktree, list }: ClaimsFile): readonly Claim[] {
  return worktreesBeside(worktree).flatMap((other) => {
    const path = join(other.root, list);
    // That working tree may be on a branch without the list.
    const tasks = unlessRefused(() => readTaskList(readListText(path)).tasks, []);
    return tasks.flatMap((task) => claimsOn(task, other, statSync(path).mtime));
  });
}

/** All working trees of the repository, this one included. */
function worktreesBeside({ commonFolder }: Worktree): readonly Worktree[] {
  const main = mainRoot(commonFolder) ?? [];
  const folder = join(commonFolder, "worktrees");
  const ids = existsSync(folder) ? readdirSync(folder) : [];
  const roots = [main, ids.flatMap((id) => linkedRoot(commonFolder, id) ?? [])].flat();
  return roots.flatMap((root) => worktreeAt(root) ?? []);
}

/** The claims on the tasks of a list, locked against other processes until they are released. */
export interface LockedClaims {
  /** Replaces them in one step that survives a power failure. */
  write(claims: readonly Claim[]): void;
  release(): void;
}

/**
 * Locks the claims against other processes.
 * @throws Refusal if the file can't be created or written, or another process held the lock for too long.
 */
export async function lockClaims({ path, worktree, list }: ClaimsFile): Promise<LockedClaims> {
  try {
    makeFile(path, worktree.commonFolder);
  } catch (error) {
    throw unwritable(path, error);
  }
  // The lock is kept after writing, because the new claims have no effect until the list confirms them.
  const lock = await holdLock(writableFile(path));
  return { write: (claims) => lock.replace(formatClaims(list, claims)), release: lock.release };
}

/** An empty file counts as damaged: the claims are then rebuilt from the lists. */
function makeFile(path: string, commonFolder: string): void {
  if (existsSync(path)) return;
  // In a repository shared by several users, the file stays writable for all of them.
  const { mode } = statSync(commonFolder);
  const folder = dirname(path);
  try {
    // Not `recursive`: that reports a read-only file system as a missing folder.
    mkdirSync(folder);
    chmodSync(folder, mode & 0o7777);
  } catch (error) {
    if (!isSystemError(error, "EEXIST")) throw error;
  }
  closeSync(openSync(path, "a", mode & 0o666));
}

function formatClaims(list: string, claims: readonly Claim[]): string {
  const lines = claims.map((claim) => JSON.stringify(claim)).join(",\n");
  return `{"list":${JSON.stringify(list)},"claims":[\n${lines}\n]}\n`;
}
