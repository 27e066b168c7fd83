import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createTestStore } from "../support/create-test-store.ts";
import { linesWith } from "../support/log-lines.ts";
import { openConnection } from "../support/open-connection.ts";
import { isRunning } from "../support/other-processes.ts";
import type { SpawnedServer } from "../support/spawn-server.ts";
import { failToStart, spawnServer } from "../support/spawn-server.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const EXIT_AS_WORKER = join(import.meta.dirname, "../support/exit-as-worker.mjs");
const FAIL_FIRST_REPLACEMENT = join(import.meta.dirname, "../support/fail-first-replacement.mjs");
const OWN_CONNECTION = { headers: { Connection: "close" } };

/** Two workers with a new store on this run's engine. */
async function start(settings: Record<string, string> = {}): Promise<SpawnedServer> {
  const store = await createTestStore();
  const server = await spawnServer(
    { WORKERS: "2", DATABASE_URL: store.url, DATABASE_POOL_SIZE: "4", ...settings },
    temporaryFolder(),
  );
  onTestFinished(async () => {
    await server.stop("SIGKILL");
    await store.remove();
  });
  return server;
}

const linesOf = (server: SpawnedServer, message: string) => linesWith(server, { msg: message });

/** Waits until this many workers have started. @returns their process ids in that order */
async function workersOf(server: SpawnedServer, count = 2): Promise<number[]> {
  const list = () => linesOf(server, "worker listening").map(({ pid }) => pid ?? Number.NaN);
  await expect.poll(() => list().length, { timeout: 90_000 }).toBe(count);
  return list();
}

const register = (origin: string, index: number): Promise<Response> =>
  fetch(`${origin}/bearer/api/v1/auth/register`, {
    method: "POST",
    body: JSON.stringify({ email: `user${index}@example.com`, password: "correct horse", name: "User" }),
    ...OWN_CONNECTION,
  });

const logIn = (origin: string, email = "ada@example.com", password = "wrong guess"): Promise<Response> =>
  fetch(`${origin}/bearer/api/v1/auth/login`, {
    method: "POST",
    body: JSON.stringify({ email, password }),
    ...OWN_CONNECTION,
  });

const statusesOf = async (answers: readonly Promise<Response>[]): Promise<number[]> =>
  (await Promise.all(answers)).map(({ status }) => status).toSorted();

test("workers share one port, are announced together, and name themselves in the log", async () => {
  const server = await start();
  for (let n = 0; n < 8; n++)
    expect((await fetch(`${server.origin}/ready`, OWN_CONNECTION)).status).toBe(200);
  await expect.poll(() => new Set(linesOf(server, "request").map(({ worker }) => worker)).size).toBe(2);
  expect(linesOf(server, "listening")).toEqual([expect.objectContaining({ workers: 2 })]);
  expect(new Set(await workersOf(server)).size).toBe(2);
  expect(await server.stop()).toBe(0);
});

test("workers see each other's writes and count attempts together", async () => {
  const server = await start({ RATE_LIMIT_LOGIN: "3/15m" });
  expect(await statusesOf([1, 2, 3, 4].map((n) => register(server.origin, n)))).toEqual([200, 200, 200, 200]);
  expect((await register(server.origin, 1)).status).toBe(409);
  const guesses = Array.from({ length: 10 }, () => logIn(server.origin));
  expect(await statusesOf(guesses)).toEqual([401, 401, 401, 429, 429, 429, 429, 429, 429, 429]);
});

test("workers accept all parallel correct logins, and count parallel guesses of an account together", async () => {
  const server = await start({ RATE_LIMIT_LOGIN: "10/15m", RATE_LIMIT_LOGIN_ACCOUNT: "3/1h" });
  await register(server.origin, 1);
  const correct = Array.from({ length: 15 }, () =>
    logIn(server.origin, "user1@example.com", "correct horse"),
  );
  expect(new Set(await statusesOf(correct))).toEqual(new Set([200]));
  const guesses = Array.from({ length: 10 }, () => logIn(server.origin));
  expect(await statusesOf(guesses)).toEqual([401, 401, 401, 429, 429, 429, 429, 429, 429, 429]);
});

test.each(["the primary", "all processes"])(
  "workers finish their requests on SIGTERM to %s",
  async (whom) => {
    const server = await start({ BCRYPT_COST: "10" });
    const workers = await workersOf(server);
    // So few that none is refused for its expected wait, even on a slow machine.
    const registrations = Array.from({ length: 4 }, (_, index) => register(server.origin, index));
    // At cost 10, the others have been read long before this one is answered.
    await Promise.race(registrations);
    if (whom !== "the primary") for (const pid of workers) process.kill(pid, "SIGTERM");
    const exited = server.stop();
    expect(new Set(await statusesOf(registrations))).toEqual(new Set([200]));
    expect(await exited).toBe(0);
    expect(workers.filter(isRunning)).toEqual([]);
    await expect(fetch(`${server.origin}/health`)).rejects.toThrow();
    expect(linesOf(server, "stopped")).toHaveLength(2);
  },
);

test("workers exit with 1 if one of them has to abort a request", async () => {
  const server = await start({ SHUTDOWN_TIMEOUT_MS: "300" });
  const connection = await openConnection(server.origin);
  connection.send(
    "POST /bearer/api/v1/auth/login HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n",
  );
  await connection.until("100 Continue");
  expect(await server.stop()).toBe(1);
});

test.each(["SIGKILL", "SIGTERM"] as const)("a worker that ends with %s is replaced", async (signal) => {
  const server = await start();
  const [first = Number.NaN, second = Number.NaN] = await workersOf(server);
  process.kill(first, signal);
  await workersOf(server, 3);
  expect(isRunning(first)).toBe(false);
  expect(isRunning(second)).toBe(true);
  const answers = Array.from({ length: 8 }, () => fetch(`${server.origin}/ready`, OWN_CONNECTION));
  expect(new Set(await statusesOf(answers))).toEqual(new Set([200]));
  expect(linesOf(server, "worker ended")).toHaveLength(1);
  expect(await server.stop()).toBe(0);
});

test("a worker that is killed before it has taken a connection is replaced", async () => {
  const server = await start();
  const [first = Number.NaN] = await workersOf(server);
  process.kill(first, "SIGSTOP");
  // The primary hands every second connection to the stopped worker, and Node.js never closes those.
  const options = { ...OWN_CONNECTION, signal: AbortSignal.timeout(2_000) };
  await Promise.allSettled([1, 2, 3, 4].map(() => fetch(`${server.origin}/ready`, options)));
  process.kill(first, "SIGKILL");
  await workersOf(server, 3);
  expect(await server.stop()).toBe(0);
});

test("a worker whose replacement the system can't start is replaced later", async () => {
  const server = await start({ NODE_OPTIONS: `--import=${FAIL_FIRST_REPLACEMENT}`, METRICS_PORT: "0" });
  const [first = Number.NaN] = await workersOf(server);
  process.kill(first, "SIGKILL");
  await workersOf(server, 3);
  expect(linesOf(server, "worker ended")).toMatchObject([
    { signal: "SIGKILL" },
    { code: null, failure: expect.stringMatching(/^a worker can't be started: spawn /) },
  ]);
  const [metrics] = linesOf(server, "metrics listening");
  expect((await fetch(metrics?.address ?? "")).status).toBe(200);
  expect(await server.stop()).toBe(0);
});

test("workers end when the primary is killed", async () => {
  const server = await start();
  const workers = await workersOf(server);
  server.process.kill("SIGKILL");
  await expect.poll(() => workers.filter(isRunning), { timeout: 90_000 }).toEqual([]);
});

test("workers that can't start report the reason only once", async () => {
  const blocker = createServer().listen(0, "127.0.0.1");
  await once(blocker, "listening");
  onTestFinished(() => void blocker.close());
  const port = String((blocker.address() as AddressInfo).port);
  const folder = temporaryFolder();
  const taken = await failToStart({ WORKERS: "2", DATABASE_URL: "file:x.db", PORT: port }, folder);
  expect(taken.code).toBe(1);
  expect(taken.stderr).toMatch(
    new RegExp(`^groundwork: HOST 127.0.0.1 and PORT ${port} can't be used: [^\n]+\n$`),
  );

  const unusable = await failToStart({ WORKERS: "2", DATABASE_URL: "file:/dev/null/x.db" }, folder);
  expect(unusable.code).toBe(1);
  expect(unusable.stderr).toMatch(/^groundwork: the database \/dev\/null\/x.db can't be opened[^\n]+\n$/);
});

test("the server reports workers that fail at every start, and exits", async () => {
  const settings = { WORKERS: "2", DATABASE_URL: "file:x.db", NODE_OPTIONS: `--import=${EXIT_AS_WORKER}` };
  const { code, stderr } = await failToStart(settings, temporaryFolder());
  expect(code).toBe(1);
  expect(stderr).toMatch(/^groundwork: worker \d+ ended with 7 before it served\n$/);
});
