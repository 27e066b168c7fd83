import { writeOwner } from "../document/edit/write-owner.ts";
import { ensureStatus } from "../document/edit/write-status.ts";
import type { Task } from "../document/task-list.ts";
import type { Plan } from "../editing/edit-list.ts";
import type { StartOptions } from "./start-options.ts";
import { workerOf } from "./start-options.ts";

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
