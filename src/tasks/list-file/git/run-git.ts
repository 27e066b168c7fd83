import { spawn } from "node:child_process";

/**
 * The output of git in a folder; null if git is not installed or fails. Git runs so that it never waits for a password
 * or takes a lock that another git process needs.
 */
export async function runGit(folder: string, args: readonly string[], input = ""): Promise<string | null> {
  return (await runGitForBytes(folder, args, input))?.toString("utf8") ?? null;
}

/** As `runGit`, for output that contains byte counts. */
export function runGitForBytes(
  folder: string,
  args: readonly string[],
  input: string,
): Promise<Buffer | null> {
  const env = { ...process.env, GIT_TERMINAL_PROMPT: "0", GIT_OPTIONAL_LOCKS: "0", LC_ALL: "C" };
  const child = spawn("git", args, { cwd: folder, env, stdio: ["pipe", "pipe", "ignore"] });
  const chunks: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
  // Git may exit before it has read all of its input.
  child.stdin.on("error", () => undefined).end(input);
  return new Promise((resolve) => {
    child.on("error", () => resolve(null));
    child.on("close", (exitCode) => resolve(exitCode === 0 ? Buffer.concat(chunks) : null));
  });
}
