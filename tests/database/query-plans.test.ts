import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "../../src/database/database.ts";
import { createQueries } from "../../src/database/queries.ts";
import type { Sql } from "../../src/database/sql.ts";
import { sql } from "../../src/database/sql.ts";
import { openSqlite } from "../../src/database/sqlite.ts";
import type { Repositories } from "../../src/repositories/store.ts";
import { createStore } from "../../src/repositories/store.ts";
import type { TestStore } from "../support/create-test-store.ts";
import { createSqliteStore } from "../support/create-test-store.ts";
import { fillStore } from "../support/fill-store.ts";
import { hotQueries } from "../support/hot-queries.ts";

const USERS = 20_000;
const POSTS = 5_000;

let file: TestStore;
let store: Repositories;
let database: Database;
const statements: Sql[] = [];
beforeAll(async () => {
  file = await createSqliteStore();
  const path = file.url.slice("file:".length);
  await openSqlite(path).close();
  fillStore(path, { users: USERS, posts: POSTS, passwordHash: "none" });
  database = openSqlite(path);
  const { queries } = database;
  const execute = (statement: Sql) => {
    statements.push(statement);
    return queries.execute(statement);
  };
  store = createStore({ ...database, queries: createQueries(execute) });
});
afterAll(async () => {
  await database.close();
  await file.remove();
});

test.each(Object.entries(hotQueries({ users: USERS, posts: POSTS })))(
  "%s uses an index and its order",
  async (_title, run) => {
    statements.length = 0;
    await run(store);
    expect(statements.length).toBeGreaterThan(0);
    for (const statement of statements) {
      const steps = await database.queries.all<{ detail: string }>(sql`EXPLAIN QUERY PLAN ${statement}`);
      const plan = steps.map(({ detail }) => detail).join("\n");
      // The first batch of all users: the table is in their order.
      if (/WHERE true +ORDER BY id LIMIT/.test(statement.texts.join("?"))) continue;
      // Only the rows before a page are scanned, in an index. All other rows are searched.
      expect(plan).not.toMatch(
        /SCAN (users|user_words|posts|sessions|comments|user_tokens|audit_events)(?! USING COVERING INDEX)/,
      );
      // The few users with a word are read in the order of their words and sorted.
      if (plan.includes("SEARCH user_words USING PRIMARY KEY (word>? AND word<?)")) continue;
      // Only the rows of a page that two lists make up are sorted, and the places where a slice may end.
      expect(plan.replaceAll(/SCAN (newest|ends)\nUSE TEMP B-TREE/g, "")).not.toContain("TEMP B-TREE");
    }
  },
);
