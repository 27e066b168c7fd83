import { requireLine } from "../../cli/options/option-values.ts";
import { ensureStatus, writeOwner } from "../../document/edit/write-field.ts";
import type { Task } from "../../document/task-list.ts";
import type { EditOptions, Plan } from "../../list-file/editing/edit-list.ts";

/** The edits that start a task: its status, and its owner where one is named. */
export function planStart({ number, owner }: Task, options: StartOptions): Plan {
  const name = workerOf(options);
  const facts = { status: "In Progress", blockedReason: null, owner: name ?? owner } as const;
  return {
    edits: [ensureStatus(number, "In Progress"), ...(name === undefined ? [] : [writeOwner(number, name)])],
    intent: { changed: new Map([[number, facts]]) },
    takes: number,
  };
}

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
