import { afterAll, describe, expect, test } from "vitest";
import { migrations } from "../../src/database/migrations.ts";
import { sql } from "../../src/database/sql.ts";
import type { UserList } from "../../src/domain/user.ts";
import { readSearch, wordsOf } from "../../src/domain/words.ts";
import { createStore } from "../../src/repositories/store.ts";
import { users as usersTable } from "../../src/repositories/user-rows.ts";
import { MOST_COUNTED } from "../../src/repositories/user-search.ts";
import { createOlderStore } from "../support/create-older-store.ts";
import { createTestStore } from "../support/create-test-store.ts";
import { openTestStore, openTestStoreAt } from "../support/open-test-store.ts";
import { createBearerPerson } from "../support/people.ts";
import { someUser } from "../support/rows.ts";
import { startTestServer } from "../support/start-test-server.ts";

const PEOPLE = [
  ["ada@lovelace.example", "Ada King, Countess"],
  ["grace.hopper@navy.example", "Grace Brewster Hopper"],
  ["j.strasse@example.org", "Jürgen Straße"],
  ["odysseus@ithaca.example", "ΟΔΥΣΣΕΥΣ Λαερτιάδης"],
  ["han@example.org", "김철수"],
  ["100percent@example.org", "100% O'Neill_Smith"],
] as const;

const server = await startTestServer({ SESSION_API_ACCESS: "open" });
afterAll(() => server.close());
for (const [email, name] of PEOPLE) await server.createUser({ email, name });
const admin = await createBearerPerson(server, "admin");
await server.accounts.update(admin.user.id, { name: "Root" });

interface Answer {
  readonly items: readonly { readonly email: string }[];
  readonly meta?: { readonly total: number };
  readonly metadata?: { readonly total: number };
}

/** The emails of the users found, in the order of the answer. */
async function found(api: "session" | "bearer", query: object): Promise<string[]> {
  const path = `/${api}/api/v1/users`;
  const request = server.request.get(path).query(query);
  if (api === "bearer") request.set(...admin.credential);
  const { items, meta, metadata } = (await request.expect(200)).body as Answer;
  expect((meta ?? metadata)?.total).toBe(items.length);
  return items.map(({ email }) => email);
}

const [ADA, GRACE, JUERGEN, ODYSSEUS, HAN, PERCENT] = PEOPLE.map(([email]) => email);

describe.each(["session", "bearer"] as const)("a search in the %s API", (api) => {
  test.each([
    ["the beginning of a name", "hop", [GRACE]],
    ["the beginning of a word of the email", "love", [ADA]],
    ["a word in upper case", "KING", [ADA]],
    ["a word in the middle of the name", "brewster", [GRACE]],
    ["a word without its accents", "jurgen", [JUERGEN]],
    ["a word with other accents", "jürgén", [JUERGEN]],
    ["ss instead of ß", "strass", [JUERGEN]],
    ["ß", "straß", [JUERGEN]],
    ["a final sigma written as σ", "οδυσσευσ", [ODYSSEUS]],
    ["the beginning of a Korean word", "김철", [HAN]],
    ["all words of a query, in any order", "king ada", [ADA]],
    ["words of email and name together", "navy grace", [GRACE]],
    ["the same word twice", "ada ada ad", [ADA]],
    ["words with punctuation", "o'neill_smith", [PERCENT]],
    ["digits", "100", [PERCENT]],
    ["full-width digits", "１００", [PERCENT]],
  ])("finds by %s", async (_what, search, expected) => {
    expect(await found(api, { search })).toEqual(expected);
  });

  test.each([
    ["the end of a word", "opper"],
    ["two words that no user has together", "ada hopper"],
    ["%", "%"],
    ["_", "_"],
    ["a per cent sign as a wildcard", "h%pper"],
    ["an underscore as a wildcard", "h_pper"],
    ["NUL", "\0"],
    ["a quote", "'"],
    ["10,000 characters", "a".repeat(10_000)],
    ["500 words", Array.from({ length: 500 }, (_, n) => (n + 36).toString(36)).join(" ")],
    ["the last Unicode character", "\u{10ffff}"],
  ])("finds no user by %s", async (_what, search) => {
    expect(await found(api, { search })).toEqual([]);
  });

  test("finds words separated by NUL", async () => {
    expect(await found(api, { search: "ada\0king" })).toEqual([ADA]);
  });

  test("for an empty query finds all users, in pages", async () => {
    for (const search of ["", "  "]) {
      expect(await found(api, { search })).toHaveLength(PEOPLE.length + 1);
    }
  });

  test("is always paged, in the usual order of the list", async () => {
    const all = api === "session" ? [JUERGEN, HAN, PERCENT] : [PERCENT, HAN, JUERGEN];
    expect(await found(api, { search: "org" })).toEqual(all);
    const size = api === "session" ? "per_page" : "per";
    const request = server.request.get(`/${api}/api/v1/users`).query({ search: "org", page: 2, [size]: 2 });
    if (api === "bearer") request.set(...admin.credential);
    const { body } = await request.expect(200);
    expect(body.items.map(({ email }: { email: string }) => email)).toEqual(all.slice(2));
    expect(body.meta ?? body.metadata).toMatchObject({ page: 2, total: 3 });
  });
});

test("a search finds a user by their current email, name and status", async () => {
  const user = await server.createUser({ email: "zoe@zoo.example", name: "Zoe" });
  const ofZoe = () => found("bearer", { search: "zoe" });
  expect(await ofZoe()).toEqual(["zoe@zoo.example"]);
  await server.accounts.update(user.id, { name: "Chloe" });
  expect(await found("bearer", { search: "chloe zoe" })).toEqual(["zoe@zoo.example"]);
  await server.accounts.update(user.id, { email: "chloe@zoo.example" });
  expect(await ofZoe()).toEqual([]);
  await server.accounts.deactivate(user.id);
  expect(await found("bearer", { search: "chloe" })).toEqual([]);
  expect(await found("bearer", { search: "chloe", status: "inactive" })).toEqual(["chloe@zoo.example"]);
  expect(await found("bearer", { search: "chloe", status: "all" })).toEqual(["chloe@zoo.example"]);
  await server.accounts.remove(user.id);
  expect(await found("session", { search: "chloe" })).toEqual([]);
});

test("a search finds users that another program or an older server wrote", async () => {
  const user = someUser({ email: "by-hand@example.net", name: "Written By Hand" });
  await server.queries.run(usersTable.insert(user));
  expect(await found("bearer", { search: "written" })).toEqual([user.email]);
  await server.queries.run(sql`UPDATE users SET name = 'Renamed' WHERE id = ${user.id}`);
  expect(await found("bearer", { search: "written" })).toEqual([]);
  expect(await found("bearer", { search: "renamed" })).toEqual([user.email]);
  await server.accounts.remove(user.id);
});

describe("a search with more matches than are counted", () => {
  /** More entries than are sorted. */
  const MANY = 2_100;
  const LIST = { status: "all", order: "asc" } as const;
  const INACTIVE = { status: "inactive", order: "desc" } as const;

  test("pages in order up to the last counted match, and rarer words narrow it down", async () => {
    const database = await openTestStore();
    const store = createStore(database);
    const ids = await insertMany(database, MANY);
    const page = (starts: string[], number: number, perPage = 20) =>
      store.users.search(starts, LIST, { page: number, perPage });

    const first = await page(["PERSON"], 1);
    expect(first.items.map(({ id }) => id)).toEqual(ids.slice(0, 20));
    expect(first.total).toBe(MOST_COUNTED);
    const later = await page(["EXAMPLE", "PERSON"], MOST_COUNTED / 20);
    expect(later.items.map(({ id }) => id)).toEqual(ids.slice(MOST_COUNTED - 20, MOST_COUNTED));
    const newest = await store.users.search(
      ["P"],
      { status: "all", order: "desc" },
      { page: 2, perPage: 20 },
    );
    expect(newest.items.map(({ id }) => id)).toEqual(ids.slice(-40, -20).toReversed());
    expect((await store.users.search(["PERSON"], INACTIVE, { page: 1, perPage: 20 })).total).toBe(0);
    expect(await page(["PERSON"], MOST_COUNTED / 20 + 1)).toEqual({ items: [], total: MOST_COUNTED });

    // The first users have another word with the same first letters.
    const late = await page(["LATE"], 2);
    expect(late.items.map(({ id }) => id)).toEqual(ids.slice(-MANY).slice(20, 40));
    expect(late.total).toBe(MOST_COUNTED);

    // Many users have each of the words, and no user has both.
    expect(await page(["EVEN", "ODD"], 1)).toEqual({ items: [], total: 0 });
    // Few enough to be sorted, but more than are counted.
    const sorted = await page(["EVEN", "PERSON", "1"], MOST_COUNTED / 20);
    expect(sorted.items.map(({ id }) => id)).toEqual(numbered(ids, /^1.*[02468]$/).slice(-20));
    expect(sorted.total).toBe(MOST_COUNTED);
    expect(await page(["PERSON", "1"], MOST_COUNTED / 20 + 1)).toEqual({ items: [], total: MOST_COUNTED });
    const rare = await page(["EVEN", "PERSON", "1998"], 1);
    expect(rare.items.map(({ name }) => name)).toEqual(["Person 1998 Even Lamp"]);
  });

  test("has an exact total if many users have each word and few have all of them", async () => {
    const { users, transaction } = createStore(await openTestStore());
    /** More entries of each word than are ever sorted. */
    const people = Array.from({ length: 10_400 }, (_, n) =>
      someUser({
        email: `${n}@example.com`,
        name: n % 100 === 0 ? "Left Right" : n % 2 === 0 ? "Left" : "Right",
        isActive: n !== 0,
      }),
    );
    for (let start = 0; start < people.length; start += 1_000) {
      await transaction((store) => store.users.insertNew(people.slice(start, start + 1_000)));
    }
    const ids = people.filter((_, n) => n % 100 === 0).map(({ id }) => id);
    const page = async (starts: string[], list: UserList, number: number) => {
      const { items, total } = await users.search(starts, list, { page: number, perPage: 20 });
      return { ids: items.map(({ id }) => id), total };
    };
    for (const starts of [
      ["LEFT", "RIGHT"],
      ["EXAMPLE", "LE", "RIGHT"],
    ]) {
      expect(await page(starts, LIST, 1)).toEqual({ ids: ids.slice(0, 20), total: 104 });
      expect(await page(starts, LIST, 6)).toEqual({ ids: ids.slice(100), total: 104 });
      expect(await page(starts, LIST, 1_000)).toEqual({ ids: [], total: 104 });
      const newest = { status: "active", order: "desc" } as const;
      expect(await page(starts, newest, 2)).toEqual({ ids: ids.toReversed().slice(20, 40), total: 103 });
    }
    expect(await page(["EXAMPLE"], INACTIVE, 1)).toEqual({ ids: ids.slice(0, 1), total: 1 });
  });

  const numbered = (ids: readonly string[], pattern: RegExp) =>
    ids.filter((_, n) => pattern.test(String(n))).slice(0, MOST_COUNTED);

  async function insertMany(database: Awaited<ReturnType<typeof openTestStore>>, count: number) {
    const users = Array.from({ length: count * 3 }, (_, n) =>
      someUser({
        email: `${n}@example.com`,
        name: `Person ${n} ${n % 2 === 0 ? "Even" : "Odd"} ${n < count * 2 ? "Lamp" : "Late"}`,
      }),
    );
    for (let start = 0; start < users.length; start += 1_000) {
      await database.queries.run(usersTable.insert(...users.slice(start, start + 1_000)));
    }
    await createStore(database).readMissingWords();
    return users.map(({ id }) => id);
  }
});

test("the migration stores the search words of all existing users", async () => {
  const target = await createTestStore();
  const older = await createOlderStore(
    target.url,
    migrations.filter(({ version }) => version < 10),
  );
  const ids = Array.from({ length: 1_200 }, () => someUser().id);
  const values = ids.map(
    (id, n) =>
      `('${id}', 'old-${n}@example.com', 'Élise ${n}', 'x', 'user', true, '2026-01-01', '2026-01-01')`,
  );
  await older.run(
    `INSERT INTO users (id, email, name, password_hash, role, is_active, created_at, updated_at)
     VALUES ${values.join(",")}`,
  );
  const database = await openTestStoreAt(target.url);
  const { users } = createStore(database);
  const LIST = { status: "active", order: "asc" } as const;
  const search = (...starts: string[]) => users.search(starts, LIST, { page: 1, perPage: 20 });
  expect((await search("ELISE")).total).toBe(MOST_COUNTED);
  expect(await database.queries.all(sql`SELECT user_id FROM user_words WHERE word = 'ELISE'`)).toHaveLength(
    1_200,
  );
  expect((await search("ELISE", "1199")).items.map(({ id }) => id)).toEqual(ids.slice(-1));
  expect(await database.queries.all(sql`SELECT user_id FROM user_words WHERE word = ''`)).toEqual([]);
  await database.close();
  await target.remove();
});

test("the search words of a user are limited in number and length", () => {
  const long = "x".repeat(5_000);
  expect(wordsOf({ email: "a@b.co", name: long })).toContain("X".repeat(100));
  const many = Array.from({ length: 3_000 }, (_, n) => `w${n}x`).join(" ");
  expect(wordsOf({ email: "a@b.co", name: many }).length).toBeLessThanOrEqual(250);
  expect(readSearch(many)).toBeUndefined();
  expect(readSearch("a ab abc b")).toEqual(["ABC", "B"]);
});
