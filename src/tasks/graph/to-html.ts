import type { TaskList } from "../document/task-list.ts";
import type { WorkGraph } from "./work-graph.ts";
export const toHtml = (_: WorkGraph, __: TaskList): string => "";
