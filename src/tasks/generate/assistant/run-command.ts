import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { ruleRefusal } from "../../reporting/refusal.ts";

export interface CommandOptions {
  readonly timeoutSeconds: number;
}

const longestAnswer = 8 * 1024 * 1024;

/** What a shell gives for a program that one of these ended. */
const interruptions = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

/**
 * Runs a shell command with a text on its standard input and gives back its standard output. It runs in a process
 * group of its own, so that whatever it started ends with it, on a time-out as on Ctrl-C.
 * @throws Refusal where it fails, answers too much or takes too long.
 */
export async function runCommand(
  command: string,
  input: string,
  { timeoutSeconds }: CommandOptions,
): Promise<string> {
  const child = spawn(command, { shell: true, detached: true, stdio: ["pipe", "pipe", "pipe"] });
  const forget = endOnInterrupt(child, command);
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    killGroup(child);
  }, timeoutSeconds * 1000);
  try {
    const ending = await endingOf(child, input);
    if (isLate)
      throw ruleRefusal(
        "assistant-timeout",
        `"${command}" gave no answer within ${timeoutSeconds} seconds: --timeout SECONDS gives it longer.`,
      );
    refuseFailure(command, ending);
    return ending.output;
  } finally {
    clearTimeout(timer);
    forget();
  }
}

/** A command that was cut off by Ctrl-C must not go on unseen. Gives back what takes the handlers away again. */
function endOnInterrupt(child: ChildProcess, command: string): () => void {
  const handlers = Object.entries(interruptions).map(([signal, exitCode]) => {
    const interrupt = (): void => {
      killGroup(child);
      process.stderr.write(`tasks: interrupted; "${command}" was ended, and nothing was written.\n`);
      process.exit(exitCode);
    };
    process.once(signal, interrupt);
    return () => process.off(signal, interrupt);
  });
  return () => {
    for (const forget of handlers) forget();
  };
}

interface Ending {
  readonly code: number | null;
  readonly signal: string | null;
  readonly output: string;
  readonly errors: string;
}

function endingOf(child: ChildProcess, input: string): Promise<Ending> {
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
    child.on("close", (code, signal) => resolve({ code, signal, output, errors }));
  });
}

function refuseFailure(command: string, { code, signal, output, errors }: Ending): void {
  if (output.length > longestAnswer)
    throw ruleRefusal(
      "assistant-failed",
      `"${command}" answered more than ${longestAnswer / 1024 / 1024} MB, which is no list; it was ended.`,
    );
  if (code === 0) return;
  const how = code === null ? `was ended by ${signal}` : `ended with exit code ${code}`;
  throw ruleRefusal("assistant-failed", `"${command}" ${how}${lastLine(errors)}.`);
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
