import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { HASHING_CONCURRENCY, TEST_SECRET } from "./start-test-server.ts";

const START = join(import.meta.dirname, "../../dist/start.js");

/** The built server in a separate process, listening on a free port. */
export interface SpawnedServer {
  readonly origin: string;
  readonly process: ChildProcess;
  /** The log lines so far, each of them JSON. */
  readonly logLines: readonly string[];
  /** The exit code, or the name of the signal that ended the process. */
  readonly exited: Promise<number | string>;
  /** Sends a signal and waits for the end. */
  stop(signal?: NodeJS.Signals): Promise<number | string>;
}

/** The result of a failed start. */
export interface FailedStart {
  readonly code: number | string;
  readonly stderr: string;
}

/**
 * @param settings environment variables; at least `DATABASE_URL`
 * @param cwd a folder without a `.env`
 */
export async function spawnServer(
  settings: Readonly<Record<string, string>>,
  cwd: string,
): Promise<SpawnedServer> {
  const { child, exited, logLines, stderr } = launch(settings, cwd);
  const origin = await Promise.race([announcedOrigin(child, logLines), exited]);
  if (typeof origin !== "string" || !origin.startsWith("http")) {
    throw new Error(`the server did not start (${origin}): ${stderr.join("")}`);
  }
  return {
    origin,
    process: child,
    logLines,
    exited,
    stop(signal = "SIGTERM") {
      child.kill(signal);
      return exited;
    },
  };
}

/** Starts a server that is expected to fail. */
export async function failToStart(
  settings: Readonly<Record<string, string | undefined>>,
  cwd: string,
): Promise<FailedStart> {
  const { exited, stderr } = launch(settings, cwd);
  return { code: await exited, stderr: stderr.join("") };
}

function launch(settings: Readonly<Record<string, string | undefined>>, cwd: string) {
  const child = spawn(process.execPath, [START], {
    cwd,
    env: {
      PATH: process.env["PATH"],
      JWT_SECRET: TEST_SECRET,
      BCRYPT_COST: "4",
      HASHING_CONCURRENCY,
      PORT: "0",
      LOG_LEVEL: "info",
      RATE_LIMIT_LOGIN: "off",
      RATE_LIMIT_LOGIN_ACCOUNT: "off",
      RATE_LIMIT_REGISTER: "off",
      ...settings,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  // Stops the server even if the test fails.
  const kill = () => child.kill("SIGKILL");
  process.once("exit", kill);
  child.once("close", () => process.off("exit", kill));
  const logLines: string[] = [];
  const stderr: string[] = [];
  child.stderr.on("data", (chunk) => stderr.push(String(chunk)));
  const exited = once(child, "close").then(([code, signal]): number | string => code ?? signal);
  return { child, exited, logLines, stderr };
}

async function announcedOrigin(child: ChildProcess, logLines: string[]): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  if (child.stdout === null) throw new Error("the server's output is not piped");
  createInterface({ input: child.stdout }).on("line", (line) => {
    logLines.push(line);
    const { msg, address } = JSON.parse(line) as { msg?: string; address?: string };
    if (msg === "listening" && address !== undefined) resolve(address);
  });
  return promise;
}
