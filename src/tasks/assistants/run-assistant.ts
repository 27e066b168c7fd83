import { spawnSync } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { resolve } from "node:path";
import { inputRefusal, ruleRefusal } from "../refusal.ts";
import type { GroupOptions } from "../run-in-group.ts";
import { runInGroup } from "../run-in-group.ts";
import { plural } from "../terminal/words.ts";

interface AssistantOptions extends Omit<GroupOptions, "input" | "onOutput"> {
  /** As `--with` takes it: an assistant's name, or a shell command. */
  readonly assistant: string;
  /** Keeps only the end of the output, for an assistant that works instead of answering. */
  readonly keepsEnd?: boolean;
}

const longestEnd = 4000;
const longestAnswer = 8 * 1024 * 1024;

/**
 * Runs an assistant's program with a prompt on its standard input and returns its standard output. Every process that
 * it started ends with it.
 * @throws Refusal if it does not exist (exit code 2), fails, answers too much or takes too long.
 */
export async function runAssistant(
  prompt: string,
  { assistant, timeoutSeconds, keepsEnd, ...options }: AssistantOptions,
): Promise<string> {
  const command = assistantCommand(assistant);
  requireProgram(command, options.folder);
  let output = "";
  let errors = "";
  const { exitCode, signal, isLate } = await runInGroup(command, {
    ...options,
    timeoutSeconds,
    input: prompt,
    onOutput: (text, stream, stop) => {
      if (stream === "stderr") errors = (errors + text).slice(-2000);
      else output = keepsEnd ? (output + text).slice(-longestEnd) : output + text;
      // A list is never this long.
      if (output.length > longestAnswer) stop();
    },
  });
  if (isLate)
    throw ruleRefusal(
      "assistant-timeout",
      `"${command}" did not end within ${plural(timeoutSeconds, "second")}: --timeout SECONDS gives it longer.`,
    );
  if (output.length > longestAnswer)
    throw ruleRefusal(
      "assistant-failed",
      `"${command}" answered more than ${longestAnswer / 1024 / 1024} MB, which is not a list; it was ended.`,
    );
  if (exitCode === 0) return output;
  const how = signal === null ? `ended with exit code ${exitCode}` : `was ended by ${signal}`;
  throw ruleRefusal("assistant-failed", `"${command}" ${how}${lastLine(errors)}.`);
}

/** Its program, after any plain assignments. */
const plainCommand = /^\s*(?:(?!PATH=)[A-Za-z_]\w*=[\w./:@%+,=-]*\s+)*([\w./+@-]+)(?:\s|$)/;

/**
 * Looks up the program of a command before anything is started for it. Afterwards an exit code of 127 shows only that
 * something in the command was not found. Plain assignments before the program are skipped, except of PATH, which decides
 * what is found. Any other command that does not begin with a plain word is left to the shell.
 * @throws Refusal if there is no such program.
 */
export function requireProgram(command: string, folder = process.cwd()): void {
  const program = plainCommand.exec(command)?.[1];
  if (program === undefined || isProgram(program, folder)) return;
  throw inputRefusal(
    "assistant-not-found",
    `"${command}" could not be started: there is no program ${program} here. Install it, or name another with --with.`,
  );
}

function isProgram(name: string, folder: string): boolean {
  if (name.includes("/")) return isExecutable(resolve(folder, name));
  // The shell also knows its own words, such as `cd`. Without a shell of that name, as on Windows, there is no answer.
  const { status } = spawnSync("/bin/sh", ["-c", 'command -v -- "$1"', "sh", name], { cwd: folder });
  return status === 0 || status === null;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function lastLine(errors: string): string {
  const line = errors.trim().split("\n").at(-1) ?? "";
  return line === "" ? "" : `: ${line.slice(0, 200).replace(/\.$/, "")}`;
}

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

/** The assistants that `--with` knows by name. */
export const assistantsByName: readonly string[] = Object.keys(programs);

/** What `--with` accepts besides a command, for help and messages. */
export const assistantProgramNames = [...assistantsByName, "ollama:MODEL"];

/**
 * The shell command for the value of `--with`: an assistant's own, or the value itself.
 * @throws Refusal if the name of a model could be read as shell syntax.
 */
export function assistantCommand(words: string): string {
  const name = words.trim();
  if (name === "") throw inputRefusal("no-assistant", "--with needs the name of an assistant, or a command.");
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
