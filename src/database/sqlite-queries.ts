import { setTimeout as sleep } from "node:timers/promises";
import type { Database as SqliteHandle, Statement } from "better-sqlite3";
import { DomainError } from "../domain/errors.ts";
import type { Database } from "./database.ts";
import type { LogSync } from "./log-sync.ts";
import type { Result } from "./queries.ts";
import { createQueries, runWork } from "./queries.ts";
import type { Sql } from "./sql.ts";
import { sql } from "./sql.ts";
import { isSqliteBusy, translateSqliteError } from "./sqlite-errors.ts";

/** The longest total wait of a statement, for its turn and for the locks of other processes. */
const DEADLINE_MS = 5_000;
/** Pauses grow from 1 ms to this: short for another server's write, and cheap if the file is locked for long. */
const LONGEST_PAUSE_MS = 20;
/** Statements are few and fixed, except for those with a list of values, which have a text for each length. */
const MOST_STATEMENTS = 500;
/** SQLite has no row locks and needs none: a write transaction locks the whole store. */
const ROW_LOCK = sql``;

/** The two handles of a store: one for writes, which take turns, and one for reads outside a transaction. */
export interface SqliteHandles {
  readonly writer: SqliteHandle;
  /** For `:memory:` this is the writer, because a second handle would open another store. */
  readonly reader: SqliteHandle;
  /** Throws if the open file was deleted or replaced, because writes to it would be lost. */
  readonly assertInPlace: () => void;
  readonly log: Omit<LogSync, "close">;
}

/**
 * Every transaction begins IMMEDIATE, so that it never fails half-way because another process has the write lock.
 * Waiting for a lock or for the disk does not block the event loop.
 */
export function createSqliteQueries(handles: SqliteHandles): Pick<Database, "queries" | "transaction"> {
  const { writer, reader, assertInPlace, log } = handles;
  const takeTurn = createTurns();
  const [prepareToWrite, prepareToRead] = [prepareOnce(writer), prepareOnce(reader)];

  const write = (statement: Sql): Result => run(prepareToWrite(statement), statement);

  function rollBack(): void {
    // SQLite rolls back by itself after some errors, such as a full disk.
    if (writer.inTransaction) translated(() => writer.exec("ROLLBACK"));
  }

  /** @returns undefined if the statement writes */
  function read(statement: Sql): Result | undefined {
    if (reader === writer) return undefined;
    const prepared = prepareToRead(statement);
    return prepared.readonly ? run(prepared, statement) : undefined;
  }

  async function inTurn<Answer>(
    deadline: number,
    work: () => Answer | Promise<Answer>,
  ): Promise<Awaited<Answer>> {
    const end = await takeTurn(deadline - Date.now());
    if (end === undefined) throw new DomainError("service-unavailable", { detail: "the database is busy" });
    let answer: Awaited<Answer>;
    try {
      assertInPlace();
      log.assertIntact();
      // An earlier attempt may have failed. This work would become part of that transaction, and would be lost with it.
      rollBack();
      answer = await work();
    } finally {
      end();
    }
    // After the turn ends, so that writes made during a sync share the next one.
    await log.sync();
    return answer;
  }

  async function execute(statement: Sql): Promise<Result> {
    const deadline = Date.now() + DEADLINE_MS;
    return (
      (await retryWhileBusy(() => read(statement), deadline)) ??
      (await inTurn(deadline, () => retryWhileBusy(() => write(statement), deadline)))
    );
  }

  return {
    queries: createQueries(execute, ROW_LOCK),
    transaction(work) {
      const deadline = Date.now() + DEADLINE_MS;
      return inTurn(deadline, async () => {
        await retryWhileBusy(() => writer.exec("BEGIN IMMEDIATE"), deadline);
        try {
          const result = await runWork(
            async (statement) => translated(() => write(statement)),
            ROW_LOCK,
            work,
          );
          translated(() => writer.exec("COMMIT"));
          return result;
        } catch (error) {
          try {
            rollBack();
          } catch {
            // Report the original error.
          }
          throw error;
        }
      });
    },
  };
}

/** @returns a function that waits for a turn, first come first served, and resolves to the function that ends it */
function createTurns(): (timeoutMs: number) => Promise<(() => void) | undefined> {
  const waiting = new Set<() => void>();
  let isTaken = false;

  function end(): void {
    const [next] = waiting;
    if (next === undefined) isTaken = false;
    else {
      waiting.delete(next);
      next();
    }
  }

  async function wait(timeoutMs: number): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const takeTurn = () => resolve(true);
    waiting.add(takeTurn);
    const timer = setTimeout(() => {
      if (waiting.delete(takeTurn)) resolve(false);
    }, timeoutMs);
    return promise.finally(() => clearTimeout(timer));
  }

  return async (timeoutMs) => {
    if (isTaken && !(await wait(timeoutMs))) return undefined;
    isTaken = true;
    return end;
  };
}

/** Keeps prepared statements: preparing one takes longer than running most of them. */
function prepareOnce(handle: SqliteHandle): (statement: Sql) => Statement {
  const prepared = new Map<string, Statement>();

  return ({ texts }) => {
    const text = texts.join("?");
    const known = prepared.get(text);
    if (known !== undefined) return known;
    if (prepared.size >= MOST_STATEMENTS) prepared.clear();
    const statement = handle.prepare(text);
    prepared.set(text, statement);
    return statement;
  };
}

function run(prepared: Statement, { values }: Sql): Result {
  const given = values.map(toSqliteValue);
  if (!prepared.reader) return { rows: [], changes: prepared.run(given).changes };
  const rows = prepared.all(given) as Result["rows"];
  return { rows, changes: rows.length };
}

/** SQLite has no type for times and booleans: they are stored as ISO 8601 text and as 0 or 1. */
export function toSqliteValue(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  if (typeof value === "boolean") return value ? 1 : 0;
  return value;
}

function translated<Answer>(work: () => Answer): Answer {
  try {
    return work();
  } catch (error) {
    throw translateSqliteError(error);
  }
}

/** Tries immediately; a second attempt is rarely needed. */
async function retryWhileBusy<Answer>(work: () => Answer, deadline: number): Promise<Answer> {
  for (let pauseMs = 1; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    try {
      return work();
    } catch (error) {
      if (!isSqliteBusy(error) || Date.now() >= deadline) throw translateSqliteError(error);
      await sleep(pauseMs);
    }
  }
}
