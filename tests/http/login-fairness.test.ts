import { describe, expect, test } from "vitest";
import { sql } from "../../src/database/sql.ts";
import { bearerLogin } from "../support/bearer-client.ts";
import type { TestServer } from "../support/start-test-server.ts";
import { openTestServer, PASSWORD } from "../support/start-test-server.ts";

const start = (settings: Record<string, string> = {}): Promise<TestServer> =>
  openTestServer({ TRUST_PROXY: "1", ...settings });

interface Login {
  readonly email: string;
  readonly password?: string;
  readonly address?: string;
}

const logIn = (server: TestServer, { address = "198.51.100.1", ...body }: Login) =>
  server.request
    .post("/bearer/api/v1/auth/login")
    .set("X-Forwarded-For", address)
    .send({ password: PASSWORD, ...body });

/** Repeats a request on this many connections. @returns a function that stops it and returns the statuses */
function loop(connections: number, send: () => PromiseLike<{ status: number }>): () => Promise<number[]> {
  let isOver = false;
  const statuses: number[] = [];
  const lanes = Array.from({ length: connections }, async () => {
    while (!isOver) statuses.push((await send()).status);
  });
  return async () => {
    isOver = true;
    await Promise.all(lanes);
    return statuses;
  };
}

test("logins beyond the queue of one account get 429 with Retry-After: 1 and don't count", async () => {
  const server = await start({ BCRYPT_COST: "10", RATE_LIMIT_LOGIN_ACCOUNT: "100/1h" });
  const { email } = await server.createUser();
  const answers = await Promise.all(Array.from({ length: 120 }, () => logIn(server, { email })));
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThan(0);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(120 - refused.length);
  for (const { headers, body } of refused) {
    expect(headers["retry-after"]).toBe("1");
    expect(headers["ratelimit"]).toBeUndefined();
    expect(body).toEqual({ error: true, reason: "Too many requests", code: 429 });
  }
  expect(await server.queries.all(sql`SELECT * FROM rate_limit_counts`)).toEqual([]);
});

describe.each([
  ["the same address", "198.51.100.1"],
  ["another address", "198.51.100.2"],
])("while one account is busy on 80 connections, a user at %s", (_where, address) => {
  test("logs in and changes a password during logins of the busy account", async () => {
    const server = await start();
    const [busy, other] = [await server.createUser(), await server.createUser()];
    const authorization = await bearerLogin(server, other.email);
    const stop = loop(80, () => logIn(server, { email: busy.email }));
    for (let count = 0; count < 5; count++) {
      expect((await logIn(server, { email: other.email, address })).status).toBe(200);
    }
    const change = server.request.put("/bearer/api/v1/users/me").set("Authorization", authorization);
    expect((await change.send({ password: "another password" })).status).toBe(200);
    expect(await stop()).not.toContain(503);
  });

  test("logs in during password changes of the busy account", async () => {
    const server = await start();
    const [busy, other] = [await server.createUser(), await server.createUser({ role: "admin" })];
    const authorization = await bearerLogin(server, other.email);
    const stop = loop(80, () =>
      server.request
        .put(`/bearer/api/v1/users/${busy.id}`)
        .set("Authorization", authorization)
        .send({ password: "another password" }),
    );
    for (let count = 0; count < 5; count++) {
      expect((await logIn(server, { email: other.email, address })).status).toBe(200);
    }
    expect(await stop()).not.toContain(503);
  });
});

test("guesses past the limit never delay the account's owner", async () => {
  const server = await start({ RATE_LIMIT_LOGIN: "3/15m" });
  const { email } = await server.createUser();
  const guess = { email, password: "wrong password", address: "203.0.113.66" };
  for (let count = 0; count < 3; count++) expect((await logIn(server, guess)).status).toBe(401);
  const stop = loop(80, () => logIn(server, guess));
  for (let count = 0; count < 10; count++) expect((await logIn(server, { email })).status).toBe(200);
  expect([...new Set(await stop())]).toEqual([429]);
});
