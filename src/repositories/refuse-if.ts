import { ConstraintViolation } from "../database/database.ts";
import type { ErrorCode } from "../domain/errors.ts";
import { DomainError } from "../domain/errors.ts";

/**
 * Waits for a write.
 *
 * @param codes for a missing row that it refers to (`gone`), or for a `table.column` whose value another row has
 * @throws {DomainError} with the code
 */
export const refuseIf = <Result>(
  codes: Readonly<Record<string, ErrorCode>>,
  write: Promise<Result>,
): Promise<Result> =>
  write.catch((error: unknown) => {
    const code = error instanceof ConstraintViolation ? codes[error.broken] : undefined;
    throw code === undefined ? error : new DomainError(code, { cause: error });
  });
