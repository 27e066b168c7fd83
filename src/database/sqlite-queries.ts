import { setTimeout as sleep } from "node:timers/promises";
import type { Database as SqliteHandle, Statement } from "better-sqlite3";
import { DomainError } from "../domain/errors.ts";
import type { Database } from "./database.ts";
import type { LogSync } from "./log-sync.ts";
import { createMutex } from "./mutex.ts";
import type { Result } from "./queries.ts";
import { createQueries, runWork } from "./queries.ts";
import type { Sql } from "./sql.ts";
import { sql } from "./sql.ts";
import { isSqliteBusy, translateSqliteError } from "./sqlite-errors.ts";

/** How long a statement waits for its turn and for other processes to let go of the file, both together. */
const DEADLINE_MS = 5_000;
/** Pauses grow to this from 1 ms: short beside another server process, sparing where the file is held for long. */
const LONGEST_PAUSE_MS = 20;
/** Statements are few and fixed, apart from lists of values of any length. */
const MOST_STATEMENTS = 500;
/** There are no row locks and none are needed: a write transaction has the whole store to itself. */
const ROW_LOCK = sql``;

/** The handles of one store: writes take turns on one, reads outside a transaction run on the other. */
export interface SqliteHandles {
  readonly writer: SqliteHandle;
  /** The writer itself for `:memory:`, which a second handle could not see. */
  readonly reader: SqliteHandle;
  /** Throws where the file of these handles is no longer the one under its name, so that a write to it would be lost. */
  readonly assertInPlace: () => void;
  readonly log: Omit<LogSync, "close">;
}

/**
 * Every transaction begins IMMEDIATE, so that it never fails half-way for want of the write lock. A busy file and the
 * disk are waited for without blocking the event loop.
 */
export function createSqliteQueries(handles: SqliteHandles): Pick<Database, "queries" | "transaction"> {
  const { writer, reader, assertInPlace, log } = handles;
  const writers = createMutex();
  const [prepareToWrite, prepareToRead] = [prepareOnce(writer), prepareOnce(reader)];

  const write = (statement: Sql): Result => run(prepareToWrite(statement), statement);

  /** @returns undefined where the engine says that the statement writes */
  function read(statement: Sql): Result | undefined {
    if (reader === writer) return undefined;
    const prepared = prepareToRead(statement);
    return prepared.readonly ? run(prepared, statement) : undefined;
  }

  async function inTurn<Answer>(
    deadline: number,
    work: () => Answer | Promise<Answer>,
  ): Promise<Awaited<Answer>> {
    const end = await writers.acquire(deadline - Date.now());
    if (end === undefined) throw new DomainError("service-unavailable", { detail: "the database is busy" });
    let answer: Awaited<Answer>;
    try {
      assertInPlace();
      log.assertIntact();
      answer = await work();
    } finally {
      end();
    }
    // After the turn, so that those who write meanwhile share the next sync.
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
          // A full disk, for one, has made SQLite roll back by itself.
          if (writer.inTransaction) translated(() => writer.exec("ROLLBACK"));
          throw error;
        }
      });
    },
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

/** SQLite knows neither times nor booleans: they are stored as ISO 8601 text and as 0 or 1. */
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

/** The first try, which is nearly always the only one, waits for nothing. */
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
