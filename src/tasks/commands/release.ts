import type { TaskFacts } from "../document/edit/task-facts.ts";
import type { Task } from "../document/task-list.ts";
import { ClaimExaminer } from "../list-file/claims/claim-elsewhere.ts";
import type { Claim, ClaimsFile } from "../list-file/claims/claims-file.ts";
import { claimsFileOf, isAbout, lockClaims, readClaims } from "../list-file/claims/claims-file.ts";
import type { EditOptions } from "../list-file/editing/edit-list.ts";
import { openList } from "../list-file/open-list.ts";
import { parseDuration } from "../options/option-values.ts";
import { inputRefusal } from "../refusal.ts";
import { headline } from "../reporting/describe-task.ts";
import type { Report } from "../reporting/report.ts";
import { editAndReport, editTaskAndReport } from "./edit-and-report.ts";
import { dryRun, operation } from "./operation.ts";

export const release = operation(
  {
    name: "release",
    summary: "take the owner away; In Progress becomes Not Started",
    arguments: { number: { value: "number", summary: "the task", tool: true } },
    options: {
      stale: {
        value: "time",
        summary: "release every task that was claimed longer ago than this, such as 4h, in any worktree",
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
  },
  async ({ number, stale, ...options }) => {
    if (number !== undefined && stale !== undefined)
      throw inputRefusal("contradiction", "Use a task's number or --stale, not both.");
    if (stale !== undefined) return releaseStale(stale, options);
    if (number === undefined)
      throw inputRefusal("missing-task", "Name a task to release, or give --stale and a time, such as 4h.");
    return editTaskAndReport(
      options,
      "release",
      number,
      (_, task) => released(task),
      ({ from, task }) => {
        const done = from.owner === null ? "had no owner" : `released by ${from.owner}`;
        return `${headline(task)}: ${task.status.value}, ${done}`;
      },
    );
  },
);

/** Contains only the changes, so that any other status stays. */
const released = ({ status: { value } }: Task): Partial<TaskFacts> => ({
  owner: null,
  ...(value === "In Progress" ? { status: "Not Started" } : {}),
});

/** Releases the tasks of this working tree in its list, and ends the claims of the others, whose lists stay. */
async function releaseStale(duration: string, options: EditOptions): Promise<Report> {
  const before = Date.now() - parseDuration("--stale", duration);
  const file = claimsFileOf(openList(options.list).path);
  if (file === undefined) {
    throw inputRefusal(
      "no-repository",
      "--stale needs a git repository, because that keeps when a task was claimed.",
    );
  }
  const { elsewhere } = staleClaims(file, before);
  const report = await editAndReport(options, "release --stale", function* (list) {
    const { own } = staleClaims(file, before);
    const running = list.tasks.filter(({ status }) => status.value === "In Progress");
    const held = own.filter((claim) => running.some((task) => isAbout(claim, task)));
    const tasks = running.filter((task) => held.some((claim) => isAbout(claim, task)));
    yield { facts: new Map(tasks.map((task) => [task.number, released(task)])) };
    return answer([...held, ...elsewhere], duration);
  });
  if (!options.dryRun && elsewhere.length > 0) await endClaims(file, before);
  return report;
}

function answer(claims: readonly Claim[], duration: string): Report {
  const released = claims.map(({ root, worktree: _, state: __, ...claim }) => ({ ...claim, worktree: root }));
  const lines = claims.map(
    ({ number, title, owner, root, since }) =>
      `${number}  ${title}: claimed ${since}${owner === null ? "" : ` by ${owner}`} in ${root}`,
  );
  const text = lines.join("\n") || `No task was claimed more than ${duration} ago.`;
  return { json: { task: null, reason: null, released }, text };
}

/** The claims on tasks in progress that are older than a time, those of other working trees if they still hold. */
function staleClaims(file: ClaimsFile, before: number, claims = readClaims(file)) {
  const stale = claims.filter(({ state, since }) => state === "in progress" && Date.parse(since) < before);
  const isOwn = ({ worktree }: Claim): boolean => worktree === file.worktree.id;
  const examiner = new ClaimExaminer(file);
  const holds = (claim: Claim): boolean => examiner.examine(claim)?.state === "in progress";
  return { own: stale.filter(isOwn), elsewhere: stale.filter((claim) => !isOwn(claim) && holds(claim)) };
}

/** @throws Refusal if the claims can't be written. */
async function endClaims(file: ClaimsFile, before: number): Promise<void> {
  const locked = await lockClaims(file);
  try {
    const claims = readClaims(file);
    const { elsewhere } = staleClaims(file, before, claims);
    locked.write(claims.filter((claim) => !elsewhere.includes(claim)));
  } finally {
    locked.release();
  }
}
