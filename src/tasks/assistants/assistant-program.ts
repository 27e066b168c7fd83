import { inputRefusal } from "../refusal.ts";

/**
 * How each assistant's own program answers a prompt from its standard input on its standard output, without a
 * terminal. None of them gets a flag that skips its permission checks. Sources: docs/decisions/0160.
 */
const programs = {
  claude: "claude -p",
  codex: "codex exec --skip-git-repo-check -",
  gemini: "gemini --output-format text",
  copilot: "copilot -s --no-ask-user",
  cursor: "cursor-agent -p --output-format text",
} as const;

/** The names that `--with` accepts besides a command, for help and messages. */
export const assistantProgramNames = [...Object.keys(programs), "ollama:MODEL"];

/**
 * The shell command for the value of `--with`: an assistant's own, or the value itself.
 * @throws Refusal if the name of a model could be read as shell syntax.
 */
export function assistantCommand(words: string): string {
  const name = words.trim();
  if (Object.hasOwn(programs, name)) return programs[name as keyof typeof programs];
  const model = /^ollama:(.*)$/s.exec(name)?.[1];
  if (model === undefined) return words;
  // It becomes part of a shell command.
  if (/^[\w./:@-]+$/.test(model) && !model.startsWith("-")) return `ollama run ${model} --hidethinking`;
  throw inputRefusal(
    "bad-model",
    `"${model}" is not a model's name: --with ollama:MODEL takes one as \`ollama list\` prints it.`,
  );
}
