import { assistantProgramNames } from "../assistants/run-assistant.ts";
import type { OpenedList } from "../list-file/open-list.ts";
import { openList } from "../list-file/open-list.ts";
import type { Report } from "../reporting/report.ts";
import { aboutList } from "../reporting/report.ts";

/**
 * An argument or an option of a command, as data. The command line, the tool for assistants, the completion of shells
 * and the type of the command's input all follow from it.
 */
export interface Parameter {
  /** Its description in the help. */
  readonly summary: string;
  /** The placeholder of its value; none for a flag. The same placeholder means the same everywhere. */
  readonly value?: string;
  readonly short?: string;
  readonly isRequired?: true;
  readonly isRepeatable?: true;
  readonly choices?: readonly string[];
  readonly default?: string;
  /** Whether assistants may use it. They must not use an option that runs a program. */
  readonly tool?: true | ToolParameter;
}

/** The differences between the tool's parameter and the command line's. */
interface ToolParameter {
  /** Only what the name does not say, because every word costs an assistant tokens. */
  readonly summary?: string;
  readonly isRequired?: true;
  readonly choices?: readonly string[];
}

type Parameters = Readonly<Record<string, Parameter>>;

/** A command as a tool for assistants. */
export interface ToolDeclaration {
  readonly summary: string;
  /** An edit that settles changes nothing when it is repeated. A removal can't be undone by the tool that made it. */
  readonly does: "reads" | "edits" | "settles" | "removes";
  /** The fields of the items of a list in its answer; by default all. */
  readonly shortens?: Readonly<Record<string, readonly string[]>>;
  /** For a tool that reads another file instead of a list. */
  readonly takesNoList?: true;
  /** Whether its answer is a text to work from, which may be longer than others. */
  readonly isLong?: true;
}

/** A command as data: everything except its code. */
export interface Declaration {
  readonly name: string;
  readonly alias?: string;
  readonly summary: string;
  readonly arguments?: Parameters;
  readonly options?: Parameters;
  readonly examples: readonly string[];
  /** Missing if assistants can't use the command. */
  readonly tool?: ToolDeclaration;
}

type ValueOf<Given extends Parameter> = Given extends { readonly value: string }
  ? Given extends { readonly isRepeatable: true }
    ? readonly string[]
    : Given extends { readonly choices: readonly (infer Choice)[] }
      ? Choice
      : string
  : boolean;

/** The names of the parameters that always have a value. */
type Given<All extends Parameters> = {
  [Name in keyof All]: All[Name] extends { readonly isRequired: true } | { readonly default: string }
    ? Name
    : never;
}[keyof All];

/** The values of these parameters. */
type ValuesOf<All extends Parameters> = {
  readonly [Name in Given<All>]: ValueOf<All[Name]>;
} & { readonly [Name in Exclude<keyof All, Given<All>>]?: ValueOf<All[Name]> };

type Flat<Type> = { [Key in keyof Type]: Type[Key] };
type ParametersIn<Part> = Part extends Parameters ? Part : Record<never, never>;

/** The options that every command has. */
export const globalOptions = {
  list: {
    value: "path",
    short: "-f",
    summary: "the list (default: TASKS_FILE, else tasks-*.md in .*/tasks or tasks, from here up)",
  },
  json: { summary: "print one JSON value and nothing else" },
} as const satisfies Parameters;

export type GlobalOptions = ValuesOf<typeof globalOptions>;

/** The options of a command, including the global ones. */
export type OptionsOf<Declared extends Declaration> = Flat<
  ValuesOf<ParametersIn<Declared["options"]>> & GlobalOptions
>;

/** The input of a command: its arguments and options. */
export type InputOf<Declared extends Declaration> = Flat<
  ValuesOf<ParametersIn<Declared["arguments"]>> & OptionsOf<Declared>
>;

/** The values that a command line or a client passed, checked against the declaration. */
export type GivenInput = Readonly<Record<string, string | boolean | readonly string[] | undefined>>;

/** Any command, for callers that know only its declaration. */
export interface AnyOperation {
  readonly declaration: Declaration;
  run(input: GivenInput): Promise<Report | undefined>;
}

/** Declares a command beside its code, which the build separates (see `scripts/build.ts`). */
export const operation = <const Declared extends Declaration, Answer extends Report | undefined>(
  declaration: Declared,
  run: (input: InputOf<Declared>) => Promise<Answer>,
) => ({ declaration, run });

/** Declares a command that reads the list and writes nothing. The list's path is added to its answer for programs. */
export const query = <const Declared extends Declaration>(
  declaration: Declared,
  answer: (opened: OpenedList, input: InputOf<Declared>) => Report | Promise<Report>,
) => ({
  declaration,
  run: async (input: InputOf<Declared>): Promise<Report> => {
    const opened = openList(input.list);
    return aboutList(opened.path, await answer(opened, input));
  },
});

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
  requirement: {
    value: "id",
    summary: "a requirement of the PRD that it carries: FR-5; repeatable",
    isRepeatable: true,
    tool: true,
  },
  file: { value: "path", summary: "a file it touches; repeatable", isRepeatable: true, tool: true },
  step: { value: "text", summary: "a step; repeatable", isRepeatable: true, tool: true },
  verify: {
    value: "criterion",
    summary: "a criterion to check it by; repeatable",
    isRepeatable: true,
    tool: true,
  },
} as const satisfies Parameters;

/** The place of a task, for `add` and `move`. */
export const nextTo = {
  before: { value: "number", summary: "put it before this task; those behind are renumbered", tool: true },
  after: { value: "number", summary: "put it after this task; those behind are renumbered", tool: true },
} as const satisfies Parameters;

/** The PRD that a list is made from. */
export const prdFile = {
  prd: { value: "prd", summary: "the product requirements document", isRequired: true, tool: true },
} as const satisfies Parameters;

/** Where a new list goes. */
export const newList = {
  assistantDir: {
    value: "dir",
    summary:
      "the assistant whose tasks folder it goes to (default: the one that the file is in, else claude)",
  },
  out: { value: "path", summary: "write it there", tool: true },
  stdout: { summary: "print it, write nothing", tool: true },
  force: { summary: "overwrite a list that exists", tool: true },
} as const satisfies Parameters;

export const createdDate = {
  date: { value: "date", summary: "the day of the Created line, YYYY-MM-DD (default: today)" },
} as const satisfies Parameters;

/** How an assistant writes the list, or its new tasks. */
export const byAssistant = {
  with: {
    value: "assistant",
    summary: `let an assistant write the tasks: ${assistantProgramNames.join(", ")}, or a command that takes the brief on its input`,
  },
  strict: { summary: "with --with: warnings in them also keep the list from being written" },
  timeout: { value: "seconds", summary: "how long that command may take for each answer (default: 600)" },
} as const satisfies Parameters;
