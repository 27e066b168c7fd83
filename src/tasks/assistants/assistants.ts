import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Action } from "./actions.ts";
import { actions, promptOf } from "./actions.ts";
import type { Markers, OwnBlock } from "./plan-files.ts";

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

/** How most assistants keep their commands. */
const usual: Pick<Assistant, "call" | "head" | "argument" | "wrap" | "markers"> = {
  call: ({ name }) => `/tasks-${name}`,
  head: () => "",
  argument: "what I said with this command",
  wrap: (_action, prompt) => prompt,
  markers: inMarkdown,
};

/** Where each assistant looks for commands, and in which form. */
export const assistants: Readonly<Record<AssistantName, Assistant>> = {
  claude: {
    ...usual,
    name: "claude",
    title: "Claude Code",
    folder: ".claude",
    traces: [".claude", "CLAUDE.md"],
    path: ({ name }) => `.claude/commands/tasks-${name}.md`,
    head: (action) => frontMatter({ description: action.description, ...hint(action) }),
    argument: "$ARGUMENTS",
  },
  cursor: {
    ...usual,
    name: "cursor",
    title: "Cursor",
    folder: ".cursor",
    traces: [".cursor", ".cursorrules"],
    path: ({ name }) => `.cursor/commands/tasks-${name}.md`,
  },
  copilot: {
    ...usual,
    name: "copilot",
    title: "GitHub Copilot",
    folder: ".github",
    traces: [".github/copilot-instructions.md", ".github/prompts"],
    path: ({ name }) => `.github/prompts/tasks-${name}.prompt.md`,
    head: (action) => frontMatter({ description: action.description, agent: "agent", ...hint(action) }),
  },
  gemini: {
    ...usual,
    name: "gemini",
    title: "Gemini CLI",
    folder: ".gemini",
    traces: [".gemini", "GEMINI.md"],
    call: ({ name }) => `/tasks:${name}`,
    path: ({ name }) => `.gemini/commands/tasks/${name}.toml`,
    argument: "{{args}}",
    // A literal string, because in a basic string a backslash begins an escape.
    wrap: ({ description }, prompt) =>
      `description = ${JSON.stringify(description)}\nprompt = '''\n${prompt}\n'''`,
    markers: inToml,
  },
  codex: {
    ...usual,
    name: "codex",
    title: "Codex",
    folder: ".codex",
    traces: [".codex", ".agents", "AGENTS.md"],
    call: ({ name }) => `$tasks-${name}`,
    path: ({ name }) => `.agents/skills/tasks-${name}/SKILL.md`,
    head: (action) => frontMatter({ name: `tasks-${action.name}`, description: action.description }),
  },
};

/** What `init` writes for an assistant: a file for each action. */
export const blocksFor = (assistant: Assistant): readonly OwnBlock[] =>
  actions.map((action) => ({
    assistant: assistant.name,
    path: assistant.path(action),
    head: assistant.head(action),
    body: assistant.wrap(action, promptOf(action, assistant.argument, assistant.folder)),
    markers: assistant.markers,
  }));

/** Whether the root shows that an assistant is used. */
export const isUsed = (root: string, { traces }: Assistant): boolean =>
  traces.some((trace) => existsSync(join(root, trace)));

/** The assistants whose commands can be written. */
export const assistantNames = ["claude", "cursor", "copilot", "gemini", "codex"] as const;

export type AssistantName = (typeof assistantNames)[number];
