import { ForeignKeyViolation, UniqueViolation } from "../database/database.ts";
import type { ErrorCode } from "../domain/errors.ts";
import { DomainError } from "../domain/errors.ts";

/** Waits for a write. @throws {DomainError} with the code if a row that it refers to is missing */
export const refuseIfGone = <Result>(code: ErrorCode, write: Promise<Result>): Promise<Result> =>
  refuseOn((error) => error instanceof ForeignKeyViolation, code, write);

/** Waits for a write. @throws {DomainError} with the code if another row has its value of `table.column` */
export const refuseIfTaken = <Result>(
  column: string,
  code: ErrorCode,
  write: Promise<Result>,
): Promise<Result> =>
  refuseOn((error) => error instanceof UniqueViolation && error.column === column, code, write);

const refuseOn = <Result>(
  isMeant: (error: unknown) => boolean,
  code: ErrorCode,
  write: Promise<Result>,
): Promise<Result> =>
  write.catch((error: unknown) => {
    throw isMeant(error) ? new DomainError(code, { cause: error }) : error;
  });
