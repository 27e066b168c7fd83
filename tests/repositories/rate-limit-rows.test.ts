import { expect, test } from "vitest";
import { sql } from "../../src/database/sql.ts";
import type { Counted } from "../../src/repositories/rate-limit-rows.ts";
import { AttemptsInProgress } from "../../src/repositories/rate-limit-rows.ts";
import { createStore } from "../../src/repositories/store.ts";
import { openTestStore } from "../support/open-test-store.ts";

const WINDOW_MS = 1_000;

/** Attempts that fall under one count. */
async function startCounting(count: number) {
  const database = await openTestStore();
  const store = createStore(database);
  const counted: Counted[] = [
    { policy: "login", limit: { count, seconds: WINDOW_MS / 1_000 }, by: ["198.51.100.1"] },
  ];
  return {
    begin: () => store.transaction(({ rateLimitCounts }) => rateLimitCounts.begin(counted)),
    end: (ending: "used" | "free") =>
      store.transaction(({ rateLimitCounts }) => rateLimitCounts.end(counted, () => ending)),
    clear: () => store.rateLimitCounts.clear(),
    deleteExpired: (at: number) => store.rateLimitCounts.deleteExpired(new Date(at)),
    rows: () => database.queries.all(sql`SELECT count, pending FROM rate_limit_counts`),
  };
}

test("an attempt that ends after its count was cleared leaves no room for an additional attempt", async () => {
  const { begin, end, clear, rows } = await startCounting(3);
  await begin();
  await clear();
  await begin();
  await end("used");
  await end("used");
  expect(await rows()).toEqual([{ count: 2, pending: 0 }]);
});

test("an attempt that ends without counting leaves the other attempts in progress counted", async () => {
  const { begin, end, rows } = await startCounting(2);
  await begin();
  await begin();
  await end("free");
  expect(await rows()).toEqual([{ count: 0, pending: 1 }]);
  await end("free");
  expect(await rows()).toEqual([]);
});

test("an expired count is kept while one of its attempts can be in progress", async () => {
  const { begin, deleteExpired } = await startCounting(1);
  const began = Date.now();
  await begin();
  await deleteExpired(began + WINDOW_MS + 1_000);
  await expect(begin()).rejects.toThrow(AttemptsInProgress);
  await deleteExpired(Date.now() + 61_000);
  await begin();
});

test("clearing the counts of an account keeps those of other accounts", async () => {
  const { rateLimitCounts } = createStore(await openTestStore());
  const limit = { count: 1, seconds: 60 };
  const accounts = ["ada@example.com", "bea@example.com"];
  // Each in turn, because only one of them has a key before the other's.
  for (const account of accounts) {
    await rateLimitCounts.clear();
    await rateLimitCounts.take(accounts.map((one) => ({ policy: "forgot", limit, by: [one], account: one })));
    expect(await rateLimitCounts.clear(account)).toBe(1);
  }
});
