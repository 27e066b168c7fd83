import type { Action } from "./actions.ts";
import type { Markers } from "./marked-block.ts";

/** How one assistant keeps its commands. */
export interface Assistant {
  readonly name: AssistantName;
  readonly title: string;
  /** Its folder at the root of the project, which also holds its lists. */
  readonly folder: string;
  /** Paths below the root of the project. If one exists, the assistant is in use. */
  readonly traces: readonly string[];
  /** How its user calls an action. */
  readonly call: (action: Action) => string;
  readonly path: (action: Action) => string;
  /** The beginning of a new file, which the user may change later. */
  readonly head: (action: Action) => string;
  /** How a command refers to what its user wrote after it. */
  readonly argument: string;
  /** The form of a prompt in its file. */
  readonly wrap: (action: Action, prompt: string) => string;
  readonly markers: Markers;
}

const inMarkdown: Markers = {
  begin: "<!-- tasks init: begin. It rewrites what is between these two lines. -->",
  end: "<!-- tasks init: end -->",
};
const inToml: Markers = {
  begin: "# tasks init: begin. It rewrites what is between these two lines.",
  end: "# tasks init: end",
};

const frontMatter = (fields: Readonly<Record<string, string>>): string =>
  ["---", ...Object.entries(fields).map(([name, value]) => `${name}: ${value}`), "---", "", ""].join("\n");

/** YAML reads `[task number]` as a list: quoted, it is text. */
const hint = ({ argumentHint }: Action): Readonly<Record<string, string>> =>
  argumentHint === "" ? {} : { "argument-hint": JSON.stringify(argumentHint) };

const saidAfterwards = "what I said with this command";
const asItIs = (_action: Action, prompt: string): string => prompt;

/** Where each assistant looks for commands, and in which form. */
export const assistants: Readonly<Record<AssistantName, Assistant>> = {
  claude: {
    name: "claude",
    title: "Claude Code",
    folder: ".claude",
    traces: [".claude", "CLAUDE.md"],
    call: ({ name }) => `/tasks-${name}`,
    path: ({ name }) => `.claude/commands/tasks-${name}.md`,
    head: (action) => frontMatter({ description: action.description, ...hint(action) }),
    argument: "$ARGUMENTS",
    wrap: asItIs,
    markers: inMarkdown,
  },
  cursor: {
    name: "cursor",
    title: "Cursor",
    folder: ".cursor",
    traces: [".cursor", ".cursorrules"],
    call: ({ name }) => `/tasks-${name}`,
    path: ({ name }) => `.cursor/commands/tasks-${name}.md`,
    head: () => "",
    argument: saidAfterwards,
    wrap: asItIs,
    markers: inMarkdown,
  },
  copilot: {
    name: "copilot",
    title: "GitHub Copilot",
    folder: ".github",
    traces: [".github/copilot-instructions.md", ".github/prompts"],
    call: ({ name }) => `/tasks-${name}`,
    path: ({ name }) => `.github/prompts/tasks-${name}.prompt.md`,
    head: (action) => frontMatter({ description: action.description, agent: "agent", ...hint(action) }),
    argument: saidAfterwards,
    wrap: asItIs,
    markers: inMarkdown,
  },
  gemini: {
    name: "gemini",
    title: "Gemini CLI",
    folder: ".gemini",
    traces: [".gemini", "GEMINI.md"],
    call: ({ name }) => `/tasks:${name}`,
    path: ({ name }) => `.gemini/commands/tasks/${name}.toml`,
    head: () => "",
    argument: "{{args}}",
    // A literal string, because in a basic string a backslash begins an escape.
    wrap: ({ description }, prompt) =>
      `description = ${JSON.stringify(description)}\nprompt = '''\n${prompt}\n'''`,
    markers: inToml,
  },
  codex: {
    name: "codex",
    title: "Codex",
    folder: ".codex",
    traces: [".codex", ".agents", "AGENTS.md"],
    call: ({ name }) => `$tasks-${name}`,
    path: ({ name }) => `.agents/skills/tasks-${name}/SKILL.md`,
    head: (action) => frontMatter({ name: `tasks-${action.name}`, description: action.description }),
    argument: saidAfterwards,
    wrap: asItIs,
    markers: inMarkdown,
  },
};

/** The text between the markers of an assistant's command file. */
export const bodyOf = ({ argument, folder, wrap }: Assistant, action: Action): string =>
  wrap(action, action.prompt(argument, folder));

/** The assistants whose commands can be written. */
export const assistantNames = ["claude", "cursor", "copilot", "gemini", "codex"] as const;

export type AssistantName = (typeof assistantNames)[number];
