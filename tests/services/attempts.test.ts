import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { sql } from "../../src/database/sql.ts";
import { RateLimitedError } from "../../src/domain/errors.ts";
import { createStore } from "../../src/repositories/store.ts";
import type { Accounts } from "../../src/services/accounts.ts";
import { createAttempts } from "../../src/services/attempts.ts";
import { createHashingBounds } from "../../src/services/hashing-bounds.ts";
import { createLoginLimits } from "../../src/services/login-limits.ts";
import { openTestStore } from "../support/open-test-store.ts";
import { someUser } from "../support/rows.ts";

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
