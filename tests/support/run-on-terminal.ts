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
  /** A script of the built package; `tasks` by default. */
  readonly script?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** The keys to type after the output matches, and what to do before that. */
  readonly type?: { readonly when: RegExp; readonly keys: string; readonly before?: () => void };
}

/** The bytes that these keys send. */
export const ctrlC = "\u0003";
export const ctrlD = "\u0004";

const quoted = (argument: string): string => `'${argument.replaceAll("'", `'\\''`)}'`;

/** Runs a built command on a new pseudo-terminal, which has no size by default. */
export function runOnTerminal(
  args: readonly string[],
  { cwd, script = "dist/tasks/bin.js", env, type }: TerminalOptions = {},
): Promise<TerminalOutcome> {
  const words = [process.execPath, resolve(script), ...args].map(quoted);
  const command = `stty cols 100 rows 40; exec ${words.join(" ")}`;
  const child = spawn("script", ["--quiet", "--return", "--flush", "--command", command, "/dev/null"], {
    cwd,
    env: { ...process.env, HOME: join(tmpdir(), `groundwork-home-${process.pid}`), SHELL: "/bin/sh", ...env },
  });
  return new Promise((done, fail) => {
    let output = "";
    let isTyped = false;
    child.stdout.setEncoding("utf8").on("data", (text) => {
      output += text;
      if (type === undefined || isTyped || !type.when.test(output)) return;
      isTyped = true;
      type.before?.();
      child.stdin.write(type.keys);
    });
    child.on("error", fail);
    child.on("close", (exitCode) => done({ exitCode, output }));
  });
}
