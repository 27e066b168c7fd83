import pg from "pg";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import type { PostgresServer } from "../support/postgres-server.ts";
import { startPostgresServer } from "../support/postgres-server.ts";
import { seeReadiness } from "../support/see-readiness.ts";
import type { Answer } from "../support/send.ts";
import { send } from "../support/send.ts";
import type { SpawnedServer } from "../support/spawn-server.ts";
import { spawnServer } from "../support/spawn-server.ts";

const BEARER = "/bearer/api/v1";
const CLIENTS = 8;
const PASSWORD = "correct horse battery";

let postgres: PostgresServer;
let databases = 0;
beforeAll(async () => {
  postgres = await startPostgresServer();
});
afterAll(() => postgres.dispose());

/** A server with a new, empty database. */
async function startServer(settings: Record<string, string>) {
  databases += 1;
  const database = `failure_${databases}`;
  await postgres.createDatabase(database);
  const url = postgres.url(database);
  const server = await spawnServer({ DATABASE_URL: url, ...settings }, process.cwd());
  onTestFinished(async () => void (await server.stop("SIGKILL")));
  return { server, url };
}

const register = (server: SpawnedServer, email: string): Promise<Answer> =>
  send(server, "POST", `${BEARER}/auth/register`, { body: { email, password: PASSWORD, name: "Ada" } });

/** Clients that register one account after another until they are stopped. */
function startLoad(server: SpawnedServer) {
  const answers: Answer[] = [];
  const registered: string[] = [];
  let isOver = false;

  async function keepRegistering(client: number): Promise<void> {
    for (let turn = 0; !isOver; turn++) {
      const email = `${client}-${turn}@example.com`;
      const answer = await register(server, email);
      answers.push(answer);
      if (answer.status === 200) registered.push(email);
    }
  }

  const clients = Promise.all(Array.from({ length: CLIENTS }, (_, client) => keepRegistering(client)));
  return {
    answers,
    registered,
    /** Waits until this many more answers have this status. */
    async see(count: number, status: number): Promise<void> {
      const start = answers.length;
      await expect
        .poll(() => answers.slice(start).filter((answer) => answer.status === status).length, {
          timeout: 20_000,
        })
        .toBeGreaterThanOrEqual(count);
    },
    async stop(): Promise<void> {
      isOver = true;
      await clients;
    },
  };
}

async function query<Row extends object>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query<Row>(sql);
  await client.end();
  return rows;
}

/** Locks every account until it is released, so that the server's statements wait. */
async function lockUsers(url: string): Promise<() => Promise<void>> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query("BEGIN; LOCK TABLE users IN ACCESS EXCLUSIVE MODE");
  return () => client.end();
}

test.each([
  { failure: "is shut down", fail: () => postgres.stop(), mend: () => postgres.start() },
  { failure: "is killed", fail: () => postgres.kill(), mend: () => postgres.start() },
  { failure: "stops responding", fail: () => postgres.freeze(), mend: () => postgres.thaw() },
])(
  "the server answers 503, loses nothing and recovers if PostgreSQL $failure under load",
  async ({ fail, mend }) => {
    const { server, url } = await startServer({ DATABASE_TIMEOUT_MS: "500" });
    const load = startLoad(server);
    await load.see(20, 200);

    await fail();
    await load.see(20, 503);
    await seeReadiness(server.origin, 503);
    expect((await send(server, "GET", "/health")).status).toBe(200);

    await mend();
    await load.see(20, 200);
    await load.stop();

    await seeReadiness(server.origin, 200);
    expect(server.process.exitCode).toBeNull();
    const refusals = load.answers.filter(({ status }) => status !== 200);
    for (const { status, headers, body } of refusals) {
      expect(status).toBe(503);
      expect(headers.get("Retry-After")).toBe("1");
      expect(body).toEqual({ error: true, reason: "Service unavailable", code: 503 });
    }
    const stored = await query<{ email: string }>(url, "SELECT email FROM users");
    expect(stored.map(({ email }) => email)).toEqual(expect.arrayContaining(load.registered));
  },
);

test("the server answers 503 if a statement takes too long, and keeps its connections", async () => {
  const { server, url } = await startServer({ DATABASE_TIMEOUT_MS: "300", DATABASE_POOL_SIZE: "2" });
  const connections = () =>
    query<{ pid: number }>(url, "SELECT pid FROM pg_stat_activity WHERE application_name = 'groundwork'");
  await Promise.all([register(server, "a@example.com"), register(server, "b@example.com")]);
  const before = await connections();

  const unlock = await lockUsers(url);
  expect((await register(server, "c@example.com")).status).toBe(503);
  await seeReadiness(server.origin, 503);
  await unlock();

  expect((await register(server, "c@example.com")).status).toBe(200);
  expect(await connections()).toEqual(before);
});

test("the server refuses a request immediately if too many others are waiting", async () => {
  const { server, url } = await startServer({ DATABASE_TIMEOUT_MS: "60000", DATABASE_POOL_SIZE: "1" });
  await register(server, "ada@example.com");
  const login = { body: { email: "ada@example.com", password: PASSWORD } };
  const { accessToken } = (await send(server, "POST", `${BEARER}/auth/login`, login)).body;
  const unlock = await lockUsers(url);
  const statuses: number[] = [];
  // Requests without hashing, which has its own limits.
  const requests = Array.from({ length: 100 }, async () => {
    const headers = { authorization: `Bearer ${accessToken}` };
    statuses.push((await send(server, "GET", `${BEARER}/users/me`, headers)).status);
  });

  // One request has the connection and 64 wait for it.
  await expect.poll(() => statuses, { timeout: 20_000 }).toEqual(Array.from({ length: 35 }, () => 503));
  await unlock();
  await Promise.all(requests);
  expect(statuses.slice(35)).toEqual(Array.from({ length: 65 }, () => 200));
});

test("the server reports in one line and without a password that it can't start without its database", async () => {
  const url = postgres.url("nowhere");
  const start = spawnServer({ DATABASE_URL: url }, process.cwd());
  await expect(start).rejects.toThrow(/\(1\): groundwork: .*"nowhere" does not exist\n$/);
  const wrong = url.replace(":groundwork@", ":not-the-password@");
  const refused = await spawnServer({ DATABASE_URL: wrong }, process.cwd()).catch(String);
  expect(refused).toMatch(/password authentication failed/);
  expect(refused).not.toContain("not-the-password");
});
