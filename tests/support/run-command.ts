import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";

export interface CommandResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Makes the kernel refuse hard links, as on a file system without them. Needs `strace`. */
export const WITHOUT_LINKS = [
  ...["strace", "-f", "--seccomp-bpf", "-o", "/dev/null"],
  ...["-e", "trace=link,linkat", "-e", "inject=link,linkat:error=EPERM"],
];

/**
 * Runs a script of the built package in a separate process.
 *
 * @param options.under a program and its options that run the command, such as `WITHOUT_LINKS`
 */
export async function runCommand(
  args: readonly string[],
  options: {
    input?: string | Uint8Array;
    env?: Record<string, string>;
    cwd?: string;
    under?: readonly string[];
  } = {},
): Promise<CommandResult> {
  const [program = "", ...others] = [...(options.under ?? []), process.execPath, ...args];
  const child = spawn(program, others, { cwd: options.cwd, env: { ...process.env, ...options.env } });
  child.stdin.end(options.input ?? "");
  const exit = new Promise<number | null>((resolve) => child.on("close", resolve));
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), exit]);
  return { code, stdout, stderr };
}
