import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { ruleRefusal } from "../../reporting/refusal.ts";

export interface CommandOptions {
  readonly timeoutSeconds: number;
}

const longestAnswer = 8 * 1024 * 1024;
const interrupted = 130;

/**
 * Runs a shell command with a text on its standard input and gives back its standard output. It runs in a process
 * group of its own, so that whatever it started ends with it, on a time-out as on Ctrl-C.
 * @throws Refusal where it fails, answers nothing or takes too long.
 */
export async function runCommand(
  command: string,
  input: string,
  { timeoutSeconds }: CommandOptions,
): Promise<string> {
  const child = spawn(command, { shell: true, detached: true, stdio: ["pipe", "pipe", "pipe"] });
  const interrupt = (): void => {
    killGroup(child);
    process.exit(interrupted);
  };
  process.once("SIGINT", interrupt).once("SIGTERM", interrupt);
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    killGroup(child);
  }, timeoutSeconds * 1000);
  try {
    const { code, output, errors } = await answerOf(child, input);
    if (isLate)
      throw ruleRefusal(
        "assistant-timeout",
        `"${command}" gave no answer within ${timeoutSeconds} seconds: --timeout SECONDS gives it longer.`,
      );
    if (code !== 0)
      throw ruleRefusal("assistant-failed", `"${command}" ended with exit code ${code}${lastLine(errors)}.`);
    return output;
  } finally {
    clearTimeout(timer);
    process.off("SIGINT", interrupt).off("SIGTERM", interrupt);
  }
}

interface Answer {
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
}

function answerOf(child: ChildProcess, input: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    let output = "";
    let errors = "";
    child.stdout?.setEncoding("utf8").on("data", (text: string) => {
      output += text;
      // What goes on for ever is no list.
      if (output.length > longestAnswer) killGroup(child);
    });
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      errors = (errors + text).slice(-2000);
    });
    // A command that does not read its input to the end may still answer.
    child.stdin?.on("error", () => undefined);
    child.stdin?.end(input);
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, output, errors }));
  });
}

function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // It ended by itself in the meantime.
  }
}

function lastLine(errors: string): string {
  const line = errors.trim().split("\n").at(-1) ?? "";
  return line === "" ? "" : `: ${line.slice(0, 200).replace(/\.$/, "")}`;
}
