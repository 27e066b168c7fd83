import { runInGroup } from "../../process/run-in-group.ts";
import { ruleRefusal } from "../../refusal.ts";

export interface CommandOptions {
  readonly timeoutSeconds: number;
}

const longestAnswer = 8 * 1024 * 1024;

/**
 * Runs a shell command with a text on its standard input and gives back its standard output. Whatever it started
 * ends with it.
 * @throws Refusal where it fails, answers too much or takes too long.
 */
export async function runCommand(
  command: string,
  input: string,
  { timeoutSeconds }: CommandOptions,
): Promise<string> {
  let output = "";
  let errors = "";
  const { exitCode, signal, isLate } = await runInGroup(command, {
    timeoutSeconds,
    input,
    onOutput: (text, stream, stop) => {
      if (stream === "stderr") errors = (errors + text).slice(-2000);
      else output += text;
      // What goes on for ever is no list.
      if (output.length > longestAnswer) stop();
    },
  });
  if (isLate)
    throw ruleRefusal(
      "assistant-timeout",
      `"${command}" gave no answer within ${timeoutSeconds} seconds: --timeout SECONDS gives it longer.`,
    );
  if (output.length > longestAnswer)
    throw ruleRefusal(
      "assistant-failed",
      `"${command}" answered more than ${longestAnswer / 1024 / 1024} MB, which is no list; it was ended.`,
    );
  if (exitCode === 0) return output;
  const how = signal === null ? `ended with exit code ${exitCode}` : `was ended by ${signal}`;
  throw ruleRefusal("assistant-failed", `"${command}" ${how}${lastLine(errors)}.`);
}

function lastLine(errors: string): string {
  const line = errors.trim().split("\n").at(-1) ?? "";
  return line === "" ? "" : `: ${line.slice(0, 200).replace(/\.$/, "")}`;
}
