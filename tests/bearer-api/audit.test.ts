import { setImmediate } from "node:timers/promises";
import { afterAll, describe, expect, test } from "vitest";
import { sql } from "../../src/database/sql.ts";
import { AUDIT_EVENTS } from "../../src/domain/audit.ts";
import type { Store } from "../../src/repositories/store.ts";
import { createStore } from "../../src/repositories/store.ts";
import { createAuditLog, noteEvent } from "../../src/services/audit.ts";
import { issueReset } from "../../src/services/password-resets.ts";
import { linesWith } from "../support/log-lines.ts";
import { openTestStore } from "../support/open-test-store.ts";
import { createBearerPerson, createSessionPerson } from "../support/people.ts";
import { openTestServer, PASSWORD, startTestServer } from "../support/start-test-server.ts";

const NEW_PASSWORD = "another password";

const server = await startTestServer();
afterAll(() => server.close());
const admin = await createBearerPerson(server, "admin");

/** The audit entries of a user, oldest first. */
async function eventsOf(userId: string): Promise<string[]> {
  const { body } = await admin.get(`/audit?userId=${userId}&per=100`).expect(200);
  return body.items.map(({ event }: { event: string }) => event).toReversed();
}

const register = async (base: string, email: string) =>
  server.request.post(`${base}/api/v1/auth/register`).send({ email, name: "Ada", password: PASSWORD });

describe("the audit log", () => {
  test("contains the events of an account in the session API, from its registration to its deletion", async () => {
    const email = "life@example.com";
    const { id } = (await register("/session", email)).body.user;
    const logIn = (password: string) =>
      server.request.post("/session/api/v1/auth/login").send({ email, password });
    await logIn("wrong password").expect(401);
    const { headers } = await logIn(PASSWORD).expect(200);
    const cookie = (headers["set-cookie"] as unknown as string[])
      .map((line) => line.split(";", 1)[0])
      .join("; ");
    const as = (method: "put" | "post" | "delete", path: string) =>
      server.request[method](`/session/api/v1${path}`).set("Cookie", cookie);
    await as("put", `/users/${id}`).send({ email: "moved@example.com" }).expect(200);
    await as("put", `/users/${id}`).send({ name: "Grace" }).expect(200);
    await as("put", "/auth/password").send({ current_password: "wrong", password: NEW_PASSWORD }).expect(422);
    await as("put", "/auth/password")
      .send({ current_password: PASSWORD, password: NEW_PASSWORD })
      .expect(200);
    const again = { email: "moved@example.com", password: NEW_PASSWORD };
    await server.request.post("/session/api/v1/auth/login").send(again).expect(200);
    await as("delete", "/auth/sessions").expect(204);
    await as("post", "/auth/logout").expect(200);
    await as("post", "/auth/logout").expect(200);
    const { token } = await server.store.transaction((transaction) => issueReset(transaction, id));
    const reset = { token, password: PASSWORD };
    await server.request.post("/session/api/v1/auth/password/reset").send(reset).expect(200);
    const owner = await createSessionPerson(server, "admin");
    await owner.delete(`/users/${id}`).expect(204);

    expect(await eventsOf(id)).toEqual([
      "registration",
      "login-failed",
      "login",
      "email-change",
      "login-failed",
      "password-change",
      "login",
      "session-end",
      "logout",
      "password-reset",
      "deletion",
    ]);
  });

  test("contains the events of an account in the bearer API, and who changed it", async () => {
    const { id } = (await register("/bearer", "token@example.com")).body;
    const person = await createBearerPerson(server);
    const token = (await person.post("/auth/tokens").expect(201)).body;
    await person.delete(`/auth/tokens/${token.id}`).expect(204);
    const change = { currentPassword: PASSWORD, password: NEW_PASSWORD };
    await person.put("/users/me/password").send(change).expect(200);
    await admin.put(`/users/${id}`).send({ email: "moved-too@example.com" }).expect(200);
    await admin.delete(`/users/${id}`).expect(204);
    const other = await createBearerPerson(server);
    await other.post("/auth/logout").expect(204);

    expect(await eventsOf(id)).toEqual(["registration", "email-change", "deactivation"]);
    expect(await eventsOf(person.user.id)).toEqual([
      "login",
      "token-issue",
      "token-revocation",
      "password-change",
    ]);
    expect(await eventsOf(other.user.id)).toEqual(["login", "logout"]);
    const { items } = (await admin.get(`/audit?userId=${id}&event=deactivation`)).body;
    expect(items).toEqual([
      {
        id: expect.stringMatching(/^[\da-f-]{36}$/),
        event: "deactivation",
        userId: id,
        by: admin.user.id,
        address: expect.stringMatching(/127\.0\.0\.1$/),
        requestId: expect.stringMatching(/^[\da-f-]{36}$/),
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      },
    ]);
  });

  test("contains one deactivation of an account that is deactivated twice", async () => {
    const { user } = await createBearerPerson(server);
    for (const _ of [1, 2]) await admin.delete(`/users/${user.id}`).expect(204);
    expect(await eventsOf(user.id)).toEqual(["login", "deactivation"]);
  });

  test("contains nothing that was typed for an unknown account, and no refusal by a limit", async () => {
    const strict = await openTestServer({ RATE_LIMIT_LOGIN: "1/1h" });
    const typed = { email: "my-password@example.com", password: "my-other-password" };
    const attempt = () => strict.request.post("/bearer/api/v1/auth/login").send(typed);
    await attempt().expect(401);
    await attempt().expect(429);
    const rows = await strict.queries.all(sql`SELECT * FROM audit_events`);
    expect(rows).toMatchObject([{ event: "login-failed", user_id: null, by_id: null }]);
    expect(JSON.stringify(rows)).not.toContain("password");
  });

  test("has an entry for every audit line except refusals", async () => {
    const lines = linesWith(server, { msg: "audit" }).filter(({ event }) => event !== "refused");
    const rows = await server.queries.all<Record<string, unknown>>(sql`SELECT * FROM audit_events`);
    const shape = (event: unknown, userId: unknown, by: unknown, requestId: unknown) =>
      JSON.stringify({ event, userId: userId ?? null, by: by ?? null, requestId });
    expect(
      rows.map((row) => shape(row["event"], row["user_id"], row["by_id"], row["request_id"])).sort(),
    ).toEqual(lines.map(({ event, userId, by, requestId }) => shape(event, userId, by, requestId)).sort());
    expect(lines.length).toBeGreaterThan(15);
  });
});

describe("GET /audit", () => {
  test("answers 403 for all but admins", async () => {
    await (await createBearerPerson(server)).get("/audit").expect(403, {
      error: true,
      reason: "Admin access required",
      code: 403,
    });
    await server.request.get("/bearer/api/v1/audit").expect(401);
  });

  test.each([
    ["userId=me", "userId is not a valid id"],
    ["event=tea", `event must be one of ${AUDIT_EVENTS.join(", ")}`],
    ["event=login&event=logout", `event must be one of ${AUDIT_EVENTS.join(", ")}`],
  ])("refuses ?%s", async (query, details) => {
    const { body } = await admin.get(`/audit?${query}`).expect(400);
    expect(body).toEqual({ error: true, reason: "Validation failed", code: 400, details });
  });

  test("returns every entry on exactly one page, newest first, with any filter", async () => {
    const { id } = await server.createUser();
    for (const event of ["login", "logout", "login", "login-failed", "login"] as const) {
      await server.store.audit.insert({
        ...{ id: crypto.randomUUID(), event, userId: id, by: null, address: null, requestId: null },
        createdAt: new Date(),
      });
    }
    for (const filter of ["", `&userId=${id}`, "&event=login", `&userId=${id.toUpperCase()}&event=login`]) {
      const first = (await admin.get(`/audit?per=2${filter}`).expect(200)).body;
      const ids: string[] = [];
      for (let page = 1; page <= first.metadata.totalPages; page++) {
        const { items } = (await admin.get(`/audit?per=2&page=${page}${filter}`).expect(200)).body;
        ids.push(...items.map((item: { id: string }) => item.id));
      }
      expect(ids).toHaveLength(first.metadata.total);
      expect(ids).toEqual([...new Set(ids)].toSorted().toReversed());
    }
    const { metadata } = (await admin.get(`/audit?userId=${id}&event=login`)).body;
    expect(metadata).toEqual({ page: 1, perPage: 20, total: 3, totalPages: 1 });
    const unknown = await admin.get(`/audit?userId=${crypto.randomUUID()}`).expect(200);
    expect(unknown.body).toEqual({ items: [], metadata: { page: 1, perPage: 20, total: 0, totalPages: 0 } });
  });
});

describe("an audit entry", () => {
  test("that can't be stored prevents its event, which then has no line in the log", async () => {
    const broken = await openTestServer();
    const { email } = await broken.createUser();
    const { body } = await broken.request
      .post("/bearer/api/v1/auth/login")
      .send({ email, password: PASSWORD })
      .expect(200);
    const events = () => linesWith(broken, { msg: "audit" });
    const before = events();
    await broken.queries.run(sql`DROP TABLE audit_events`);
    const passwords = { currentPassword: PASSWORD, password: NEW_PASSWORD };
    const change = broken.request.put("/bearer/api/v1/users/me/password").send(passwords);
    await change.set("Authorization", `Bearer ${body.accessToken}`).expect(500);
    const me = broken.request.get("/bearer/api/v1/users/me");
    await me.set("Authorization", `Bearer ${body.accessToken}`).expect(200);
    expect(events()).toEqual(before);
  });

  test("is rolled back with the transaction of its event, which then has no line in the log", async () => {
    const store = createStore(await openTestStore());
    const lines: string[] = [];
    const trail = { log: (event: string) => void lines.push(event) };
    const work = store.transaction(async (transaction) => {
      await noteEvent(transaction, trail, "login", undefined);
      throw new Error("stop");
    });
    await expect(work).rejects.toThrow("stop");
    expect(await store.audit.count()).toBe(0);
    expect(lines).toEqual([]);
    await store.transaction((transaction) => noteEvent(transaction, trail, "logout", undefined));
    expect(await store.audit.count()).toBe(1);
    expect(lines).toEqual(["logout"]);
  });
});

describe("the sweep of the audit log", () => {
  const DAY_MS = 86_400_000;

  test("deletes entries older than AUDIT_KEEP, in as many batches as needed", async () => {
    const store = createStore(await openTestStore());
    const now = Date.now();
    const ages = [0, 1, 29, 31, 60, 61, 62, 63];
    for (const days of ages) await store.audit.insert(entryAt(new Date(now - days * DAY_MS)));
    await createAuditLog(store, 30 * 86_400, { perBatch: 2 }).sweep();
    expect(await daysOf(store, now)).toEqual([0, 1, 29]);
    expect(await store.audit.count()).toBe(3);
  });

  test("deletes the oldest entries above the limit", async () => {
    const store = createStore(await openTestStore());
    const now = Date.now();
    for (let days = 0; days < 9; days++) await store.audit.insert(entryAt(new Date(now - days * DAY_MS)));
    await createAuditLog(store, 30 * 86_400, { most: 4, perBatch: 3 }).sweep();
    expect(await daysOf(store, now)).toEqual([0, 1, 2, 3]);
    await createAuditLog(store, 30 * 86_400, { most: 4 }).sweep();
    expect(await store.audit.count()).toBe(4);
  });

  test("lets other work run between its batches", async () => {
    const store = createStore(await openTestStore());
    for (let days = 0; days < 9; days++) await store.audit.insert(entryAt(new Date(days * DAY_MS)));
    let isSwept = false;
    const sweep = createAuditLog(store, 30 * 86_400, { perBatch: 1 }).sweep();
    const end = sweep.then(() => (isSwept = true));
    await setImmediate();
    expect(isSwept).toBe(false);
    await end;
    expect(await store.audit.count()).toBe(0);
  });

  async function daysOf({ audit }: Store, now: number): Promise<number[]> {
    const { items } = await audit.listPage({}, { page: 1, perPage: 100 });
    return items.map(({ createdAt }) => Math.round((now - createdAt.getTime()) / DAY_MS));
  }
});

/** The id of an entry contains its time. */
function entryAt(createdAt: Date) {
  const time = createdAt.getTime().toString(16).padStart(12, "0");
  const id = `${time.slice(0, 8)}-${time.slice(8)}-7${crypto.randomUUID().slice(15)}`;
  return { id, event: "login" as const, userId: null, by: null, address: null, requestId: null, createdAt };
}
