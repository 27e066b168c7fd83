import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { visibleText } from "../cli/terminal/words.ts";

export interface GroupOptions {
  readonly timeoutSeconds: number;
  /** The folder it runs in; this process's own by default. */
  readonly folder?: string;
  /** What an interruption leaves behind, for the line that reports it; "nothing was written" by default. */
  readonly ifInterrupted?: string;
  /** What it finds on its standard input; nothing by default. */
  readonly input?: string;
  /** Takes what it prints as it comes; `stop` ends it early. */
  readonly onOutput: (text: string, stream: "stdout" | "stderr", stop: () => void) => void;
}

export interface Ending {
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Whether it was ended because its time was up. */
  readonly isLate: boolean;
}

/** How long what was printed last may take to arrive, after the command itself has ended. */
const lastWordsMs = 500;

const stopSignals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Runs a shell command in a process group of its own, so that whatever it started ends with it: when it ends
 * itself, when its time is up, and when this process is told to stop, by Ctrl-C or otherwise.
 */
export async function runInGroup(command: string, options: GroupOptions): Promise<Ending> {
  const { timeoutSeconds, folder, input, onOutput, ifInterrupted = "nothing was written" } = options;
  // A listener learns the signal's number as well, and a shell expects 128 and that number.
  const exitOn = (_signal: NodeJS.Signals, number: number): void => {
    process.stderr.write(
      `\ntasks: interrupted; "${visibleText(command)}" was ended, and ${ifInterrupted}.\n`,
    );
    process.exit(128 + number);
  };
  // Installed first, so that no signal finds the command started and nobody listening.
  for (const signal of stopSignals) process.on(signal, exitOn);
  const child = spawn(command, { shell: true, detached: true, stdio: "pipe", cwd: folder });
  const stop = (): void => killGroup(child);
  // Before whatever else tidies up at the end: a command that still runs could undo it.
  process.prependOnceListener("exit", stop);
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    stop();
  }, timeoutSeconds * 1000);
  try {
    for (const stream of ["stdout", "stderr"] as const) {
      child[stream].setEncoding("utf8").on("data", (text: string) => onOutput(text, stream, stop));
    }
    // A command that does not read its input to the end may still answer.
    child.stdin.on("error", () => undefined).end(input ?? "");
    const closed = new Promise((resolve) => child.once("close", resolve));
    const [exitCode, signal] = (await once(child, "exit")) as [number | null, NodeJS.Signals | null];
    stop();
    // Its last words are waited for, but not what left the group and keeps the pipe open.
    await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, lastWordsMs).unref())]);
    return { exitCode, signal, isLate };
  } finally {
    child.stdout.destroy();
    child.stderr.destroy();
    clearTimeout(timer);
    process.off("exit", stop);
    for (const signal of stopSignals) process.off(signal, exitOn);
  }
}

function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // It ended by itself in the meantime.
  }
}
