import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";

export interface CommandResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a script of the built package in a separate process. */
export async function runCommand(
  args: readonly string[],
  options: { input?: string; env?: Record<string, string>; cwd?: string } = {},
): Promise<CommandResult> {
  const child = spawn(process.execPath, args, { cwd: options.cwd, env: { ...process.env, ...options.env } });
  child.stdin.end(options.input ?? "");
  const exit = new Promise<number | null>((resolve) => child.on("close", resolve));
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), exit]);
  return { code, stdout, stderr };
}
