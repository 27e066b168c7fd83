import { afterEach, describe, expect, test, vi } from "vitest";
import { sql } from "../../src/database/sql.ts";
import type { TestServer } from "../support/start-test-server.ts";
import { openTestServer, PASSWORD } from "../support/start-test-server.ts";

const DAY_MS = 86_400_000;
const HOME = "198.51.100.1";
const ABROAD = "192.0.2.7";
const SECRET = "the key that signs device cookies in these tests";

const BEARER = "/bearer/api/v1/auth";
const SESSION = "/session/api/v1/auth";

afterEach(() => {
  vi.useRealTimers();
});

const start = (settings: Record<string, string> = {}): Promise<TestServer> =>
  openTestServer({
    TRUST_PROXY: "1",
    SESSION_SECRET: SECRET,
    RATE_LIMIT_LOGIN: "1000/15m",
    RATE_LIMIT_LOGIN_ADDRESS: "1000/15m",
    RATE_LIMIT_LOGIN_ACCOUNT: "5/1h",
    ...settings,
  });

interface Login {
  readonly email: string;
  readonly password?: string;
  readonly address?: string;
  /** The device cookie's value. */
  readonly device?: string;
  readonly api?: string;
}

function logIn(server: TestServer, { address = ABROAD, device, api = BEARER, ...body }: Login) {
  const call = server.request.post(`${api}/login`).set("X-Forwarded-For", address);
  if (device !== undefined) call.set("Cookie", `device=${device}`);
  return call.send({ password: PASSWORD, ...body });
}

const deviceLineOf = (headers: Record<string, unknown>): string =>
  ((headers["set-cookie"] ?? []) as string[]).find((line) => line.startsWith("device=")) ?? "";

const deviceOf = (headers: Record<string, unknown>): string =>
  deviceLineOf(headers).slice("device=".length).split(";", 1)[0] ?? "";

/** Logs in from the home network. @returns the cookie's value */
async function meetDevice(server: TestServer, email: string, api = BEARER): Promise<string> {
  const { headers } = await logIn(server, { email, address: HOME, api }).expect(200);
  return deviceOf(headers);
}

/** Causes five failures from five addresses, which reaches the account's limit. */
async function attack(server: TestServer, email: string): Promise<void> {
  for (let n = 1; n <= 5; n++) {
    await logIn(server, { email, password: "wrong password", address: `203.0.113.${n}` }).expect(401);
  }
}

describe("past an account's limit of failed logins", () => {
  test("a stranger gets 429 until the window ends, in each API's shape, even with the right password", async () => {
    const server = await start();
    const { email } = await server.createUser();
    await attack(server, email);
    const bearer = await logIn(server, { email }).expect(429);
    expect(bearer.body).toEqual({ error: true, reason: "Too many requests", code: 429 });
    expect(bearer.headers["ratelimit-policy"]).toBe('"login-account";q=5;w=3600');
    expect(Number(bearer.headers["retry-after"])).toBeGreaterThan(3500);
    await logIn(server, { email, api: SESSION }).expect(429, { error: "Too many requests" });
  });

  test("an email without an account gets the same answer", async () => {
    const server = await start();
    await attack(server, "nobody@example.com");
    await logIn(server, { email: "nobody@example.com" }).expect(429);
  });

  test.each([
    [BEARER, SESSION],
    [SESSION, BEARER],
  ])("a device that has logged in by %s is accepted by %s from a new network", async (before, after) => {
    const server = await start();
    const { email } = await server.createUser();
    const device = await meetDevice(server, email, before);
    await attack(server, email);
    await logIn(server, { email, device, api: after }).expect(200);
    await logIn(server, { email, api: after, address: "192.0.2.8" }).expect(429);
  });

  test("a network with a login in the last 30 days is accepted without a cookie", async () => {
    const server = await start();
    const { email } = await server.createUser();
    await meetDevice(server, email);
    await attack(server, email);
    await logIn(server, { email, address: HOME }).expect(200);
    const inTheFuture = (days: number) => vi.setSystemTime(Date.now() + days * DAY_MS);
    vi.useFakeTimers({ toFake: ["Date"] });
    inTheFuture(29);
    await attack(server, email);
    await logIn(server, { email, address: HOME }).expect(200);
    inTheFuture(31);
    await attack(server, email);
    await logIn(server, { email, address: HOME }).expect(429);
  });

  test("a network stays known after many logins of a client without cookies", async () => {
    const server = await start();
    const { email } = await server.createUser();
    await meetDevice(server, email);
    for (let n = 0; n < 100; n++) await logIn(server, { email }).expect(200);
    await attack(server, email);
    await logIn(server, { email, address: HOME }).expect(200);
  });

  test("the owner logs in from a known device while many addresses keep guessing", async () => {
    const server = await start();
    const { email } = await server.createUser();
    const device = await meetDevice(server, email);
    const guesses = Array.from({ length: 20 }, (_, n) =>
      logIn(server, { email, password: "wrong password", address: `203.0.113.${n}` }),
    );
    const logins = Array.from({ length: 3 }, () => logIn(server, { email, device }));
    const [guessed, loggedIn] = await Promise.all([Promise.all(guesses), Promise.all(logins)]);
    expect(loggedIn.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(guessed.filter(({ status }) => status === 401)).toHaveLength(5);
    expect(guessed.filter(({ status }) => status === 429)).toHaveLength(15);
  });

  test("a user whose email was attacked before they registered logs in from their network", async () => {
    const server = await start();
    const email = "eve@example.com";
    await attack(server, email);
    const registration = { email, password: PASSWORD, name: "Eve" };
    const register = server.request.post(`${BEARER}/register`).set("X-Forwarded-For", HOME);
    const { headers } = await register.send(registration).expect(200);
    await logIn(server, { email, address: HOME }).expect(200);
    await logIn(server, { email, device: deviceOf(headers) }).expect(200);
    await logIn(server, { email, address: "192.0.2.8" }).expect(429);
  });
});

describe("a device cookie", () => {
  test("lasts one year, works for both APIs, and is HttpOnly and SameSite", async () => {
    const server = await start();
    const { email } = await server.createUser();
    const { headers } = await logIn(server, { email }).expect(200);
    const line = deviceLineOf(headers);
    expect(line).toMatch(
      /^device=[\w-]+\.[\w-]+; Max-Age=31536000; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/,
    );
    const again = await logIn(server, { email, device: deviceOf(headers) }).expect(200);
    expect(deviceOf(again.headers)).toBe(deviceOf(headers));
  });

  test("is not set by a failed login", async () => {
    const server = await start();
    const { email } = await server.createUser();
    const { headers } = await logIn(server, { email, password: "wrong password" }).expect(401);
    expect(deviceLineOf(headers)).toBe("");
  });

  test("isn't set for a cross-site form, which would replace the visitor's own", async () => {
    const trusted = "https://app.example.com";
    const server = await start({ CORS_ORIGIN: trusted });
    const { email } = await server.createUser();
    const body = JSON.stringify({ email, password: PASSWORD });
    const isSet = async (headers: Record<string, string>): Promise<boolean> => {
      const call = server.request.post(`${BEARER}/login`).set("Content-Type", "text/plain").set(headers);
      const answer = await call.send(body).expect(200);
      return deviceLineOf(answer.headers) !== "";
    };
    expect(await isSet({ "Sec-Fetch-Site": "cross-site" })).toBe(false);
    expect(await isSet({ "Sec-Fetch-Site": "same-site" })).toBe(false);
    expect(await isSet({ Origin: "https://evil.example" })).toBe(false);
    expect(await isSet({ Origin: trusted })).toBe(true);
    expect(await isSet({ "Sec-Fetch-Site": "same-origin" })).toBe(true);
    expect(await isSet({ "Sec-Fetch-Site": "cross-site", "Content-Type": "application/json" })).toBe(true);
  });

  test("is sent only over TLS in production", async () => {
    const server = await start({ NODE_ENV: "production" });
    const { email } = await server.createUser();
    const { headers } = await logIn(server, { email }).expect(200);
    expect(deviceLineOf(headers)).toMatch(/; Secure/);
  });

  test("of one account gives no access to another", async () => {
    const server = await start();
    const [own, other] = [await server.createUser(), await server.createUser()];
    const device = await meetDevice(server, own.email);
    await attack(server, other.email);
    await logIn(server, { email: other.email, device }).expect(429);
  });

  test("serves two accounts in one browser", async () => {
    const server = await start();
    const [one, other] = [await server.createUser(), await server.createUser()];
    const device = await meetDevice(server, one.email);
    const second = await logIn(server, { email: other.email, address: HOME, device }).expect(200);
    expect(deviceOf(second.headers)).toBe(device);
    for (const { email } of [one, other]) {
      await attack(server, email);
      await logIn(server, { email, device }).expect(200);
    }
  });

  test.each([
    ["that is forged", (device: string) => `${device.split(".")[0]}.${"A".repeat(27)}`],
    ["that is signed for another device", (device: string) => `x${device}`],
    ["without a signature", (device: string) => device.split(".")[0] ?? ""],
    ["that is empty", () => ""],
  ])("%s isn't accepted", async (_name, change) => {
    const server = await start();
    const { email } = await server.createUser();
    const device = await meetDevice(server, email);
    await attack(server, email);
    await logIn(server, { email, device: change(device) }).expect(429);
  });

  test("signed with a rotated key is accepted, and one signed with another key isn't", async () => {
    const server = await start();
    const { email } = await server.createUser();
    const device = await meetDevice(server, email);
    await attack(server, email);
    const store = { DATABASE_URL: server.databaseUrl };
    const other = await start({ ...store, SESSION_SECRET: "another key" });
    await logIn(other, { email, device }).expect(429);
    const rotated = await start({ ...store, SESSION_SECRET: `another key,${SECRET}` });
    await logIn(rotated, { email, device }).expect(200);
  });

  test("that was stolen is good for ten attempts, in series or in parallel, and the network stays known", async () => {
    for (const atOnce of [1, 20]) {
      const server = await start();
      const { email } = await server.createUser();
      const device = await meetDevice(server, email);
      await attack(server, email);
      const statuses: number[] = [];
      for (let sent = 0; sent < 20; sent += atOnce) {
        const guess = () => logIn(server, { email, device, password: "wrong password" });
        const answers = await Promise.all(Array.from({ length: atOnce }, guess));
        statuses.push(...answers.map(({ status }) => status));
      }
      expect(statuses.filter((status) => status === 401)).toHaveLength(10);
      expect(statuses.filter((status) => status === 429)).toHaveLength(10);
      await logIn(server, { email, device }).expect(429);
      await logIn(server, { email, address: HOME }).expect(200);
      // A login makes the device known again.
      await logIn(server, { email, device: await meetDevice(server, email) }).expect(200);
    }
  });

  test("keeps working after a successful login, which resets its failures", async () => {
    const server = await start();
    const { email } = await server.createUser();
    const device = await meetDevice(server, email);
    await attack(server, email);
    for (let round = 0; round < 3; round++) {
      for (let n = 0; n < 6; n++) {
        await logIn(server, { email, device, password: "wrong password" }).expect(401);
      }
      await logIn(server, { email, device }).expect(200);
    }
  });
});

test("the store keeps only hashes of known places, at most 100 devices for each user, and none of a deleted account", async () => {
  const server = await start();
  const { id, email } = await server.createUser();
  for (let n = 0; n < 105; n++) await logIn(server, { email, address: HOME }).expect(200);
  const rows = await server.queries.all<{ key: string }>(sql`SELECT * FROM known_places`);
  expect(rows).toHaveLength(100 + 1);
  expect(rows.every(({ key }) => /^[\w-]{43}$/.test(key))).toBe(true);
  await attack(server, email);
  await logIn(server, { email, address: HOME }).expect(200);
  await server.accounts.remove(id);
  expect(await server.queries.all(sql`SELECT * FROM known_places`)).toEqual([]);
});
