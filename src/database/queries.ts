import type { Sql } from "./sql.ts";

/** A row as the engine gives it: from SQLite times are text, and flags are 0 or 1. */
export type Row = Readonly<Record<string, unknown>>;

/** What a statement has read and how many rows it has written. */
export interface Result {
  readonly rows: readonly Row[];
  readonly changes: number;
}

export type Execute = (statement: Sql) => Promise<Result>;

/** Statements on a store, or in one transaction of it. */
export interface Queries {
  /** @param read makes of a row what is asked for; without it rows come as the engine gives them */
  all<Found>(statement: Sql, read?: (row: Row) => Found): Promise<Found[]>;
  first<Found>(statement: Sql, read?: (row: Row) => Found): Promise<Found | undefined>;
  /** @returns how many rows were written */
  run(statement: Sql): Promise<number>;
  execute(statement: Sql): Promise<Result>;
  /** The end of a SELECT whose rows nobody else may change until the transaction ends. */
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

/** Runs the work of a transaction; a statement that comes after its end would be part of somebody else's. */
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
