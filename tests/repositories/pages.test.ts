import { expect, test } from "vitest";
import { sql } from "../../src/database/sql.ts";
import type { Page, PageRequest } from "../../src/domain/page.ts";
import { keptCount, selectFromBack, selectFromFront } from "../../src/repositories/read-page.ts";
import type { Store } from "../../src/repositories/store.ts";
import { createStore } from "../../src/repositories/store.ts";
import { users } from "../../src/repositories/user-rows.ts";
import { openTestStore } from "../support/open-test-store.ts";
import { somePost, someUser } from "../support/rows.ts";

const EVERYBODY = { status: "all", order: "asc" } as const;
const ACTIVE = { status: "active", order: "desc" } as const;
const INACTIVE = { status: "inactive", order: "asc" } as const;
const SIZES = [1, 2, 7, 20, 100];
const STATUSES = ["published", "draft", "archived", "published"] as const;

/** 43 users created at the same time, every third one inactive, and 43 posts by the first user and by others. */
async function fill({ users, posts }: Store) {
  const createdAt = new Date("2026-01-31T12:00:00.000Z");
  const people = Array.from({ length: 43 }, (_, n) => someUser({ isActive: n % 3 > 0, createdAt }));
  for (const person of people) await users.insert(person);
  const [author, other] = people.map(({ id }) => id);
  if (author === undefined || other === undefined) throw new Error("nobody is there");
  const written = people.map((_, n) =>
    somePost(n % 2 === 0 ? author : other, { status: STATUSES[n % 4] ?? "draft", createdAt }),
  );
  for (const post of written) await posts.insert(post);
  return { people, written, author };
}

/** Reads all pages of a size, and two more after the last. */
async function leaf<Item>(
  perPage: number,
  read: (request: PageRequest) => Promise<Page<Item>>,
): Promise<Item[]> {
  const { total } = await read({ page: 1, perPage });
  const pages = Math.ceil(total / perPage);
  const items: Item[] = [];
  for (let page = 1; page <= pages; page++) items.push(...(await read({ page, perPage })).items);
  for (const page of [pages + 1, 2 ** 40])
    expect(await read({ page, perPage })).toEqual({ items: [], total });
  expect(items).toHaveLength(total);
  return items;
}

test.each(SIZES)("pages of %i contain every item once, in order", async (perPage) => {
  const store = createStore(await openTestStore());
  const { people, written, author } = await fill(store);
  expect(await leaf(perPage, (request) => store.users.listPage(EVERYBODY, request))).toEqual(people);
  const active = people.filter(({ isActive }) => isActive);
  expect(await leaf(perPage, (request) => store.users.listPage(ACTIVE, request))).toEqual(
    active.toReversed(),
  );
  const inactive = people.filter(({ isActive }) => !isActive);
  expect(await leaf(perPage, (request) => store.users.listPage(INACTIVE, request))).toEqual(inactive);
  const newestFirst = written.toReversed();
  const published = newestFirst.filter(({ status }) => status === "published");
  expect(await leaf(perPage, (request) => store.posts.listVisiblePage(undefined, request))).toEqual(
    published,
  );
  const visible = newestFirst.filter(({ status, userId }) => status === "published" || userId === author);
  expect(await leaf(perPage, (request) => store.posts.listVisiblePage(author, request))).toEqual(visible);
});

test("pages of an empty list are empty", async () => {
  const { users, posts } = createStore(await openTestStore());
  const reader = someUser().id;
  for (const page of [1, 2]) {
    const request = { page, perPage: 20 };
    const lists = [EVERYBODY, ACTIVE, INACTIVE].map((list) => users.listPage(list, request));
    const all = [...lists, posts.listVisiblePage(undefined, request), posts.listVisiblePage(reader, request)];
    for (const list of all) expect(await list).toEqual({ items: [], total: 0 });
  }
});

test("pages read from the end match those from the start, even past the end of a list that has shrunk", async () => {
  const database = await openTestStore();
  await fill(createStore(database));
  const everyone = {
    table: users,
    order: "asc",
    parts: [sql`true`],
    total: keptCount(sql`'users'`),
  } as const;
  for (let offset = 0; offset < 50; offset++) {
    const fromFront = await database.queries.all(selectFromFront(everyone, offset, 5));
    expect(await database.queries.all(selectFromBack(everyone, offset, 5))).toEqual(fromFront);
  }
});
