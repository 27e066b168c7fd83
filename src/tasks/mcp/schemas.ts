import { z } from "zod";
import type { PresentedTask } from "../reporting/present-task.ts";

const count = z.int().nonnegative();
/** As a list has it, however many digits somebody gave it. */
const place = z.number().nonnegative();

/** A task as `--json` prints it. */
const task = z.object({
  number: z.string(),
  phase: place,
  seq: place,
  title: z.string(),
  status: z.enum(["Not Started", "In Progress", "Blocked", "Complete"]),
  ready: z.boolean(),
  complexity: z.enum(["Low", "Medium", "High"]).nullable(),
  dependencies: z.array(z.string()),
  dependents: z.array(z.string()),
  files: z.array(z.string()),
  steps: z.array(z.string()),
  verification: z.array(z.object({ text: z.string(), checked: z.boolean() })),
  method: z.string().nullable(),
  path: z.string().nullable(),
  owner: z.string().nullable(),
  blockedReason: z.string().nullable(),
  estimateMinutes: z.number().nullable(),
  line: count,
}) satisfies z.ZodType<PresentedTask, unknown>;

/** One task, with what a tool has to say besides: what it waits for, what was renumbered, a diff. */
export const taskAnswer = z.looseObject({ task: task.nullable(), reason: z.string().nullable() });

const page = { total: count, nextOffset: count.nullable() };

export const listAnswer = z.object({
  tasks: z.array(
    task.pick({ number: true, title: true, status: true, ready: true, dependencies: true, owner: true }),
  ),
  ...page,
});

export const progressAnswer = z.object({
  title: z.string().nullable(),
  prd: z.string().nullable(),
  status: task.shape.status,
  total: count,
  complete: count,
  inProgress: count,
  blocked: count,
  pending: count,
  minutesLeft: count,
  phases: z.array(z.object({ number: place, title: z.string(), total: count, complete: count })),
  nextOffset: count.nullable(),
  next: task.nullable(),
});

export const lintAnswer = z.object({
  diagnostics: z.array(
    z.object({
      rule: z.string(),
      severity: z.enum(["error", "warning"]),
      message: z.string(),
      file: z.string(),
      line: count,
      column: count,
    }),
  ),
  ...page,
});

/** What is asked of every tool that may have much to say. */
export const pageInput = {
  offset: count.default(0).describe("how many to leave out at the start: nextOffset of the page before"),
  limit: z.int().min(1).max(50).default(20).describe("how many at most"),
};

/** A text that becomes a line of the list: a megabyte of it would leave the list to nobody. */
export const lineInput = z.string().max(2000);
export const linesInput = z.array(lineInput).max(100);
export const pathInput = z.string().min(1).max(4096);

export const numberInput = z.string().max(100).describe('the task: "1.2"');
export const dryRunInput = z.boolean().optional().describe("show the edit as a unified diff, write nothing");
export const forceInput = z
  .boolean()
  .optional()
  .describe("pass over dependencies that name no task of the list");
