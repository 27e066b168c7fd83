import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { visibleText } from "./terminal/words.ts";

export interface GroupOptions {
  readonly timeoutSeconds: number;
  /** The folder it runs in; by default this process's working directory. */
  readonly folder?: string;
  /** The state after an interruption, for the line that reports it; by default "nothing was written". */
  readonly ifInterrupted?: string | undefined;
  /** Its standard input; empty by default. */
  readonly input?: string;
  /** Receives the output as it arrives; `stop` ends the command early. */
  readonly onOutput: (text: string, stream: "stdout" | "stderr", stop: () => void) => void;
}

/** How long to wait for the last output after the command itself has ended. */
const lastWordsMs = 500;

const stopSignals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Runs a shell command in its own process group, so that all its child processes end with it: when the command exits,
 * when its time limit is reached, and when this process is stopped by Ctrl-C or another signal. A process that left the
 * group, such as a database server, stays after the command's own end; when the command is stopped, Linux ends it too.
 * @returns how it ended; `isLate` if the time limit stopped it
 */
export async function runInGroup(command: string, options: GroupOptions) {
  const { timeoutSeconds, folder, input, onOutput, ifInterrupted = "nothing was written" } = options;
  // A listener also receives the signal's number. A shell expects the exit code 128 plus that number.
  const exitOn = (_signal: NodeJS.Signals, number: number): void => {
    process.stderr.write(
      `\ntasks: interrupted; "${visibleText(command)}" was ended, and ${ifInterrupted}.\n`,
    );
    process.exit(128 + number);
  };
  // Installed first, so that no signal arrives between the start of the command and the listener.
  for (const signal of stopSignals) process.on(signal, exitOn);
  // A name of its own for each command: a command inside another one keeps that one's mark.
  const mark = `TASKS_COMMAND_${randomBytes(9).toString("hex")}`;
  const env = { ...process.env, [mark]: "1" };
  const child = spawn(command, { shell: true, detached: true, stdio: "pipe", cwd: folder, env });
  const stop = (): void => {
    killGroup(child);
    killMarked(mark);
  };
  // Runs before any other clean-up, because a running command could undo that.
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
    // A command that does not read all of its input may still give an answer.
    child.stdin.on("error", () => undefined).end(input ?? "");
    const closed = new Promise((resolve) => child.once("close", resolve));
    const [exitCode, signal] = (await once(child, "exit")) as [number | null, NodeJS.Signals | null];
    killGroup(child);
    // Waits for the last output, but not for a process that left the group and keeps the pipe open.
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
  if (pid !== undefined) kill(-pid);
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // The process has already exited.
  }
}

/** Ends every process that inherited the mark in its environment. Only Linux shows the environment of a process. */
function killMarked(mark: string): void {
  // What starts while the processes are read is found in the next round.
  for (let rounds = 0; rounds < 5; rounds++) {
    const marked = processes().filter((pid) => environmentOf(pid).includes(mark));
    if (marked.length === 0) return;
    for (const pid of marked) kill(pid);
  }
}

const processes = (): readonly number[] =>
  existsSync("/proc/self/environ") ? readdirSync("/proc").map(Number).filter(Number.isInteger) : [];

function environmentOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, "latin1");
  } catch {
    // It has exited, or belongs to another user.
    return "";
  }
}
