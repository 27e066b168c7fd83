import type { Status } from "./task-list.ts";

/** Every status a task can have, in the order of its life. */
export const statuses: readonly Status[] = ["Not Started", "In Progress", "Blocked", "Complete"];
