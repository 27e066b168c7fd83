import type { Database as SqliteHandle, Statement } from "better-sqlite3";
import type { CompiledQuery, QueryResult } from "kysely";

const MOST_STATEMENTS = 500;

/** One open handle that keeps its prepared statements: preparing costs more than most of our queries. */
export interface SqliteConnection {
  readonly handle: SqliteHandle;
  /** @throws {SqliteError} as the driver does */
  execute<Row>(query: CompiledQuery): QueryResult<Row>;
}

export function createSqliteConnection(handle: SqliteHandle): SqliteConnection {
  const statements = new Map<string, Statement>();

  function prepare(sql: string): Statement {
    const known = statements.get(sql);
    if (known !== undefined) return known;
    // Queries are few and fixed; the bound only guards against one that writes values into its text.
    if (statements.size >= MOST_STATEMENTS) statements.clear();
    const statement = handle.prepare(sql);
    statements.set(sql, statement);
    return statement;
  }

  return {
    handle,
    execute<Row>({ sql, parameters }: CompiledQuery): QueryResult<Row> {
      const statement = prepare(sql);
      const values = parameters.map(toSqliteValue);
      if (statement.reader) return { rows: statement.all(values) as Row[] };
      const { changes } = statement.run(values);
      return { rows: [], numAffectedRows: BigInt(changes) };
    },
  };
}

/** SQLite knows neither times nor booleans: they are stored as ISO 8601 text and as 0 or 1. */
export function toSqliteValue(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  if (typeof value === "boolean") return value ? 1 : 0;
  return value;
}
