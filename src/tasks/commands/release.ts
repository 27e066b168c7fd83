import { parseDuration } from "../cli/options/option-values.ts";
import type { Report } from "../cli/reporting/report.ts";
import { reportEdit, reportEditedTask } from "../cli/reporting/report.ts";
import { headline } from "../cli/terminal/describe-task.ts";
import type { TaskFacts } from "../document/edit/task-facts.ts";
import type { Task } from "../document/task-list.ts";
import { editListInSteps, editTask } from "../list-file/editing/edit-list.ts";
import { inputRefusal } from "../refusal.ts";
import { ClaimExaminer } from "../workflow/claims/claim-elsewhere.ts";
import type { Claim, ClaimsFile } from "../workflow/claims/claims-file.ts";
import { claimsFileOf, isAbout, lockClaims, readClaims } from "../workflow/claims/claims-file.ts";
import { openList } from "../workflow/open-list.ts";
import type { Declaration, OptionsOf } from "./operation.ts";
import { dryRun, operation } from "./operation.ts";

const declaration = {
  name: "release",
  summary: "take the owner away; In Progress becomes Not Started",
  arguments: { number: { value: "number", summary: "the task", tool: true } },
  options: {
    stale: {
      value: "time",
      summary: "release every task that was claimed longer ago, such as 4h, in any worktree",
      tool: true,
    },
    ...dryRun,
  },
  examples: ["tasks release 2.1", "tasks release --stale 4h"],
  tool: {
    summary:
      "Take the owner away (stale, as 4h: of all claimed longer ago); In Progress becomes Not Started.",
    does: "settles",
  },
} as const satisfies Declaration;

type ReleaseOptions = OptionsOf<typeof declaration>;

/** Removes a task's owner; In Progress becomes Not Started. `--stale` does so for every task claimed too long ago. */
export const release = operation(declaration, async ({ number, ...options }) => {
  const { stale } = options;
  if ((number === undefined) === (stale === undefined)) {
    throw inputRefusal("missing-task", "Name a task to release, or give --stale and a time, such as 4h.");
  }
  if (stale !== undefined) return releaseStale(stale, options);
  const edited = await editTask(options, "release", number ?? "", (_, task) => planRelease(task));
  const { from, task } = edited;
  const done = from.owner === null ? "had no owner" : `released by ${from.owner}`;
  return reportEditedTask(options, edited, `${headline(task)}: ${task.status.value}, ${done}`);
});

/** Contains only the changes, so that any other status stays. */
const planRelease = ({ status: { value } }: Task): Partial<TaskFacts> => ({
  owner: null,
  ...(value === "In Progress" ? { status: "Not Started" } : {}),
});

async function releaseStale(duration: string, options: ReleaseOptions): Promise<Report> {
  const before = new Date(Date.now() - parseDuration("--stale", duration));
  const file = claimsFileOf(openList(options.list).path);
  if (file === undefined) {
    throw inputRefusal(
      "no-repository",
      "--stale needs a git repository, because that keeps when a task was claimed.",
    );
  }
  const edited = await editListInSteps(options, "release --stale", function* (list) {
    const stale = ownStaleClaims(file, before);
    const tasks = list.tasks.filter(
      (task) => task.status.value === "In Progress" && stale.some((claim) => isAbout(claim, task)),
    );
    yield { facts: new Map(tasks.map((task) => [task.number, planRelease(task)])) };
    return stale.filter((claim) => tasks.some((task) => isAbout(claim, task)));
  });
  const elsewhere = options.dryRun
    ? staleClaimsElsewhere(file, before)
    : await endStaleClaimsElsewhere(file, before);
  const released = [...edited.result, ...elsewhere].map(({ number, title, owner, root, branch, since }) => ({
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

const isStale = ({ state, since }: Claim, before: Date): boolean =>
  state === "in progress" && Date.parse(since) < before.getTime();

/** This working tree's claims on tasks in progress that are older than a time. */
const ownStaleClaims = (file: ClaimsFile, before: Date): readonly Claim[] =>
  readClaims(file).filter((claim) => isStale(claim, before) && claim.worktree === file.worktree.id);

/** The same for the other working trees, if the claims still hold. */
function staleClaimsElsewhere(file: ClaimsFile, before: Date, claims = readClaims(file)): readonly Claim[] {
  const examiner = new ClaimExaminer(file);
  const isElsewhere = ({ worktree }: Claim): boolean => worktree !== file.worktree.id;
  return claims.filter(
    (claim) =>
      isStale(claim, before) && isElsewhere(claim) && examiner.examine(claim)?.state === "in progress",
  );
}

/**
 * Ends the claims of other working trees that are older than a time. Their lists are not changed.
 * @throws Refusal if the claims can't be written.
 */
async function endStaleClaimsElsewhere(file: ClaimsFile, before: Date): Promise<readonly Claim[]> {
  if (staleClaimsElsewhere(file, before).length === 0) return [];
  const locked = await lockClaims(file);
  try {
    const claims = readClaims(file);
    const ended = staleClaimsElsewhere(file, before, claims);
    locked.write(claims.filter((claim) => !ended.includes(claim)));
    return ended;
  } finally {
    locked.release();
  }
}
