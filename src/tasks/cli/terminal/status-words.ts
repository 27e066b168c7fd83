import { relative } from "node:path";
import type { Status } from "../../document/task-list.ts";
import type { ClaimElsewhere } from "../../workflow/claims/claim-elsewhere.ts";
import { paint } from "./paint.ts";

type Style = Parameters<typeof paint>[0];

const marks: Readonly<Record<Status, { readonly sign: string; readonly style: Style }>> = {
  "Not Started": { sign: "○", style: "dim" },
  "In Progress": { sign: "▶", style: "cyan" },
  Blocked: { sign: "■", style: "red" },
  Complete: { sign: "✔", style: "green" },
};

/** A sign for the status, one column wide. */
export const statusMark = (status: Status): string => paint(marks[status].style, marks[status].sign);

/** Text in the status's colour. */
export const paintStatus = (status: Status, text: string): string => paint(marks[status].style, text);

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
