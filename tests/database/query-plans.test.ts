import SqliteDatabase from "better-sqlite3";
import type { CompiledQuery } from "kysely";
import { Kysely, SqliteAdapter, SqliteIntrospector } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { LockFreeSqliteCompiler } from "../../src/database/lock-free-sqlite-compiler.ts";
import type { Schema } from "../../src/database/schema.ts";
import { openSqlite } from "../../src/database/sqlite.ts";
import { createSqliteConnection } from "../../src/database/sqlite-connection.ts";
import { createSqliteDriver } from "../../src/database/sqlite-driver.ts";
import type { Repositories } from "../../src/repositories/store.ts";
import { createStore } from "../../src/repositories/store.ts";
import type { TestStore } from "../support/create-test-store.ts";
import { createSqliteStore } from "../support/create-test-store.ts";
import { fillStore } from "../support/fill-store.ts";
import { hotQueries } from "../support/hot-queries.ts";

const USERS = 20_000;
const POSTS = 5_000;

let file: TestStore;
let handle: SqliteDatabase.Database;
let store: Repositories;
const compiled: CompiledQuery[] = [];
beforeAll(async () => {
  file = await createSqliteStore();
  const path = file.url.slice("file:".length);
  await openSqlite(path).close();
  fillStore(path, { users: USERS, posts: POSTS, passwordHash: "none" });
  handle = new SqliteDatabase(path);
  const connection = createSqliteConnection(handle);
  const queries = new Kysely<Schema>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () =>
        createSqliteDriver({
          writer: connection,
          reader: connection,
          assertInPlace: () => {},
          log: { sync: async () => {}, assertIntact: () => {} },
        }),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new LockFreeSqliteCompiler(),
    },
    log: (event) => void compiled.push(event.query),
  });
  const unused = () => Promise.reject(new Error("not used"));
  store = createStore({
    queries,
    transaction: unused,
    ping: unused,
    close: unused,
    figures: () => ({ engine: "sqlite", walBytes: 0 }),
  });
});
afterAll(async () => {
  handle.close();
  await file.remove();
});

test.each(Object.entries(hotQueries({ users: USERS, posts: POSTS })))(
  "%s is read through an index, in the order of that index",
  async (_title, run) => {
    compiled.length = 0;
    await run(store);
    expect(compiled.length).toBeGreaterThan(0);
    for (const { sql, parameters } of compiled) {
      const values = parameters.map(toSqliteValue);
      const steps = handle.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(values) as { detail: string }[];
      const plan = steps.map(({ detail }) => detail).join("\n");
      // What is skipped before a page is skipped in an index; everything else is sought.
      expect(plan).not.toMatch(
        /SCAN (users|user_words|posts|sessions|comments|user_tokens|audit_events)(?! USING COVERING INDEX)/,
      );
      // The few users who have a word come in the order of their words.
      if (plan.includes("SEARCH user_words USING PRIMARY KEY (word>? AND word<?)")) continue;
      // Where two lists make up a page, the rows of that page are put in order, and nothing longer is.
      expect(plan.replaceAll(/SCAN newest\nUSE TEMP B-TREE/g, "")).not.toContain("TEMP B-TREE");
    }
  },
);

function toSqliteValue(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  return typeof value === "boolean" ? Number(value) : value;
}
