import type { Queries } from "./queries.ts";

/** An open store, whatever engine runs it. */
export interface Database {
  readonly queries: Queries;
  /**
   * Runs the work in one write transaction, and again where the engine gave it up in favour of another.
   *
   * @throws {DomainError} `service-unavailable` where the engine does not answer, or never lets the work through
   */
  transaction<Result>(work: (queries: Queries) => Promise<Result>): Promise<Result>;
  /** @throws {DomainError} `service-unavailable` where the engine does not answer */
  ping(): Promise<void>;
  /** What the engine is doing, for those who watch it. */
  figures(): DatabaseFigures;
  close(): Promise<void>;
}

type DatabaseFigures =
  | { readonly engine: "sqlite"; readonly walBytes: number }
  | {
      readonly engine: "postgres";
      readonly busy: number;
      readonly idle: number;
      readonly waiting: number;
    };

/** A store that this version of the program must not touch, with a sentence that says what to do. */
export class DatabaseError extends Error {
  override readonly name = "DatabaseError";
}

/** A write that broke a unique index, named as `table.column`. */
export class UniqueViolation extends Error {
  override readonly name = "UniqueViolation";
  readonly column: string;

  constructor(column: string, cause: unknown) {
    super(`${column} must be unique`, { cause });
    this.column = column;
  }
}

/** Work that the engine gave up because of other work at the same time; it may be run again. */
export class TransactionConflict extends Error {
  override readonly name = "TransactionConflict";
}

/** A write that pointed at a row that is not there (any more). */
export class ForeignKeyViolation extends Error {
  override readonly name = "ForeignKeyViolation";
}
