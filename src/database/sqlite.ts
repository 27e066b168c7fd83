import { statSync } from "node:fs";
import { dirname } from "node:path";
import type { Database as SqliteHandle } from "better-sqlite3";
import SqliteDatabase from "better-sqlite3";
import { createFolder } from "../create-folder.ts";
import { wordsOf } from "../domain/words.ts";
import type { Database } from "./database.ts";
import { DatabaseError } from "./database.ts";
import { createLogSync } from "./log-sync.ts";
import { newestVersion, stepsAfter } from "./migrations.ts";
import { sql } from "./sql.ts";
import { backUpSqlite } from "./sqlite-backup.ts";
import { nameBeforeMigration } from "./sqlite-backup-files.ts";
import { assertRoom, createPlaceCheck, prepareFile } from "./sqlite-file.ts";
import type { SqliteHandles } from "./sqlite-queries.ts";
import { createSqliteQueries } from "./sqlite-queries.ts";

/** At start-up no request is waiting yet, so another process gets time to finish a migration. */
const STARTUP_TIMEOUT_MS = 30_000;
/** A wait inside the library would block every request, so the queries wait themselves, off the event loop. */
const QUERY_TIMEOUT_MS = 0;
/** A command that runs beside a server must not wait for the server's backup. */
const EMPTY_LOG_TIMEOUT_MS = 1_000;
/** Marks the file as a groundwork store. */
const APPLICATION_ID = 0x67_77_6b_31;
const SET_APPLICATION_ID = sql`PRAGMA application_id = 0x67776b31`;
const FIRST_TABLES = ["users", "sessions", "posts", "comments", "user_tokens"];

/** A store in a file, or in memory. */
export interface SqliteLocation {
  readonly engine: "sqlite";
  /** A file, or `:memory:`. */
  readonly path: string;
  /** The folder for the copy of a non-empty store before a migration; the store's folder by default. */
  readonly backupFolder?: string | undefined;
  /** The memory for a transaction's changes, in MiB; the driver's default is 16. */
  readonly cacheMib?: number | undefined;
}

/** Tells an operator of a file that was written at the start. */
export type FileReport = (file: string, what: "store created" | "backup made before the migration") => void;

interface SqliteOptions extends Omit<SqliteLocation, "engine" | "path"> {
  readonly onFile?: FileReport | undefined;
}

/**
 * Opens an SQLite store; creates and migrates it if necessary.
 *
 * @throws {DatabaseError} if a newer version wrote the file, or it can't be used
 */
export function openSqlite(path: string, options: SqliteOptions = {}): Database {
  const handles = openHandles(path, options);
  const { queries, transaction } = createSqliteQueries(handles);
  const { name: file } = handles.writer;
  return {
    queries,
    transaction,
    ping: async () => {
      if (path !== ":memory:") await assertRoom(file);
      await queries.all(sql`SELECT id FROM users LIMIT 1`);
      // A write, because reads still succeed on a locked file or a full disk. The value is the one already stored.
      await transaction(({ run }) => run(SET_APPLICATION_ID));
    },
    figures: {
      engine: "sqlite",
      walBytes: () => statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0,
    },
    close: async () => {
      for (const handle of new Set([handles.reader, handles.writer])) handle.close();
      await handles.log.close();
    },
  };
}

/** In memory there is one handle, because a second one would open another store. */
const WITHOUT_FILE = {
  assertInPlace: () => {},
  log: { sync: async () => {}, assertIntact: () => {}, close: async () => {} },
};

function openHandles(path: string, options: SqliteOptions): SqliteHandles {
  const opened: SqliteHandle[] = [];
  const open = (file: string, timeout: number): SqliteHandle => {
    const handle = new SqliteDatabase(file, { timeout });
    opened.push(handle);
    return handle;
  };
  try {
    const file = path === ":memory:" ? path : prepareFile(path);
    const writer = open(file, STARTUP_TIMEOUT_MS);
    prepareWriter(writer, path, options);
    if (path === ":memory:") return { writer, reader: writer, ...WITHOUT_FILE };
    const reader = open(file, QUERY_TIMEOUT_MS);
    reader.pragma("query_only = ON");
    const assertInPlace = createPlaceCheck(path, `${file}-wal`);
    // From here on `sqlite-queries.ts` syncs each commit itself.
    writer.pragma("synchronous = NORMAL");
    return { writer, reader, assertInPlace, log: createLogSync(`${file}-wal`) };
  } catch (error) {
    for (const handle of opened) handle.close();
    if (error instanceof DatabaseError) throw error;
    throw new DatabaseError(`the database ${path} can't be opened: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

/** Migrates the file too. */
function prepareWriter(writer: SqliteHandle, path: string, options: SqliteOptions): void {
  // Before any setting changes, so that a file of another program is not modified.
  writer.transaction(assertOurs)(writer);
  writer.pragma("journal_mode = WAL");
  // Said after WAL, because the driver is compiled to fall back to NORMAL under WAL, which can lose an acknowledged
  // write in a power cut.
  writer.pragma("synchronous = FULL");
  writer.pragma("foreign_keys = ON");
  if (options.cacheMib !== undefined) writer.pragma(`cache_size = ${-options.cacheMib * 1024}`);
  addSqliteFunctions(writer);
  migrate(writer, path, options);
  // Copies the log into the database and empties it, with the syncs of FULL. A sync may have failed in an earlier
  // process, and writes that are appended after such a hole are lost in a power cut, although their own syncs succeed.
  // A process that has the store open knows of the failure and takes no more writes, so its reads may keep the log.
  writer.pragma(`busy_timeout = ${EMPTY_LOG_TIMEOUT_MS}`);
  writer.pragma("wal_checkpoint(TRUNCATE)");
  writer.pragma(`busy_timeout = ${QUERY_TIMEOUT_MS}`);
}

/** Adds the function that migrations call: `words_of(email, name)` returns a user's words as a JSON array. */
export function addSqliteFunctions(handle: SqliteHandle): void {
  handle.function("words_of", { deterministic: true }, (email, name) =>
    JSON.stringify(wordsOf({ email: String(email), name: String(name) })),
  );
}

/**
 * Runs the missing migrations in one transaction: if two processes start together, one migrates and the other finds
 * nothing to do. A non-empty store is copied first, inside the transaction, so that no write comes in between.
 */
function migrate(handle: SqliteHandle, path: string, options: SqliteOptions): void {
  const run = handle.transaction(() => {
    const version = handle.pragma("user_version", { simple: true }) as number;
    const steps = stepsAfter(version);
    if (version > 0 && steps.length > 0) backUpBeforeMigration(path, version, options);
    for (const { sqlite } of steps) handle.exec(sqlite);
    handle.pragma(`user_version = ${newestVersion()}`);
    handle.pragma(`application_id = ${APPLICATION_ID}`);
    return version === 0;
  });
  const isNew = run.immediate();
  if (isNew) options.onFile?.(path, "store created");
}

/** @throws {DatabaseError} if the copy can't be made, for example on a full disk; nothing is migrated then */
function backUpBeforeMigration(
  path: string,
  version: number,
  { backupFolder = dirname(path), onFile }: SqliteOptions,
): void {
  createFolder(backupFolder, 0o700);
  const file = nameBeforeMigration(backupFolder, path, version, new Date());
  backUpSqlite(path, file);
  onFile?.(file, "backup made before the migration");
}

/**
 * Stores of early versions may lack the mark, but they all have these tables.
 *
 * @throws {DatabaseError} if the file belongs to another program
 */
function assertOurs(handle: SqliteHandle): void {
  const mark = handle.pragma("application_id", { simple: true });
  if (mark === APPLICATION_ID) return;
  const tables = handle
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'")
    .pluck()
    .all();
  const version = Number(handle.pragma("user_version", { simple: true }));
  const isEmpty = tables.length === 0 && version === 0;
  const isEarlyStore = version > 0 && FIRST_TABLES.every((name) => tables.includes(name));
  if (mark === 0 && (isEmpty || isEarlyStore)) return;
  throw new DatabaseError(
    `the database ${handle.name} belongs to another program: name another file in DATABASE_URL`,
  );
}
