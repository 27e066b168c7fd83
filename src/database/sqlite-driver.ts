import { setTimeout as sleep } from "node:timers/promises";
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from "kysely";
import { SelectQueryNode } from "kysely";
import { DomainError } from "../domain/errors.ts";
import type { Mutex } from "./mutex.ts";
import { createMutex } from "./mutex.ts";
import type { SqliteConnection } from "./sqlite-connection.ts";
import { isSqliteBusy, translateSqliteError } from "./sqlite-errors.ts";

/** How long a query waits for its turn and for other processes to let go of the file, both together. */
const DEADLINE_MS = 5_000;
/** Pauses grow to this from 1 ms: short beside another server process, sparing where the file is held for long. */
const LONGEST_PAUSE_MS = 20;

/** The handles of one store: writes take turns on one, reads outside a transaction run on the other. */
export interface SqliteConnections {
  readonly writer: SqliteConnection;
  /** The writer itself for `:memory:`, which a second handle could not see. */
  readonly reader: SqliteConnection;
  /** Throws where the file of these handles is no longer the one under its name, so that a write to it would be lost. */
  readonly assertInPlace: () => void;
}

/**
 * Kysely's view of the store. Every transaction begins IMMEDIATE, so that it never fails half-way for want of
 * the write lock, and a busy file is waited for without blocking the event loop.
 */
export function createSqliteDriver(connections: SqliteConnections): Driver {
  const writers = createMutex();
  const turns = new WeakMap<DatabaseConnection, () => void>();
  // Used again and again: Kysely keeps a record of every connection that it has seen.
  const idle: DatabaseConnection[] = [];
  const { writer, reader, assertInPlace } = connections;

  async function executeAlone<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const deadline = Date.now() + DEADLINE_MS;
    const isPlainRead = SelectQueryNode.is(query.query) && reader !== writer;
    if (isPlainRead) return retryWhileBusy(() => reader.execute<Row>(query), deadline);
    const end = await takeTurn(writers, deadline);
    try {
      assertInPlace();
      return await retryWhileBusy(() => writer.execute<Row>(query), deadline);
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
    const deadline = Date.now() + DEADLINE_MS;
    turns.set(connection, await takeTurn(writers, deadline));
    try {
      assertInPlace();
      await retryWhileBusy(() => writer.handle.exec("BEGIN IMMEDIATE"), deadline);
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
    acquireConnection: async () => idle.pop() ?? createConnection(),
    releaseConnection: async (connection) => void idle.push(connection),
    beginTransaction: begin,
    commitTransaction: commit,
    rollbackTransaction: rollback,
    destroy: async () => {
      for (const { handle } of new Set([reader, writer])) handle.close();
    },
  };
}

async function takeTurn(writers: Mutex, deadline: number): Promise<() => void> {
  const end = await writers.acquire(deadline - Date.now());
  if (end === undefined) throw new DomainError("service-unavailable", { detail: "the database is busy" });
  return end;
}

function translated<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw translateSqliteError(error);
  }
}

/** The first try, which is nearly always the only one, waits for nothing. */
async function retryWhileBusy<Result>(work: () => Result, deadline: number): Promise<Result> {
  for (let pauseMs = 1; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    try {
      return work();
    } catch (error) {
      if (!isSqliteBusy(error) || Date.now() >= deadline) throw translateSqliteError(error);
      await sleep(pauseMs);
    }
  }
}
