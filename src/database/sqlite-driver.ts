import { setTimeout as sleep } from "node:timers/promises";
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from "kysely";
import { SelectQueryNode } from "kysely";
import { DomainError } from "../domain/errors.ts";
import type { LogSync } from "./log-sync.ts";
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
  readonly log: Omit<LogSync, "close">;
}

/**
 * Kysely's view of the store. Every transaction begins IMMEDIATE, so that it never fails half-way for want of
 * the write lock. A busy file and the disk are waited for without blocking the event loop.
 */
export function createSqliteDriver(connections: SqliteConnections): Driver {
  const { writer, reader, log } = connections;
  const transactions = createTransactions(connections);
  // Used again and again: Kysely keeps a record of every connection that it has seen.
  const idle: DatabaseConnection[] = [];

  async function executeAlone<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const deadline = Date.now() + DEADLINE_MS;
    const isPlainRead = SelectQueryNode.is(query.query) && reader !== writer;
    if (isPlainRead) return retryWhileBusy(() => reader.execute<Row>(query), deadline);
    const end = await transactions.takeTurn(deadline);
    const result = await retryWhileBusy(() => writer.execute<Row>(query), deadline).finally(end);
    await log.sync();
    return result;
  }

  function createConnection(): DatabaseConnection {
    const connection: DatabaseConnection = {
      executeQuery: async (query) =>
        transactions.includes(connection) ? translated(() => writer.execute(query)) : executeAlone(query),
      // A cursor left open makes every write fail: long lists are read in batches by key instead.
      streamQuery: () => {
        throw new Error("streaming is not supported: read in batches by key");
      },
    };
    return connection;
  }

  return {
    init: async () => {},
    acquireConnection: async () => idle.pop() ?? createConnection(),
    releaseConnection: async (connection) => void idle.push(connection),
    beginTransaction: transactions.begin,
    commitTransaction: transactions.commit,
    rollbackTransaction: transactions.rollback,
    destroy: async () => {
      for (const { handle } of new Set([reader, writer])) handle.close();
    },
  };
}

/** Transactions take turns on the writer's handle, with each other and with writes outside of one. */
function createTransactions({ writer, assertInPlace, log }: SqliteConnections) {
  const writers = createMutex();
  /** How each open transaction ends its turn. */
  const turns = new WeakMap<DatabaseConnection, () => void>();

  /** @returns what ends the turn */
  async function takeTurn(deadline: number): Promise<() => void> {
    const end = await writers.acquire(deadline - Date.now());
    if (end === undefined) throw new DomainError("service-unavailable", { detail: "the database is busy" });
    try {
      assertInPlace();
      log.assertIntact();
    } catch (error) {
      end();
      throw error;
    }
    return end;
  }

  function endTurn(connection: DatabaseConnection): void {
    turns.get(connection)?.();
    turns.delete(connection);
  }

  return {
    takeTurn,
    includes: (connection: DatabaseConnection): boolean => turns.has(connection),
    async begin(connection: DatabaseConnection): Promise<void> {
      const deadline = Date.now() + DEADLINE_MS;
      turns.set(connection, await takeTurn(deadline));
      try {
        await retryWhileBusy(() => writer.handle.exec("BEGIN IMMEDIATE"), deadline);
      } catch (error) {
        endTurn(connection);
        throw error;
      }
    },
    async commit(connection: DatabaseConnection): Promise<void> {
      // Where this fails, Kysely asks for the rollback that ends the turn.
      translated(() => writer.handle.exec("COMMIT"));
      endTurn(connection);
      await log.sync();
    },
    async rollback(connection: DatabaseConnection): Promise<void> {
      // Kysely also asks where only the sync failed. By then the handle may be in another transaction.
      if (!turns.has(connection)) return;
      try {
        // A full disk, for one, has made SQLite roll back by itself.
        if (writer.handle.inTransaction) translated(() => writer.handle.exec("ROLLBACK"));
      } finally {
        endTurn(connection);
      }
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
