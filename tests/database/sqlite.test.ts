import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import SqliteDatabase from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { DatabaseError } from "../../src/database/database.ts";
import { nameOf, sql } from "../../src/database/sql.ts";
import { openSqlite } from "../../src/database/sqlite.ts";
import { users } from "../../src/repositories/user-rows.ts";
import { someUser } from "../support/rows.ts";

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "groundwork-sqlite-"));
  path = join(folder, "deep/er/store.db");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Reads a setting on the connection that writes, by way of a transaction. */
async function pragma(database: ReturnType<typeof openSqlite>, name: string): Promise<unknown> {
  const row = await database.transaction((queries) => queries.first<object>(sql`PRAGMA ${nameOf(name)}`));
  return Object.values(row ?? {})[0];
}

describe("an open store", () => {
  test("uses WAL and foreign keys, and leaves the sync of commits to the server", async () => {
    const database = openSqlite(path);
    expect(await pragma(database, "journal_mode")).toBe("wal");
    expect(await pragma(database, "foreign_keys")).toBe(1);
    expect(await pragma(database, "synchronous")).toBe(1);
    await database.close();
  });

  test("consists of files that only their owner can read", async () => {
    const database = openSqlite(path);
    await database.ping();
    for (const file of [path, `${path}-wal`, `${path}-shm`]) expect(statSync(file).mode & 0o777).toBe(0o600);
    await database.close();
  });

  test("begins with an empty log, because an earlier process may have failed to sync a part of it", async () => {
    const killed = openSqlite(path);
    await killed.queries.run(users.insert(someUser()));
    const left = join(folder, "left.db");
    for (const suffix of ["", "-wal", "-shm"]) copyFileSync(path + suffix, left + suffix);
    expect(statSync(`${left}-wal`).size).toBeGreaterThan(0);
    await killed.close();

    const database = openSqlite(left);
    expect(statSync(`${left}-wal`).size).toBe(0);
    expect(await database.queries.all(sql`SELECT id FROM users`)).toHaveLength(1);
    await database.close();
  });

  test("has only STRICT tables", async () => {
    const database = openSqlite(path);
    const rows = await database.queries.all<{ name: string; strict: number }>(sql`
      SELECT name, strict FROM pragma_table_list WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`);
    expect(rows.length).toBeGreaterThanOrEqual(5);
    expect(rows.filter(({ strict }) => strict !== 1)).toEqual([]);
    await database.close();
  });

  test("commits a transaction completely or not at all, and reads outside it see only committed data", async () => {
    const database = openSqlite(path);
    const count = async () => (await database.queries.all(sql`SELECT id FROM users`)).length;
    const work = database.transaction(async (queries) => {
      await queries.run(users.insert(someUser()));
      expect(await count()).toBe(0);
      throw new Error("stop");
    });
    await expect(work).rejects.toThrow("stop");
    expect(await count()).toBe(0);
    await database.close();
  });
});

describe("a file of another program", () => {
  test.each([
    ["tables", "CREATE TABLE notes (id INTEGER)"],
    ["tables with the same names", "CREATE TABLE users (id INTEGER)"],
    ["tables and a version", "CREATE TABLE notes (id INTEGER); PRAGMA user_version = 1"],
    ["an application id", "PRAGMA application_id = 7"],
  ])("is refused for its %s and stays unchanged", (_, statements) => {
    const foreign = join(folder, "foreign.db");
    const handle = new SqliteDatabase(foreign);
    handle.exec(statements);
    handle.close();
    const before = readFileSync(foreign);
    expect(() => openSqlite(foreign)).toThrow(DatabaseError);
    expect(() => openSqlite(foreign)).toThrow(/foreign\.db belongs to another program: .*DATABASE_URL/);
    expect(readFileSync(foreign).equals(before)).toBe(true);
  });
});

describe("starting a server", () => {
  test("succeeds for several parallel processes, of which only one migrates", async () => {
    const open = `
      const { openSqlite } = await import(${JSON.stringify(new URL("../../src/database/sqlite.ts", import.meta.url).href)});
      const database = openSqlite(process.argv[1]);
      await database.ping();
      await database.close();`;
    const start = () =>
      once(spawn(process.execPath, ["--input-type=module", "-e", open, path], { stdio: "inherit" }), "exit");
    const exits = await Promise.all(Array.from({ length: 5 }, start));
    expect(exits.map(([code]) => code)).toEqual([0, 0, 0, 0, 0]);
  });

  test("is refused if a migration fails, and the store is unchanged", () => {
    void openSqlite(path).close();
    const handle = new SqliteDatabase(path);
    handle.exec("DROP TABLE comments");
    handle.pragma("user_version = 0");
    const schema = () => handle.prepare("SELECT * FROM sqlite_schema ORDER BY name").all();
    const before = schema();
    expect(() => openSqlite(path)).toThrow(/can't be opened: table users already exists/);
    expect(schema()).toEqual(before);
    expect(handle.pragma("user_version", { simple: true })).toBe(0);
    handle.close();
  });

  test("is refused on a store that a newer version wrote, and the store is unchanged", () => {
    void openSqlite(path).close();
    const handle = new SqliteDatabase(path);
    handle.pragma("user_version = 999");
    handle.close();
    expect(() => openSqlite(path)).toThrow(DatabaseError);
    expect(() => openSqlite(path)).toThrow(/schema version 999/);
    expect(new SqliteDatabase(path).pragma("user_version", { simple: true })).toBe(999);
  });
});
