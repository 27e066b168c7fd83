import { requireLine } from "../../cli/options/option-values.ts";
import { ensureStatus, writeOwner } from "../../document/edit/write-field.ts";
import type { Task } from "../../document/task-list.ts";
import type { EditOptions, Plan } from "../../list-file/editing/edit-list.ts";

/** The edits that start a task: its status, and its owner if one is named. */
export function planStart({ number, owner }: Task, options: StartOptions): Plan {
  const name = workerOf(options);
  const facts = { status: "In Progress", blockedReason: null, owner: name ?? owner } as const;
  return {
    edits: [ensureStatus(number, "In Progress"), ...(name === undefined ? [] : [writeOwner(number, name)])],
    intent: { changed: new Map([[number, facts]]) },
    takes: number,
  };
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
