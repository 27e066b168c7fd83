import pg from "pg";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { newestVersion } from "../../src/database/migrations.ts";
import type { TestStore } from "../support/create-test-store.ts";
import { createTestStore } from "../support/create-test-store.ts";
import { linesWith } from "../support/log-lines.ts";
import { send } from "../support/send.ts";
import { cookieOf } from "../support/session-client.ts";
import type { SpawnedServer } from "../support/spawn-server.ts";
import { spawnServer } from "../support/spawn-server.ts";

const PASSWORD = "correct horse battery";
const SESSION = "/session/api/v1";
const BEARER = "/bearer/api/v1";

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore();
});
afterAll(() => store.remove());

const start = (settings: Record<string, string> = {}) =>
  spawnServer({ DATABASE_URL: store.url, DATABASE_POOL_SIZE: "4", ...settings }, process.cwd());

let accounts = 0;
async function register(server: SpawnedServer): Promise<{ id: string; email: string }> {
  accounts += 1;
  const email = `person-${accounts}@example.com`;
  const body = { email, password: PASSWORD, name: "Ada" };
  return { id: (await send(server, "POST", `${BEARER}/auth/register`, { body })).body["id"] ?? "", email };
}

async function logIn(server: SpawnedServer, email: string, password = PASSWORD) {
  const session = await send(server, "POST", `${SESSION}/auth/login`, { body: { email, password } });
  const bearer = await send(server, "POST", `${BEARER}/auth/login`, { body: { email, password } });
  return {
    Cookie: cookieOf({ "set-cookie": session.headers.getSetCookie() }),
    Authorization: `Bearer ${bearer.body["accessToken"]}`,
  };
}

describe.each([2, 4])("%i servers with one database", (count) => {
  let servers: readonly SpawnedServer[];
  beforeAll(async () => {
    servers = await Promise.all(Array.from({ length: count }, () => start()));
  });
  afterAll(() => Promise.all(servers.map((server) => server.stop())));

  const nth = (index: number): SpawnedServer => servers[index % count] as SpawnedServer;
  const statuses = (method: string, path: string, headers: object, body?: object) =>
    Promise.all(
      servers.map(async (server) => (await send(server, method, path, { ...headers, body })).status),
    );
  const everywhere = (status: number) => servers.map(() => status);

  test("start in parallel and migrate once", async () => {
    const client = new pg.Client(store.url);
    await client.connect();
    const { rows } = await client.query("SELECT version FROM schema_version");
    await client.end();
    expect(rows).toEqual([{ version: newestVersion() }]);
  });

  test("all accept an account, a session and a token created by any of them", async () => {
    const { email } = await register(nth(0));
    const { Cookie, Authorization } = await logIn(nth(1), email);
    expect(await statuses("GET", `${SESSION}/auth/me`, { Cookie })).toEqual(everywhere(200));
    expect(await statuses("GET", `${BEARER}/users/me`, { Authorization })).toEqual(everywhere(200));
    const login = { email, password: PASSWORD };
    expect(await statuses("POST", `${BEARER}/auth/login`, {}, login)).toEqual(everywhere(200));
  });

  test("register an email once if all of them get the request in parallel", async () => {
    accounts += 1;
    const account = { email: `person-${accounts}@example.com`, password: PASSWORD, name: "Ada" };
    const answers = await statuses("POST", `${BEARER}/auth/register`, {}, account);
    expect(answers.toSorted()).toEqual([200, ...Array.from({ length: count - 1 }, () => 409)]);
  });

  test("all refuse a session after its logout at one of them", async () => {
    const { email } = await register(nth(0));
    const { Cookie } = await logIn(nth(0), email);
    expect((await send(nth(1), "POST", `${SESSION}/auth/logout`, { Cookie })).status).toBe(200);
    expect(await statuses("GET", `${SESSION}/auth/me`, { Cookie })).toEqual(everywhere(401));
  });

  test("all refuse the old sessions, tokens and password after a password change at one of them", async () => {
    const { id, email } = await register(nth(0));
    const before = await logIn(nth(0), email);
    const { Cookie } = await logIn(nth(1), email);
    const change = { Cookie, body: { password: "another good password" } };
    expect((await send(nth(1), "PUT", `${SESSION}/users/${id}`, change)).status).toBe(200);
    expect(await statuses("GET", `${SESSION}/auth/me`, { Cookie: before.Cookie })).toEqual(everywhere(401));
    expect(await statuses("GET", `${SESSION}/auth/me`, { Cookie })).toEqual(everywhere(200));
    const { Authorization } = before;
    expect(await statuses("GET", `${BEARER}/users/me`, { Authorization })).toEqual(everywhere(401));
    const login = { email, password: PASSWORD };
    expect(await statuses("POST", `${BEARER}/auth/login`, {}, login)).toEqual(everywhere(401));
  });

  test("all refuse the tokens of an account that one of them has deleted", async () => {
    const { id, email } = await register(nth(0));
    const { Authorization, Cookie } = await logIn(nth(0), email);
    expect((await send(nth(1), "DELETE", `${SESSION}/users/${id}`, { Cookie })).status).toBe(204);
    expect(await statuses("GET", `${BEARER}/users/me`, { Authorization })).toEqual(everywhere(401));
  });

  test("count the failed logins of each account together", async () => {
    const limited = { RATE_LIMIT_LOGIN: "3/15m" };
    const strict = await Promise.all(servers.map(() => start(limited)));
    onTestFinished(async () => void (await Promise.all(strict.map((server) => server.stop()))));
    const [{ email }, other] = [await register(nth(0)), await register(nth(0))];
    const guess = (server: SpawnedServer) =>
      send(server, "POST", `${SESSION}/auth/login`, { body: { email, password: "a wrong password" } });
    const guesses = await Promise.all([...strict, ...strict, ...strict].map(guess));
    const statuses = guesses.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([401, 401, 401, ...statuses.slice(3).map(() => 429)]);
    for (const server of strict) {
      const login = (to: string) =>
        send(server, "POST", `${SESSION}/auth/login`, { body: { email: to, password: PASSWORD } });
      expect((await login(email)).status).toBe(429);
      expect((await login(other.email)).status).toBe(200);
    }
  });

  test("accept an API token issued by one of them until another revokes it", async () => {
    const { email } = await register(nth(0));
    const { Authorization } = await logIn(nth(0), email);
    const { value, id } = (await send(nth(0), "POST", `${BEARER}/auth/tokens`, { Authorization })).body;
    const script = { Authorization: `Bearer ${value}` };
    expect(await statuses("GET", `${BEARER}/users/me`, script)).toEqual(everywhere(200));
    await send(nth(1), "DELETE", `${BEARER}/auth/tokens/${id}`, { Authorization });
    expect(await statuses("GET", `${BEARER}/users/me`, script)).toEqual(everywhere(401));
  });

  test("never keep a session of a login that ran in parallel with a password change", async () => {
    const { id, email } = await register(nth(0));
    const { Cookie } = await logIn(nth(0), email);
    const change = { Cookie, body: { password: "another good password" } };
    const login = { body: { email, password: PASSWORD } };
    const [, ...logins] = await Promise.all([
      send(nth(0), "PUT", `${SESSION}/users/${id}`, change),
      ...servers.flatMap((server) => [1, 2].map(() => send(server, "POST", `${SESSION}/auth/login`, login))),
    ]);
    for (const { headers } of logins) {
      const old = { Cookie: cookieOf({ "set-cookie": headers.getSetCookie() }) };
      expect(await statuses("GET", `${SESSION}/auth/me`, old)).toEqual(everywhere(401));
    }
  });
});

test("the metrics report the use of the connection pool", async () => {
  const server = await start({ METRICS_PORT: "0" });
  onTestFinished(() => server.stop().then(() => {}));
  const [{ address }] = linesWith(server, { msg: "metrics listening" });
  const figures = (await (await fetch(address)).text()).match(/^groundwork_postgres_pool.*$/gm);
  // The query for another metric of the same scrape doesn't count.
  expect(figures).toContain('groundwork_postgres_pool{state="busy"} 0');
  expect(figures).toContain('groundwork_postgres_pool{state="waiting"} 0');
});
