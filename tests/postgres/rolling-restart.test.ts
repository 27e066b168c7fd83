import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { createTestStore } from "../support/create-test-store.ts";
import { send } from "../support/send.ts";
import type { SpawnedServer } from "../support/spawn-server.ts";
import { spawnServer } from "../support/spawn-server.ts";

const REGISTER = "/bearer/api/v1/auth/register";
const CHECK_INTERVAL_MS = 25;

/** A load balancer that relies only on `/ready`. */
function startBalancer() {
  const servers = new Set<SpawnedServer>();
  let ready: SpawnedServer[] = [];
  let isOver = false;
  let turn = 0;

  const isReady = async (server: SpawnedServer) =>
    (await send(server, "GET", "/ready").catch(() => undefined))?.status === 200;

  async function keepChecking(): Promise<void> {
    while (!isOver) {
      const all = [...servers];
      const answers = await Promise.all(all.map(isReady));
      ready = all.filter((_, index) => answers[index]);
      await sleep(CHECK_INTERVAL_MS);
    }
  }

  const checks = keepChecking();
  return {
    servers,
    isInRotation: (server: SpawnedServer) => ready.includes(server),
    next(): SpawnedServer {
      turn += 1;
      const server = ready[turn % ready.length];
      if (server === undefined) throw new Error("no server is ready");
      return server;
    },
    async stop(): Promise<void> {
      isOver = true;
      await checks;
      await Promise.all([...servers].map((server) => server.stop("SIGKILL")));
    },
  };
}

test("restarting the servers one by one under load loses no request", async () => {
  const store = await createTestStore();
  const balancer = startBalancer();
  onTestFinished(async () => {
    await balancer.stop();
    await store.remove();
  });
  const start = async () => {
    const settings = { DATABASE_URL: store.url, DATABASE_POOL_SIZE: "4", SHUTDOWN_DELAY_MS: "2000" };
    const server = await spawnServer(settings, process.cwd());
    balancer.servers.add(server);
    await expect.poll(() => balancer.isInRotation(server), { timeout: 20_000 }).toBe(true);
    return server;
  };
  const first = [await start(), await start()];

  const statuses: number[] = [];
  let isOver = false;
  async function keepRegistering(client: number): Promise<void> {
    for (let turn = 0; !isOver; turn++) {
      const body = { email: `${client}-${turn}@example.com`, password: "correct horse battery", name: "Ada" };
      statuses.push((await send(balancer.next(), "POST", REGISTER, { body })).status);
    }
  }
  const clients = Promise.all([1, 2, 3, 4].map(keepRegistering));
  for (const old of first) {
    expect(await old.stop()).toBe(0);
    balancer.servers.delete(old);
    await start();
  }
  isOver = true;
  await clients;

  expect(new Set(statuses)).toEqual(new Set([200]));
  const client = new pg.Client(store.url);
  await client.connect();
  const { rows } = await client.query("SELECT count(*)::integer AS accounts FROM users");
  await client.end();
  expect(rows).toEqual([{ accounts: statuses.length }]);
});
