import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { readConfig, readStoreConfig } from "../../src/config.ts";
import { openDatabase } from "../../src/database/open-database.ts";
import { nameOf, sql } from "../../src/database/sql.ts";
import type { Store } from "../../src/repositories/store.ts";
import { createStore } from "../../src/repositories/store.ts";
import { createServices } from "../../src/services/create-services.ts";
import type { Passwords } from "../../src/services/passwords.ts";
import type { DeliveryReport } from "../../src/services/reset-requests.ts";
import { createResetRequests } from "../../src/services/reset-requests.ts";
import { createSealer } from "../../src/services/sealer.ts";
import { postToWebhook } from "../../src/services/webhook.ts";
import { createTestStore } from "../support/create-test-store.ts";
import { TIMESTAMP } from "../support/ids-and-times.ts";
import { linesWith } from "../support/log-lines.ts";
import { openTestStore } from "../support/open-test-store.ts";
import { someUser } from "../support/rows.ts";
import type { TestServer } from "../support/start-test-server.ts";
import { openTestServer, PASSWORD, TEST_SECRET } from "../support/start-test-server.ts";
import type { TestWebhook } from "../support/start-webhook.ts";
import { PUBLIC_URL, signatureOf, startWebhook, WEBHOOK_SECRET } from "../support/start-webhook.ts";
import { watchStore } from "../support/watch-store.ts";

const NEW_PASSWORD = "a new horse, no battery";
const MESSAGE = "If the account exists, a reset link is on its way";
const APIS = [
  { api: "session", path: "/session/api/v1/auth/password/forgot", body: { message: MESSAGE } },
  { api: "bearer", path: "/bearer/password/forgot", body: {} },
] as const;
const [SESSION, BEARER] = APIS;

afterEach(() => {
  vi.useRealTimers();
});

async function start(webhook: TestWebhook, settings: Record<string, string> = {}): Promise<TestServer> {
  const server = await openTestServer({ ...webhook.settings, LOG_LEVEL: "trace", ...settings });
  return server;
}

const forget = (server: TestServer, email: unknown, path: string = SESSION.path) =>
  server.request.post(path).send({ email });

const rowsOf = (server: TestServer) => server.queries.all(sql`SELECT * FROM reset_messages`);

/** Resolves once every message has been delivered or dropped. */
const untilEmpty = (server: TestServer) =>
  vi.waitFor(async () => expect(await rowsOf(server)).toEqual([]), 20_000);

/** Resolves once an attempt has failed and the next one is scheduled. */
const untilPostponed = (server: TestServer, attempts = 1) =>
  vi.waitFor(async () => expect(await rowsOf(server)).toMatchObject([{ attempts }]), 20_000);

describe.each(APIS)("POST $path", ({ path, body }) => {
  test("answers the same for known and unknown emails, and sends only to active accounts", async () => {
    const webhook = await startWebhook();
    const server = await start(webhook);
    const [ada, gone] = [await server.createUser(), await server.createUser()];
    await server.accounts.deactivate(gone.id);
    const answers = [];
    for (const email of ["nobody@example.com", gone.email, ` ${ada.email.toUpperCase()} `]) {
      const { status, body, headers } = await forget(server, email, path);
      const { date: _date, "x-request-id": _id, ...others } = headers;
      answers.push({ status, body, others });
    }
    expect(answers[0]).toMatchObject({ status: 202, body });
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
    await untilEmpty(server);
    expect(webhook.deliveries.map(({ body }) => body.user.email)).toEqual([ada.email]);
  });

  test("sends a link with a token that sets a new password, and never uses the request's Host", async () => {
    const webhook = await startWebhook();
    const server = await start(webhook, { SESSION_API_BASE: "/s" });
    const user = await server.createUser({ name: "Ada" });
    const from = path.replace("/session", "/s");
    const forged = {
      Host: "evil.example",
      "X-Forwarded-Host": "evil.example",
      Origin: "http://evil.example",
    };
    await server.request.post(from).set(forged).send({ email: user.email }).expect(202);

    const { body, text, headers } = await webhook.delivery(1);
    const { id, email, name } = user;
    expect(body).toEqual({
      id: expect.stringMatching(/^[\da-f-]{36}$/),
      event: "password-reset",
      user: { id, email, name },
      token: expect.stringMatching(/^[\w-]{43}$/),
      link: `${PUBLIC_URL}/s/reset#token=${body.token}`,
      expires_at: expect.stringMatching(TIMESTAMP),
    });
    expect(Object.keys(body)).toEqual(["id", "event", "user", "token", "link", "expires_at"]);
    expect(text).not.toContain("evil");
    expect(headers["content-type"]).toBe("application/json");

    const reset = { token: body.token, password: NEW_PASSWORD };
    await server.request.post("/bearer/password/reset").send(reset).expect(204);
    const login = { email, password: NEW_PASSWORD };
    await server.request.post("/bearer/api/v1/auth/login").send(login).expect(200);
  });

  test("answers 404 and isn't in the OpenAPI document without RESET_WEBHOOK_URL", async () => {
    const server = await openTestServer();
    await forget(server, "ada@example.com", path).expect(404);
    const base = path.split("/", 2).join("/");
    const { body } = await server.request.get(`${base}/openapi.json`).expect(200);
    expect(JSON.stringify(body)).not.toContain("forgot");
  });
});

test("a request that can't be counted answers 500, because no link is on its way", async () => {
  const server = await start(await startWebhook());
  await server.queries.run(sql`ALTER TABLE rate_limit_counts RENAME TO counts`);
  await forget(server, "ada@example.com").expect(500);
  await forget(server, "ada@example.com", BEARER.path).expect(500);
});

test("an invalid email answers 202 in the session API and 400 in the bearer API, and nothing is sent", async () => {
  const webhook = await startWebhook();
  const server = await start(webhook);
  for (const email of [undefined, null, 7, "", "x\0y", "\ud800", ["a@b.co"]]) {
    await forget(server, email).expect(202);
  }
  await forget(server, "nobody", BEARER.path).expect(400);
  await untilEmpty(server);
  expect(webhook.deliveries).toEqual([]);
});

test("the signature of a delivery is invalid for any other body, time or secret", async () => {
  const webhook = await startWebhook();
  const server = await start(webhook);
  const { email } = await server.createUser();
  await forget(server, email);
  const { headers, text } = await webhook.delivery(1);
  const [timestamp, signature] = [String(headers["x-timestamp"]), headers["x-signature"]];
  expect(Math.abs(Number(timestamp) * 1000 - Date.now())).toBeLessThan(60_000);
  expect(signature).toBe(signatureOf(timestamp, text));
  expect(signature).not.toBe(signatureOf(timestamp, text.replace(email, "eve@example.com")));
  expect(signature).not.toBe(signatureOf(timestamp, `${text} `));
  expect(signature).not.toBe(signatureOf(String(Number(timestamp) + 1), text));
  expect(signature).not.toBe(signatureOf(timestamp, text, `${WEBHOOK_SECRET}x`));
});

describe("too many requests", () => {
  test("for one email get the same 202, and three an hour are sent, regardless of their addresses", async () => {
    const webhook = await startWebhook();
    const server = await start(webhook, { TRUST_PROXY: "1" });
    const [victim, other] = [await server.createUser(), await server.createUser()];
    for (let n = 0; n < 6; n++) {
      const request = forget(server, victim.email, APIS[n % 2]?.path).set("X-Forwarded-For", `192.0.2.${n}`);
      expect((await request).status).toBe(202);
    }
    await untilEmpty(server);
    expect(webhook.deliveries).toHaveLength(3);
    // The requests of another account and the victim's logins are not affected.
    await forget(server, other.email);
    await webhook.delivery(4);
    const login = { email: victim.email, password: PASSWORD };
    await server.request.post("/bearer/api/v1/auth/login").send(login).expect(200);

    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 3_600_000 });
    await forget(server, victim.email);
    await webhook.delivery(5);
  });

  test("for one email still count after a reset, which clears only the failed logins", async () => {
    const webhook = await startWebhook();
    const server = await start(webhook);
    const { email } = await server.createUser();
    for (let n = 0; n < 3; n++) await forget(server, email);
    const { token } = (await webhook.delivery(3)).body;
    const reset = { token, password: NEW_PASSWORD };
    await server.request.post("/bearer/password/reset").send(reset).expect(204);
    await forget(server, email).expect(202);
    await untilEmpty(server);
    expect(webhook.deliveries).toHaveLength(3);
  });

  test("from one address get the same 202, twenty an hour are sent, and an account's limit isn't used up", async () => {
    const webhook = await startWebhook();
    const server = await start(webhook, { TRUST_PROXY: "1" });
    const { email } = await server.createUser();
    const from = (address: string, one: string) => forget(server, one).set("X-Forwarded-For", address);
    for (let n = 0; n < 20; n++) await from("192.0.2.1", `nobody-${n}@example.com`).expect(202);
    for (let n = 0; n < 4; n++) expect((await from("192.0.2.1", email)).body).toEqual({ message: MESSAGE });
    await untilEmpty(server);
    expect(webhook.deliveries).toEqual([]);
    await from("192.0.2.2", email).expect(202);
    await webhook.delivery(1);
  });
});

test("the store does the same work for a known email as for an unknown one", async () => {
  const { store, statements } = watchStore(await openTestStore());
  const [known, inactive] = [someUser(), someUser({ isActive: false })];
  await store.transaction(async ({ users }) => {
    for (const user of [known, inactive]) await users.insert(user);
  });
  const { requests } = createRequests(store, await startWebhook());
  const work: string[][] = [];
  for (const email of [known.email, inactive.email, "nobody@example.com"]) {
    statements.length = 0;
    await requests.request(email, {});
    work.push([...statements]);
  }
  expect(work[0]).toContainEqual(expect.stringContaining("INSERT INTO reset_messages"));
  expect(work[1]).toEqual(work[0]);
  expect(work[2]).toEqual(work[0]);
});

describe("a webhook that", () => {
  test("is down leaves the event for the next start, encrypted, with the same id and token", async () => {
    const testStore = await createTestStore();
    onTestFinished(() => testStore.remove());
    let isDown = true;
    const webhook = await startWebhook((response) => {
      if (isDown) response.destroy();
      else response.writeHead(200).end("thanks");
    });
    const first = await openTestServer({ ...webhook.settings, DATABASE_URL: testStore.url });
    const { email } = await first.createUser();
    await forget(first, email).expect(202);
    await untilPostponed(first);
    const [row] = await rowsOf(first);
    await first.close();

    isDown = false;
    const { body } = await webhook.delivery(1);
    const stored = JSON.stringify(row);
    for (const secret of [body.token, body.link, email]) expect(stored).not.toContain(secret);
    await expire(testStore.url, "due_at");
    const second = await openTestServer({ ...webhook.settings, DATABASE_URL: testStore.url });
    expect((await webhook.delivery(2)).body).toEqual(body);
    await untilEmpty(second);
  });

  test("is down for an hour across a restart gets nothing afterwards, and the event is deleted", async () => {
    const testStore = await createTestStore();
    onTestFinished(() => testStore.remove());
    const webhook = await startWebhook((response) => response.writeHead(500).end());
    const first = await openTestServer({ ...webhook.settings, DATABASE_URL: testStore.url });
    await forget(first, (await first.createUser()).email);
    await untilPostponed(first);
    await first.close();
    const before = webhook.deliveries.length;
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 3_600_000 });
    const second = await openTestServer({
      ...webhook.settings,
      DATABASE_URL: testStore.url,
      LOG_LEVEL: "info",
    });
    await untilEmpty(second);
    expect(webhook.deliveries).toHaveLength(before);
    expect(second.logLines.join("")).toContain("reset message given up");
  });

  test("redirects counts as failed, and the redirect isn't followed", async () => {
    const elsewhere = await startWebhook();
    const webhook = await startWebhook((response) => {
      response.writeHead(307, { Location: elsewhere.url }).end();
    });
    const server = await start(webhook);
    await forget(server, (await server.createUser()).email);
    await untilPostponed(server);
    expect(elsewhere.deliveries).toEqual([]);
    expect(server.logLines.join("")).toContain('"why":"status 307"');
  });

  test("never answers delays no request, and its attempt times out", async () => {
    const webhook = await startWebhook(() => {});
    const server = await start(webhook);
    const user = await server.createUser();
    await forget(server, user.email).expect(202);
    await webhook.delivery(1);
    await forget(server, user.email).expect(202);
    await server.request.get("/ready").expect(200);
    const never = new AbortController().signal;
    const outcome = await postToWebhook({ url: webhook.url, secret: "x" }, "{}", {
      signal: never,
      timeoutMs: 50,
    });
    expect(outcome).toBe("TimeoutError");
  });

  test("never answers doesn't prevent a stop, and its event waits for the next start", async () => {
    const testStore = await createTestStore();
    onTestFinished(() => testStore.remove());
    const webhook = await startWebhook(() => {});
    const first = await openTestServer({ ...webhook.settings, DATABASE_URL: testStore.url });
    await forget(first, (await first.createUser()).email);
    const { body } = await webhook.delivery(1);
    await first.close();
    await openTestServer({ ...webhook.settings, DATABASE_URL: testStore.url });
    expect((await webhook.delivery(2)).body).toEqual(body);
  });

  test("is the server itself gets one event and causes no loop", async () => {
    let origin = "";
    const webhook = await startWebhook(async (response, { text }) => {
      const headers = { "Content-Type": "application/json" };
      const { status } = await fetch(origin + SESSION.path, { method: "POST", headers, body: text });
      response.writeHead(status).end();
    });
    const server = await start(webhook);
    origin = server.origin;
    await forget(server, (await server.createUser()).email).expect(202);
    await webhook.delivery(1);
    await untilEmpty(server);
    expect(webhook.deliveries).toHaveLength(1);
  });
});

/** Reset requests whose deliveries the test starts. */
function createRequests(store: Store, { url }: TestWebhook) {
  const reports: DeliveryReport[] = [];
  const { attempts } = createServices(store, {} as Passwords, readConfig({ JWT_SECRET: TEST_SECRET }));
  const requests = createResetRequests({
    store,
    attempts,
    webhook: { url, secret: WEBHOOK_SECRET, page: `${PUBLIC_URL}/session/reset` },
    onReport: (report) => void reports.push(report),
    onStored: () => {},
  });
  const ask = (email: string) => requests.request(email, {});
  return { requests, reports, ask, deliverDue: () => requests.deliverDue(new AbortController().signal) };
}

async function createUserIn(store: Store): Promise<ReturnType<typeof someUser>> {
  const user = someUser();
  await store.transaction(({ users }) => users.insert(user));
  return user;
}

test("failed attempts are repeated for up to ten minutes with growing pauses", async () => {
  const store = createStore(await openTestStore());
  const user = await createUserIn(store);
  const webhook = await startWebhook((response) => response.writeHead(500).end());
  const { ask, deliverDue, reports } = createRequests(store, webhook);
  const start = Date.now();
  vi.useFakeTimers({ toFake: ["Date"], now: start });
  await ask(user.email);
  const times: number[] = [];
  for (let next: Date | undefined = new Date(start); next !== undefined; next = await deliverDue()) {
    vi.setSystemTime(next);
    times.push(next.getTime() - start);
  }
  const pauses = times.slice(1).map((time, n) => time - (times[n] ?? 0));
  expect(pauses).toEqual(pauses.toSorted((one, other) => one - other));
  expect(new Set(pauses).size).toBe(pauses.length);
  expect(times.at(-1)).toBeGreaterThan(6 * 60_000);
  expect(times.at(-1)).toBeLessThan(10 * 60_000);
  expect(webhook.deliveries).toHaveLength(times.length);
  expect(new Set(webhook.deliveries.map(({ text }) => text)).size).toBe(1);
  expect(reports.at(-1)).toMatchObject({ event: "given up", attempt: times.length });
  expect(await store.resetMessages.findNextDue()).toBeUndefined();
});

test("only one of several processes delivers an event at a time", async () => {
  const store = createStore(await openTestStore());
  const user = await createUserIn(store);
  const held = Promise.withResolvers<void>();
  const webhook = await startWebhook((response) => void held.promise.then(() => response.end()));
  const [one, other] = [createRequests(store, webhook), createRequests(store, webhook)];
  await one.ask(user.email);
  const both = [one.deliverDue(), other.deliverDue()];
  await webhook.delivery(1);
  await other.deliverDue();
  held.resolve();
  await Promise.all(both);
  expect(webhook.deliveries).toHaveLength(1);
});

test("another process takes over an event after its process died during an attempt", async () => {
  const store = createStore(await openTestStore());
  const user = await createUserIn(store);
  const dead = createRequests(store, await startWebhook(() => {}));
  const webhook = await startWebhook();
  const alive = createRequests(store, webhook);
  await dead.ask(user.email);
  // Its attempt ends with the webhook, when the store is closed already.
  void dead.deliverDue().catch(() => {});
  await vi.waitFor(async () => {
    const next = await store.resetMessages.findNextDue();
    expect(next?.getTime()).toBeGreaterThan(Date.now());
  });
  await alive.deliverDue();
  expect(webhook.deliveries).toEqual([]);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 60_000 });
  await alive.deliverDue();
  expect(webhook.deliveries).toHaveLength(1);
});

test.each<[string, (store: Store, id: string) => Promise<unknown>]>([
  ["password", (store, id) => store.passwordResets.delete({ userId: id })],
  ["account", (store, id) => store.transaction(({ users }) => users.delete({ id }))],
])("an event isn't sent again after the end of its token with the %s", async (_what, end) => {
  const store = createStore(await openTestStore());
  const user = await createUserIn(store);
  const webhook = await startWebhook((response) => response.writeHead(500).end());
  const { ask, deliverDue } = createRequests(store, webhook);
  await ask(user.email);
  const next = await deliverDue();
  await end(store, user.id);
  vi.useFakeTimers({ toFake: ["Date"], now: next?.getTime() ?? 0 });
  expect(await deliverDue()).toBeUndefined();
  expect(webhook.deliveries).toHaveLength(1);
});

test("an attempt that is aborted doesn't count, and its event is due immediately", async () => {
  const store = createStore(await openTestStore());
  const webhook = await startWebhook(() => {});
  const { requests, ask, reports } = createRequests(store, webhook);
  await ask((await createUserIn(store)).email);
  const stopping = new AbortController();
  const delivering = requests.deliverDue(stopping.signal);
  await webhook.delivery(1);
  stopping.abort();
  const next = await delivering;
  expect(next?.getTime()).toBeLessThanOrEqual(Date.now());
  expect(reports).toEqual([]);
});

test("a fault of the store during a delivery is reported to the caller", async () => {
  const database = await openTestStore();
  const store = createStore(database);
  const { ask, deliverDue } = createRequests(store, await startWebhook());
  await ask((await createUserIn(store)).email);
  await database.queries.run(sql`DROP TABLE password_resets`);
  await expect(deliverDue()).rejects.toThrow("password_resets");
});

test("an event that was encrypted with another secret is dropped", async () => {
  const store = createStore(await openTestStore());
  const { ask, deliverDue, reports } = createRequests(store, await startWebhook());
  await ask((await createUserIn(store)).email);
  const [{ id } = { id: "" }] = await store.resetMessages.listDue(new Date(), 1);
  const sealed = createSealer("x".repeat(32), "groundwork reset messages").seal(id, "{}");
  await store.resetMessages.update({ id }, { sealed });
  await deliverDue();
  expect(reports).toEqual([{ id, attempt: 1, event: "unreadable" }]);
});

test("an encrypted event can be decrypted only with its secret and id, and unaltered", () => {
  const sealer = createSealer(WEBHOOK_SECRET, "test");
  const sealed = sealer.seal("1", "a secret");
  expect(sealer.open("1", sealed)).toBe("a secret");
  expect(sealer.seal("1", "a secret")).not.toBe(sealed);
  expect(sealer.open("2", sealed)).toBeUndefined();
  expect(createSealer(WEBHOOK_SECRET, "other").open("1", sealed)).toBeUndefined();
  const bytes = Buffer.from(sealed, "base64url");
  for (const place of [0, 13, bytes.length - 1]) {
    const altered = Buffer.from(bytes);
    altered[place] = (altered[place] ?? 0) ^ 1;
    expect(sealer.open("1", altered.toString("base64url"))).toBeUndefined();
  }
  for (const short of ["", "AAAA"]) expect(sealer.open("1", short)).toBeUndefined();
});

test("audit lines and entries name the account, but never an unknown email or a token", async () => {
  const webhook = await startWebhook((response) => response.writeHead(500).end());
  const server = await start(webhook);
  const user = await server.createUser();
  await forget(server, user.email);
  await forget(server, "unknown@example.com");
  const { body } = await webhook.delivery(1);
  await untilPostponed(server);
  const log = server.logLines.join("");
  for (const secret of [body.token, user.email, "unknown@", "key=1"]) expect(log).not.toContain(secret);
  const lines = linesWith(server, { event: "reset-request" });
  expect(lines.map(({ userId }) => userId)).toEqual([user.id, undefined]);
  const entries = await server.queries.all(
    sql`SELECT user_id FROM audit_events WHERE event = 'reset-request' ORDER BY id`,
  );
  expect(entries).toEqual([{ user_id: user.id }, { user_id: null }]);
});

/** Makes every message due or expired. */
async function expire(url: string, column: "due_at" | "expires_at"): Promise<void> {
  const database = await openDatabase(readStoreConfig({ DATABASE_URL: url }).database);
  await database.queries.run(sql`UPDATE reset_messages SET ${nameOf(column)} = ${new Date(0)}`);
  await database.close();
}
