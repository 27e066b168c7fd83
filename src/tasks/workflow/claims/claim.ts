import type { Task } from "../../document/task-list.ts";

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

/** The claim in a value that was read from a file; null if it is not a claim. */
export function asClaim(value: unknown): Claim | null {
  if (typeof value !== "object" || value === null) return null;
  const claim = value as Record<keyof Claim, unknown>;
  const { number, title, state, owner, worktree, root, branch, since } = claim;
  const isText = (part: unknown): part is string => typeof part === "string";
  const isTextOrNull = (part: unknown): part is string | null => part === null || isText(part);
  if (state !== "in progress" && state !== "done") return null;
  if (!isText(number) || !isText(title) || !isTextOrNull(owner) || !isTextOrNull(branch)) return null;
  // Git's names are folder names: a name with a path could lead outside git's folder.
  if (!isText(worktree) || /[\\/]|^\.\.?$/.test(worktree)) return null;
  if (!isText(root) || !isText(since) || Number.isNaN(Date.parse(since))) return null;
  return { number, title, state, owner, worktree, root, branch, since };
}
