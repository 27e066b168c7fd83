import bcrypt from "bcryptjs";
import { describe, expect, test, vi } from "vitest";
import { migrations } from "../../src/database/migrations.ts";
import { nameOf, sql } from "../../src/database/sql.ts";
import { bearerLogin } from "../support/bearer-client.ts";
import { createGate } from "../support/gate.ts";
import { cookieOf, sessionCookieLines, sessionLogin } from "../support/session-client.ts";
import type { TestServer } from "../support/start-test-server.ts";
import { openTestServer, PASSWORD } from "../support/start-test-server.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const checked = createGate();
/** Each login waits at the gate after its password was checked and before the result is used. */
vi.mock(import("../../src/services/passwords.ts"), async (original) => {
  const module = await original();
  return {
    ...module,
    createPasswords(...args) {
      const passwords = module.createPasswords(...args);
      const verify: typeof passwords.verify = async (...candidate) => {
        const matches = await passwords.verify(...candidate);
        await checked.pass();
        return matches;
      };
      return { ...passwords, verify };
    },
  };
});

const AUTH = "/session/api/v1/auth";
const OLD_KEY = "the key that signs today, and did so yesterday";
const NEW_KEY = "the key that is to sign from now on, a new one";

const me = (server: TestServer, cookie: string) => server.request.get(`${AUTH}/me`).set("Cookie", cookie);

/** A store that several servers use in turn. */
const sharedStore = () => ({ DATABASE_URL: `file:${temporaryFolder()}/groundwork.db` });

describe("across a restart", () => {
  test("a session continues, and one that was logged out stays ended", async () => {
    const settings = sharedStore();
    const first = await openTestServer(settings);
    const { email } = await first.createUser();
    const [kept, ended] = [await sessionLogin(first, email), await sessionLogin(first, email)];
    await first.request.post(`${AUTH}/logout`).set("Cookie", ended.cookie).expect(200);
    await first.close();
    const second = await openTestServer(settings);
    await me(second, kept.cookie).expect(200);
    await me(second, ended.cookie).expect(401, { error: "Unauthorized" });
  });

  test("with a new first key, an old cookie works and is re-signed with all its attributes", async () => {
    const settings = sharedStore();
    const before = await openTestServer({ ...settings, SESSION_SECRET: OLD_KEY });
    const { email } = await before.createUser();
    const { cookie } = await sessionLogin(before, email);
    await before.close();

    const rotated = await openTestServer({ ...settings, SESSION_SECRET: `${NEW_KEY},${OLD_KEY}` });
    const { headers } = await me(rotated, cookie).expect(200);
    const lines = sessionCookieLines(headers);
    expect(lines.map((line) => line.split("=", 1)[0])).toEqual(["session", "session.sig"]);
    for (const line of lines) {
      expect(line).toMatch(/; path=\/session; expires=.+ GMT; samesite=lax; httponly$/i);
    }
    await rotated.close();

    const after = await openTestServer({ ...settings, SESSION_SECRET: NEW_KEY });
    await me(after, cookieOf(headers)).expect(200);
    await me(after, cookie).expect(401);
  });

  test("with a new first key, a user with an old cookie can log in, register and log out", async () => {
    const settings = sharedStore();
    const before = await openTestServer({ ...settings, SESSION_SECRET: OLD_KEY });
    const [ada, bea] = [await before.createUser(), await before.createUser()];
    const cookies = await Promise.all(
      [1, 2, 3].map(async () => (await sessionLogin(before, ada.email)).cookie),
    );
    const [first = "", second = "", third = ""] = cookies;
    await before.close();

    const rotated = await openTestServer({ ...settings, SESSION_SECRET: `${NEW_KEY},${OLD_KEY}` });
    const post = (path: string, cookie: string, body: object) =>
      rotated.request.post(`${AUTH}/${path}`).set("Cookie", cookie).send(body);
    const login = await post("login", first, { email: bea.email, password: PASSWORD }).expect(200);
    expect((await me(rotated, cookieOf(login.headers)).expect(200)).body.user.id).toBe(bea.id);
    const cleo = { email: "cleo@example.com", name: "Cleo", password: PASSWORD };
    const registration = await post("register", second, cleo).expect(201);
    expect((await me(rotated, cookieOf(registration.headers)).expect(200)).body.user.name).toBe("Cleo");
    const logout = await post("logout", third, {}).expect(200);
    expect(cookieOf(logout.headers)).toMatch(/^session=; /);
  });
});

test("a session is found among many cookies of other programs, until it is logged out", async () => {
  const server = await openTestServer();
  const { email } = await server.createUser();
  const { cookie } = await sessionLogin(server, email);
  for (const others of ["", "theme=dark; ", `consent=${"x".repeat(2_000)}; `]) {
    await me(server, others + cookie).expect(200);
    await me(server, others + cookie).expect(200);
  }
  await server.request.post(`${AUTH}/logout`).set("Cookie", cookie).expect(200);
  for (const others of ["", "theme=dark; ", `consent=${"x".repeat(2_000)}; `]) {
    await me(server, others + cookie).expect(401, { error: "Unauthorized" });
  }
});

test("a session ends after 14 days, even if the browser still sends its cookie", async () => {
  const server = await openTestServer();
  const { email } = await server.createUser();
  const { cookie } = await sessionLogin(server, email);
  const row = await server.queries.first<{ created_at: string; expires_at: string }>(
    sql`SELECT created_at, expires_at FROM sessions`,
  );
  expect(Number(new Date(row?.expires_at ?? 0)) - Number(new Date(row?.created_at ?? 0))).toBe(
    14 * 86_400_000,
  );
  await server.queries.run(sql`UPDATE sessions SET expires_at = ${new Date()}`);
  await me(server, cookie).expect(401, { error: "Unauthorized" });
});

test("the store keeps a session's id, of at least 128 random bits, only as a hash", async () => {
  const server = await openTestServer();
  const { email } = await server.createUser();
  const { cookie } = await sessionLogin(server, email);
  const value = /session=([^;]+)/.exec(cookie)?.[1] ?? "";
  const { sessionId } = JSON.parse(Buffer.from(value, "base64").toString());
  expect(Buffer.from(sessionId, "base64url").length * 8).toBeGreaterThanOrEqual(128);
  const rows = await server.queries.all(sql`SELECT * FROM sessions`);
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain(sessionId);
});

test("a cookie that names another user or isn't signed by this server is refused", async () => {
  const server = await openTestServer();
  const [mine, other] = [await server.createUser(), await server.createUser()];
  const { cookie } = await sessionLogin(server, mine.email);
  const [value = "", signature = ""] = cookie.split("; ");
  const claims = JSON.parse(Buffer.from(value.replace("session=", ""), "base64").toString());
  const swapped = Buffer.from(JSON.stringify({ ...claims, userId: other.id })).toString("base64");
  for (const forged of [
    `session=${swapped}; ${signature}`,
    value,
    signature,
    `${value}; session.sig=`,
    `${value}; ${signature.slice(0, -1)}x`,
    `${value}; session.sig=${"x".repeat(27)}`,
    `session=; ${signature}`,
    `session=%E0%A4%A; ${signature}`,
    `session=${"x".repeat(4000)}; ${signature}`,
  ]) {
    await me(server, forged).expect(401, { error: "Unauthorized" });
  }
});

test("a cookie of the same name that another program signed at the path / is left to it", async () => {
  const server = await openTestServer();
  const foreign = `session=${Buffer.from('{"cart":1}').toString("base64")}; session.sig=${"x".repeat(27)}`;
  const { headers } = await me(server, foreign).expect(401);
  expect(headers["set-cookie"]).toBeUndefined();
});

test("the bearer API ignores a session cookie", async () => {
  const server = await openTestServer();
  const { email } = await server.createUser({ role: "admin" });
  const { cookie } = await sessionLogin(server, email);
  const answer = await server.request.get("/bearer/api/v1/users/me").set("Cookie", cookie).expect(401);
  expect(answer.body.reason).toBe("Missing authorization token");
});

test("after a rotation of JWT_SECRET, cookies and tokens are valid until their key is removed", async () => {
  const KEYS = [1, 2, 3].map((number) => `JWT key ${number} of 32 bytes or more for this test`);
  const [first, second, third] = KEYS as [string, string, string];
  const settings = sharedStore();
  const run = async (JWT_SECRET: string, JWT_SECRET_PREVIOUS = "") =>
    openTestServer({ ...settings, JWT_SECRET, JWT_SECRET_PREVIOUS });
  const before = await run(first);
  const { email } = await before.createUser();
  const session = await sessionLogin(before, email);
  const authorization = await bearerLogin(before, email);
  await before.close();
  const use = async (server: TestServer, cookie: string) => [
    (await me(server, cookie)).status,
    (await server.request.get("/session/api/v1/users").set("Authorization", `Bearer ${session.token}`))
      .status,
    (await server.request.get("/bearer/api/v1/users/me").set("Authorization", authorization)).status,
  ];

  const rotated = await run(third, `${second}, ${first}`);
  const { headers } = await me(rotated, session.cookie).expect(200);
  const renewed = cookieOf(headers);
  expect(await use(rotated, renewed)).toEqual([200, 200, 200]);
  const refresh = rotated.request.post("/bearer/api/v1/auth/refresh").set("Authorization", authorization);
  const { body } = await refresh.expect(200);
  await rotated.close();

  const removed = await run(third, second);
  expect(await use(removed, session.cookie)).toEqual([401, 401, 401]);
  expect(await use(removed, renewed)).toEqual([200, 401, 401]);
  const fresh = removed.request.get("/bearer/api/v1/users/me");
  await fresh.set("Authorization", `Bearer ${body.accessToken}`).expect(200);
});

describe("a login in progress", () => {
  test.each(["/session/api/v1/auth/login", "/bearer/api/v1/auth/login"])(
    "at %s is refused if the password changes in the meantime",
    async (path) => {
      const server = await openTestServer();
      const { id, email } = await server.createUser();
      checked.close();
      const login = server.request
        .post(path)
        .send({ email, password: PASSWORD })
        .then((answer) => answer);
      await checked.arrivals(1);
      await server.queries.run(
        sql`UPDATE users SET password_hash = 'changed', password_changed_at = ${new Date()} WHERE id = ${id}`,
      );
      checked.open();
      expect((await login).status).toBe(401);
    },
  );

  test("that rehashes the password never restores a password that changes in the meantime", async () => {
    const server = await openTestServer({ BCRYPT_COST: "5" });
    const { id, email } = await server.createUser();
    await server.queries.run(
      sql`UPDATE users SET password_hash = ${bcrypt.hashSync(PASSWORD, 4)} WHERE id = ${id}`,
    );
    checked.close();
    const login = server.request.post("/bearer/api/v1/auth/login").send({ email, password: PASSWORD });
    const answer = login.then((given) => given);
    await checked.arrivals(1);
    await server.store.transaction(async ({ users }) => {
      const now = new Date();
      await users.update(id, { passwordHash: "changed", accessRevokedAt: now }, now);
      // From here on the login tries to store its new hash while the change isn't committed.
      checked.open();
    });
    expect((await answer).status).toBe(401);
    expect((await server.accounts.get(id)).passwordHash).toBe("changed");
  });

  test("is refused if the account is deactivated or deleted in the meantime", async () => {
    const server = await openTestServer();
    const [one, other] = [await server.createUser(), await server.createUser()];
    checked.close();
    const logins = [one, other].map(({ email }) =>
      server.request
        .post(`${AUTH}/login`)
        .send({ email, password: PASSWORD })
        .then((answer) => answer),
    );
    await checked.arrivals(2);
    await server.accounts.deactivate(one.id);
    await server.accounts.remove(other.id);
    checked.open();
    for (const { status, headers } of await Promise.all(logins)) {
      expect(status).toBe(401);
      expect(sessionCookieLines(headers)).toEqual([]);
    }
  });
});

describe("in production", () => {
  const production = { NODE_ENV: "production", TRUST_PROXY: "1" };
  const attributes = { email: "ada@example.com", name: "Ada", password: PASSWORD };

  test("a cookie is sent with Secure if the proxy reports TLS", async () => {
    const server = await openTestServer(production);
    const { headers } = await server.request
      .post(`${AUTH}/register`)
      .set("X-Forwarded-Proto", "https")
      .send(attributes)
      .expect(201);
    for (const line of sessionCookieLines(headers)) {
      expect(line).toMatch(/; path=\/session; expires=.+ GMT; samesite=lax; secure; httponly$/i);
      expect(line).not.toMatch(/domain=/i);
    }
  });

  test("a login or registration over plain HTTP answers 500 with no effect, and the log names the setting", async () => {
    const server = await openTestServer(production);
    for (const path of ["register", "login"]) {
      const { body, headers } = await server.request.post(`${AUTH}/${path}`).send(attributes).expect(500);
      expect(body).toEqual({ error: "Internal server error" });
      expect(sessionCookieLines(headers)).toEqual([]);
    }
    expect(await server.accounts.findByEmail(attributes.email)).toBeUndefined();
    expect(server.logLines.filter((line) => line.includes("TRUST_PROXY"))).toHaveLength(2);
  });

  test("a login to the bearer API works over plain HTTP, because it needs no cookie", async () => {
    const server = await openTestServer(production);
    const { email } = await server.createUser();
    await bearerLogin(server, email);
  });
});

test("a GET request changes nothing", async () => {
  const server = await openTestServer();
  const admin = await server.createUser({ role: "admin" });
  const { cookie, token } = await sessionLogin(server, admin.email);
  const authorization = await bearerLogin(server, admin.email);
  const dump = async () => {
    const made = migrations.flatMap(({ postgres }) => [...postgres.matchAll(/CREATE TABLE (\w+)/g)]);
    const names = made.map(([, name = ""]) => name);
    expect(names).toContain("audit_events");
    const rows = names.map((name) => server.queries.all(sql`SELECT * FROM ${nameOf(name)} ORDER BY 1`));
    return JSON.stringify([names, await Promise.all(rows)]);
  };
  const before = await dump();
  const paths = [
    "auth/me",
    "auth/logout",
    "auth/login",
    "users",
    `users/${admin.id}`,
    "users?page=1",
    "posts",
  ];
  for (const path of paths) {
    await server.request.get(`/session/api/v1/${path}`).set("Cookie", cookie);
    await server.request.get(`/session/api/${path}`).set("Authorization", `Bearer ${token}`);
    await server.request.get(`/bearer/api/v1/${path}`).set("Authorization", authorization);
  }
  for (const path of ["/", "/health", "/ready", "/session/", "/bearer/"]) await server.request.get(path);
  expect(await dump()).toBe(before);
});
