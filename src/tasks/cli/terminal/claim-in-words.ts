import { relative } from "node:path";
import type { ClaimElsewhere } from "../../workflow/claims/claim-elsewhere.ts";

/** `in progress with ann in ../site-2 (branch pages)`, `done on pages by ann`. */
export function claimInWords({ state, owner, worktree, branch }: ClaimElsewhere): string {
  if (state === "done" && branch !== null) return `done on ${branch}${owner === null ? "" : ` by ${owner}`}`;
  const who = owner === null ? "" : ` ${state === "done" ? "by" : "with"} ${owner}`;
  const place = worktree === null ? "" : ` in ${shortPath(worktree)}`;
  if (branch === null) return `${state}${who}${place}`;
  return worktree === null ? `${state}${who} on ${branch}` : `${state}${who}${place} (branch ${branch})`;
}

function shortPath(path: string): string {
  const fromHere = relative(process.cwd(), path) || ".";
  return fromHere.length < path.length ? fromHere : path;
}
