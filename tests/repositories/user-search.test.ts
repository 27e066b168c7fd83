import fc from "fast-check";
import { expect, test } from "vitest";
import type { User, UserList } from "../../src/domain/user.ts";
import { readSearch, wordsOf } from "../../src/domain/words.ts";
import type { Store } from "../../src/repositories/store.ts";
import { createStore } from "../../src/repositories/store.ts";
import { MOST_COUNTED } from "../../src/repositories/user-search.ts";
import { openTestStore } from "../support/open-test-store.ts";
import { someUser } from "../support/rows.ts";

/** More than twice the entries that are sorted, so that half the users have more than these. */
const USERS = 11_000;

/** Words of the nth user: common and rare ones, spread over the list and in one part of it, some with a common prefix. */
const wordsOfNth = (n: number): string[] => [
  n % 2 === 0 ? "left" : "right",
  n % 3 === 0 ? "lemon" : "person",
  ...(n < USERS / 2 ? ["early", "lefty"] : []),
  ...(n % 50 === 0 ? ["rare", "ready"] : []),
  ...(n >= 4_000 && n < 5_100 ? ["middle"] : []),
];

const people = Array.from({ length: USERS }, (_, n) =>
  someUser({ email: `u-${n}@example.com`, name: wordsOfNth(n).join(" "), isActive: n % 7 > 0 }),
);
const wordsOfPeople = new Map(people.map((user) => [user, wordsOf(user)]));

async function fillStore(): Promise<Store> {
  const store = createStore(await openTestStore());
  for (let start = 0; start < USERS; start += 1_000) {
    await store.transaction(({ users }) => users.insertNew(people.slice(start, start + 1_000)));
  }
  return store;
}

const prefixes = fc.oneof(
  fc.constantFrom("e", "l", "le", "lef", "left", "lefty", "right", "lemon", "p", "person", "early", "middle"),
  fc.constantFrom("rare", "ready", "r", "re", "com", "example", "nobody", "1", "10", "109", "5", "50", "999"),
);
const lists = fc.record<UserList>({
  status: fc.constantFrom("active", "inactive", "all"),
  order: fc.constantFrom("asc", "desc"),
});
const requests = fc.record({
  page: fc.integer({ min: 1, max: 30 }),
  perPage: fc.constantFrom(1, 20, 100),
});

function filterPeople(starts: readonly string[], { status, order }: UserList): User[] {
  const matches = people.filter(
    (user) =>
      (status === "all" || user.isActive === (status === "active")) &&
      starts.every((start) => wordsOfPeople.get(user)?.some((word) => word.startsWith(start))),
  );
  return order === "asc" ? matches : matches.toReversed();
}

test("a search of any prefixes, status, order and page finds the users that a plain filter finds", async () => {
  const { users } = await fillStore();
  const search = fc.array(prefixes, { minLength: 1, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(search, lists, requests, async (words, list, request) => {
      const starts = readSearch(words.join(" ")) as readonly string[];
      const expected = filterPeople(starts, list).slice(0, MOST_COUNTED);
      const { items, total } = await users.search(starts, list, request);
      const from = (request.page - 1) * request.perPage;
      const page = expected.slice(from, from + request.perPage);
      expect({ total, ids: items.map(({ id }) => id) }).toEqual({
        total: expected.length,
        ids: page.map(({ id }) => id),
      });
    }),
    { numRuns: 150 },
  );
});
