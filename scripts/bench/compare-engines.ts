import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import autocannon from "autocannon";
import bcrypt from "bcryptjs";
import { copyToPostgres } from "../../src/database/copy-to-postgres.ts";
import { openDatabase } from "../../src/database/open-database.ts";
import { fillStore, userEmail } from "../../tests/support/fill-store.ts";
import { startPostgresServer } from "../../tests/support/postgres-server.ts";

const USERS = 100_000;
const CONNECTIONS = 32;
const ROUNDS = 3;
const PASSWORD = "correct horse battery";

interface Workload {
  readonly name: string;
  readonly request: (token: string) => autocannon.Request;
}

const authorized = (token: string) => ({ authorization: `Bearer ${token}` });

const WORKLOADS: readonly Workload[] = [
  {
    name: "read: `GET /users/me`, a token and one row",
    request: (token) => ({ method: "GET", path: "/bearer/api/v1/users/me", headers: authorized(token) }),
  },
  {
    name: "read: `GET /users?per=20`, a token, a page and a count",
    request: (token) => ({ method: "GET", path: "/bearer/api/v1/users?per=20", headers: authorized(token) }),
  },
  {
    name: "write: `PUT /users/me`, a token and one durable change",
    request: (token) => ({
      method: "PUT",
      path: "/bearer/api/v1/users/me",
      headers: authorized(token),
      body: JSON.stringify({ name: "Ada Lovelace" }),
    }),
  },
];

interface Engine {
  readonly name: string;
  readonly origin: string;
  readonly token: string;
  readonly server: ChildProcess;
}

/**
 * Measures the same requests against one server process over SQLite and over a PostgreSQL on this machine, both with
 * the same 100,000 users and both durable, in turn, and prints each one's best round: whatever else the machine does
 * can only slow a round down. `npm run bench:engines -- 5` (seconds a round).
 */
async function compareEngines(seconds: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "groundwork-bench-"));
  const path = join(folder, "groundwork.db");
  const postgres = await startPostgresServer(["fsync=on", "full_page_writes=on"]);
  const url = postgres.url("postgres");
  await (await openDatabase({ engine: "sqlite", path })).close();
  fillStore(path, { users: USERS, posts: 1000, passwordHash: bcrypt.hashSync(PASSWORD, 10) });
  await copyToPostgres(path, { engine: "postgres", url, poolSize: 1, timeoutMs: 60_000 }, () => {});
  const engines = [await startEngine("SQLite", `file:${path}`), await startEngine("PostgreSQL", url)];

  console.log("| workload | engine | requests/s | median | 99% |\n|---|---|--:|--:|--:|");
  for (const workload of WORKLOADS) await compare(engines, workload, seconds);

  for (const { server } of engines) {
    server.kill("SIGTERM");
    await once(server, "exit");
  }
  await postgres.dispose();
  rmSync(folder, { recursive: true, force: true });
}

async function compare(engines: readonly Engine[], workload: Workload, seconds: number): Promise<void> {
  const best = new Map<string, autocannon.Result>();
  for (let round = 0; round < ROUNDS; round++) {
    for (const { name, origin, token } of engines) {
      const load = { url: origin, connections: CONNECTIONS, requests: [workload.request(token)] };
      const result = await autocannon({ ...load, duration: seconds });
      if (result.non2xx + result.errors > 0) throw new Error(`${workload.name} failed on ${name}`);
      if (result.requests.average > (best.get(name)?.requests.average ?? 0)) best.set(name, result);
    }
  }
  for (const [name, { requests, latency }] of best) {
    const rate = Math.round(requests.average);
    console.log(`| ${workload.name} | ${name} | ${rate} | ${latency.p50} ms | ${latency.p99} ms |`);
  }
}

async function startEngine(name: string, databaseUrl: string): Promise<Engine> {
  const { origin, child } = await startServer(databaseUrl);
  return { name, origin, token: await logIn(origin), server: child };
}

async function startServer(databaseUrl: string): Promise<{ origin: string; child: ChildProcess }> {
  const port = await findFreePort();
  const env = {
    ...process.env,
    DATABASE_URL: databaseUrl,
    JWT_SECRET: "a secret for measurements, 32 bytes or more",
    PORT: String(port),
    LOG_LEVEL: "silent",
  };
  const child = spawn(process.execPath, ["dist/start.js"], { env, stdio: "inherit" });
  const origin = `http://127.0.0.1:${port}`;
  while (!(await isReady(origin))) await sleep(50);
  return { origin, child };
}

const isReady = async (origin: string): Promise<boolean> =>
  (await fetch(`${origin}/ready`).catch(() => undefined))?.ok === true;

async function logIn(origin: string): Promise<string> {
  const response = await fetch(`${origin}/bearer/api/v1/auth/login`, {
    method: "POST",
    body: JSON.stringify({ email: userEmail(2), password: PASSWORD }),
  });
  return ((await response.json()) as { accessToken: string }).accessToken;
}

async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, "close");
  return port;
}

await compareEngines(Number(process.argv[2] ?? "5"));
