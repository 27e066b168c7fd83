import type { Sql } from "./sql.ts";

/** A row as the engine returns it: from SQLite times are text, and flags are 0 or 1. */
export type Row = Readonly<Record<string, unknown>>;

/** The rows that a statement read and the number of rows that it wrote. */
export interface Result {
  readonly rows: readonly Row[];
  readonly changes: number;
}

export type Execute = (statement: Sql) => Promise<Result>;

/** Statements on a store, or in one transaction of it. */
export interface Queries {
  /** @param read converts a row; without it rows are returned as the engine returns them */
  all<Found>(statement: Sql, read?: (row: Row) => Found): Promise<Found[]>;
  first<Found>(statement: Sql, read?: (row: Row) => Found): Promise<Found | undefined>;
  /** @returns the number of rows written */
  run(statement: Sql): Promise<number>;
  execute(statement: Sql): Promise<Result>;
  /** Ends a SELECT and locks its rows, so that no other transaction changes them until this one ends. */
  readonly rowLock: Sql;
}

export function createQueries(execute: Execute, rowLock: Sql): Queries {
  async function all<Found>(statement: Sql, read?: (row: Row) => Found): Promise<Found[]> {
    const { rows } = await execute(statement);
    return read === undefined ? (rows as Found[]) : rows.map(read);
  }

  return {
    all,
    first: async (statement, read) => (await all(statement, read))[0],
    run: async (statement) => (await execute(statement)).changes,
    execute,
    rowLock,
  };
}

/** Runs the work of a transaction. A statement after its end throws, because it would join another transaction. */
export async function runWork<Answer>(
  execute: Execute,
  rowLock: Sql,
  work: (queries: Queries) => Promise<Answer>,
): Promise<Answer> {
  let hasEnded = false;
  const queries = createQueries((statement) => {
    if (hasEnded) throw new Error("the transaction of this statement has ended");
    return execute(statement);
  }, rowLock);
  try {
    return await work(queries);
  } finally {
    hasEnded = true;
  }
}
