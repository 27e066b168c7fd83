import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

const POLL_MS = 2;

/** The built server in a process of its own over a store that is there already. */
export interface ServerOverStore {
  readonly origin: string;
  /** From the start of the process to its first answer. */
  readonly startMs: number;
  /** What it holds of the machine's memory now. Linux only. */
  memoryMb(): number;
  stop(): Promise<void>;
}

/** @param settings environment variables beside the usual ones of a measurement */
export async function startServerOver(
  path: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<ServerOverStore> {
  const port = await findFreePort();
  const origin = `http://127.0.0.1:${port}`;
  const env = {
    PATH: process.env["PATH"],
    JWT_SECRET: "a secret for measurements, 32 bytes or more",
    DATABASE_URL: `file:${path}`,
    PORT: String(port),
    BCRYPT_COST: "4",
    RATE_LIMIT_LOGIN: "off",
    RATE_LIMIT_REGISTER: "off",
    ...settings,
  };
  const start = performance.now();
  const child = spawn(process.execPath, ["dist/start.js"], { env, stdio: ["ignore", "ignore", "inherit"] });
  const exited = once(child, "exit");
  while (!(await isUp(origin))) {
    if (child.exitCode !== null) throw new Error("the server did not start");
    await sleep(POLL_MS);
  }
  return {
    origin,
    startMs: performance.now() - start,
    memoryMb: () => {
      const status = readFileSync(`/proc/${child.pid}/status`, "utf8");
      return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
    },
    async stop() {
      child.kill("SIGTERM");
      await exited;
    },
  };
}

const isUp = async (origin: string): Promise<boolean> =>
  (await fetch(`${origin}/health`).catch(() => undefined))?.ok === true;

async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, "close");
  return port;
}
