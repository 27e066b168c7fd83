import { itemText } from "../../document/read-entries.ts";
import { prdPath } from "../../document/read-task-list.ts";
import type { Status, Task, TaskList } from "../../document/task-list.ts";
import { dependentsOf, effortMinutes, headerStatusOf } from "../../document/task-queries.ts";
import { relativePath } from "../../list-file/paths.ts";
import { claimElsewhere, isFree } from "../../workflow/claims/claim-elsewhere.ts";
import type { OpenedList } from "../../workflow/open-list.ts";
import type { PresentedTask } from "./answers.ts";

/** The task in its form for programs. */
export function presentTask(list: TaskList, task: Task): PresentedTask {
  return {
    number: task.number,
    phase: task.phase,
    seq: task.seq,
    title: task.title,
    status: task.status.value,
    ready: isFree(list, task),
    complexity: task.complexity,
    dependencies: task.dependencies.resolved,
    unresolvedDependencies: task.dependencies.unknown.map(({ text }) => text),
    dependents: dependentsOf(list, task.number).map(({ number }) => number),
    files: task.files.map(({ text }) => text),
    requirements: task.requirements,
    steps: task.steps.map((step) => itemText(list.source, task, step)),
    verification: task.verification.map((item) => ({
      text: itemText(list.source, task, item),
      checked: item.checked,
    })),
    proof: task.proof.map(({ text }) => text),
    method: task.method,
    path: task.path,
    owner: task.owner,
    claim: claimElsewhere(list, task),
    blockedReason: task.status.blockedReason,
    estimateMinutes: effortMinutes(task),
    body: task.body,
    line: task.line,
  };
}

/** What `--json` prints about one task. */
export const taskAnswer = ({ path, list }: OpenedList, task: Task, reason: string | null = null) => ({
  list: relativePath(path),
  task: presentTask(list, task),
  reason,
});

/** The progress of a list, as `--json` prints it for one or several lists. */
export function listProgress(list: TaskList) {
  const count = (status: Status): number => list.tasks.filter((task) => task.status.value === status).length;
  const unfinished = list.tasks.filter(({ status }) => status.value !== "Complete");
  return {
    title: list.title?.text ?? null,
    prd: list.prd && prdPath(list.prd.value.text),
    status: headerStatusOf(list),
    total: list.tasks.length,
    complete: count("Complete"),
    inProgress: count("In Progress"),
    blocked: count("Blocked"),
    pending: count("Not Started"),
    minutesLeft: unfinished.reduce((sum, task) => sum + (effortMinutes(task) ?? 0), 0),
  };
}
