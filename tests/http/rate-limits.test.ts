import Sqlite from "better-sqlite3";
import { afterEach, expect, test, vi } from "vitest";
import type { TestServer } from "../support/start-test-server.ts";
import { openTestServer } from "../support/start-test-server.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const PASSWORD = "correct horse";
const SESSION_LOGIN = "/session/api/v1/auth/login";
const BEARER_LOGIN = "/bearer/api/v1/auth/login";
const REGISTER = "/bearer/api/v1/auth/register";
const YEAR_S = 365 * 86_400;

afterEach(() => {
  vi.useRealTimers();
});

/** A server with limits and with Ada's account. */
async function startLimited(settings: Record<string, string> = {}): Promise<TestServer> {
  const server = await openTestServer({
    RATE_LIMIT_LOGIN: "3/15m",
    RATE_LIMIT_LOGIN_ADDRESS: "100/15m",
    RATE_LIMIT_REGISTER: "60/1h",
    ...settings,
  });
  await server.request.post(REGISTER).send({ email: "ada@example.com", password: PASSWORD, name: "Ada" });
  return server;
}

/** Sets the clock of the servers, which are in this process. */
function skipTime(seconds: number): void {
  const now = Date.now() + seconds * 1000;
  vi.useFakeTimers({ toFake: ["Date"], now });
}

interface Attempt {
  readonly path?: string;
  readonly email?: unknown;
  readonly password?: unknown;
  readonly forwardedFor?: string;
}

const logIn = (server: TestServer, { path = SESSION_LOGIN, forwardedFor, ...body }: Attempt = {}) => {
  const call = server.request.post(path);
  if (forwardedFor !== undefined) call.set("X-Forwarded-For", forwardedFor);
  return call.send({ email: "ada@example.com", password: "wrong password", ...body });
};

async function fail(server: TestServer, times: number, attempt: Attempt = {}): Promise<void> {
  for (let count = 0; count < times; count++) expect((await logIn(server, attempt)).status).toBe(401);
}

test("the login limit answers 429 after the last allowed failure, in each API's shape", async () => {
  const server = await startLimited();
  await fail(server, 3);

  const session = await logIn(server, { password: PASSWORD });
  expect(session.status).toBe(429);
  expect(session.body).toEqual({ error: "Too many requests" });
  const bearer = await logIn(server, { path: BEARER_LOGIN, password: PASSWORD });
  expect(bearer.status).toBe(429);
  expect(bearer.body).toEqual({ error: true, reason: "Too many requests", code: 429 });

  for (const { headers } of [session, bearer]) {
    const seconds = Number(headers["retry-after"]);
    expect(seconds).toBeGreaterThan(890);
    expect(seconds).toBeLessThanOrEqual(900);
    expect(headers["ratelimit-policy"]).toBe('"login";q=3;w=900');
    expect(headers["ratelimit"]).toMatch(/^"login";r=0;t=(89\d|900)$/);
    expect(headers["access-control-expose-headers"]).toMatch(/Retry-After,RateLimit,RateLimit-Policy/);
  }
});

test("the login limit lets clients try again when the window ends", async () => {
  const server = await startLimited({ RATE_LIMIT_LOGIN: "1/15m" });
  await fail(server, 1);
  const refused = await logIn(server);
  expect(refused.status).toBe(429);
  skipTime(Number(refused.headers["retry-after"]));
  expect((await logIn(server, { password: PASSWORD })).status).toBe(200);
});

test("the login limit counts the same failures for every spelling of the path, query and API", async () => {
  const server = await startLimited({ RATE_LIMIT_LOGIN: "6/15m" });
  for (const path of [
    `${SESSION_LOGIN}?x=1`,
    `${SESSION_LOGIN}/`,
    SESSION_LOGIN.toUpperCase(),
    SESSION_LOGIN.replace("/auth", "/AUTH"),
    BEARER_LOGIN,
    `${BEARER_LOGIN}/?y`,
  ]) {
    await fail(server, 1, { path });
  }
  expect((await logIn(server)).status).toBe(429);
  expect((await logIn(server, { path: SESSION_LOGIN.replace("login", "%6Cogin") })).status).toBe(404);
});

test("the login limit counts the same failures for every spelling of the email", async () => {
  const server = await startLimited({ RATE_LIMIT_LOGIN: "4/15m" });
  await fail(server, 1, { email: " ada@example.com " });
  await fail(server, 1, { email: "ADA@example.com" });
  await fail(server, 1, { email: "\tAda@Example.Com\n" });
  await fail(server, 1, { path: BEARER_LOGIN, email: "aDa@example.com " });
  expect((await logIn(server)).status).toBe(429);
});

test("the login limit ignores forwarded headers without TRUST_PROXY", async () => {
  const server = await startLimited();
  for (const forwardedFor of ["198.51.100.1", "198.51.100.2", "198.51.100.3"]) {
    await fail(server, 1, { forwardedFor });
  }
  expect((await logIn(server, { forwardedFor: "198.51.100.4" })).status).toBe(429);
});

test("the login limit tells clients apart behind two proxies, and ignores entries that clients add", async () => {
  const server = await startLimited({ TRUST_PROXY: "2" });
  await fail(server, 1, { forwardedFor: "198.51.100.7, 203.0.113.1" });
  await fail(server, 1, { forwardedFor: "192.0.2.99, 198.51.100.7, 203.0.113.1" });
  await fail(server, 1, { forwardedFor: "forged, 198.51.100.7:4711, 203.0.113.1" });
  const sameClient = await logIn(server, { forwardedFor: "::ffff:198.51.100.7, 203.0.113.1" });
  expect(sameClient.status).toBe(429);
  const otherClient = { forwardedFor: "198.51.100.8, 203.0.113.1", password: PASSWORD };
  expect((await logIn(server, otherClient)).status).toBe(200);
});

test("the login limit counts an IPv6 /56 as one client", async () => {
  const server = await startLimited({ TRUST_PROXY: "1" });
  for (const forwardedFor of ["2001:db8:0:1100::1", "2001:DB8:0:11aa::2", "2001:db8:0:11ff:1:2:3:4"]) {
    await fail(server, 1, { forwardedFor });
  }
  expect((await logIn(server, { forwardedFor: "2001:db8:0:1101::9" })).status).toBe(429);
  const neighbour = { forwardedFor: "2001:db8:0:1200::1", password: PASSWORD };
  expect((await logIn(server, neighbour)).status).toBe(200);
});

test("the login limit blocks only the attacker's address", async () => {
  const server = await startLimited({ TRUST_PROXY: "1" });
  await fail(server, 3, { forwardedFor: "198.51.100.66" });
  const victim = { forwardedFor: "198.51.100.1", password: PASSWORD };
  expect((await logIn(server, victim)).status).toBe(200);
  expect((await logIn(server, { ...victim, forwardedFor: "198.51.100.66" })).status).toBe(429);
});

test.each([
  ["email and address", { RATE_LIMIT_LOGIN: "10/15m" }, () => ({})],
  [
    "address",
    { RATE_LIMIT_LOGIN_ADDRESS: "10/15m", RATE_LIMIT_LOGIN: "500/15m" },
    (n: number) => ({ email: `user${n}@example.com` }),
  ],
  ["account", { RATE_LIMIT_LOGIN_ACCOUNT: "10/1h" }, (n: number) => ({ forwardedFor: `203.0.113.${n}` })],
])(
  "the login limit gives 60 parallel guesses as many attempts as serial ones, by %s",
  async (_by, settings, vary) => {
    const server = await startLimited({ TRUST_PROXY: "1", RATE_LIMIT_LOGIN: "10/15m", ...settings });
    const guesses = Array.from({ length: 60 }, (_, n) =>
      logIn(server, { path: n % 2 === 0 ? SESSION_LOGIN : BEARER_LOGIN, ...vary(n) }),
    );
    const answers = Map.groupBy(await Promise.all(guesses), ({ status }) => status);
    const counts = [...answers].map(([status, all]) => [status, all.length]);
    expect(Object.fromEntries(counts)).toEqual({ 401: 10, 429: 50 });
  },
);

test("the login limit forgets the failures of an address and email after a successful login", async () => {
  const server = await startLimited();
  await fail(server, 2);
  expect((await logIn(server, { password: PASSWORD })).status).toBe(200);
  await fail(server, 3);
  expect((await logIn(server)).status).toBe(429);
});

test("a successful login takes back only its own count for the address", async () => {
  const server = await startLimited({ RATE_LIMIT_LOGIN_ADDRESS: "3/15m" });
  await fail(server, 2, { email: "nobody@example.com" });
  for (let count = 0; count < 5; count++) {
    expect((await logIn(server, { password: PASSWORD })).status).toBe(200);
  }
  await fail(server, 1, { email: "somebody@example.com" });
  const refused = await logIn(server, { password: PASSWORD });
  expect(refused.status).toBe(429);
  expect(refused.headers["ratelimit-policy"]).toBe('"login-address";q=3;w=900');
});

test("15 parallel correct logins with a limit of 10 all succeed, also during guesses below the limit", async () => {
  const server = await startLimited({ RATE_LIMIT_LOGIN: "10/15m", RATE_LIMIT_LOGIN_ADDRESS: "10/15m" });
  const guesses = [1, 2].map(() => logIn(server));
  const logins = Array.from({ length: 15 }, () => logIn(server, { password: PASSWORD }));
  expect((await Promise.all(guesses)).map(({ status }) => status)).toEqual([401, 401]);
  expect((await Promise.all(logins)).map(({ status }) => status)).toEqual(Array(15).fill(200));
});

test("refused logins don't use up the limit, so parallel correct ones leave no failure behind", async () => {
  const server = await startLimited({ RATE_LIMIT_LOGIN: "50/15m", RATE_LIMIT_LOGIN_ADDRESS: "5/15m" });
  await Promise.all(Array.from({ length: 20 }, () => logIn(server, { password: PASSWORD })));
  await fail(server, 5);
  expect((await logIn(server)).status).toBe(429);
});

test("the login limit counts values that can't be a password or an email as failures", async () => {
  const server = await startLimited({ RATE_LIMIT_LOGIN: "4/15m", RATE_LIMIT_LOGIN_ADDRESS: "6/15m" });
  for (const password of [undefined, 42, "x".repeat(73), "nul\0nul"]) await fail(server, 1, { password });
  expect((await logIn(server, { password: PASSWORD })).status).toBe(429);
  await fail(server, 1, { email: { toString: "x" } });
  await fail(server, 1, { email: "\ud800@example.com" });
  expect((await logIn(server, { email: "new@example.com" })).status).toBe(429);
});

test("the login limit doesn't count a malformed login of the bearer API, which answers 400", async () => {
  const server = await startLimited();
  for (let count = 0; count < 5; count++) {
    expect((await logIn(server, { path: BEARER_LOGIN, password: "" })).status).toBe(400);
  }
  expect((await logIn(server, { path: BEARER_LOGIN, password: PASSWORD })).status).toBe(200);
});

test("the registration limit counts every registration, including failed ones, across both APIs", async () => {
  // Ada's count is the first one.
  const server = await startLimited({ RATE_LIMIT_REGISTER: "4/1h" });
  const sessionRegister = "/session/api/v1/auth/register";
  const bea = { email: "bea@example.com", password: PASSWORD, name: "Bea" };
  await server.request.post(sessionRegister).send(bea).expect(201);
  await server.request.post(REGISTER).send(bea).expect(409);
  await server.request.post(sessionRegister).send({}).expect(422);
  const refused = await server.request
    .post(REGISTER)
    .send({ ...bea, email: "cy@example.com" })
    .expect(429);
  expect(refused.body).toEqual({ error: true, reason: "Too many requests", code: 429 });
  expect(refused.headers["ratelimit-policy"]).toBe('"register";q=4;w=3600');
  await server.request.post(sessionRegister).send({}).expect(429, { error: "Too many requests" });
});

test("the value off disables a limit", async () => {
  const server = await startLimited({ RATE_LIMIT_LOGIN: "off", RATE_LIMIT_LOGIN_ADDRESS: "1/1h" });
  await fail(server, 5);
});

test("the counts survive a restart, contain no names, and are deleted after they expire", async () => {
  const databasePath = `${temporaryFolder()}/groundwork.db`;
  const settings = { DATABASE_URL: `file:${databasePath}`, RATE_LIMIT_LOGIN: "2/15m" };
  const first = await startLimited(settings);
  await fail(first, 2);
  await first.close();

  const second = await startLimited(settings);
  const refused = await logIn(second);
  expect(refused.status).toBe(429);
  const file = new Sqlite(databasePath, { readonly: true });
  const before = file.prepare("SELECT key FROM rate_limit_counts").pluck().all();
  expect(JSON.stringify(before)).not.toMatch(/ada|127\.0/);
  skipTime(Number(refused.headers["retry-after"]));
  await second.close();

  const third = await startLimited(settings);
  expect((await logIn(third, { password: PASSWORD })).status).toBe(200);
  const after = file.prepare("SELECT count(*) FROM rate_limit_counts WHERE key IN (?, ?, ?)").pluck();
  expect(after.get(...before.slice(0, 3))).toBeLessThan(before.length);
  file.close();
});

test("a count dated in the future, after the clock was set back, refuses no request", async () => {
  const server = await startLimited({ RATE_LIMIT_LOGIN_ACCOUNT: "3/1h", RATE_LIMIT_REGISTER: "2/1h" });
  const register = (email: string) =>
    server.request.post(REGISTER).send({ email, password: PASSWORD, name: "Bea" });
  skipTime(YEAR_S);
  await fail(server, 3);
  await register("bea@example.com").expect(200);
  await register("cy@example.com").expect(200);
  await register("dee@example.com").expect(429);
  expect((await logIn(server)).status).toBe(429);

  skipTime(-YEAR_S);
  await register("dee@example.com").expect(200);
  expect((await logIn(server, { email: "bea@example.com", password: PASSWORD })).status).toBe(200);
  // A count that has started again works like any other.
  await fail(server, 3);
  expect((await logIn(server)).status).toBe(429);
});

test("setting the clock back by less than a minute clears no count", async () => {
  const server = await startLimited();
  await fail(server, 3);
  skipTime(-50);
  expect((await logIn(server)).status).toBe(429);
});

test("two servers with one store share one count", async () => {
  const settings = { DATABASE_URL: `file:${temporaryFolder()}/groundwork.db` };
  const [one, other] = [await startLimited(settings), await startLimited(settings)];
  await fail(one, 2);
  await fail(other, 1);
  expect((await logIn(one)).status).toBe(429);
  expect((await logIn(other)).status).toBe(429);
});

test("a refused attempt writes an audit line", async () => {
  const server = await startLimited({ LOG_LEVEL: "info" });
  await fail(server, 3);
  const { headers } = await logIn(server);
  const lines = server.logLines.map((line) => JSON.parse(line));
  expect(lines).toContainEqual(
    expect.objectContaining({ event: "refused", status: 429, requestId: headers["x-request-id"] }),
  );
});
