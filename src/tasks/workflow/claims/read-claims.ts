import { readdirSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { readTaskList } from "../../document/read-task-list.ts";
import type { Status, Task } from "../../document/task-list.ts";
import { readListText } from "../../list-file/list-text.ts";
import { isSystemError } from "../../list-file/system-error.ts";
import { Refusal } from "../../refusal.ts";
import type { Claim, ClaimState } from "./claim.ts";
import type { ClaimsFile } from "./claims-file.ts";
import { parseClaims, readClaimsText } from "./claims-file.ts";
import type { Worktree } from "./worktree.ts";
import { branchOf, linkedRoot, worktreeAt } from "./worktree.ts";

/** The claims on the tasks of a list. If the file is damaged, they are rebuilt from the lists of all working trees. */
export function readClaims(file: ClaimsFile): readonly Claim[] {
  const text = readClaimsText(file);
  return text === undefined ? [] : (parseClaims(text) ?? claimsInLists(file));
}

/** The state of a claim on a task with this status; null for a status that ends the claim. */
export function stateFor(status: Status): ClaimState | null {
  if (status === "In Progress") return "in progress";
  return status === "Complete" ? "done" : null;
}

/** A claim on the task from this working tree. */
export function claimOn(task: Task, state: ClaimState, worktree: Worktree, since: Date): Claim {
  const { number, title, owner } = task;
  return {
    number,
    title,
    state,
    owner,
    worktree: worktree.id,
    root: worktree.root,
    branch: branchOf(worktree) ?? null,
    since: since.toISOString(),
  };
}

function claimsInLists({ worktree, list }: ClaimsFile): readonly Claim[] {
  return worktreesBeside(worktree).flatMap((other) => {
    try {
      const path = join(other.root, list);
      const since = statSync(path).mtime;
      return readTaskList(readListText(path)).tasks.flatMap((task) => {
        const state = stateFor(task.status.value);
        return state === null ? [] : [claimOn(task, state, other, since)];
      });
    } catch (error) {
      // That working tree may be on a branch without the list.
      if (error instanceof Refusal || isSystemError(error, "ENOENT", "ENOTDIR", "EACCES")) return [];
      throw error;
    }
  });
}

/** All working trees of the repository, this one included. */
function worktreesBeside({ commonFolder }: Worktree): readonly Worktree[] {
  const main = basename(commonFolder) === ".git" ? [dirname(commonFolder)] : [];
  const linked = linkedIds(commonFolder).flatMap((id) => linkedRoot(commonFolder, id) ?? []);
  return [...main, ...linked].flatMap((root) => worktreeAt(root) ?? []);
}

function linkedIds(commonFolder: string): readonly string[] {
  try {
    return readdirSync(join(commonFolder, "worktrees"));
  } catch (error) {
    if (isSystemError(error, "ENOENT")) return [];
    throw error;
  }
}
