import { spawn } from "node:child_process";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

export interface TerminalOutcome {
  readonly exitCode: number | null;
  /** Both streams, including control sequences. */
  readonly output: string;
}

export interface TerminalOptions {
  readonly cwd?: string;
  /** The keys to type after the output matches. */
  readonly type?: { readonly when: RegExp; readonly keys: string };
}

/** The byte that Ctrl-C sends. */
export const ctrlC = "\u0003";

/** The byte that Ctrl-D sends, which ends the input. */
export const ctrlD = "\u0004";

const quoted = (argument: string): string => `'${argument.replaceAll("'", `'\\''`)}'`;

/** Runs the built command on a new pseudo-terminal, which has no size by default. */
export function runOnTerminal(
  args: readonly string[],
  { cwd, type }: TerminalOptions = {},
): Promise<TerminalOutcome> {
  const words = [process.execPath, resolve("dist/tasks/bin.js"), ...args].map(quoted);
  const command = `stty cols 100 rows 40; exec ${words.join(" ")}`;
  const child = spawn("script", ["--quiet", "--return", "--flush", "--command", command, "/dev/null"], {
    cwd,
    env: { ...process.env, HOME: join(tmpdir(), `groundwork-home-${process.pid}`), SHELL: "/bin/sh" },
  });
  return new Promise((done, fail) => {
    let output = "";
    let isTyped = false;
    child.stdout.setEncoding("utf8").on("data", (text) => {
      output += text;
      if (type === undefined || isTyped || !type.when.test(output)) return;
      isTyped = true;
      child.stdin.write(type.keys);
    });
    child.on("error", fail);
    child.on("close", (exitCode) => done({ exitCode, output }));
  });
}
