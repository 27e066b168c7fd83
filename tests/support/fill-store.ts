import SqliteDatabase from "better-sqlite3";
import { addSqliteFunctions } from "../../src/database/sqlite.ts";

/** The number of rows of each kind, and the password hash of every user. */
export interface StoreSize {
  readonly users: number;
  readonly posts: number;
  readonly passwordHash: string;
}

const id = (kind: string, number: string) =>
  `printf('01890000-%04x-7${kind}-8000-%012x', (${number}) / 65536, ${number})`;
const time = (number: string) => `strftime('%Y-%m-%dT%H:%M:%fZ', '2026-01-01', (${number}) || ' seconds')`;
const counting = (total: number) =>
  `WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < ${total})`;

/** The id of the nth user, counting from 1. */
export const userId = (n: number): string => nthId("000", n);
export const postId = (n: number): string => nthId("001", n);
export const userEmail = (n: number): string => `person-${n}@example.com`;

const nthId = (kind: string, n: number): string => {
  const high = Math.floor(n / 65_536)
    .toString(16)
    .padStart(4, "0");
  return `01890000-${high}-7${kind}-8000-${n.toString(16).padStart(12, "0")}`;
};

/** Fills the SQLite store at a path, which already has its schema, faster than an API could. */
export function fillStore(path: string, { users, posts, passwordHash }: StoreSize): void {
  const store = new SqliteDatabase(path);
  store.pragma("synchronous = OFF");
  store.pragma("cache_size = -400000");
  addSqliteFunctions(store);
  const slow = store.prepare(
    `SELECT sql FROM sqlite_schema WHERE name IN ('users_words_inserted', 'user_words_user', 'user_words_by_1', 'user_words_by_2')`,
  );
  const restore = slow.pluck().all().join(";");
  store.exec(`
    BEGIN;
    DROP TRIGGER users_words_inserted;
    DROP INDEX user_words_user;
    DROP INDEX user_words_by_1;
    DROP INDEX user_words_by_2;
    ${counting(users)} INSERT INTO users
      SELECT ${id("000", "n")}, 'person-' || n || '@example.com', 'Person ' || n || ' Ñandú', '${passwordHash}',
        CASE WHEN n % 1000 = 1 THEN 'admin' WHEN n % 10 = 0 THEN 'guest' ELSE 'user' END, n % 20 <> 0,
        CASE WHEN n % 7 = 0 THEN ${time("n")} END, ${time("n")}, ${time("n * 2")} FROM number;
    ${counting(users)} INSERT INTO sessions (id_hash, id, user_id, created_at, last_seen_at, expires_at)
      SELECT printf('%064x', n), ${id("004", "n")}, ${id("000", "n")}, ${time("n")}, ${time("n")},
        '2099-01-01T00:00:00.000Z' FROM number;
    ${counting(users)} INSERT INTO user_tokens (id, value_hash, user_id, created_at, expires_at)
      SELECT ${id("003", "n")}, printf('%064x', n), ${id("000", "n")}, ${time("n")},
        CASE WHEN n % 3 > 0 THEN '2099-01-01T00:00:00.000Z' END FROM number;
    ${counting(users)} INSERT INTO audit_events (id, event, user_id, address, created_at)
      SELECT ${id("005", "n")}, CASE WHEN n % 10 = 0 THEN 'login-failed' ELSE 'login' END,
        ${id("000", `1 + n % ${users}`)}, '192.0.2.1', ${time("n")} FROM number;
    ${counting(posts)} INSERT INTO posts
      SELECT ${id("001", "n")}, 'Title ' || n, 'It''s "text" ' || char(10, 9) || '😀 ' || n, 'title-' || n,
        CASE n % 5 WHEN 0 THEN 'draft' WHEN 1 THEN 'archived' ELSE 'published' END, ${id("000", `1 + n % ${users}`)},
        CASE WHEN n % 5 > 0 THEN ${time("n")} END, ${time("n")}, ${time("n")} FROM number;
    ${counting(posts * 2)} INSERT INTO comments
      SELECT ${id("002", "n")}, ${id("001", `1 + n / 2 % ${posts}`)}, ${id("000", `1 + n % ${users}`)}, 'Comment ' || n,
        ${time("n")} FROM number;
    INSERT INTO user_words (word, user_id, is_active)
      SELECT words.value, users.id, users.is_active FROM users, json_each(words_of(users.email, users.name)) AS words
      ORDER BY 1, 2;
    ${restore};
    COMMIT;
  `);
  store.close();
}
