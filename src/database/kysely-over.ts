import type { CompiledQuery, QueryResult } from "kysely";
import {
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  SqliteIntrospector,
} from "kysely";
import { LockFreeSqliteCompiler } from "./lock-free-sqlite-compiler.ts";
import type { Queries } from "./queries.ts";
import type { Schema } from "./schema.ts";
import { sql } from "./sql.ts";

const known = new WeakMap<Queries, Kysely<Schema>>();

/** Kysely over the port, for the repositories that are still written with it. */
export function kyselyOver(queries: Queries): Kysely<Schema> {
  const made = known.get(queries);
  if (made !== undefined) return made;
  const isSqlite = queries.rowLock.texts[0] === "";
  const connection = {
    async executeQuery<Row>({ sql: text, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
      const cut = text.split(isSqlite ? "?" : /\$\d+/) as unknown as TemplateStringsArray;
      const { rows, changes } = await queries.execute(sql(cut, ...(parameters as string[])));
      return { rows: rows as Row[], numAffectedRows: BigInt(changes) };
    },
    streamQuery: () => {
      throw new Error("streaming is not supported");
    },
  };
  const driver = {
    init: async () => {},
    acquireConnection: async () => connection,
    releaseConnection: async () => {},
    beginTransaction: () => Promise.reject(new Error("use the port")),
    commitTransaction: async () => {},
    rollbackTransaction: async () => {},
    destroy: async () => {},
  };
  const kysely = new Kysely<Schema>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => driver,
      createIntrospector: (db) => (isSqlite ? new SqliteIntrospector(db) : new PostgresIntrospector(db)),
      createQueryCompiler: () => (isSqlite ? new LockFreeSqliteCompiler() : new PostgresQueryCompiler()),
    },
  });
  known.set(queries, kysely);
  return kysely;
}
