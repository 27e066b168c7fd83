import type { ForeignKeyViolation, UniqueViolation } from "../database/database.ts";
import type { ErrorCode } from "../domain/errors.ts";
import { DomainError } from "../domain/errors.ts";

/** Waits for a write. @throws {DomainError} with the code if it is such a violation */
export const refuseOn = <Result>(
  violation: typeof ForeignKeyViolation | typeof UniqueViolation,
  code: ErrorCode,
  write: Promise<Result>,
): Promise<Result> =>
  write.catch((error: unknown) => {
    throw error instanceof violation ? new DomainError(code, { cause: error }) : error;
  });
