import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { spawnServer } from "../tests/support/spawn-server.ts";
import { percentile } from "./bench/statistics.ts";

const LOGINS_AT_ONCE = 200;
const BURSTS = 5;
const IDLE_MS = 5_000;
const PROBE_PAUSE_MS = 5;
const ACCOUNT = { email: "ada@example.com", password: "correct horse battery", name: "Ada" };

const post = (url: string, body: object): Promise<Response> =>
  fetch(url, { method: "POST", body: JSON.stringify(body) });

/** Requests one address repeatedly until it is stopped, and records the time of each answer. */
function probe(url: string, headers: Record<string, string>): () => Promise<number[]> {
  const durations: number[] = [];
  let isDone = false;
  const probing = (async () => {
    while (!isDone) {
      const start = performance.now();
      const answer = await fetch(url, { headers });
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
      durations.push(performance.now() - start);
      await sleep(PROBE_PAUSE_MS);
    }
  })();
  return async () => {
    isDone = true;
    await probing;
    return durations.sort((one, other) => one - other);
  };
}

/** Repeatedly sends 200 parallel logins and counts the answers by status. */
async function burst(origin: string): Promise<Map<number, number>> {
  const counts = new Map<number, number>();
  for (let round = 0; round < BURSTS; round++) {
    const logins = Array.from({ length: LOGINS_AT_ONCE }, async () => {
      const { status } = await post(`${origin}/bearer/api/v1/auth/login`, ACCOUNT);
      counts.set(status, (counts.get(status) ?? 0) + 1);
    });
    await Promise.all(logins);
  }
  return counts;
}

async function measure(origin: string): Promise<void> {
  await post(`${origin}/bearer/api/v1/auth/register`, ACCOUNT);
  const login = await post(`${origin}/bearer/api/v1/auth/login`, ACCOUNT);
  const { accessToken } = (await login.json()) as { accessToken: string };
  const authorization = { Authorization: `Bearer ${accessToken}` };

  const run = async (work: () => Promise<unknown>) => {
    const stops = [
      probe(`${origin}/health`, {}),
      probe(`${origin}/bearer/api/v1/users/me`, authorization),
    ] as const;
    await work();
    return { health: await stops[0](), read: await stops[1]() };
  };
  await run(() => sleep(1_000));
  const idle = await run(() => sleep(IDLE_MS));
  let counts = new Map<number, number>();
  const busy = await run(async () => {
    counts = await burst(origin);
  });

  console.log(`answers to ${BURSTS} times ${LOGINS_AT_ONCE} parallel logins:`, Object.fromEntries(counts));
  for (const [name, key] of [
    ["/health", "health"],
    ["/users/me", "read"],
  ] as const) {
    const [before, during] = [percentile(idle[key], 0.99), percentile(busy[key], 0.99)];
    const median = percentile(busy[key], 0.5).toFixed(1);
    console.log(
      `${name}: p99 ${before.toFixed(1)} ms idle, ${during.toFixed(1)} ms during (median ${median} ms, ${busy[key].length} requests); ${(during - before).toFixed(1)} ms more`,
    );
  }
}

/** `node scripts/bench-load-shedding.ts` measures the speed of other requests while many users log in. */
async function benchLoadShedding(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "groundwork-bench-"));
  const settings = { DATABASE_URL: "file:groundwork.db", BCRYPT_COST: "10", LOG_LEVEL: "info" };
  const server = await spawnServer(settings, folder);
  try {
    await measure(server.origin);
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true });
  }
}

await benchLoadShedding();
