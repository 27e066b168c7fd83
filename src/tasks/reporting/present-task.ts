import { itemText } from "../document/read-entries.ts";
import type { Task, TaskList } from "../document/task-list.ts";
import { dependentsOf, effortMinutes } from "../document/task-queries.ts";
import { claimElsewhere, isFree } from "../list-file/claims/claim-elsewhere.ts";
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

/** What `--json` prints about one task, if there is no reason against it. */
export const taskAnswer = (list: TaskList, task: Task) => ({ task: presentTask(list, task), reason: null });
