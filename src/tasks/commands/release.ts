import { parseDuration } from "../cli/options/parse-duration.ts";
import type { Report } from "../cli/reporting/report.ts";
import { reportEdit, reportEditedTask } from "../cli/reporting/report-edit.ts";
import { headline } from "../cli/terminal/describe-task.ts";
import { ensureStatus, removeOwner } from "../document/edit/write-field.ts";
import type { Task } from "../document/task-list.ts";
import type { EditOptions } from "../list-file/editing/edit-list.ts";
import { editList } from "../list-file/editing/edit-list.ts";
import type { TaskChange } from "../list-file/editing/edit-task.ts";
import { editTask } from "../list-file/editing/edit-task.ts";
import { inputRefusal } from "../refusal.ts";
import type { Claim } from "../workflow/claims/claim.ts";
import { isAbout } from "../workflow/claims/claim.ts";
import { claimsFileOf } from "../workflow/claims/claims-file.ts";
import {
  endStaleClaimsElsewhere,
  ownStaleClaims,
  staleClaimsElsewhere,
} from "../workflow/claims/stale-claims.ts";
import { openList } from "../workflow/open-list.ts";

export interface ReleaseOptions extends EditOptions {
  readonly stale?: string;
}

/** Takes a task's owner away; In Progress becomes Not Started. `--stale` does so for every task claimed too long ago. */
export async function release(number: string | undefined, options: ReleaseOptions): Promise<Report> {
  const { stale } = options;
  if ((number === undefined) === (stale === undefined)) {
    throw inputRefusal("missing-task", "Name a task to release, or give --stale and a time, such as 4h.");
  }
  if (stale !== undefined) return releaseStale(stale, options);
  const edited = await editTask(options, "release", number ?? "", (_, task) => planRelease(task));
  const { from, task } = edited;
  const done = from.owner === null ? "had no owner" : `released by ${from.owner}`;
  return reportEditedTask(options, edited, `${headline(task)}: ${task.status.value}, ${done}`);
}

/** Changes only the necessary lines. A status in other words stays, and so does `Owner: TBD`, which names no owner. */
function planRelease({ number, owner, status: { value } }: Task): TaskChange {
  const status = value === "In Progress" ? "Not Started" : value;
  return {
    edits: [
      ...(status === value ? [] : [ensureStatus(number, status)]),
      ...(owner === null ? [] : [removeOwner(number)]),
    ],
    facts: { status, owner: null },
  };
}

async function releaseStale(duration: string, options: ReleaseOptions): Promise<Report> {
  const before = new Date(Date.now() - parseDuration("--stale", duration));
  const file = claimsFileOf(openList(options.list).path);
  if (file === undefined) {
    throw inputRefusal(
      "no-repository",
      "--stale needs a git repository, because that keeps when a task was claimed.",
    );
  }
  let own: readonly Claim[] = [];
  const edited = await editList(options, "release --stale", (list) => {
    const stale = ownStaleClaims(file, before);
    const tasks = list.tasks.filter(
      (task) => task.status.value === "In Progress" && stale.some((claim) => isAbout(claim, task)),
    );
    own = stale.filter((claim) => tasks.some((task) => isAbout(claim, task)));
    const changes = tasks.map((task) => ({ number: task.number, ...planRelease(task) }));
    return {
      edits: changes.flatMap(({ edits }) => edits),
      intent: { changed: new Map(changes.map(({ number, facts }) => [number, facts])) },
    };
  });
  const elsewhere = options.dryRun
    ? staleClaimsElsewhere(file, before)
    : await endStaleClaimsElsewhere(file, before);
  const released = [...own, ...elsewhere].map(({ number, title, owner, root, branch, since }) => ({
    number,
    title,
    owner,
    worktree: root,
    branch,
    since,
  }));
  const lines = released.map(
    ({ number, title, owner, worktree, since }) =>
      `${number}  ${title}: claimed ${since}${owner === null ? "" : ` by ${owner}`} in ${worktree}`,
  );
  const text = lines.length > 0 ? lines.join("\n") : `No task was claimed more than ${duration} ago.`;
  return reportEdit(options, edited, { task: null, reason: null, released }, text);
}
