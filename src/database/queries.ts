import type { Sql } from "./sql.ts";

/** The rows that a statement read and the number of rows that it wrote. */
export interface Result {
  readonly rows: readonly object[];
  readonly changes: number;
}

export type Execute = (statement: Sql) => Promise<Result>;

/**
 * Statements on a store, or in one transaction of it. On both engines times are dates and flags are booleans, if their
 * columns are named as such: `created_at` or `createdAt`, `is_active` or `isActive`.
 */
export interface Queries {
  all<Row>(statement: Sql): Promise<Row[]>;
  first<Row>(statement: Sql): Promise<Row | undefined>;
  /** @returns the number of rows written */
  run(statement: Sql): Promise<number>;
  execute(statement: Sql): Promise<Result>;
}

export function createQueries(execute: Execute): Queries {
  const all = async <Row>(statement: Sql) => (await execute(statement)).rows as Row[];

  return {
    all,
    first: async <Row>(statement: Sql) => (await all<Row>(statement))[0],
    run: async (statement) => (await execute(statement)).changes,
    execute,
  };
}

/** Runs the work of a transaction. A statement after its end throws, because it would join another transaction. */
export async function runWork<Answer>(
  execute: Execute,
  work: (queries: Queries) => Promise<Answer>,
): Promise<Answer> {
  let hasEnded = false;
  const queries = createQueries((statement) => {
    if (hasEnded) throw new Error("the transaction of this statement has ended");
    return execute(statement);
  });
  try {
    return await work(queries);
  } finally {
    hasEnded = true;
  }
}
