import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Action } from "./actions.ts";
import { actions, promptOf } from "./actions.ts";
import type { OwnBlock } from "./plan-files.ts";

/** The assistants whose commands can be written. */
export const assistantNames = ["claude", "cursor", "copilot", "gemini", "codex"] as const;

export type AssistantName = (typeof assistantNames)[number];

/** How one assistant keeps its commands. In `call` and `path`, NAME stands for an action's name. */
interface Assistant {
  readonly title: string;
  /** Its folder at the root of the project, which also holds its lists. */
  readonly folder: string;
  /** Paths below the root of the project. If one exists, the assistant is in use. */
  readonly traces: readonly string[];
  /** How its user calls an action. */
  readonly call: string;
  /** Below the root of the project. */
  readonly path: string;
  /** The fields at the beginning of a new file, which the user may change later. */
  readonly fields?: (action: Action) => Readonly<Record<string, string>>;
  /** How a command refers to what its user wrote after it. */
  readonly argument?: string;
}

/** YAML reads `[task number]` as a list: quoted, it is text. */
const hint = ({ argumentHint }: Action): Readonly<Record<string, string>> =>
  argumentHint === "" ? {} : { "argument-hint": JSON.stringify(argumentHint) };

/** Where each assistant looks for commands, and in which form. */
export const assistants: Readonly<Record<AssistantName, Assistant>> = {
  claude: {
    title: "Claude Code",
    folder: ".claude",
    traces: [".claude", "CLAUDE.md"],
    call: "/tasks-NAME",
    path: ".claude/commands/tasks-NAME.md",
    fields: (action) => ({ description: action.description, ...hint(action) }),
    argument: "$ARGUMENTS",
  },
  cursor: {
    title: "Cursor",
    folder: ".cursor",
    traces: [".cursor", ".cursorrules"],
    call: "/tasks-NAME",
    path: ".cursor/commands/tasks-NAME.md",
  },
  copilot: {
    title: "GitHub Copilot",
    folder: ".github",
    traces: [".github/copilot-instructions.md", ".github/prompts"],
    call: "/tasks-NAME",
    path: ".github/prompts/tasks-NAME.prompt.md",
    fields: (action) => ({ description: action.description, agent: "agent", ...hint(action) }),
  },
  gemini: {
    title: "Gemini CLI",
    folder: ".gemini",
    traces: [".gemini", "GEMINI.md"],
    call: "/tasks:NAME",
    path: ".gemini/commands/tasks/NAME.toml",
    argument: "{{args}}",
  },
  codex: {
    title: "Codex",
    folder: ".codex",
    traces: [".codex", ".agents", "AGENTS.md"],
    call: "$tasks-NAME",
    path: ".agents/skills/tasks-NAME/SKILL.md",
    fields: ({ name, description }) => ({ name: `tasks-${name}`, description }),
  },
};

/** The calls of all actions. */
export const callsOf = (assistant: AssistantName): readonly string[] =>
  actions.map(({ name }) => assistants[assistant].call.replace("NAME", name));

const inMarkdown = {
  begin: "<!-- tasks init: begin. It rewrites what is between these two lines. -->",
  end: "<!-- tasks init: end -->",
};
const inToml = {
  begin: "# tasks init: begin. It rewrites what is between these two lines.",
  end: "# tasks init: end",
};

/** What `init` writes for an assistant: a file for each action. */
export const blocksFor = (assistant: AssistantName): readonly OwnBlock[] =>
  actions.map((action) => {
    const { path, folder, fields, argument = "what I said with this command" } = assistants[assistant];
    const prompt = promptOf(action, argument, folder);
    const lines = Object.entries(fields?.(action) ?? {}).map(([name, value]) => `${name}: ${value}`);
    const isToml = path.endsWith(".toml");
    // A literal string, because in a basic string a backslash begins an escape.
    const toml = `description = ${JSON.stringify(action.description)}\nprompt = '''\n${prompt}\n'''`;
    return {
      assistant,
      path: path.replace("NAME", action.name),
      head: lines.length > 0 ? ["---", ...lines, "---", "", ""].join("\n") : "",
      body: isToml ? toml : prompt,
      markers: isToml ? inToml : inMarkdown,
    };
  });

/** Whether the root shows that an assistant is used. */
export const isUsed = (root: string, assistant: AssistantName): boolean =>
  assistants[assistant].traces.some((trace) => existsSync(join(root, trace)));
