import type { ClientConfig } from "pg";

/** A PostgreSQL database, and how this process uses it. */
export interface PostgresLocation {
  readonly engine: "postgres";
  /** `postgres://user:password@host:port/database?parameters`, TLS parameters as libpq names them. */
  readonly url: string;
  /** The most connections this process opens. */
  readonly poolSize: number;
  /** How long a connection, and how long a statement, may take. */
  readonly timeoutMs: number;
}

/** How much longer than the server's own limit the client waits, so that a server that is alive is the one to speak. */
const GRACE_MS = 250;

/** What every connection of the server is opened with; parameters in the URL come before these. */
export function postgresClientOptions({ url, timeoutMs }: PostgresLocation): ClientConfig {
  return {
    connectionString: url,
    fallback_application_name: "groundwork",
    keepAlive: true,
    connectionTimeoutMillis: timeoutMs,
    statement_timeout: timeoutMs,
    // Nothing but queries is awaited in a transaction, so one that idles has lost its owner and holds its locks.
    idle_in_transaction_session_timeout: timeoutMs,
    query_timeout: timeoutMs + GRACE_MS,
  };
}
