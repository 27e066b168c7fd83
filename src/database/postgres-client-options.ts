import type { ClientConfig } from "pg";

/** A PostgreSQL database and the connection settings of this process. */
export interface PostgresLocation {
  readonly engine: "postgres";
  /** `postgres://user:password@host:port/database?parameters`, with libpq's names for the TLS parameters. */
  readonly url: string;
  /** The maximum number of connections of this process. */
  readonly poolSize: number;
  /** The time limit for opening a connection and for each statement. */
  readonly timeoutMs: number;
}

/** The extra time that the client waits beyond the server's limit, so that a live server reports the timeout itself. */
const GRACE_MS = 250;

/** The options of every connection of the server. Parameters in the URL take precedence. */
export function postgresClientOptions({ url, timeoutMs }: PostgresLocation): ClientConfig {
  return {
    connectionString: url,
    fallback_application_name: "groundwork",
    keepAlive: true,
    connectionTimeoutMillis: timeoutMs,
    statement_timeout: timeoutMs,
    // A transaction awaits only queries, so an idle one has lost its client and would keep its locks.
    idle_in_transaction_session_timeout: timeoutMs,
    query_timeout: timeoutMs + GRACE_MS,
  };
}
