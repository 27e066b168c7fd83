import type { Task } from "../document/task-list.ts";
import type { EditOptions } from "../editing/edit-list.ts";
import { requireLine } from "../options/require-line.ts";

/** What `tasks start` and `tasks next` can be told. */
export interface StartOptions extends EditOptions {
  readonly as?: string;
  readonly force?: boolean;
}

/** Who works: the name that `--as` gives, else the one in `TASKS_AS`; undefined where neither does. */
export const workerOf = ({ as }: Pick<StartOptions, "as">): string | undefined =>
  as === undefined ? process.env["TASKS_AS"]?.trim() || undefined : requireLine("--as", as);

/** Whether the task has an owner who is not the worker; without a name, every owner is someone else. */
export const belongsToAnother = ({ owner }: Task, worker: string | undefined): boolean =>
  owner !== null && owner !== worker;
