import { hash } from "node:crypto";
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { sql } from "../../src/database/sql.ts";
import { DomainError } from "../../src/domain/errors.ts";
import type { User } from "../../src/domain/user.ts";
import { issueReset } from "../../src/services/password-resets.ts";
import { bearerLogin } from "../support/bearer-client.ts";
import { linesWith } from "../support/log-lines.ts";
import { sessionLogin } from "../support/session-client.ts";
import type { TestServer } from "../support/start-test-server.ts";
import { openTestServer, PASSWORD, startTestServer } from "../support/start-test-server.ts";

const NEW_PASSWORD = "a new horse, no battery";
const HOUR_MS = 60 * 60 * 1000;

const server = await startTestServer({ LOG_LEVEL: "trace" });
afterAll(() => server.close());
let user: User;
beforeEach(async () => {
  user = await server.createUser();
});
afterEach(() => {
  vi.useRealTimers();
});

const APIS = [
  {
    path: "/session/api/v1/auth/password/reset",
    success: { status: 200, body: { message: "Password changed" } },
    refusal: { status: 401, body: { error: "Invalid or expired token" } },
    broken: 422,
  },
  {
    path: "/bearer/password/reset",
    success: { status: 204, body: {} },
    refusal: { status: 401, body: { error: true, reason: "Invalid or expired token", code: 401 } },
    broken: 400,
  },
];

const issue = async (options: { lifetimeMs?: number } = {}): Promise<string> =>
  (await server.store.transaction((transaction) => issueReset(transaction, user.id, options))).token;

const logIn = (password: string, to: TestServer = server, email: string = user.email) =>
  to.request.post("/bearer/api/v1/auth/login").send({ email, password });

describe.each(APIS)("POST $path", ({ path, success, refusal, broken }) => {
  async function reset(token: unknown, password: unknown = NEW_PASSWORD) {
    const { status, body } = await server.request.post(path).send({ token, password });
    return { status, body };
  }

  test("sets a new password once, and ends all sessions, JWTs, API tokens and reset tokens", async () => {
    const { cookie, token: jwt } = await sessionLogin(server, user.email);
    const authorization = await bearerLogin(server, user.email);
    const issued = await server.request
      .post("/bearer/api/v1/auth/tokens")
      .set("Authorization", authorization)
      .expect(201);
    const [first, second] = [await issue(), await issue()];
    expect(await reset(first)).toEqual(success);

    await logIn(PASSWORD).expect(401);
    await logIn(NEW_PASSWORD).expect(200);
    await server.request.get("/session/api/v1/auth/me").set("Cookie", cookie).expect(401);
    for (const credential of [`Bearer ${jwt}`, authorization, `Bearer ${issued.body.value}`]) {
      await server.request.get("/session/api/v1/users").set("Authorization", credential).expect(401);
    }
    for (const token of [first, second]) expect(await reset(token, PASSWORD)).toEqual(refusal);
    await logIn(NEW_PASSWORD).expect(200);
  });

  test("refuses a token that is guessed, altered, missing or not a string", async () => {
    const token = await issue();
    const altered = `${token.slice(0, -2)}AA`;
    for (const guess of ["", "x", altered, token.slice(1), `${token}=`, ` ${token}`]) {
      expect(await reset(guess)).toEqual(refusal);
    }
    for (const nonsense of [undefined, null, 7, [token], { token }]) {
      const { status } = await reset(nonsense);
      expect([refusal.status, broken]).toContain(status);
    }
    await logIn(PASSWORD).expect(200);
  });

  test("accepts only one of two requests with the same token", async () => {
    const token = await issue();
    const passwords = ["the first new one", "the second new one"];
    const answers = await Promise.all(passwords.map((password) => reset(token, password)));
    const won = answers.map(({ status }) => status === success.status);
    expect(won.toSorted()).toEqual([false, true]);
    const logins = await Promise.all(passwords.map((password) => logIn(password)));
    expect(logins.map(({ status }) => status === 200)).toEqual(won);
  });

  test("refuses a token an hour after it was issued", async () => {
    const { token, expiresAt } = await server.store.transaction((transaction) =>
      issueReset(transaction, user.id),
    );
    const early = await issue();
    vi.useFakeTimers({ toFake: ["Date"], now: expiresAt.getTime() });
    expect(await reset(token)).toEqual(refusal);
    vi.setSystemTime(expiresAt.getTime() - 1);
    expect(await reset(early)).toEqual(success);
    expect(expiresAt.getTime() - Date.now()).toBeLessThanOrEqual(HOUR_MS);
  });

  test.each<[string, () => Promise<unknown>]>([
    ["a change of password", () => server.accounts.update(user.id, { password: "another one" })],
    ["a change of email", () => server.accounts.update(user.id, { email: `new-${user.email}` })],
    ["a deactivation", () => server.accounts.deactivate(user.id)],
    ["a deletion", () => server.accounts.remove(user.id)],
    [
      "a deactivation and a reactivation",
      async () => {
        await server.accounts.deactivate(user.id);
        await server.accounts.update(user.id, { isActive: true });
      },
    ],
  ])("refuses a token after %s", async (_name, change) => {
    const token = await issue();
    await change();
    expect(await reset(token)).toEqual(refusal);
  });

  test("accepts a token after a change that leaves the email and the state as they were", async () => {
    const token = await issue();
    await server.accounts.update(user.id, {
      email: user.email.toUpperCase(),
      name: "Ada King",
      isActive: true,
    });
    expect(await reset(token)).toEqual(success);
  });

  test("accepts the three newest tokens of an account", async () => {
    const tokens: string[] = [];
    for (let count = 0; count < 4; count++) {
      tokens.push(await issue());
      // Two tokens of the same millisecond have no order.
      const issued = Date.now();
      await vi.waitUntil(() => Date.now() > issued, { interval: 1 });
    }
    const { rows } = await countTokens();
    expect(rows).toBe(3);
    expect(await reset(tokens[0])).toEqual(refusal);
    expect(await reset(tokens[1])).toEqual(success);
    expect(await countTokens()).toEqual({ rows: 0 });
  });

  test("accepts a token after three newer ones that expired", async () => {
    const token = await issue();
    for (let count = 0; count < 3; count++) await issue({ lifetimeMs: -1 });
    await issue();
    expect(await reset(token)).toEqual(success);
  });

  test("refuses an expired token before it validates the new password", async () => {
    for (const password of ["short", 7, undefined]) expect(await reset("x", password)).toEqual(refusal);
  });

  test("refuses an invalid new password and keeps the token valid", async () => {
    const token = await issue();
    expect((await reset(token, "short")).status).toBe(broken);
    expect(await reset(token)).toEqual(success);
  });

  test("clears the account's count of failed logins", async () => {
    const strict = await openTestServer({
      RATE_LIMIT_LOGIN: "2/1h",
      RATE_LIMIT_LOGIN_ACCOUNT: "2/1h",
    });
    const { id, email } = await strict.createUser();
    for (let count = 0; count < 2; count++) await logIn("wrong password", strict, email).expect(401);
    await logIn(PASSWORD, strict, email).expect(429);
    const { token } = await strict.store.transaction((transaction) => issueReset(transaction, id));
    await strict.request.post(path).send({ token, password: NEW_PASSWORD }).expect(success.status);
    await logIn(NEW_PASSWORD, strict, email).expect(200);
  });

  test("writes the account to the audit log, and never logs the token", async () => {
    const token = await issue();
    await reset(`${token}x`);
    await reset(token);
    const log = server.logLines.join("");
    expect(log).not.toContain(token);
    expect(linesWith(server, { path, event: "password-reset", userId: user.id })).toHaveLength(1);
    const refused = linesWith(server, { path, event: "password-reset-failed" });
    expect(refused.at(-1)).toMatchObject({ address: expect.any(String) });
    const stored = JSON.stringify(await server.queries.all(sql`SELECT * FROM password_resets`));
    expect(stored).not.toContain(token);
  });
});

test("POST /auth/password/reset refuses a cross-site form, and the token stays valid", async () => {
  const token = await issue();
  const path = "/session/api/v1/auth/password/reset";
  const body = JSON.stringify({ token, password: NEW_PASSWORD });
  for (const [name, value] of [
    ["Sec-Fetch-Site", "cross-site"],
    ["Origin", "https://evil.example"],
  ] as const) {
    await server.request.post(path).set(name, value).type("text/plain").send(body).expect(403);
  }
  await server.request.post(path).type("json").send(body).expect(200);
});

test("the page of a reset link sends no referrer, isn't cached, and repeats nothing of the request", async () => {
  const { headers, text } = await server.request
    .get("/session/reset?token=x")
    .set("Host", "evil.example")
    .expect(200);
  expect(headers["referrer-policy"]).toBe("no-referrer");
  expect(headers["cache-control"]).toBe("no-store");
  expect(text).not.toContain("evil.example");
});

test("a reset token is 32 random bytes, and the store keeps only its SHA-256", async () => {
  const token = await issue();
  expect(Buffer.from(token, "base64url")).toHaveLength(32);
  const rows = await server.queries.all<{ token_hash: string }>(
    sql`SELECT * FROM password_resets WHERE user_id = ${user.id}`,
  );
  expect(rows.map((row) => row.token_hash)).toContain(hash("sha256", token));
  expect(JSON.stringify(rows)).not.toContain(token);
});

test("an inactive account gets no reset token", async () => {
  await server.accounts.deactivate(user.id);
  await expect(issue()).rejects.toBeInstanceOf(DomainError);
});

async function countTokens(): Promise<{ rows: number }> {
  const rows = await server.queries.all(
    sql`SELECT token_hash FROM password_resets WHERE user_id = ${user.id}`,
  );
  return { rows: rows.length };
}
