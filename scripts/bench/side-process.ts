import type { ChildProcess } from "node:child_process";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

const LONGEST_START_MS = 60_000;
const POLL_MS = 2;

/** A measured server, in a separate process. */
export interface SideProcess {
  readonly origin: string;
  /** The time from the start of the process to its first answer. */
  readonly startMs: number;
  /** The memory of the process and its children, in megabytes. */
  memory(): number;
  stop(): Promise<void>;
}

/**
 * Starts a server on a free port, which it gets as `PORT`, and waits until it answers. Its log is discarded, so that it
 * costs every side the same.
 *
 * @param folder the working folder, which contains no `.env`
 * @throws {Error} with the standard error of the process, if it ends before it answers
 */
export async function startSide(
  script: string,
  folder: string,
  settings: Readonly<Record<string, string>>,
): Promise<SideProcess> {
  const port = await findFreePort();
  const start = performance.now();
  const child = spawn(process.execPath, [script], {
    cwd: folder,
    env: { PATH: process.env["PATH"], ...settings, PORT: String(port) },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const kill = () => child.kill("SIGKILL");
  process.once("exit", kill);
  child.once("close", () => process.off("exit", kill));
  const origin = `http://127.0.0.1:${port}`;
  await untilAnswering(child, script, origin);
  return {
    origin,
    startMs: performance.now() - start,
    memory: () => sumMemory(String(child.pid)),
    async stop() {
      if (child.exitCode !== null) return;
      child.kill("SIGTERM");
      await once(child, "close");
    },
  };
}

/** In megabytes, of a process and its children. */
function sumMemory(pid: string): number {
  const lines = execFileSync("ps", ["-o", "rss=", "-p", pid, "--ppid", pid], { encoding: "utf8" });
  return (
    lines
      .trim()
      .split("\n")
      .map(Number)
      .reduce((sum, kilobytes) => sum + kilobytes, 0) / 1024
  );
}

async function untilAnswering(child: ChildProcess, script: string, origin: string): Promise<void> {
  const output: string[] = [];
  child.stderr?.on("data", (chunk) => output.push(String(chunk)));
  const deadline = Date.now() + LONGEST_START_MS;
  while (!(await answers(origin))) {
    const hasEnded = child.exitCode !== null || child.signalCode !== null;
    if (hasEnded || Date.now() > deadline) throw new Error(`${script} did not start\n${output.join("")}`);
    await sleep(POLL_MS);
  }
}

const answers = (origin: string): Promise<boolean> =>
  fetch(origin).then(
    async (response) => {
      await response.arrayBuffer();
      return true;
    },
    () => false,
  );

async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, "close");
  return port;
}
