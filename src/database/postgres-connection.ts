import type { Client, ClientConfig } from "pg";
import pg from "pg";
import { DatabaseError } from "./database.ts";

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

/** Another instance may hold the lock for the same work, so a process that starts or moves a store waits this long. */
const LOCK_TIMEOUT_MS = 60_000;

/**
 * Runs work of any length in one transaction, on a separate connection. Any interruption, even the end of this
 * process, leaves the database unchanged.
 *
 * @throws {DatabaseError} if the server can't be reached or refuses the work; the message is for the operator
 */
export async function runPostgresTransaction<Result>(
  location: PostgresLocation,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = await connect(location);
  try {
    await client.query("BEGIN");
    await client.query(`SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`);
    await client.query("SET LOCAL idle_in_transaction_session_timeout = 0");
    const result = await work(client);
    await client.query("COMMIT");
    return result;
  } catch (error) {
    throw asDatabaseError("failed", error);
  } finally {
    // Closing the connection rolls back a failed transaction.
    await client.end();
  }
}

async function connect(location: PostgresLocation): Promise<Client> {
  try {
    const { query_timeout: _onlyForRequests, ...options } = postgresClientOptions(location);
    const client = new pg.Client(options);
    client.on("error", () => {});
    return await client.connect();
  } catch (error) {
    throw asDatabaseError("can't be opened", error);
  }
}

/** The driver's messages name hosts and users, never a password. */
function asDatabaseError(what: string, error: unknown): DatabaseError {
  if (error instanceof DatabaseError) return error;
  const { message, code } = error as Error & { code?: string };
  return new DatabaseError(`the PostgreSQL database ${what}: ${message || code}`, { cause: error });
}
