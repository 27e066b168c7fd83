import type { Sql } from "./sql.ts";
import { sql } from "./sql.ts";

/** The rows that a statement read and the number of rows that it wrote. */
export interface Result {
  readonly rows: readonly object[];
  readonly changes: number;
}

export type Execute = (statement: Sql) => Promise<Result>;

export type Queries = ReturnType<typeof createQueries>;

/**
 * Statements on a store, or in one transaction of it. On both engines times are dates and flags are booleans, if their
 * columns are named as such: `created_at` or `createdAt`, `is_active` or `isActive`.
 */
export function createQueries(execute: Execute) {
  const all = async <Row>(statement: Sql) => (await execute(statement)).rows as Row[];
  const first = async <Row>(statement: Sql) => (await all<Row>(statement))[0];

  return {
    execute,
    all,
    first,
    /** The value of an expression that is a number. PostgreSQL's driver returns a bigint as text. */
    number: async (expression: Sql) =>
      Number((await first<{ number: unknown }>(sql`SELECT ${expression} AS number`))?.number),
    /** @returns the number of rows written */
    run: async (statement: Sql) => (await execute(statement)).changes,
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
