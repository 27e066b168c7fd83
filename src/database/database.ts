import type { Queries } from "./queries.ts";

/** An open store on either engine. */
export interface Database {
  readonly queries: Queries;
  /**
   * Runs the work in one write transaction, and again if the engine rolled it back in favour of another one.
   *
   * @throws {DomainError} `service-unavailable` if the engine does not answer, or every attempt is rolled back
   */
  transaction<Result>(work: (queries: Queries) => Promise<Result>): Promise<Result>;
  /** @throws {DomainError} `service-unavailable` if the engine does not answer */
  ping(): Promise<void>;
  /** Figures about the engine, for monitoring. */
  readonly figures: DatabaseFigures;
  close(): Promise<void>;
}

type DatabaseFigures =
  | { readonly engine: "sqlite"; walBytes(): number }
  | {
      readonly engine: "postgres";
      /** The numbers of connections, and of queries waiting for one. */
      connections(): { readonly busy: number; readonly idle: number; readonly waiting: number };
    };

/** A store that can't be used. The message tells the operator what is wrong and what to do. */
export class DatabaseError extends Error {
  override readonly name = "DatabaseError";
}

/** A write that a unique index or a foreign key refused. */
export class ConstraintViolation extends Error {
  override readonly name = "ConstraintViolation";
  /** `table.column` if another row has the value, or `gone` if the write referred to a missing or deleted row. */
  readonly broken: string;

  constructor(broken: string, cause: Error) {
    super(cause.message, { cause });
    this.broken = broken;
  }
}

/** A transaction that the engine rolled back because of a concurrent one. It may be run again. */
export class TransactionConflict extends Error {
  override readonly name = "TransactionConflict";
}
