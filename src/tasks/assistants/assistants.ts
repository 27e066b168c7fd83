import type { Action } from "./actions.ts";
import type { AssistantName } from "./assistant-names.ts";
import type { Markers } from "./marked-block.ts";

/** How one assistant keeps its commands. */
export interface Assistant {
  readonly name: AssistantName;
  readonly title: string;
  /** Below the root of the project; what is there tells that the assistant is used. */
  readonly traces: readonly string[];
  /** How its user calls an action. */
  readonly call: (action: Action) => string;
  readonly path: (action: Action) => string;
  /** What a new file begins with; its user's from then on. */
  readonly head: (action: Action) => string;
  readonly body: (action: Action) => string;
  readonly markers: Markers;
}

const inMarkdown: Markers = {
  begin: "<!-- tasks init: begin. What stands between these two lines is written again by it. -->",
  end: "<!-- tasks init: end -->",
};
const inToml: Markers = {
  begin: "# tasks init: begin. What stands between these two lines is written again by it.",
  end: "# tasks init: end",
};

const frontMatter = (fields: Readonly<Record<string, string>>): string =>
  ["---", ...Object.entries(fields).map(([name, value]) => `${name}: ${value}`), "---", "", ""].join("\n");

/** YAML reads `[task number]` as a list: quoted, it is text. */
const hint = ({ argumentHint }: Action): Readonly<Record<string, string>> =>
  argumentHint === "" ? {} : { "argument-hint": JSON.stringify(argumentHint) };

const saidAfterwards = "what I said with this command";

/** Where each assistant looks for commands, and in which form. */
export const assistants: Readonly<Record<AssistantName, Assistant>> = {
  claude: {
    name: "claude",
    title: "Claude Code",
    traces: [".claude", "CLAUDE.md"],
    call: ({ name }) => `/tasks-${name}`,
    path: ({ name }) => `.claude/commands/tasks-${name}.md`,
    head: (action) => frontMatter({ description: action.description, ...hint(action) }),
    body: (action) => action.prompt("$ARGUMENTS"),
    markers: inMarkdown,
  },
  cursor: {
    name: "cursor",
    title: "Cursor",
    traces: [".cursor", ".cursorrules"],
    call: ({ name }) => `/tasks-${name}`,
    path: ({ name }) => `.cursor/commands/tasks-${name}.md`,
    head: () => "",
    body: (action) => action.prompt(saidAfterwards),
    markers: inMarkdown,
  },
  copilot: {
    name: "copilot",
    title: "GitHub Copilot",
    traces: [".github/copilot-instructions.md", ".github/prompts"],
    call: ({ name }) => `/tasks-${name}`,
    path: ({ name }) => `.github/prompts/tasks-${name}.prompt.md`,
    head: (action) => frontMatter({ description: action.description, agent: "agent", ...hint(action) }),
    body: (action) => action.prompt(saidAfterwards),
    markers: inMarkdown,
  },
  gemini: {
    name: "gemini",
    title: "Gemini CLI",
    traces: [".gemini", "GEMINI.md"],
    call: ({ name }) => `/tasks:${name}`,
    path: ({ name }) => `.gemini/commands/tasks/${name}.toml`,
    head: () => "",
    // A literal string takes the prompt as it is: in the other kind a backslash would mean something.
    body: (action) =>
      `description = ${JSON.stringify(action.description)}\nprompt = '''\n${action.prompt("{{args}}")}\n'''`,
    markers: inToml,
  },
  codex: {
    name: "codex",
    title: "Codex",
    traces: [".codex", ".agents", "AGENTS.md"],
    call: ({ name }) => `$tasks-${name}`,
    path: ({ name }) => `.agents/skills/tasks-${name}/SKILL.md`,
    head: (action) => frontMatter({ name: `tasks-${action.name}`, description: action.description }),
    body: (action) => action.prompt(saidAfterwards),
    markers: inMarkdown,
  },
};
