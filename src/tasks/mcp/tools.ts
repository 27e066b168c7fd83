import type { ToolAnnotations } from "@modelcontextprotocol/server";
import { z } from "zod";
import { add } from "../commands/add.ts";
import { block } from "../commands/block.ts";
import { check } from "../commands/check.ts";
import { complete } from "../commands/complete.ts";
import { lint } from "../commands/lint.ts";
import { list } from "../commands/list.ts";
import { next } from "../commands/next.ts";
import { progress } from "../commands/progress.ts";
import { remove } from "../commands/remove.ts";
import { show } from "../commands/show.ts";
import { start } from "../commands/start.ts";
import { unblock } from "../commands/unblock.ts";
import type { Report } from "../reporting/report.ts";
import { pageOf } from "./bounded.ts";
import {
  dryRunInput,
  forceInput,
  lineInput,
  linesInput,
  lintAnswer,
  listAnswer,
  numberInput,
  pageInput,
  pathInput,
  progressAnswer,
  taskAnswer,
} from "./schemas.ts";

/** A tool as it is offered: what it takes, what it answers, and what it does to the list. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: z.ZodObject;
  readonly output: z.ZodObject;
  readonly annotations: ToolAnnotations;
  /** Takes the input as the schema gives it, with the path of the list where one is named. */
  // biome-ignore lint/suspicious/noExplicitAny: the input is what its schema says, and each tool reads its own
  readonly run: (input: any) => Promise<Report>;
}

const reads: ToolAnnotations = { readOnlyHint: true, openWorldHint: false };
const edits: ToolAnnotations = { readOnlyHint: false, destructiveHint: false, openWorldHint: false };
/** Asked again, it leaves the list as it is. */
const settles: ToolAnnotations = { ...edits, idempotentHint: true };

/** The operations of the command that an assistant may use. None of them runs a program. */
export const tools: readonly Tool[] = [
  {
    name: "next",
    title: "Next task",
    description:
      "The task to work on: the one in progress, else the first whose dependencies are all Complete.",
    input: z.object({
      as: lineInput.optional().describe("prefer the tasks of this owner"),
      explain: z
        .boolean()
        .optional()
        .describe("say why this one, what it unblocks and what holds the others"),
    }),
    output: taskAnswer,
    annotations: reads,
    run: (input) => next(input),
  },
  {
    name: "start",
    title: "Start a task",
    description:
      "Sets a task In Progress and gives its details. Without a number: the first that is ready, picked and marked in one step, so that two workers never get the same one.",
    input: z.object({
      number: numberInput.optional(),
      as: lineInput.optional().describe("the owner's name to write into the task"),
      force: forceInput,
      dryRun: dryRunInput,
    }),
    output: taskAnswer,
    annotations: { ...edits, idempotentHint: false },
    run: ({ number, ...options }) => start(number, options),
  },
  {
    name: "check",
    title: "Tick verification items",
    description:
      "Ticks verification items of a task by position, counted from 1; with no items and without all it lists them.",
    input: z.object({
      number: numberInput,
      items: z.array(z.int().positive()).max(100).default([]).describe("positions, counted from 1"),
      all: z.boolean().optional().describe("all of them"),
      undo: z.boolean().optional().describe("untick instead"),
      force: forceInput,
      dryRun: dryRunInput,
    }),
    output: taskAnswer,
    annotations: settles,
    run: ({ number, items, ...options }) => check(number, items.map(String), options),
  },
  {
    name: "complete",
    title: "Complete a task",
    description:
      "Marks a task Complete. Refused unless every dependency is Complete and every verification item is ticked.",
    input: z.object({
      number: numberInput,
      verified: z.boolean().optional().describe("state that the open items were checked, and tick them"),
      force: forceInput,
      dryRun: dryRunInput,
    }),
    output: taskAnswer,
    annotations: settles,
    // Field by field: what runs programs is not reachable from here, whatever a client sends.
    run: ({ list: path, number, verified, force, dryRun }) =>
      complete(number, { list: path, verified, force, dryRun }),
  },
  {
    name: "block",
    title: "Block a task",
    description: "Sets a task Blocked, with what it waits for.",
    input: z.object({
      number: numberInput,
      reason: lineInput.describe("what it waits for"),
      dryRun: dryRunInput,
    }),
    output: taskAnswer,
    annotations: settles,
    run: ({ number, ...options }) => block(number, options),
  },
  {
    name: "unblock",
    title: "Unblock a task",
    description: "Lets a Blocked task go on: In Progress if it was begun, else Not Started.",
    input: z.object({ number: numberInput, dryRun: dryRunInput }),
    output: taskAnswer,
    annotations: edits,
    run: ({ number, ...options }) => unblock(number, options),
  },
  {
    name: "add",
    title: "Add a task",
    description:
      "Adds a task at the end of a phase, or before or after another one. Later tasks of the phase are then renumbered and every reference follows.",
    input: z.object({
      title: lineInput.describe("what the task delivers"),
      verify: linesInput.min(1).describe("criteria that can be checked: a status code, a stored record"),
      phase: lineInput.optional().describe("the number of the phase it goes to"),
      phaseTitle: lineInput.optional().describe("open that phase, with this title"),
      complexity: z.enum(["Low", "Medium", "High"]).optional(),
      depends: linesInput.optional().describe("the numbers of the tasks to be complete before it"),
      file: linesInput.optional().describe("files it touches"),
      step: linesInput.optional().describe("steps"),
      method: lineInput.optional().describe("of the endpoint to build, with path"),
      path: lineInput.optional().describe("of the endpoint to build, with method"),
      before: lineInput.optional().describe("the number of the task to stand before"),
      after: lineInput.optional().describe("the number of the task to stand after"),
      force: z.boolean().optional().describe("even where a renumbered task is in progress or has an owner"),
      dryRun: dryRunInput,
    }),
    output: taskAnswer,
    annotations: { ...edits, idempotentHint: false },
    run: ({ title, ...options }) => add(title, { ...options, json: true }),
  },
  {
    name: "remove",
    title: "Remove a task",
    description:
      "Removes a task; those that depended on it inherit its dependencies, and a line under Changes tells of it.",
    input: z.object({
      number: numberInput,
      yes: z.boolean().optional().describe("that it is to be removed indeed: without it the task stays"),
      reason: lineInput.optional().describe("why, for the note"),
      dryRun: dryRunInput,
    }),
    output: taskAnswer,
    annotations: { ...edits, destructiveHint: true, idempotentHint: false },
    run: ({ number, ...options }) => remove(number, { ...options, json: true }),
  },
  {
    name: "progress",
    title: "Progress",
    description: "How far the list is: counts, phases, effort left and what is next.",
    input: z.object(pageInput),
    output: progressAnswer,
    annotations: reads,
    run: async ({ offset, limit, ...options }) =>
      paged(await progress(options), "phases", offset, limit, ({ items, nextOffset }) => ({
        phases: items,
        nextOffset,
      })),
  },
  {
    name: "list",
    title: "List tasks",
    description:
      "The tasks in short, all of them or those that every given option fits; show has one in full.",
    input: z.object({
      status: z.enum(["Not Started", "In Progress", "Blocked", "Complete"]).optional(),
      owner: lineInput.optional(),
      phase: lineInput.optional().describe("the number of a phase"),
      ready: z.boolean().optional().describe("those that could be started now"),
      search: lineInput.optional().describe("those that say this anywhere"),
      ...pageInput,
    }),
    output: listAnswer,
    annotations: reads,
    run: async ({ offset, limit, ...options }) =>
      paged(await list(options), "tasks", offset, limit, ({ items, ...page }) => ({
        tasks: items.map((item) => listAnswer.shape.tasks.element.parse(item)),
        ...page,
      })),
  },
  {
    name: "show",
    title: "Show a task",
    description: "One task in full, what it waits for and what waits for it.",
    input: z.object({ number: numberInput }),
    output: taskAnswer,
    annotations: reads,
    run: ({ number, ...options }) => show(number, options),
  },
  {
    name: "lint",
    title: "Lint the list",
    description: "What is wrong with the list, by line and column.",
    input: z.object({
      prd: pathInput.optional().describe("report the requirements of this PRD that no task carries, too"),
      ...pageInput,
    }),
    output: lintAnswer,
    annotations: reads,
    run: async ({ offset, limit, list: path, prd }) =>
      paged(
        await lint([], { list: path, prd, format: "json" }),
        "diagnostics",
        offset,
        limit,
        ({ items, ...page }) => ({
          diagnostics: items,
          ...page,
        }),
      ),
  },
];

/** The report with one of its lists given page by page. */
function paged(
  report: Report,
  name: string,
  offset: number,
  limit: number,
  present: (page: ReturnType<typeof pageOf<unknown>>) => object,
): Report {
  const json = report.json as Readonly<Record<string, unknown>>;
  return {
    ...report,
    json: { ...json, ...present(pageOf(json[name] as readonly unknown[], offset, limit)) },
  };
}
