import { join } from "node:path";
import type { Database as SqliteHandle } from "better-sqlite3";
import SqliteDatabase from "better-sqlite3";
import { describe, expect, onTestFinished, test } from "vitest";
import { migrations } from "../../src/database/migrations.ts";
import { nameOf, sql } from "../../src/database/sql.ts";
import { openSqlite } from "../../src/database/sqlite.ts";
import { createStore } from "../../src/repositories/store.ts";
import { createOlderStore } from "../support/create-older-store.ts";
import { somePost, someUser } from "../support/rows.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/** The version that turns posts and comments into rowid tables. */
const ROWID_TABLES = 7;

const idOf = (number: number) => `01890000-0000-7000-8000-${String(number).padStart(12, "0")}`;
const ADA = idOf(1);
const BOB = idOf(2);
const TIME = "2026-01-31T12:00:00.000Z";
const USERS = [ADA, BOB].map(
  (id) => `('${id}', '${id}@example.com', 'A', '', 'user', true, NULL, '${TIME}', '${TIME}')`,
);
const STATUSES = ["draft", "published", "archived"];
/** Inserted in reverse order of their ids; every tenth is longer than a page of the file. */
const POSTS = Array.from({ length: 100 }, (_, index) => {
  const [number, owner] = [200 - index, index % 2 === 0 ? ADA : BOB];
  const content = "text ".repeat(index % 10 === 0 ? 3_000 : 50);
  return `('${idOf(number)}', 'T${number}', '${content}', 's${number}', '${STATUSES[index % 3]}', '${owner}', NULL, '${TIME}', '${TIME}')`;
});
const COMMENTS = Array.from(
  { length: 100 },
  (_, index) =>
    `('${idOf(500 - index)}', '${idOf(101 + (index % 100))}', '${BOB}', 'comment ${index}', '${TIME}')`,
);
const FILLED = ["users", "posts", "comments", "user_tokens"];

/** A store with the schema before `version`, with posts and comments. */
async function createFilledStore(version: number): Promise<string> {
  const path = join(temporaryFolder(), "store.db");
  const steps = migrations.filter((step) => step.version <= version);
  const older = await createOlderStore(`file:${path}`, steps);
  await older.run(`
    INSERT INTO users VALUES ${USERS.join(", ")};
    INSERT INTO posts VALUES ${POSTS.join(", ")};
    INSERT INTO comments VALUES ${COMMENTS.join(", ")};
    INSERT INTO user_tokens (id, value_hash, user_id, created_at) VALUES ('${idOf(900)}', 'hash', '${ADA}', '${TIME}');
  `);
  return path;
}

function inspect<Result>(path: string, read: (handle: SqliteHandle) => Result): Result {
  const handle = new SqliteDatabase(path, { readonly: true });
  try {
    return read(handle);
  } finally {
    handle.close();
  }
}

/** All rows of the tables that the test has filled. Later migrations may add columns. */
const readRows = (handle: SqliteHandle) =>
  FILLED.map((table) => handle.prepare(`SELECT * FROM ${table} ORDER BY id`).all());

/** The indexes and triggers that are declared for posts and comments. */
const readDeclarations = (handle: SqliteHandle) =>
  (
    handle
      .prepare(
        "SELECT sql FROM sqlite_schema WHERE tbl_name IN ('posts', 'comments') AND type IN ('index', 'trigger') AND sql IS NOT NULL ORDER BY name",
      )
      .pluck()
      .all() as string[]
  ).map((sql) => sql.replaceAll(/\s+/g, " "));

const layoutOf = (handle: SqliteHandle) =>
  Object.fromEntries(
    handle
      .prepare("SELECT name, wr FROM pragma_table_list WHERE name IN ('users', 'posts', 'comments')")
      .raw()
      .all() as [string, number][],
  );

describe.each(migrations.map(({ version }) => version).filter((version) => version < ROWID_TABLES))(
  "a store at schema version %i with posts and comments",
  (version) => {
    test("keeps every row in the migration", async () => {
      const path = await createFilledStore(version);
      const before = inspect(path, readRows);
      await openSqlite(path).close();
      const after = inspect(path, readRows);
      expect(after.map((rows) => rows.length)).toEqual([2, 100, 100, 1]);
      expect(after).toMatchObject(before);
    });

    test("is intact after the migration, with posts and comments in rowid tables", async () => {
      const path = await createFilledStore(version);
      await openSqlite(path).close();
      inspect(path, (handle) => {
        expect(handle.pragma("integrity_check", { simple: true })).toBe("ok");
        expect(handle.pragma("foreign_key_check")).toEqual([]);
        expect(layoutOf(handle)).toEqual({ users: 1, posts: 0, comments: 0 });
        const foreignKeys = handle.pragma("foreign_key_list(comments)") as {
          table: string;
          on_delete: string;
        }[];
        expect(foreignKeys.map((key) => [key.table, key.on_delete]).toSorted()).toEqual([
          ["posts", "CASCADE"],
          ["users", "CASCADE"],
        ]);
      });
    });

    test("still counts posts, and still deletes the rows of a deleted post or user", async () => {
      const path = await createFilledStore(version);
      const database = openSqlite(path);
      onTestFinished(database.close);
      const store = createStore(database);
      const published = async () =>
        (await store.posts.listVisiblePage(undefined, { page: 1, perPage: 1 })).total;
      const rowsOf = async (table: "posts" | "comments") =>
        (await database.queries.all(sql`SELECT id FROM ${nameOf(table)}`)).length;
      expect(await published()).toBe(33);
      const author = someUser();
      await store.users.insert(author);
      const post = somePost(author.id, { status: "published" });
      await store.posts.insert(post);
      expect(await published()).toBe(34);
      await store.posts.update(post.id, { status: "draft" }, new Date());
      expect(await published()).toBe(33);
      await expect(store.posts.insert(somePost(idOf(999)))).rejects.toThrow();
      expect(await store.posts.insert(somePost(author.id, { slug: "s150" }))).toBe(false);

      await store.posts.delete({ id: idOf(150) });
      expect([await rowsOf("posts"), await rowsOf("comments")]).toEqual([100, 99]);
      await store.users.delete({ id: ADA });
      expect([await rowsOf("posts"), await rowsOf("comments")]).toEqual([51, 50]);
      const rows = await database.queries.all(sql`SELECT id FROM posts WHERE status = 'published'`);
      expect(await published()).toBe(rows.length);
    });
  },
);

test("the migration to rowid tables keeps the indexes and triggers of posts and comments", async () => {
  const path = await createFilledStore(ROWID_TABLES - 1);
  const before = inspect(path, readDeclarations);
  const handle = new SqliteDatabase(path);
  for (const { sqlite } of migrations.filter((step) => step.version === ROWID_TABLES)) handle.exec(sqlite);
  const after = readDeclarations(handle);
  handle.close();
  expect(before).toHaveLength(8);
  expect(after).toEqual(before);
});
