import { expect, onTestFinished, test } from "vitest";
import type { Database } from "../../src/database/database.ts";
import { migrations } from "../../src/database/migrations.ts";
import { sql } from "../../src/database/sql.ts";
import type { Store } from "../../src/repositories/store.ts";
import { createStore } from "../../src/repositories/store.ts";
import { createOlderStore } from "../support/create-older-store.ts";
import { createTestStore } from "../support/create-test-store.ts";
import { openTestStore, openTestStoreAt } from "../support/open-test-store.ts";
import { somePost, someUser } from "../support/rows.ts";

const EVERYBODY = { status: "all", order: "asc" } as const;
const ACTIVE = { status: "active", order: "desc" } as const;
const FIRST = { page: 1, perPage: 1 };
const now = new Date();

/** The totals of the lists. */
async function keptCounts({ users, posts }: Store): Promise<number[]> {
  const pages = [
    users.listPage(EVERYBODY, FIRST),
    users.listPage(ACTIVE, FIRST),
    posts.listVisiblePage(undefined, FIRST),
  ];
  return (await Promise.all(pages)).map(({ total }) => total);
}

/** The actual numbers of rows. */
async function trueCounts({ queries }: Database): Promise<number[]> {
  const counts = await queries.first<object>(sql`
    SELECT (SELECT count(*) FROM users) AS everyone,
      (SELECT count(*) FROM users WHERE is_active = true) AS active,
      (SELECT count(*) FROM posts WHERE status = 'published') AS published`);
  return Object.values(counts ?? {}).map(Number);
}

test("row counts match after accounts are created, deactivated, reactivated and deleted", async () => {
  const database = await openTestStore();
  const store = createStore(database);
  const [ada, bob, eve] = [someUser(), someUser({ isActive: false }), someUser()];
  for (const user of [ada, bob, eve]) await store.users.insert(user);
  expect(await keptCounts(store)).toEqual([3, 2, 0]);
  await store.users.update(ada.id, { isActive: false, name: "Ada" }, now);
  await store.users.update(ada.id, { isActive: false }, now);
  expect(await keptCounts(store)).toEqual([3, 1, 0]);
  await store.users.update(bob.id, { isActive: true, role: "admin" }, now);
  expect(await keptCounts(store)).toEqual([3, 2, 0]);
  await store.users.delete({ id: ada.id });
  await store.users.delete({ id: ada.id });
  await store.users.delete({ id: eve.id });
  expect(await keptCounts(store)).toEqual([1, 1, 0]);
  await expect(store.users.insert(someUser({ email: bob.email }))).rejects.toThrow();
  expect(await keptCounts(store)).toEqual(await trueCounts(database));
});

test("row counts match after posts are published, withdrawn, refused, or deleted with their author", async () => {
  const database = await openTestStore();
  const store = createStore(database);
  const [ada, bob] = [someUser(), someUser()];
  for (const user of [ada, bob]) await store.users.insert(user);
  const posts = [ada, ada, ada, bob].map(({ id }) => somePost(id));
  for (const post of posts) expect(await store.posts.insert(post)).toBe(true);
  expect(await keptCounts(store)).toEqual([2, 2, 0]);
  for (const { id } of posts) await store.posts.update(id, { status: "published" }, now);
  expect(await keptCounts(store)).toEqual([2, 2, 4]);
  const [first, second] = posts;
  await store.posts.update(first?.id ?? "", { status: "archived", title: "Old" }, now);
  await store.posts.update(first?.id ?? "", { status: "draft" }, now);
  await store.posts.delete({ id: second?.id ?? "" });
  expect(await keptCounts(store)).toEqual([2, 2, 2]);
  const taken = somePost(bob.id, { slug: posts[3]?.slug ?? "", status: "published" });
  expect(await store.posts.insert(taken)).toBe(false);
  await store.users.delete({ id: ada.id });
  expect(await keptCounts(store)).toEqual([1, 1, 1]);
  expect(await keptCounts(store)).toEqual(await trueCounts(database));
});

test("row counts don't change if the transaction is rolled back", async () => {
  const store = createStore(await openTestStore());
  const work = store.transaction(async ({ users }) => {
    await users.insert(someUser());
    throw new Error("stop");
  });
  await expect(work).rejects.toThrow("stop");
  expect(await keptCounts(store)).toEqual([0, 0, 0]);
});

test("row counts match after parallel changes and after statements that change many rows", async () => {
  const database = await openTestStore();
  const store = createStore(database);
  async function live(turn: number): Promise<void> {
    const user = someUser();
    await store.users.insert(user);
    await store.posts.insert(somePost(user.id, { status: "published" }));
    if (turn % 2 === 0) await store.users.update(user.id, { isActive: false }, now);
    if (turn % 3 === 0) await store.users.delete({ id: user.id });
  }
  await Promise.all(Array.from({ length: 60 }, (_, turn) => live(turn)));
  expect(await keptCounts(store)).toEqual([40, 20, 40]);
  expect(await keptCounts(store)).toEqual(await trueCounts(database));
  await database.queries.run(sql`UPDATE users SET is_active = ${true}, updated_at = ${now}`);
  expect(await keptCounts(store)).toEqual([40, 40, 40]);
  await database.queries.run(sql`DELETE FROM users`);
  expect(await keptCounts(store)).toEqual([0, 0, 0]);
});

test("row counts include the rows that existed before the migration", async () => {
  const { url, remove } = await createTestStore();
  onTestFinished(remove);
  const before = migrations.filter(({ version }) => version <= 2);
  const older = await createOlderStore(url, before);
  await older.run(`
    INSERT INTO users VALUES
      ('01890000-0000-7000-8000-000000000001', 'a@x.co', 'A', '', 'user', true, NULL, '2026-01-01', '2026-01-01'),
      ('01890000-0000-7000-8000-000000000002', 'b@x.co', 'B', '', 'user', false, NULL, '2026-01-01', '2026-01-01');
    INSERT INTO posts VALUES
      ('01890000-0000-7000-8000-000000000003', 'T', 'C', 's', 'published', '01890000-0000-7000-8000-000000000001',
        NULL, '2026-01-01', '2026-01-01'),
      ('01890000-0000-7000-8000-000000000004', 'T', 'C', 't', 'draft', '01890000-0000-7000-8000-000000000001',
        NULL, '2026-01-01', '2026-01-01');
  `);
  const database = await openTestStoreAt(url);
  onTestFinished(database.close);
  const store = createStore(database);
  expect(await keptCounts(store)).toEqual([2, 1, 1]);
  await store.users.delete({ id: "01890000-0000-7000-8000-000000000001" });
  expect(await keptCounts(store)).toEqual([1, 0, 0]);
});
