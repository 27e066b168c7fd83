import { afterAll, afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { readConfig } from "../../src/config.ts";
import { migrations } from "../../src/database/migrations.ts";
import { openDatabase } from "../../src/database/open-database.ts";
import { createStore } from "../../src/repositories/store.ts";
import { hashSecret } from "../../src/services/hash-secret.ts";
import { createSessions } from "../../src/services/sessions.ts";
import { createOlderStore } from "../support/create-older-store.ts";
import { createTestStore } from "../support/create-test-store.ts";
import { linesWith } from "../support/log-lines.ts";
import type { Person } from "../support/people.ts";
import { createBearerPerson, createSessionPerson, withApiToken } from "../support/people.ts";
import { someUser } from "../support/rows.ts";
import { cookieOf, sessionLogin } from "../support/session-client.ts";
import type { TestServer } from "../support/start-test-server.ts";
import { openTestServer, PASSWORD, startTestServer, TEST_SECRET } from "../support/start-test-server.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const API = "/session/api/v1";

const server = await startTestServer();
afterAll(() => server.close());
afterEach(() => {
  vi.useRealTimers();
});

const setTime = (milliseconds: number): void => {
  vi.useFakeTimers({ toFake: ["Date"], now: milliseconds });
};

/** Logs in the same user again. @returns the cookie */
const logInAgain = async ({ user }: Person): Promise<string> =>
  (await sessionLogin(server, user.email)).cookie;

const audited = (event: string, from: TestServer = server) => linesWith(from, { event });

describe("GET /auth/sessions", () => {
  test("lists the caller's own sessions, last used first, and marks the current one", async () => {
    const now = Date.now();
    setTime(now - 10 * MINUTE_MS);
    const ada = await createSessionPerson(server);
    await createSessionPerson(server);
    setTime(now);
    const login = await server.request
      .post(`${API}/auth/login`)
      .set("User-Agent", `Browser ${"x".repeat(300)}`)
      .send({ email: ada.user.email, password: PASSWORD });

    const { body } = await server.request
      .get(`${API}/auth/sessions`)
      .set("Cookie", cookieOf(login.headers))
      .expect(200);
    const time = new Date(now).toISOString();
    expect(body.sessions).toHaveLength(2);
    expect(body.sessions[0]).toMatchObject({
      current: true,
      created_at: time,
      last_seen_at: time,
      user_agent: `Browser ${"x".repeat(248)}`,
      address: "127.0.0.1",
    });
    expect(Object.keys(body.sessions[0])).toEqual([
      "id",
      "current",
      "created_at",
      "last_seen_at",
      "user_agent",
      "address",
    ]);
    expect(body.sessions[1]).toMatchObject({
      current: false,
      created_at: new Date(now - 10 * MINUTE_MS).toISOString(),
      user_agent: null,
    });
  });

  test("lists sessions of the same moment in descending order of their ids", async () => {
    const ada = await createSessionPerson(server);
    const moment = new Date();
    // In the order of the rows and of the hashes, the older one comes first.
    for (const which of ["a", "b"]) {
      await server.store.sessions.insert({
        id: `ffffffff-ffff-4fff-bfff-ffffffffff0${which}`,
        idHash: `${which} of one moment`,
        userId: ada.user.id,
        createdAt: moment,
        lastSeenAt: moment,
        expiresAt: new Date(moment.getTime() + DAY_MS),
        userAgent: which,
        address: null,
      });
    }
    const { body } = await ada.get("/auth/sessions").expect(200);
    const agents = body.sessions.map(({ user_agent }: { user_agent: string | null }) => user_agent);
    expect(agents.filter((agent: string | null) => agent !== null)).toEqual(["b", "a"]);
  });

  test("truncates an X-Forwarded-For entry to 64 characters", async () => {
    const proxied = await openTestServer({ TRUST_PROXY: "1" });
    const { email } = await proxied.createUser();
    const login = await proxied.request
      .post(`${API}/auth/login`)
      .set("X-Forwarded-For", "x".repeat(5_000))
      .send({ email, password: PASSWORD })
      .expect(200);
    const { body } = await proxied.request
      .get(`${API}/auth/sessions`)
      .set("Cookie", cookieOf(login.headers))
      .expect(200);
    expect(body.sessions[0].address).toBe("x".repeat(64));
  });

  test("marks no session as the current one for a bearer token", async () => {
    const ada = await createSessionPerson(server);
    const { token } = await sessionLogin(server, ada.user.email);
    const { body } = await server.request
      .get(`${API}/auth/sessions`)
      .set("Authorization", `Bearer ${token}`)
      .expect(200);
    expect(body.sessions.map(({ current }: { current: boolean }) => current)).toEqual([false, false]);
  });

  test("answers without secrets: a session's public id doesn't work as a cookie", async () => {
    const ada = await createSessionPerson(server);
    const { body } = await ada.get("/auth/sessions").expect(200);
    const [, secret = ""] = ada.credential;
    const claims = JSON.parse(
      Buffer.from(/session=([^;]+)/.exec(secret)?.[1] ?? "", "base64").toString(),
    ) as Record<string, string>;
    expect(JSON.stringify(body)).not.toContain(claims["sessionId"]);
    expect(JSON.stringify(body)).not.toContain(hashSecret(claims["sessionId"] ?? ""));

    const sessions = createSessions(server.store, null);
    expect(await sessions.findUser(claims["sessionId"] ?? "")).toMatchObject({
      id: ada.user.id,
    });
    expect(await sessions.findUser(body.sessions[0].id)).toBeUndefined();
    const forged = Buffer.from(JSON.stringify({ ...claims, sessionId: body.sessions[0].id })).toString(
      "base64",
    );
    await server.request
      .get(`${API}/auth/me`)
      .set("Cookie", secret.replace(/session=[^;]+/, `session=${forged}`))
      .expect(401);
  });
});

describe("DELETE /auth/sessions/:id", () => {
  test("ends one session and leaves the others", async () => {
    const ada = await createSessionPerson(server);
    const other = await logInAgain(ada);
    const { body } = await ada.get("/auth/sessions");
    const { id } = body.sessions.find(({ current }: { current: boolean }) => !current);

    const { headers } = await ada.delete(`/auth/sessions/${id}`).expect(204);
    expect(headers["set-cookie"]).toBeUndefined();
    await server.request.get(`${API}/auth/me`).set("Cookie", other).expect(401);
    await ada.get("/auth/me").expect(200);
    await ada.delete(`/auth/sessions/${id}`).expect(404, { error: "Session not found" });
    expect(audited("session-end").at(-1)).toMatchObject({ userId: ada.user.id });
  });

  test("logs out if the session is the current one", async () => {
    const ada = await createSessionPerson(server);
    const { body } = await ada.get("/auth/sessions");
    const { headers } = await ada.delete(`/auth/sessions/${body.sessions[0].id}`).expect(204);
    expect(String(headers["set-cookie"])).toMatch(/session=; /);
    await ada.get("/auth/me").expect(401);
  });

  test("answers 404 for another user's session, even to an admin, and doesn't end it", async () => {
    const [ada, bea] = [await createSessionPerson(server), await createSessionPerson(server)];
    const admin = await createSessionPerson(server, "admin");
    const { body } = await bea.get("/auth/sessions");
    for (const stranger of [ada, admin]) {
      await stranger
        .delete(`/auth/sessions/${body.sessions[0].id}`)
        .expect(404, { error: "Session not found" });
    }
    await ada.delete("/auth/sessions/nonsense").expect(404, { error: "Session not found" });
    await bea.get("/auth/me").expect(200);
  });
});

describe("DELETE /auth/sessions", () => {
  test("ends all sessions except the current one", async () => {
    const [ada, bea] = [await createSessionPerson(server), await createSessionPerson(server)];
    const other = await logInAgain(ada);
    await ada.delete("/auth/sessions").expect(204);
    await server.request.get(`${API}/auth/me`).set("Cookie", other).expect(401);
    await ada.get("/auth/me").expect(200);
    await bea.get("/auth/me").expect(200);
  });

  test("is audited only if a session ended", async () => {
    const ada = await createSessionPerson(server);
    await logInAgain(ada);
    for (let time = 0; time < 3; time++) await ada.delete("/auth/sessions").expect(204);
    expect(audited("session-end").filter(({ userId }) => userId === ada.user.id)).toHaveLength(1);
  });

  test("ends all sessions for a bearer token", async () => {
    const ada = await createSessionPerson(server);
    const { token } = await sessionLogin(server, ada.user.email);
    await server.request.delete(`${API}/auth/sessions`).set("Authorization", `Bearer ${token}`).expect(204);
    await ada.get("/auth/me").expect(401);
  });
});

test("an API token can list its owner's sessions but not end them", async () => {
  const owner = await createBearerPerson(server);
  const { cookie } = await sessionLogin(server, owner.user.email);
  const [name, value] = (await withApiToken(server, owner)).credential;
  const { body } = await server.request.get(`${API}/auth/sessions`).set(name, value).expect(200);
  const paths = ["/auth/sessions", `/auth/sessions/${body.sessions[0].id}`, "/auth/sessions/unknown"];
  for (const path of paths) {
    await server.request
      .delete(API + path)
      .set(name, value)
      .expect(403, { error: "Forbidden" });
  }
  await server.request.get(`${API}/auth/me`).set("Cookie", cookie).expect(200);
});

describe("the last use of a session", () => {
  test("is recorded if it is used after a minute", async () => {
    const now = Date.now();
    setTime(now - 2 * MINUTE_MS);
    const ada = await createSessionPerson(server);
    setTime(now);
    await ada.get("/auth/me").expect(200);
    await expect
      .poll(async () => (await ada.get("/auth/sessions")).body.sessions[0].last_seen_at)
      .toBe(new Date(now).toISOString());
  });

  test("is recorded once a minute at most, whichever process records it", async () => {
    const { user, credential } = await createSessionPerson(server);
    const { sessionId } = JSON.parse(
      Buffer.from(/session=([^;]+)/.exec(credential[1])?.[1] ?? "", "base64").toString(),
    );
    const { sessions } = server.store;
    const read = async () =>
      (await sessions.listOf(user.id, new Date(), new Date(0)))[0]?.lastSeenAt.getTime();
    const start = (await read()) ?? 0;
    const noteAt = (time: number) =>
      sessions.noteUse(hashSecret(sessionId), new Date(time), new Date(time - MINUTE_MS));
    await noteAt(start + MINUTE_MS - 1);
    expect(await read()).toBe(start);
    await noteAt(start + MINUTE_MS);
    expect(await read()).toBe(start + MINUTE_MS);
  });
});

describe("SESSION_IDLE_TIMEOUT", () => {
  test("ends a session that is unused for that long, and keeps one in use", async () => {
    const idle = await openTestServer({ SESSION_IDLE_TIMEOUT: "7d" });
    const now = Date.now();
    setTime(now);
    const [used, unused] = [await createSessionPerson(idle), await createSessionPerson(idle)];

    setTime(now + 6 * DAY_MS);
    await used.get("/auth/me").expect(200);
    await expect
      .poll(async () => (await used.get("/auth/sessions")).body.sessions[0].last_seen_at)
      .toBe(new Date(now + 6 * DAY_MS).toISOString());

    setTime(now + 7 * DAY_MS);
    await unused.get("/auth/me").expect(401);
    await used.get("/auth/me").expect(200);
    expect(await createSessions(idle.store, 7 * 86_400).listOf(unused.user.id)).toEqual([]);
  });

  test.each(["4m", "0d", "7", "a week"])("refuses %j", (text) => {
    expect(() => readConfig({ JWT_SECRET: TEST_SECRET, SESSION_IDLE_TIMEOUT: text })).toThrow(
      /^SESSION_IDLE_TIMEOUT must be /,
    );
  });
});

test("a session of an earlier version continues and is listed", async () => {
  const testStore = await createTestStore();
  onTestFinished(() => testStore.remove());
  const older = await createOlderStore(
    testStore.url,
    migrations.filter(({ version }) => version < 6),
  );
  const { id } = someUser();
  const times = [-DAY_MS, DAY_MS].map((ago) => `'${new Date(Date.now() + ago).toISOString()}'`);
  await older.run(`
    INSERT INTO users (id, email, name, password_hash, role, is_active, created_at, updated_at)
      VALUES ('${id}', 'ada@example.com', 'Ada', 'none', 'user', true, ${times[0]}, ${times[0]});
    INSERT INTO sessions (id_hash, user_id, created_at, expires_at)
      VALUES ('${hashSecret("one")}', '${id}', ${times.join()}), ('${hashSecret("two")}', '${id}', ${times.join()});
  `);
  const { database: location } = readConfig({ JWT_SECRET: TEST_SECRET, DATABASE_URL: testStore.url });
  const database = await openDatabase(location);
  onTestFinished(() => database.close());
  const sessions = createSessions(createStore(database), null);

  const listed = await sessions.listOf(id, "one");
  expect(listed.map(({ isCurrent }) => isCurrent).toSorted()).toEqual([false, true]);
  for (const session of listed) {
    expect(session.id).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  }
  expect(await sessions.endOne(id, listed[0]?.id ?? "", undefined, {})).toBe(false);
  expect(await sessions.listOf(id)).toHaveLength(1);
});

test.each(["open", "protected"])(
  "with %s access, admins list a user's sessions and end all of them",
  async (SESSION_API_ACCESS) => {
    const own = await openTestServer({ SESSION_API_ACCESS });
    const admin = await createSessionPerson(own, "admin");
    const [user, other] = [await createSessionPerson(own), await createSessionPerson(own)];
    const path = `/users/${user.user.id}/sessions`;

    for (const method of ["get", "delete"] as const) {
      await own.request[method](`${API}${path}`).expect(401);
      await user[method](path).expect(403, { error: "Forbidden" });
      await admin[method](path.replace(user.user.id, "nobody")).expect(404, { error: "User not found" });
    }
    await user.get("/auth/me").expect(200);
    const { body } = await admin.get(path).expect(200);
    const seen = await user.get("/auth/sessions");
    expect(body.sessions).toEqual([{ ...seen.body.sessions[0], current: false }]);

    await admin.delete(path).expect(204);
    await user.get("/auth/me").expect(401);
    await other.get("/auth/me").expect(200);
    await admin.get("/auth/me").expect(200);
    expect(audited("session-end", own)).toMatchObject([{ userId: user.user.id, by: admin.user.id }]);
  },
);
