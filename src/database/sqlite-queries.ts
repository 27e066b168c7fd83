import { setTimeout as sleep } from "node:timers/promises";
import type { Database as SqliteHandle } from "better-sqlite3";
import SqliteDatabase from "better-sqlite3";
import { DomainError } from "../domain/errors.ts";
import { inTime } from "../in-time.ts";
import type { Database } from "./database.ts";
import { ConstraintViolation } from "./database.ts";
import type { LogSync } from "./log-sync.ts";
import type { Result } from "./queries.ts";
import { createQueries, runWork } from "./queries.ts";
import type { Sql, Value } from "./sql.ts";
import { ROW_LOCK } from "./sql.ts";

/** The longest total wait of a statement, for its turn and for the locks of other processes. */
const DEADLINE_MS = 5_000;
/** Pauses grow from 1 ms to this: short for another server's write, and cheap if the file is locked for long. */
const LONGEST_PAUSE_MS = 20;
/** Statements are few and fixed, except for those with a list of values, which have a text for each length. */
const MOST_STATEMENTS = 500;
/** SQLite has no type for times and flags: they are stored as ISO 8601 text and as 0 or 1, in columns named so. */
const TIME_COLUMN = /(_at|_until|At)$/;
const FLAG_COLUMN = /^is(_|[A-Z])/;
const BUSY = /^SQLITE_(BUSY|LOCKED)/;
/** Conditions of the file or the disk, not of the statement: the client may try again later. */
const UNAVAILABLE = /^SQLITE_(BUSY|LOCKED|FULL|READONLY|IOERR|CANTOPEN|CORRUPT|NOTADB|PROTOCOL)/;

/** The two handles of a store: one for writes, which take turns, and one for reads outside a transaction. */
export interface SqliteHandles {
  readonly writer: SqliteHandle;
  /** For `:memory:` this is the writer, because a second handle would open another store. */
  readonly reader: SqliteHandle;
  /** Throws if the open file was deleted or replaced, because writes to it would be lost. */
  readonly assertInPlace: () => void;
  readonly log: LogSync;
}

/**
 * Every transaction begins IMMEDIATE, so that it never fails half-way because another process has the write lock.
 * Waiting for a lock or for the disk does not block the event loop.
 */
export function createSqliteQueries(handles: SqliteHandles): Pick<Database, "queries" | "transaction"> {
  const { writer, reader, assertInPlace, log } = handles;
  const takeTurn = createTurns();
  const [prepareToWrite, prepareToRead] = [prepareOnce(writer), prepareOnce(reader)];

  const write = (statement: Sql): Result => prepareToWrite(statement).run(statement);

  /** @returns undefined if the statement writes */
  function read(statement: Sql): Result | undefined {
    if (reader === writer) return undefined;
    const { isRead, run } = prepareToRead(statement);
    return isRead ? run(statement) : undefined;
  }

  function rollBack(): void {
    // SQLite rolls back by itself after some errors, such as a full disk.
    if (writer.inTransaction) translated(() => writer.exec("ROLLBACK"));
  }

  async function inTurn<Answer>(deadline: number, work: () => Promise<Answer>): Promise<Answer> {
    const end = await takeTurn(deadline);
    let answer: Answer;
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
    const deadline = performance.now() + DEADLINE_MS;
    return (
      (await retryWhileBusy(() => read(statement), deadline)) ??
      (await inTurn(deadline, () => retryWhileBusy(() => write(statement), deadline)))
    );
  }

  return {
    queries: createQueries(execute),
    transaction(work) {
      const deadline = performance.now() + DEADLINE_MS;
      return inTurn(deadline, async () => {
        await retryWhileBusy(() => writer.exec("BEGIN IMMEDIATE"), deadline);
        try {
          const answer = await runWork(async (statement) => translated(() => write(statement)), work);
          translated(() => writer.exec("COMMIT"));
          return answer;
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
function createTurns(): (deadline: number) => Promise<() => void> {
  let earlier = Promise.resolve();

  return async (deadline) => {
    const end = Promise.withResolvers<void>();
    const turn = earlier.then(() => true);
    earlier = earlier.then(() => end.promise);
    if (await inTime(turn, deadline - performance.now(), false)) return end.resolve;
    end.resolve();
    throw new DomainError("service-unavailable", { detail: "the database is busy" });
  };
}

/** Keeps prepared statements: preparing one takes longer than running most of them. */
export function prepareOnce(handle: SqliteHandle) {
  const statements = new Map<string, ReturnType<typeof prepare>>();

  return ({ texts }: Sql) => {
    const text = texts.join("?");
    const known = statements.get(text);
    if (known !== undefined) return known;
    if (statements.size >= MOST_STATEMENTS) statements.clear();
    const prepared = prepare(handle, text);
    statements.set(text, prepared);
    return prepared;
  };
}

function prepare(handle: SqliteHandle, text: string) {
  // SQLite has no row locks and needs none: a write transaction locks the whole store.
  const statement = handle.prepare<unknown[], Record<string, unknown>>(
    text.replace(ROW_LOCK.texts.join(), ""),
  );
  const { readonly: isRead, reader: hasRows } = statement;
  const names = hasRows ? statement.columns().map(({ name }) => name) : [];
  const times = names.filter((name) => TIME_COLUMN.test(name));
  const flags = names.filter((name) => FLAG_COLUMN.test(name));
  return {
    isRead,
    run({ values }: Sql): Result {
      const stored = values.map(toStored);
      if (!hasRows) return { rows: [], changes: statement.run(stored).changes };
      const rows = statement.all(stored);
      for (const row of rows) {
        for (const name of times) row[name] = toTime(row[name]);
        for (const name of flags) row[name] = row[name] === 1;
      }
      return { rows, changes: rows.length };
    },
  };
}

function toStored(value: Value): string | number | null {
  if (value instanceof Date) return value.toISOString();
  return typeof value === "boolean" ? Number(value) : value;
}

const toTime = (stored: unknown): Date | null => (typeof stored === "string" ? new Date(stored) : null);

function translated<Answer>(work: () => Answer): Answer {
  try {
    return work();
  } catch (error) {
    throw translate(error);
  }
}

/** Tries immediately; a second attempt is rarely needed. */
async function retryWhileBusy<Answer>(work: () => Answer, deadline: number): Promise<Answer> {
  for (let pauseMs = 1; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    try {
      return work();
    } catch (error) {
      const isBusy = error instanceof SqliteDatabase.SqliteError && BUSY.test(error.code);
      if (!isBusy || performance.now() >= deadline) throw translate(error);
      await sleep(pauseMs);
    }
  }
}

/** The driver's error for the layers above. Errors that they don't handle are returned unchanged. */
function translate(error: unknown): unknown {
  if (!(error instanceof SqliteDatabase.SqliteError)) return error;
  if (error.code === "SQLITE_CONSTRAINT_UNIQUE" || error.code === "SQLITE_CONSTRAINT_PRIMARYKEY") {
    return new ConstraintViolation(error.message.replace(/^.*failed: /, ""), error);
  }
  if (error.code === "SQLITE_CONSTRAINT_FOREIGNKEY") return new ConstraintViolation("gone", error);
  if (UNAVAILABLE.test(error.code)) return new DomainError("service-unavailable", { cause: error });
  return error;
}
