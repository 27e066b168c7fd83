import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import SqliteDatabase from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { copyToPostgres } from "../../src/database/copy-between-engines.ts";
import { DatabaseError } from "../../src/database/database.ts";
import { openDatabase } from "../../src/database/open-database.ts";
import { nameOf, sql } from "../../src/database/sql.ts";
import { openSqlite } from "../../src/database/sqlite.ts";
import { removeStaleLog } from "../../src/database/sqlite-file.ts";
import { users } from "../../src/repositories/user-rows.ts";
import { someUser } from "../support/rows.ts";

const FIXTURES = join(import.meta.dirname, "../fixtures/stores");

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "groundwork-sqlite-"));
  path = join(folder, "deep/er/store.db");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Reads a setting of the writing connection, which a transaction uses. */
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

  test("may be named by a symbolic link, and refuses writes once this leads to another file", async () => {
    await openSqlite(path).close();
    const link = join(folder, "link.db");
    symlinkSync(path, link);
    const database = openSqlite(link);
    await database.ping();
    expect(await database.queries.run(users.insert(someUser()))).toBe(1);
    const { figures } = database;
    expect(figures.engine === "sqlite" && figures.walBytes()).toBe(statSync(`${path}-wal`).size);
    rmSync(link);
    symlinkSync("another.db", link);
    writeFileSync(link, "");
    await expect(database.queries.run(users.insert(someUser()))).rejects.toMatchObject({
      code: "service-unavailable",
    });
    await database.close();
  });

  test("is unavailable for writes while the system can't reach its file", async () => {
    await openSqlite(path).close();
    const link = join(folder, "link.db");
    symlinkSync(path, link);
    const database = openSqlite(link);
    const write = () => database.queries.run(users.insert(someUser()));
    rmSync(link);
    // Even root can't follow a loop.
    symlinkSync(link, link);
    await expect(write()).rejects.toMatchObject({ code: "service-unavailable" });
    rmSync(link);
    symlinkSync(path, link);
    expect(await write()).toBe(1);
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

  test("refuses writes if its log was moved or replaced, because they would be lost", async () => {
    const database = openSqlite(path);
    const write = () => database.queries.run(users.insert(someUser()));
    renameSync(`${path}-wal`, `${path}-away`);
    await expect(write()).rejects.toMatchObject({ code: "service-unavailable" });
    writeFileSync(`${path}-wal`, "");
    await expect(write()).rejects.toMatchObject({ code: "service-unavailable" });
    renameSync(`${path}-away`, `${path}-wal`);
    expect(await write()).toBe(1);
    await database.close();
  });

  test("keeps a transaction's changes in memory up to its cache size, instead of writing them to the log repeatedly", async () => {
    const logAfterWriting = async (file: string, cacheMib?: number) => {
      const database = openSqlite(file, { cacheMib });
      const name = "x".repeat(1024 * 1024);
      const bytes = await database.transaction(async ({ run }) => {
        for (let n = 0; n < 24; n++) {
          await run(users.insert(someUser({ id: crypto.randomUUID(), email: `${n}@example.com`, name })));
        }
        return statSync(`${file}-wal`).size;
      });
      await database.close();
      return bytes;
    };
    expect(await logAfterWriting(path, 32)).toBe(0);
    expect(await logAfterWriting(join(folder, "default.db"))).toBeGreaterThan(0);
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

describe("a log next to a file that isn't in WAL mode", () => {
  /** @returns a connection to a file in another mode */
  function createRestored(): SqliteDatabase.Database {
    mkdirSync(join(folder, "deep/er"), { recursive: true });
    const connection = new SqliteDatabase(path);
    connection.exec("CREATE TABLE notes (id INTEGER)");
    return connection;
  }

  test("is removed, because it belongs to an earlier file of that name", () => {
    createRestored().close();
    writeFileSync(`${path}-wal`, "stale");
    removeStaleLog(path);
    expect(existsSync(`${path}-wal`)).toBe(false);
  });

  test("is removed if the file is named by a symbolic link", () => {
    createRestored().close();
    writeFileSync(`${path}-wal`, "stale");
    const link = join(folder, "link.db");
    symlinkSync(path, link);
    removeStaleLog(link);
    expect(existsSync(`${path}-wal`)).toBe(false);
  });

  test("is kept while another process has the file open and may be about to create its own log", () => {
    const other = createRestored();
    other.exec("BEGIN; SELECT * FROM notes");
    writeFileSync(`${path}-wal`, "new");
    removeStaleLog(path);
    expect(readFileSync(`${path}-wal`, "utf8")).toBe("new");
    other.close();
  });
});

describe("a store that can't be opened", () => {
  /** Changing the mode needs a lock that no other connection allows. */
  function expectUnused(file: string): void {
    const handle = new SqliteDatabase(file, { timeout: 0 });
    expect(handle.pragma("journal_mode = WAL", { simple: true })).toBe("wal");
    expect(handle.pragma("journal_mode = DELETE", { simple: true })).toBe("delete");
    handle.close();
  }

  test("is closed if its folder is moved during the start", () => {
    const older = join(folder, "older");
    const moved = `${older}-moved`;
    mkdirSync(older);
    copyFileSync(join(FIXTURES, "schema-12.db"), join(older, "store.db"));
    const onFile = () => renameSync(older, moved);
    expect(() => openSqlite(join(older, "store.db"), { onFile })).toThrow(/can't be opened/);
    expectUnused(join(moved, "store.db"));
  });

  test("is closed if its users' words can't be read", async () => {
    await openSqlite(path).close();
    const handle = new SqliteDatabase(path);
    handle.exec("DROP TABLE user_words");
    handle.close();
    await expect(openDatabase({ engine: "sqlite", path })).rejects.toThrow("no such table");
    expectUnused(path);
  });

  test("is closed if it is too old to be copied", async () => {
    const older = join(folder, "older.db");
    copyFileSync(join(FIXTURES, "schema-12.db"), older);
    const target = { engine: "postgres", url: "postgres://nowhere", poolSize: 1, timeoutMs: 1 } as const;
    await expect(copyToPostgres(older, target, () => {})).rejects.toThrow(
      "the source is at schema version 12",
    );
    expectUnused(older);
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
