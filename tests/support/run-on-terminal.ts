import { spawn, spawnSync } from "node:child_process";
import { resolve } from "node:path";

export interface TerminalOutcome {
  readonly exitCode: number | null;
  /** Both streams as a terminal shows them, control sequences and all. */
  readonly output: string;
}

export interface TerminalOptions {
  readonly cwd: string;
  /** What is typed once the output matches. */
  readonly type?: { readonly when: RegExp; readonly keys: string };
}

/** util-linux's `script` gives a process a terminal; other systems' command of that name takes other options. */
export const hasTerminal = /util-linux/.test(
  spawnSync("script", ["--version"], { encoding: "utf8" }).stdout ?? "",
);

/** Ctrl-C, as a keyboard sends it. */
export const ctrlC = "\u0003";

const quoted = (argument: string): string => `'${argument.replaceAll("'", `'\\''`)}'`;

/** Runs the built command on a pseudo-terminal. */
export function runOnTerminal(
  args: readonly string[],
  { cwd, type }: TerminalOptions,
): Promise<TerminalOutcome> {
  const command = [process.execPath, resolve("dist/tasks/bin.js"), ...args]
    .map((part) => quoted(part))
    .join(" ");
  const child = spawn("script", ["--quiet", "--return", "--flush", "--command", command, "/dev/null"], {
    cwd,
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
