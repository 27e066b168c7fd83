import type { CompiledQuery, DatabaseConnection, QueryResult } from "kysely";
import type { PoolClient, QueryConfig } from "pg";
import { isServerError, isStaleStatement, translatePostgresError } from "./postgres-errors.ts";
import { retryConflicts } from "./retry-conflicts.ts";
import type { StatementNames } from "./statement-names.ts";

/** One connection on loan from the pool. */
export interface PostgresConnection extends DatabaseConnection {
  begin(): Promise<void>;
  commit(): Promise<void>;
  rollback(): Promise<void>;
  /** Gives it back, or closes it where it is unclear what it is in the middle of. */
  release(): void;
}

export function createPostgresConnection(client: PoolClient, names: StatementNames): PostgresConnection {
  let isBroken = false;

  async function send(query: QueryConfig) {
    try {
      return await client.query(query);
    } catch (error) {
      if (isStaleStatement(error)) names.renew();
      isBroken ||= !isServerError(error);
      throw translatePostgresError(error);
    }
  }

  async function execute<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const { rows, rowCount } = await send({ name: names.find(sql), text: sql, values: [...parameters] });
    return { rows, numAffectedRows: BigInt(rowCount ?? 0) };
  }

  return {
    executeQuery: <Row>(query: CompiledQuery) => {
      // Within a transaction all of it has to be run again, which only the one who began it can do.
      const isAlone = client.getTransactionStatus() !== "T";
      return isAlone ? retryConflicts(() => execute<Row>(query)) : execute<Row>(query);
    },
    streamQuery: () => {
      throw new Error("streaming is not supported: read in batches by key");
    },
    begin: async () => void (await send({ text: "BEGIN" })),
    async commit() {
      // The server answers so where a statement had failed and the work went on as if it had not.
      const { command } = await send({ text: "COMMIT" });
      if (command === "ROLLBACK") throw new Error("rolled back, because a statement before had failed");
    },
    async rollback() {
      // A connection that is closed takes its transaction with it; asking a silent server would only cost time.
      if (!isBroken) await send({ text: "ROLLBACK" });
    },
    release: () => client.release(isBroken),
  };
}
