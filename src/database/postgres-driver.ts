import type { Driver } from "kysely";
import type { Pool } from "pg";
import { DomainError } from "../domain/errors.ts";
import type { PostgresConnection } from "./postgres-connection.ts";
import { createPostgresConnection } from "./postgres-connection.ts";
import { isConnectionError, isServerError } from "./postgres-errors.ts";
import { createStatementNames } from "./statement-names.ts";

/** A connection clears some thousand queries a second: a request behind this many is refused immediately. */
const MOST_WAITING_PER_CONNECTION = 64;

/** Kysely's view of the pool, with errors that the layers above understand and a bound on those who wait. */
export function createPostgresDriver(pool: Pool): Driver {
  // Without a listener a lost connection ends the process. The pool has dropped it already, and the query that was
  // on it, if any, reports the failure itself.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));

  const names = createStatementNames();

  async function acquire(): Promise<PostgresConnection> {
    if (pool.waitingCount >= pool.options.max * MOST_WAITING_PER_CONNECTION) {
      throw new DomainError("service-unavailable", { detail: "every database connection is busy" });
    }
    try {
      return createPostgresConnection(await pool.connect(), names);
    } catch (error) {
      // Also where the server refuses the login: it worked at start, so an operator has changed something since.
      if (isServerError(error) || isConnectionError(error)) {
        throw new DomainError("service-unavailable", { cause: error });
      }
      throw error;
    }
  }

  return {
    init: async () => {},
    acquireConnection: acquire,
    releaseConnection: async (connection: PostgresConnection) => connection.release(),
    beginTransaction: (connection: PostgresConnection) => connection.begin(),
    commitTransaction: (connection: PostgresConnection) => connection.commit(),
    rollbackTransaction: (connection: PostgresConnection) => connection.rollback(),
    destroy: () => pool.end(),
  };
}
