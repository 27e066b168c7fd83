import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { sql } from "../../src/database/sql.ts";
import { RateLimitedError } from "../../src/domain/errors.ts";
import { createStore } from "../../src/repositories/store.ts";
import type { Accounts } from "../../src/services/accounts.ts";
import { createAccounts } from "../../src/services/accounts.ts";
import { createAttempts } from "../../src/services/attempts.ts";
import { createHashingBounds } from "../../src/services/hashing-bounds.ts";
import { createLoginLimits } from "../../src/services/login-limits.ts";
import type { Passwords } from "../../src/services/passwords.ts";
import { createGate } from "../support/gate.ts";
import { openTestStore } from "../support/open-test-store.ts";
import { someUser } from "../support/rows.ts";
import { watchStore } from "../support/watch-store.ts";

const ADDRESSES = 100_000;
const AT_A_TIME = 50;
const LIMITS = {
  login: { count: 10, seconds: 900 },
  loginAddress: { count: 100, seconds: 900 },
  loginAccount: { count: 100, seconds: 3_600 },
  register: null,
};

test("an owner at a known device logs in while 100,000 addresses guess, and only the guesses within the limit are judged and stored", async () => {
  const database = await openTestStore();
  const store = createStore(database);
  const owner = someUser();
  await store.transaction(({ users }) => users.insert(owner));
  const judged: string[] = [];
  // Real limits, places and audit entries, with a comparison instead of a hash.
  const accounts: Pick<Accounts, "checkCredentials"> = {
    async checkCredentials({ password }) {
      judged.push(password as string);
      const user = password === "right" ? { ...owner, authenticatedAt: new Date() } : undefined;
      return async () => user;
    },
  };
  const attempts = createAttempts(store, accounts as Accounts, createHashingBounds(), LIMITS);
  const logIn = (password: string, address: string, device: string = randomUUID()) =>
    attempts.logIn({ email: owner.email, password }, { trail: { address }, device });
  const guess = async (n: number) => {
    const address = `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`;
    const refusal = await logIn("guess", address).catch((error: unknown) => error);
    expect(refusal).toMatchObject({
      code: expect.stringMatching(/^(credentials-invalid|too-many-requests)$/),
    });
  };
  const device = randomUUID();
  await logIn("right", "192.0.2.1", device);

  let ownersLogins = 0;
  for (let n = 0; n < ADDRESSES; n += AT_A_TIME) {
    const guesses = Array.from({ length: AT_A_TIME }, (_, address) => guess(n + address));
    const isOwnersTurn = n % (ADDRESSES / 100) === 0;
    const login = isOwnersTurn ? logIn("right", "198.51.100.7", device) : undefined;
    await Promise.all([...guesses, login]);
    if ((await login) !== undefined) ownersLogins += 1;
  }

  expect(ownersLogins).toBe(100);
  expect(judged.filter((password) => password === "guess")).toHaveLength(LIMITS.loginAccount.count);
  await expect(logIn("right", "203.0.113.1")).rejects.toThrow(RateLimitedError);
  // One count of the account, and two of each address whose guess was judged: refused guesses leave nothing behind.
  const [counts] = await database.queries.all<{ total: number | string }>(
    sql`SELECT count(*) AS total FROM rate_limit_counts`,
  );
  expect(Number(counts?.total)).toBe(1 + 2 * LIMITS.loginAccount.count);
}, 600_000);

test("a login that has to wait for earlier ones past its deadline is refused, and may begin when they have ended", async () => {
  const limits = createLoginLimits(createStore(await openTestStore()), {
    ...LIMITS,
    login: { count: 1, seconds: 900 },
  });
  const claim = { account: "ada@example.com", userId: undefined, network: "192.0.2.1", device: "a" };
  await limits.begin(claim, Number.POSITIVE_INFINITY);
  await expect(limits.begin(claim, performance.now() - 1)).rejects.toMatchObject({
    code: "too-many-requests",
  });
  await limits.giveUp(claim);
  await limits.begin(claim, performance.now() - 1);
});

test("a login over its limit is refused while all turns of its account are taken", async () => {
  const gate = createGate();
  const accounts: Pick<Accounts, "checkCredentials"> = {
    async checkCredentials() {
      await gate.pass();
      return async () => undefined;
    },
  };
  const store = createStore(await openTestStore());
  const limits = { ...LIMITS, login: { count: 1, seconds: 900 } };
  const attempts = createAttempts(store, accounts as Accounts, createHashingBounds(), limits);
  const guess = (address: string) =>
    attempts.logIn(
      { email: "ada@example.com", password: "guess" },
      { trail: { address }, device: randomUUID() },
    );
  await expect(guess("192.0.2.1")).rejects.toMatchObject({ code: "credentials-invalid" });
  gate.close();
  const others = Promise.allSettled([1, 2, 3, 4].map((n) => guess(`198.51.100.${n}`)));
  await gate.arrivals(4);
  await expect(guess("192.0.2.1")).rejects.toThrow(RateLimitedError);
  gate.open();
  await others;
});

test("a login whose password could not be checked leaves no count behind", async () => {
  const database = await openTestStore();
  const fault = new Error("out of memory");
  const accounts = { checkCredentials: async () => Promise.reject(fault) } as unknown as Accounts;
  const attempts = createAttempts(createStore(database), accounts, createHashingBounds(), LIMITS);
  const credentials = { email: "ada@example.com", password: "guess" };
  const login = attempts.logIn(credentials, { trail: {}, device: randomUUID() });
  await expect(login).rejects.toBe(fault);
  expect(await database.queries.all(sql`SELECT * FROM rate_limit_counts`)).toEqual([]);
});

test("a failed login takes the same statements with an account as without one", async () => {
  const { store, statements } = watchStore(await openTestStore());
  const [known, inactive] = [someUser(), someUser({ isActive: false })];
  await store.transaction(async ({ users }) => {
    for (const user of [known, inactive]) await users.insert(user);
  });
  const passwords = { verify: async () => ({ matches: false, isOutdated: false }) };
  const accounts = createAccounts(store, passwords as unknown as Passwords);
  const attempts = createAttempts(store, accounts, createHashingBounds(), LIMITS);
  const work: string[][] = [];
  for (const email of [known.email, inactive.email, "nobody@example.com"]) {
    statements.length = 0;
    const login = attempts.logIn({ email, password: "guess" }, { trail: {}, device: randomUUID() });
    await expect(login).rejects.toMatchObject({ code: "credentials-invalid" });
    work.push([...statements]);
  }
  expect(work[0]).toContainEqual(expect.stringContaining("UPDATE known_places"));
  expect(work[1]).toEqual(work[0]);
  expect(work[2]).toEqual(work[0]);
});

test("a device that was forgotten after ten failures stays forgotten when further logins are given up", async () => {
  const store = createStore(await openTestStore());
  const limits = createLoginLimits(store, LIMITS);
  const owner = someUser();
  await store.transaction(({ users }) => users.insert(owner));
  const place = { userId: owner.id, network: "192.0.2.1", device: randomUUID() };
  await store.transaction(({ knownPlaces }) => knownPlaces.remember(place));
  const claim = { ...place, network: "203.0.113.1", account: owner.email };
  const begin = () => limits.begin(claim, Number.POSITIVE_INFINITY);
  const fail = () => store.transaction((transaction) => limits.end(transaction, claim, undefined));
  for (let n = 0; n < LIMITS.login.count - 1; n++) await begin().then(fail);
  await begin().then(() => limits.giveUp(claim));
  expect(await store.knownPlaces.isKnown(claim)).toBe(true);
  await begin().then(fail);
  expect(await store.knownPlaces.isKnown(claim)).toBe(false);
  await store.rateLimitCounts.clear();
  await begin().then(() => limits.giveUp(claim));
  expect(await store.knownPlaces.isKnown(claim)).toBe(false);
});
