import { setTimeout as sleep } from "node:timers/promises";
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from "kysely";
import { SelectQueryNode } from "kysely";
import { createMutex } from "./mutex.ts";
import type { SqliteConnection } from "./sqlite-connection.ts";
import { isSqliteBusy, translateSqliteError } from "./sqlite-errors.ts";

/** How long a write waits for another process to let go of the file. */
const BUSY_DEADLINE_MS = 5_000;
const BUSY_PAUSE_MS = 20;

/** The handles of one store: writes take turns on one, reads outside a transaction run on the other. */
export interface SqliteConnections {
  readonly writer: SqliteConnection;
  /** The writer itself for `:memory:`, which a second handle could not see. */
  readonly reader: SqliteConnection;
}

/**
 * Kysely's view of the store. Every transaction begins IMMEDIATE, so that it never fails half-way for want of
 * the write lock, and a busy file is waited for without blocking the event loop.
 */
export function createSqliteDriver(connections: SqliteConnections): Driver {
  const writers = createMutex();
  const turns = new WeakMap<DatabaseConnection, () => void>();
  const { writer, reader } = connections;

  async function executeAlone<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const isPlainRead = SelectQueryNode.is(query.query) && reader !== writer;
    if (isPlainRead) return translated(() => reader.execute<Row>(query));
    const end = await writers.acquire();
    try {
      return await retryWhileBusy(() => writer.execute<Row>(query));
    } finally {
      end();
    }
  }

  function createConnection(): DatabaseConnection {
    const connection: DatabaseConnection = {
      executeQuery: async (query) =>
        turns.has(connection) ? translated(() => writer.execute(query)) : executeAlone(query),
      // A cursor left open makes every write fail: long lists are read in batches by key instead.
      streamQuery: () => {
        throw new Error("streaming is not supported: read in batches by key");
      },
    };
    return connection;
  }

  async function begin(connection: DatabaseConnection): Promise<void> {
    turns.set(connection, await writers.acquire());
    try {
      await retryWhileBusy(() => writer.handle.exec("BEGIN IMMEDIATE"));
    } catch (error) {
      endTurn(connection);
      throw error;
    }
  }

  async function commit(connection: DatabaseConnection): Promise<void> {
    // Where this fails, Kysely asks for the rollback that ends the turn.
    translated(() => writer.handle.exec("COMMIT"));
    endTurn(connection);
  }

  async function rollback(connection: DatabaseConnection): Promise<void> {
    try {
      // A full disk, for one, has made SQLite roll back by itself.
      if (writer.handle.inTransaction) translated(() => writer.handle.exec("ROLLBACK"));
    } finally {
      endTurn(connection);
    }
  }

  function endTurn(connection: DatabaseConnection): void {
    turns.get(connection)?.();
    turns.delete(connection);
  }

  return {
    init: async () => {},
    acquireConnection: async () => createConnection(),
    releaseConnection: async () => {},
    beginTransaction: begin,
    commitTransaction: commit,
    rollbackTransaction: rollback,
    destroy: async () => {
      for (const { handle } of new Set([reader, writer])) handle.close();
    },
  };
}

function translated<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw translateSqliteError(error);
  }
}

async function retryWhileBusy<Result>(work: () => Result): Promise<Result> {
  const deadline = Date.now() + BUSY_DEADLINE_MS;
  for (;;) {
    try {
      return work();
    } catch (error) {
      if (!isSqliteBusy(error) || Date.now() >= deadline) throw translateSqliteError(error);
      await sleep(BUSY_PAUSE_MS);
    }
  }
}
