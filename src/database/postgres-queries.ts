import { setTimeout as sleep } from "node:timers/promises";
import type { Pool, PoolClient, QueryConfig, QueryResult } from "pg";
import { DomainError } from "../domain/errors.ts";
import type { Database } from "./database.ts";
import { TransactionConflict } from "./database.ts";
import { endsConnection, isBug, isStaleStatement, translatePostgresError } from "./postgres-errors.ts";
import type { Execute } from "./queries.ts";
import { createQueries, runWork } from "./queries.ts";
import type { Sql } from "./sql.ts";

/** A connection answers a few thousand queries a second. A request behind this many is refused immediately. */
const MOST_WAITING_PER_CONNECTION = 64;
/** Statements are few and fixed, except for those with a list of values, which have a text for each length. */
const MOST_NAMES = 500;

const MOST_ATTEMPTS = 6;
const LONGEST_FIRST_PAUSE_MS = 10;

/** Sends a query on one connection. */
type Send = (query: QueryConfig) => Promise<QueryResult>;

/** The pool, with translated errors and a bound on the number of waiting requests. */
export function createPostgresQueries(pool: Pool): Pick<Database, "queries" | "transaction"> {
  // Without a listener a lost connection would end the process. The pool has already dropped it, and its query, if
  // any, fails with the error.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  const names = createStatementNames();

  async function withConnection<Answer>(work: (send: Send) => Promise<Answer>): Promise<Answer> {
    const client = await connect(pool);
    // A connection in an unknown state, or without its server process, is closed. That also ends its transaction.
    let isBroken = false;
    const send: Send = async (query) => {
      if (isBroken) throw new DomainError("service-unavailable", { detail: "the connection is lost" });
      try {
        return await client.query(query);
      } catch (error) {
        if (isStaleStatement(error)) names.clear();
        isBroken ||= endsConnection(error);
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
    queries: createQueries((statement) =>
      retryConflicts(() => withConnection((send) => executeOn(send)(statement))),
    ),
    transaction: (work) =>
      retryConflicts(() =>
        withConnection((send) => runTransaction(send, () => runWork(executeOn(send), work))),
      ),
  };
}

/** The text with `$1`, `$2` and so on instead of the values. */
export const textOf = ({ texts }: Sql): string =>
  texts.reduce((start, next, number) => `${start}$${number}${next}`);

async function connect(pool: Pool): Promise<PoolClient> {
  if (pool.waitingCount >= pool.options.max * MOST_WAITING_PER_CONNECTION) {
    throw new DomainError("service-unavailable", { detail: "every database connection is busy" });
  }
  try {
    return await pool.connect();
  } catch (error) {
    // A refused login counts too: logging in worked at start, so the operator has changed something since.
    if (isBug(error)) throw error;
    throw new DomainError("service-unavailable", { cause: error });
  }
}

async function runTransaction<Answer>(send: Send, work: () => Promise<Answer>): Promise<Answer> {
  await send({ text: "BEGIN" });
  try {
    const answer = await work();
    const { command } = await send({ text: "COMMIT" });
    // The server answers ROLLBACK if the work ignored the error of an earlier statement.
    if (command === "ROLLBACK") throw new Error("rolled back, because a statement before had failed");
    return answer;
  } catch (error) {
    // Report the original error, not a failed ROLLBACK. A connection that can't roll back is closed.
    await send({ text: "ROLLBACK" }).catch(() => {});
    throw error;
  }
}

/**
 * Names of prepared statements, one for each text. The server then parses and plans a statement once for each
 * connection instead of at every call, which about doubles the reads a second.
 */
function createStatementNames() {
  const names = new Map<string, string>();
  let lastNumber = 0;

  return {
    /** @returns undefined once there are too many */
    find(text: string): string | undefined {
      const known = names.get(text);
      if (known !== undefined || names.size >= MOST_NAMES) return known;
      lastNumber += 1;
      const name = `groundwork_${lastNumber}`;
      names.set(text, name);
      return name;
    },
    /** Makes every statement be prepared again, under new names that no connection has used. */
    clear: () => names.clear(),
  };
}

/**
 * Runs the work again if the engine rolled it back in favour of another transaction. The pause before it is random,
 * so that two conflicting transactions do not collide again.
 *
 * @throws {DomainError} `service-unavailable` if every attempt is rolled back
 */
async function retryConflicts<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof TransactionConflict)) throw error;
      if (attempt === MOST_ATTEMPTS) throw new DomainError("service-unavailable", { cause: error });
      await sleep(Math.random() * LONGEST_FIRST_PAUSE_MS * 2 ** attempt);
    }
  }
}
