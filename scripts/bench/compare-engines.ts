import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Load, LoadRequest, Round } from "./load.ts";
import { runLoad } from "./load.ts";
import type { SideProcess } from "./side-process.ts";
import { bearerCredentials, startGroundwork, startGroundworkOnPostgres } from "./sides.ts";
import { inThreeDigits } from "./statistics.ts";
import { createStores, MEDIUM } from "./stores.ts";

const CONNECTIONS = 32;
const ROUNDS = 3;

interface Workload {
  readonly name: string;
  readonly request: LoadRequest;
}

const WORKLOADS: readonly Workload[] = [
  {
    name: "read: `GET /users/me`, a token and one row",
    request: { method: "GET", path: "/bearer/api/v1/users/me" },
  },
  {
    name: "read: `GET /users?per=20`, a token, a page and a count",
    request: { method: "GET", path: "/bearer/api/v1/users?per=20" },
  },
  {
    name: "write: `PUT /users/me`, a token and one durable change",
    request: {
      method: "PUT",
      path: "/bearer/api/v1/users/me",
      body: JSON.stringify({ name: "Ada Lovelace" }),
    },
  },
];

interface Engine {
  readonly name: string;
  readonly server: SideProcess;
}

/**
 * Measures the same requests with SQLite and with PostgreSQL on this machine, in turn. Both have the same 100,000 users
 * and are durable. It prints the best round of each, because other load can only slow a round down.
 * `npm run bench:engines -- 5` (seconds a round).
 */
async function compareEngines(seconds: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "groundwork-bench-"));
  const path = await createStores(folder)(MEDIUM);
  const engines: Engine[] = [
    { name: "SQLite", server: await startGroundwork(folder, path) },
    { name: "PostgreSQL", server: await startGroundworkOnPostgres(folder, path) },
  ];

  console.log("| workload | engine | requests/s | median | 99% |\n|---|---|--:|--:|--:|");
  for (const workload of WORKLOADS) await compare(engines, workload, { folder, seconds });

  for (const { server } of engines) await server.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function compare(
  engines: readonly Engine[],
  { name: workload, request }: Workload,
  place: { folder: string; seconds: number },
): Promise<void> {
  const load: Load = bearerCredentials.map((headers) => ({ ...request, headers }));
  const best = new Map<string, Round>();
  for (let number = 0; number < ROUNDS; number++) {
    for (const { name, server } of engines) {
      const round = await runLoad(load, { origin: server.origin, connections: CONNECTIONS, ...place });
      if (round.requestsPerSecond > (best.get(name)?.requestsPerSecond ?? 0)) best.set(name, round);
    }
  }
  for (const [name, { requestsPerSecond, p50, p99 }] of best) {
    const figures = [requestsPerSecond, p50, p99].map(inThreeDigits);
    console.log(`| ${workload} | ${name} | ${figures[0]} | ${figures[1]} ms | ${figures[2]} ms |`);
  }
}

await compareEngines(Number(process.argv[2] ?? 3));
