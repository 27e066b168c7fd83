import { closeSync, mkdirSync, openSync } from "node:fs";
import { dirname } from "node:path";
import type { Database as SqliteHandle } from "better-sqlite3";
import SqliteDatabase from "better-sqlite3";
import { Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler, sql } from "kysely";
import type { Database } from "./database.ts";
import { DatabaseError } from "./database.ts";
import { migrations, newestVersion } from "./migrations.ts";
import type { Schema } from "./schema.ts";
import { createSqliteConnection } from "./sqlite-connection.ts";
import { createSqliteDriver } from "./sqlite-driver.ts";

/** Another process may be migrating: start-up, which nobody waits on yet, is patient. */
const STARTUP_TIMEOUT_MS = 30_000;
/** A wait inside the driver blocks every request, so the longer wait is the driver wrapper's, off the event loop. */
const QUERY_TIMEOUT_MS = 5;

/**
 * Opens (and where needed creates and migrates) an SQLite store.
 *
 * @param path a file, or `:memory:`
 * @throws {DatabaseError} where the file belongs to a newer version or can't be used
 */
export function openSqlite(path: string): Database {
  const isFile = path !== ":memory:";
  if (isFile) createPrivateFile(path);
  const handle = openHandle(path);
  migrate(handle);
  handle.pragma(`busy_timeout = ${QUERY_TIMEOUT_MS}`);
  const writer = createSqliteConnection(handle);
  const reader = isFile ? createSqliteConnection(openReader(path)) : writer;
  const queries = new Kysely<Schema>({
    dialect: {
      createAdapter: () => new UnqueuedSqliteAdapter(),
      createDriver: () => createSqliteDriver({ writer, reader }),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  });
  return {
    queries,
    ping: async () => {
      await queries.selectFrom("users").select(sql`1`.as("one")).limit(1).execute();
    },
    close: () => queries.destroy(),
  };
}

/** Kysely would queue every query behind an open transaction; our driver knows which ones have to wait. */
class UnqueuedSqliteAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

function openHandle(path: string): SqliteHandle {
  try {
    const handle = new SqliteDatabase(path, { timeout: STARTUP_TIMEOUT_MS });
    configure(handle);
    return handle;
  } catch (error) {
    throw new DatabaseError(`the database ${path} can't be opened: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

function openReader(path: string): SqliteHandle {
  const handle = new SqliteDatabase(path, { timeout: QUERY_TIMEOUT_MS });
  configure(handle);
  handle.pragma("query_only = ON");
  return handle;
}

/**
 * FULL is set after WAL and read back, because the driver is compiled to fall back to NORMAL under WAL, which
 * may lose an acknowledged write in a power cut.
 */
function configure(handle: SqliteHandle): void {
  handle.pragma("journal_mode = WAL");
  handle.pragma("synchronous = FULL");
  handle.pragma("foreign_keys = ON");
  if (handle.pragma("synchronous", { simple: true }) !== 2) {
    throw new Error("the database does not accept synchronous=FULL");
  }
}

/** Runs what is missing in one transaction: of two processes that start at once, one migrates and the other finds it done. */
function migrate(handle: SqliteHandle): void {
  const run = handle.transaction(() => {
    const version = handle.pragma("user_version", { simple: true }) as number;
    if (version > newestVersion()) {
      throw new DatabaseError(
        `the database is at schema version ${version}, this program knows up to ${newestVersion()}: start the newer version of groundwork that wrote it`,
      );
    }
    for (const migration of migrations.filter((step) => step.version > version))
      handle.exec(migration.sqlite);
    handle.pragma(`user_version = ${newestVersion()}`);
  });
  try {
    run.immediate();
  } catch (error) {
    handle.close();
    throw error;
  }
}

/** SQLite gives its side files the mode of the main file, so making that one private makes all of them so. */
function createPrivateFile(path: string): void {
  try {
    mkdirSync(dirname(path), { recursive: true });
    closeSync(openSync(path, "a", 0o600));
  } catch (error) {
    throw new DatabaseError(`the database ${path} can't be created: ${(error as Error).message}`, {
      cause: error,
    });
  }
}
