import type { Parameters, ValuesOf } from "./declaration.ts";

/** The task that most commands are about. */
export const taskNumber = {
  number: { value: "number", summary: "the task", isRequired: true, tool: true },
} as const satisfies Parameters;

/** The option of every command that edits: shows the edit and writes nothing. */
export const dryRun = {
  dryRun: { summary: "print the edit as a unified diff, write nothing", tool: true },
} as const satisfies Parameters;

/** A dependency that matches a task is never ignored. */
export const forceDependencies = {
  force: { summary: "ignore dependencies that match no task", tool: true },
} as const satisfies Parameters;

export const forceRenumbering = {
  force: { summary: "even if a renumbered task is in progress or has an owner", tool: true },
} as const satisfies Parameters;

/** How `verify` and `complete` run the commands of criteria. Assistants run them themselves. */
export const running = {
  timeout: { value: "seconds", summary: "how long each command may take (default: 600)" },
  yes: { short: "-y", summary: "run without asking; needed with --run if there is no terminal to ask on" },
} as const satisfies Parameters;

/** What a task is, for `add` and `edit`. */
export const fields = {
  complexity: { value: "complexity", summary: "Low, Medium or High", tool: true },
  depends: {
    value: "numbers",
    summary: "the tasks that it depends on: 1.1,1.2 or None",
    isRepeatable: true,
    tool: true,
  },
  file: { value: "path", summary: "a file it touches; repeatable", isRepeatable: true, tool: true },
  step: { value: "text", summary: "a step; repeatable", isRepeatable: true, tool: true },
} as const satisfies Parameters;

export const verifyField = {
  verify: {
    value: "criterion",
    summary: "a criterion to check it by; repeatable",
    isRepeatable: true,
    tool: true,
  },
} as const satisfies Parameters;

export type FieldOptions = ValuesOf<typeof fields> & ValuesOf<typeof verifyField>;

/** The PRD that a list is made from. */
export const prdFile = {
  prd: { value: "prd", summary: "the product requirements document", isRequired: true, tool: true },
} as const satisfies Parameters;

/** Where a new list goes. */
export const newList = {
  out: { value: "path", summary: "write it there", tool: true },
  stdout: { summary: "print it, write nothing", tool: true },
  force: { summary: "overwrite a list that exists", tool: true },
} as const satisfies Parameters;

export const assistantTimeout = {
  timeout: { value: "seconds", summary: "how long that command may take for each answer (default: 600)" },
} as const satisfies Parameters;

export const createdDate = {
  date: { value: "date", summary: "the day of the Created line, YYYY-MM-DD (default: today)" },
} as const satisfies Parameters;
