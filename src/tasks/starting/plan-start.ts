import { writeOwner } from "../document/edit/write-owner.ts";
import { ensureStatus } from "../document/edit/write-status.ts";
import type { Task } from "../document/task-list.ts";
import type { Plan } from "../editing/edit-list.ts";
import { requireLine } from "../options/require-line.ts";
import type { StartOptions } from "./start-options.ts";

/** The edits that start a task: its status, and its owner where one is named. */
export function planStart({ number, owner }: Task, options: StartOptions): Plan {
  const name = options.as === undefined ? null : requireLine("--as", options.as);
  const facts = { status: "In Progress", blockedReason: null, owner: name ?? owner } as const;
  return {
    edits: [ensureStatus(number, "In Progress"), ...(name === null ? [] : [writeOwner(number, name)])],
    intent: { changed: new Map([[number, facts]]) },
  };
}
