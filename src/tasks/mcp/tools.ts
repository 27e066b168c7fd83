import type { ToolAnnotations } from "@modelcontextprotocol/server";
import { z } from "zod";
import type { PresentedTask } from "../cli/reporting/answers.ts";
import type { Report } from "../cli/reporting/report.ts";
import { add } from "../commands/add.ts";
import { audit } from "../commands/audit.ts";
import { block } from "../commands/block.ts";
import { brief } from "../commands/brief.ts";
import { check } from "../commands/check.ts";
import { complete } from "../commands/complete.ts";
import { coverage } from "../commands/coverage.ts";
import { edit } from "../commands/edit.ts";
import { generate } from "../commands/generate.ts";
import { graph } from "../commands/graph.ts";
import { importList } from "../commands/import.ts";
import { lint } from "../commands/lint.ts";
import { list } from "../commands/list.ts";
import { log } from "../commands/log.ts";
import { move } from "../commands/move.ts";
import { next } from "../commands/next.ts";
import { progress } from "../commands/progress.ts";
import { release } from "../commands/release.ts";
import { remove } from "../commands/remove.ts";
import { renumber } from "../commands/renumber.ts";
import { reset } from "../commands/reset.ts";
import { show } from "../commands/show.ts";
import { start } from "../commands/start.ts";
import { unblock } from "../commands/unblock.ts";
import { undo } from "../commands/undo.ts";
import { update } from "../commands/update.ts";
import { verify } from "../commands/verify.ts";
import { betweenCharacters, pageOf } from "./bounded.ts";
import {
  fieldInputs,
  flag,
  lineInput,
  linesInput,
  numberInput,
  pageInput,
  pathInput,
  placeInputs,
  positionsInput,
} from "./schemas.ts";

/** A tool: its description, its input and its function. */
export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly input: z.ZodObject;
  readonly annotations: ToolAnnotations;
  /** Tools that read another file take that file instead of a list. */
  readonly takesNoList?: true;
  /** The longest text in an answer. The rest is cut. */
  readonly mostCharacters?: number;
  /** Takes the parsed input, with the path of the list if one is named. */
  // biome-ignore lint/suspicious/noExplicitAny: the input is what its schema says, and each tool reads its own
  readonly run: (input: any) => Promise<Report>;
}

/** Texts to work from, such as a brief, may be longer than other answers. */
const mostOfBrief = 40_000;

/** Neither kind reaches beyond the project or destroys anything that `undo` can't restore. */
const reads: ToolAnnotations = { readOnlyHint: true };
const edits: ToolAnnotations = { destructiveHint: false };
/** A second call with the same input changes nothing. */
const settles: ToolAnnotations = { ...edits, idempotentHint: true };

const ofTask = { number: numberInput };
const ofEdit = { ...ofTask, dryRun: flag };
const ofForcedEdit = { ...ofEdit, force: flag };

/** The operations of the command that an assistant may use. None of them runs a program that a client names. */
export const tools: readonly Tool[] = [
  {
    name: "next",
    description: "The task in progress, else the first that is ready.",
    input: z.strictObject({ as: lineInput.optional(), explain: flag }),
    annotations: reads,
    run: ({ list: path, as, explain }) => next({ list: path, as, explain }),
  },
  {
    name: "start",
    description:
      "Start a task and give its details; without number, the first that is ready, which no other worker gets.",
    input: z.strictObject({ ...ofForcedEdit, number: numberInput.optional(), as: lineInput.optional() }),
    annotations: edits,
    run: ({ number, ...options }) => start(number === undefined ? undefined : String(number), options),
  },
  {
    name: "check",
    description: "Tick verification items by position from 1; without any, list them.",
    input: z.strictObject({
      ...ofForcedEdit,
      items: positionsInput.optional(),
      all: flag,
      undo: flag.describe("untick"),
    }),
    annotations: settles,
    run: ({ number, items = [], ...options }) => check(String(number), items.map(String), options),
  },
  {
    name: "verify",
    description: "A task's criteria and their commands. Runs nothing.",
    input: z.strictObject(ofTask),
    annotations: reads,
    // Field by field, so that no client can pass the options that run programs.
    run: ({ list: path, number }) => verify(String(number), { list: path }),
  },
  {
    name: "complete",
    description: "Complete a task whose dependencies are Complete and whose items are ticked.",
    input: z.strictObject({
      ...ofForcedEdit,
      verified: flag.describe("the open items were checked: tick them"),
    }),
    annotations: settles,
    run: ({ list: path, number, verified, force, dryRun }) =>
      complete(String(number), { list: path, verified, force, dryRun }),
  },
  {
    name: "block",
    description: "Set a task Blocked.",
    input: z.strictObject({ ...ofEdit, reason: lineInput }),
    annotations: settles,
    run: ({ number, ...options }) => block(String(number), options),
  },
  {
    name: "unblock",
    description: "Let a Blocked task go on.",
    input: z.strictObject(ofEdit),
    annotations: edits,
    run: ({ number, ...options }) => unblock(String(number), options),
  },
  {
    name: "release",
    description:
      "Take the owner away (stale, as 4h: of all claimed longer ago); In Progress becomes Not Started.",
    input: z.strictObject({ number: numberInput.optional(), stale: lineInput.optional(), dryRun: flag }),
    annotations: settles,
    run: ({ number, ...options }) => release(number === undefined ? undefined : String(number), options),
  },
  {
    name: "reset",
    description: "Back to Not Started, boxes unticked.",
    input: z.strictObject(ofForcedEdit),
    annotations: settles,
    run: ({ number, ...options }) => reset(String(number), options),
  },
  paged("phases", {
    name: "progress",
    description: "Counts, phases, effort left, what is next.",
    input: z.strictObject({}),
    annotations: reads,
    run: (options) => progress(options),
  }),
  paged("tasks", {
    name: "list",
    description: "The tasks that match all options, in short; show gives one in full.",
    input: z.strictObject({
      status: z.enum(["Not Started", "In Progress", "Blocked", "Complete"]).optional(),
      owner: lineInput.optional(),
      phase: numberInput.optional(),
      ready: flag,
      search: lineInput.optional(),
    }),
    annotations: reads,
    run: async ({ phase, ...options }) => inShort(await list({ ...options, ...textOf({ phase }) })),
  }),
  {
    name: "show",
    description: "One task in full, with what it waits for.",
    input: z.strictObject(ofTask),
    annotations: reads,
    run: ({ number, ...options }) => show(String(number), options),
  },
  paged("events", {
    name: "log",
    description: "History of the list or one task, from git, and its proof.",
    input: z.strictObject({ number: numberInput.optional() }),
    annotations: reads,
    run: ({ number, ...options }) => log(number === undefined ? undefined : String(number), options),
  }),
  {
    name: "graph",
    description: "Waves of parallel tasks, and the critical path.",
    input: z.strictObject({ format: z.enum(["text", "mermaid", "dot"]).optional() }),
    annotations: reads,
    run: (options) => graph({ ...options, json: true }),
  },
  paged("diagnostics", {
    name: "lint",
    description: "What is wrong with the list; with prd, also against that PRD.",
    input: z.strictObject({ prd: pathInput.optional(), strict: flag }),
    annotations: reads,
    run: (options) => lint([], { ...options, format: "json" }),
  }),
  paged("diagnostics", {
    name: "fix",
    description: "Make lint's safe repairs.",
    input: z.strictObject({ dryRun: flag }),
    annotations: settles,
    run: (options) => lint([], { ...options, fix: true, format: "json" }),
  }),
  paged("findings", {
    name: "audit",
    description: "Completions that were not earned.",
    input: z.strictObject({}),
    annotations: reads,
    run: (options) => audit(options),
  }),
  paged("requirements", {
    name: "coverage",
    description: "Each requirement of the PRD and the tasks that carry it.",
    input: z.strictObject({ prd: pathInput.optional() }),
    annotations: reads,
    run: (options) => coverage(options),
  }),
  {
    name: "add",
    description: "Add a task to a phase, or before or after another; later ones are renumbered.",
    input: z.strictObject({
      title: lineInput,
      verify: linesInput,
      ...fieldInputs,
      phase: numberInput.optional(),
      phaseTitle: lineInput.optional().describe("of a new phase"),
      method: lineInput.optional(),
      path: lineInput.optional().describe("of the endpoint"),
      ...placeInputs,
      force: flag,
      dryRun: flag,
    }),
    annotations: edits,
    run: ({ title, phase, before, after, ...options }) =>
      add(title, { ...options, ...textOf({ phase, before, after }), json: true }),
  },
  {
    name: "edit",
    description: "Replace fields of a task.",
    input: z.strictObject({
      ...ofEdit,
      title: lineInput.optional(),
      verify: linesInput.optional(),
      ...fieldInputs,
    }),
    annotations: settles,
    run: ({ number, ...options }) => edit(String(number), options),
  },
  {
    name: "move",
    description: "Put a task before or after another; numbers and references follow.",
    input: z.strictObject({ ...ofForcedEdit, ...placeInputs }),
    annotations: edits,
    run: ({ number, before, after, ...options }) =>
      move(String(number), { ...options, ...textOf({ before, after }) }),
  },
  {
    name: "remove",
    description: "Remove a task; its dependents inherit its dependencies. Needs yes.",
    input: z.strictObject({ ...ofForcedEdit, yes: flag, reason: lineInput.optional() }),
    annotations: { destructiveHint: true },
    run: ({ number, ...options }) => remove(String(number), { ...options, json: true }),
  },
  {
    name: "renumber",
    description: "Close the gaps in the numbers.",
    input: z.strictObject({ force: flag, dryRun: flag }),
    annotations: settles,
    run: (options) => renumber(options),
  },
  {
    name: "undo",
    description: "Take back the last edit, once.",
    input: z.strictObject({ dryRun: flag }),
    annotations: edits,
    run: (options) => undo(options),
  },
  {
    name: "brief",
    description: "What you need to write a PRD's list yourself.",
    input: z.strictObject({ prd: pathInput, offset: pageInput.offset }),
    annotations: reads,
    takesNoList: true,
    mostCharacters: mostOfBrief,
    run: async ({ prd, offset = 0 }) => pageOfBrief(await brief(prd, {}), offset),
  },
  {
    name: "generate",
    description: "Draft and write the list of a PRD; stdout: only give it.",
    input: z.strictObject({
      prd: pathInput,
      out: pathInput.optional(),
      stdout: flag,
      force: flag,
      dryRun: flag,
    }),
    annotations: edits,
    takesNoList: true,
    mostCharacters: mostOfBrief,
    run: ({ prd, out, stdout, force, dryRun }) => generate(prd, { out, stdout, force, dryRun, json: true }),
  },
  paged("decisions", {
    name: "update",
    description: "Bring the list up to date with its changed PRD; record: only note that it is.",
    input: z.strictObject({ prd: pathInput.optional(), record: flag, dryRun: flag }),
    annotations: edits,
    run: ({ list: path, prd, record, dryRun }) => update(prd, { list: path, record, dryRun }),
  }),
  {
    name: "import",
    description: "Bring another tool's list into this form.",
    input: z.strictObject({
      source: pathInput,
      out: pathInput.optional(),
      tag: lineInput.optional(),
      stdout: flag,
      force: flag,
      dryRun: flag,
    }),
    annotations: edits,
    takesNoList: true,
    mostCharacters: mostOfBrief,
    run: ({ source, out, tag, stdout, force, dryRun }) =>
      importList(source, { out, tag, stdout, force, dryRun, json: true }),
  },
];

/** Numbers as text, as the commands take them. Undefined ones are left out. */
const textOf = (options: Readonly<Record<string, string | number | undefined>>) =>
  Object.fromEntries(
    Object.entries(options).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );

/** A brief that is longer comes in pages. */
function pageOfBrief(report: Report, offset: number): Report {
  const { prd, brief: text } = report.json as { prd: string; brief: string };
  const [start, end] = [offset, offset + mostOfBrief].map((place) => betweenCharacters(text, place));
  const nextOffset = end !== undefined && end < text.length ? end : null;
  return { ...report, json: { prd, brief: text.slice(start, end), total: text.length, nextOffset } };
}

/** A tool with a list in its answer that is given page by page. */
function paged(name: string, { input, run, ...tool }: Tool): Tool {
  return {
    ...tool,
    input: input.extend(pageInput),
    run: async ({ offset, limit, ...options }) => {
      const report = await run(options);
      const json = report.json as Readonly<Record<string, unknown>>;
      const { items, total, nextOffset } = pageOf(json[name] as readonly unknown[], offset, limit);
      // Progress has a total of its own.
      return { ...report, json: { ...json, [name]: items, total: json["total"] ?? total, nextOffset } };
    },
  };
}

/** The tasks with their main fields. `show` has the rest. */
function inShort(report: Report): Report {
  const json = report.json as { readonly tasks: readonly PresentedTask[] };
  const tasks = json.tasks.map(({ number, title, status, ready, dependencies, owner, claim }) => ({
    number,
    title,
    status,
    ready,
    dependencies,
    owner,
    // Always null in a repository without further worktrees.
    ...(claim === null ? {} : { claim }),
  }));
  return { ...report, json: { ...json, tasks } };
}
