import type { Status, Task } from "../../document/task-list.ts";
import type { Worktree } from "./worktree.ts";
import { branchOf } from "./worktree.ts";

/** A task that is in progress or was completed in one of the repository's working trees. */
export interface Claim {
  /** The task's number and title. A task that another working tree added under the same number is a different task. */
  readonly number: string;
  readonly title: string;
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
  claim.number === number && claim.title === title;

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
  const { id, root } = worktree;
  return [{ number, title, state, owner, worktree: id, root, branch, since: since.toISOString() }];
}
