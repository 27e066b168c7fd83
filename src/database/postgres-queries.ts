import type { Pool, PoolClient, QueryConfig, QueryResult } from "pg";
import { DomainError } from "../domain/errors.ts";
import type { Database } from "./database.ts";
import {
  isConnectionError,
  isServerError,
  isStaleStatement,
  translatePostgresError,
} from "./postgres-errors.ts";
import type { Execute } from "./queries.ts";
import { createQueries, runWork } from "./queries.ts";
import { retryConflicts } from "./retry-conflicts.ts";
import type { Sql } from "./sql.ts";
import { sql } from "./sql.ts";

/** A connection clears some thousand queries a second: a request behind this many is refused immediately. */
const MOST_WAITING_PER_CONNECTION = 64;
/** Statements are few and fixed, apart from lists of values of any length. */
const MOST_NAMES = 500;
/** Weaker than FOR UPDATE, so that others may still insert rows that refer to the locked ones. */
const ROW_LOCK = sql`FOR NO KEY UPDATE`;

/** Sends a query on one connection. */
type Send = (query: QueryConfig) => Promise<QueryResult>;

/** The pool, with errors that the layers above understand and a bound on those who wait. */
export function createPostgresQueries(pool: Pool): Pick<Database, "queries" | "transaction"> {
  // Without a listener a lost connection ends the process. The pool has dropped it already, and the query that was
  // on it, if any, reports the failure itself.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  const names = createStatementNames();

  async function withConnection<Answer>(work: (send: Send) => Promise<Answer>): Promise<Answer> {
    const client = await connect(pool);
    // Where anything but the server has failed, nobody knows what the connection is in the middle of: it is closed,
    // and a transaction with it.
    let isBroken = false;
    const send: Send = async (query) => {
      if (isBroken) throw new DomainError("service-unavailable", { detail: "the connection is lost" });
      try {
        return await client.query(query);
      } catch (error) {
        if (isStaleStatement(error)) names.clear();
        isBroken ||= !isServerError(error);
        throw translatePostgresError(error);
      }
    };
    try {
      return await work(send);
    } finally {
      client.release(isBroken);
    }
  }

  const executeOn =
    (send: Send): Execute =>
    async (statement) => {
      const text = textOf(statement);
      const { rows, rowCount } = await send({ name: names.find(text), text, values: [...statement.values] });
      return { rows, changes: rowCount ?? 0 };
    };

  return {
    queries: createQueries(
      (statement) => retryConflicts(() => withConnection((send) => executeOn(send)(statement))),
      ROW_LOCK,
    ),
    transaction: (work) =>
      retryConflicts(() =>
        withConnection((send) => runTransaction(send, () => runWork(executeOn(send), ROW_LOCK, work))),
      ),
  };
}

/** With `$1`, `$2` and so on where the values belong. */
export const textOf = ({ texts }: Sql): string =>
  texts.reduce((start, next, number) => `${start}$${number}${next}`);

async function connect(pool: Pool): Promise<PoolClient> {
  if (pool.waitingCount >= pool.options.max * MOST_WAITING_PER_CONNECTION) {
    throw new DomainError("service-unavailable", { detail: "every database connection is busy" });
  }
  try {
    return await pool.connect();
  } catch (error) {
    // Also where the server refuses the login: it worked at start, so an operator has changed something since.
    if (!isServerError(error) && !isConnectionError(error)) throw error;
    throw new DomainError("service-unavailable", { cause: error });
  }
}

async function runTransaction<Answer>(send: Send, work: () => Promise<Answer>): Promise<Answer> {
  await send({ text: "BEGIN" });
  try {
    const answer = await work();
    const { command } = await send({ text: "COMMIT" });
    // The server answers so where a statement had failed and the work went on as if it had not.
    if (command === "ROLLBACK") throw new Error("rolled back, because a statement before had failed");
    return answer;
  } catch (error) {
    // What made the work fail is what matters; a connection that can't roll back is closed.
    await send({ text: "ROLLBACK" }).catch(() => {});
    throw error;
  }
}

/**
 * Names under which statements are prepared, one for each text: the server then parses and plans a statement once
 * for each connection instead of at every call, which about doubles what it can answer.
 */
function createStatementNames() {
  const names = new Map<string, string>();
  let lastNumber = 0;

  return {
    /** @returns undefined where there are too many already */
    find(text: string): string | undefined {
      const known = names.get(text);
      if (known !== undefined || names.size >= MOST_NAMES) return known;
      lastNumber += 1;
      const name = `groundwork_${lastNumber}`;
      names.set(text, name);
      return name;
    },
    /** Has everything prepared anew, under names that no connection knows yet. */
    clear: () => names.clear(),
  };
}
