import { requireLine } from "../../cli/options/option-values.ts";
import type { Task } from "../../document/task-list.ts";
import type { EditOptions, Plan } from "../../list-file/editing/edit-list.ts";

/** Starts a task: sets its status, and its owner if one is named. */
export function planStart({ number }: Task, options: StartOptions): Plan {
  const owner = workerOf(options);
  const facts = { status: "In Progress", ...(owner === undefined ? {} : { owner }) } as const;
  return { facts: new Map([[number, facts]]), takes: number };
}

/** The options of `tasks start` and `tasks next`. */
export interface StartOptions extends EditOptions {
  readonly as?: string;
  readonly force?: boolean;
}

/** The worker's name: from `--as`, else from `TASKS_AS`; undefined if neither is set. */
export const workerOf = ({ as }: Pick<StartOptions, "as">): string | undefined =>
  as === undefined ? process.env["TASKS_AS"]?.trim() || undefined : requireLine("--as", as);

/** Whether someone other than the worker owns the task; without a worker's name, every owner counts as someone else. */
export const belongsToAnother = ({ owner }: Task, worker: string | undefined): boolean =>
  owner !== null && owner !== worker;
