import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";

const command = resolve("dist/tasks/bin.js");

export interface Outcome {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Options for Node.js itself, before the command. */
  readonly nodeOptions?: readonly string[];
}

/** A new, empty folder for the test. */
export const temporaryFolder = (): string => realpathSync(mkdtempSync(join(tmpdir(), "groundwork-tasks-")));

/** Starts the built command like a user, with a temporary home folder, so that the machine's user is not affected. */
export function spawnTasks(
  args: readonly string[],
  options: RunOptions = {},
): ChildProcessWithoutNullStreams {
  const cwd = options.cwd ?? temporaryFolder();
  const home = options.env?.["HOME"] ?? join(tmpdir(), `groundwork-home-${process.pid}`);
  // Shared by all test files: compiling the code anew for each takes half of a command's time.
  const cache = options.env?.["HOME"] ? {} : { XDG_CACHE_HOME: join(tmpdir(), "groundwork-cache") };
  const own = { PATH: process.env["PATH"], HOME: home, XDG_STATE_HOME: join(home, "state"), ...cache };
  return spawn(process.execPath, [...(options.nodeOptions ?? []), command, ...args], {
    cwd,
    env: { ...own, ...options.env },
  });
}

/** Runs the built command to its end. */
export function runTasks(args: readonly string[], options: RunOptions = {}): Promise<Outcome> {
  const child = spawnTasks(args, options);
  child.stdin.end();
  return new Promise((done, fail) => {
    let [stdout, stderr] = ["", ""];
    child.stdout.setEncoding("utf8").on("data", (text) => (stdout += text));
    child.stderr.setEncoding("utf8").on("data", (text) => (stderr += text));
    child.on("error", fail);
    child.on("close", (exitCode) => done({ exitCode, stdout, stderr }));
  });
}

// biome-ignore lint/suspicious/noExplicitAny: tests read fields of JSON without a type
type Json = any;

/** Runs the command with `--json` and reads what it prints. */
export async function runJson(
  args: readonly string[],
  options: RunOptions = {},
): Promise<{ exitCode: number | null; json: Json }> {
  const { exitCode, stdout, stderr } = await runTasks([...args, "--json"], options);
  if (stdout === "") throw new Error(`tasks ${args.join(" ")}: exit code ${exitCode} and no JSON: ${stderr}`);
  return { exitCode, json: JSON.parse(stdout) };
}

/** Writes a file into a folder, and creates its parent folders. */
export function writeFile(folder: string, path: string, text: string): string {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

/** Writes a list to a new file. @returns its path */
export const writeList = (text: string): string =>
  writeFile(temporaryFolder(), "tasks-0001-prd-test.md", text);
