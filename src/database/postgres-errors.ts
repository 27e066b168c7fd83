import pg from "pg";
import { DomainError } from "../domain/errors.ts";
import { ForeignKeyViolation, TransactionConflict, UniqueViolation } from "./database.ts";

/**
 * Conditions of the server, not of the statement (SQLSTATE classes and codes): connection, resources, an operator's
 * intervention, the system, a statement that took too long, and a standby that takes no writes. The client may try
 * again later.
 */
const UNAVAILABLE = /^(08|53|57|58)|^(25006|25P03|25P04|55P03)$/;
const UNIQUE_VIOLATION = "23505";
const FOREIGN_KEY_VIOLATION = "23503";
const FEATURE_NOT_SUPPORTED = "0A000";
/** Serialization failure and deadlock: the same work may well succeed when it is run again. */
const CONFLICT = /^40(001|P01)$/;

/** Whether the server itself spoke. Where it did not, nobody knows what the connection is in the middle of. */
export const isServerError = (error: unknown): error is pg.DatabaseError => error instanceof pg.DatabaseError;

/** Whether another instance has changed a table since this statement was prepared: it has to be prepared anew. */
export const isStaleStatement = (error: unknown): boolean =>
  isServerError(error) && error.code === FEATURE_NOT_SUPPORTED && error.routine === "RevalidateCachedQuery";

/** Turns the driver's error into what the layers above understand; one they need not know stays as it is. */
export function translatePostgresError(error: unknown): unknown {
  if (!isServerError(error)) return new DomainError("service-unavailable", { cause: error });
  hideValues(error);
  const code = error.code ?? "";
  if (code === UNIQUE_VIOLATION) return new UniqueViolation(nameColumn(error), error);
  if (code === FOREIGN_KEY_VIOLATION) return new ForeignKeyViolation(error.message, { cause: error });
  if (CONFLICT.test(code) || isStaleStatement(error))
    return new TransactionConflict(error.message, { cause: error });
  if (UNAVAILABLE.test(code)) return new DomainError("service-unavailable", { cause: error });
  return error;
}

/** These quote the row, password hash included, and whatever an error carries may end up in a log. */
function hideValues(error: pg.DatabaseError): void {
  error.detail = undefined;
  error.where = undefined;
}

/** From the constraint's name, `users_email_key`: the sentence that names the column is in the server's language. */
function nameColumn({ table = "", constraint = "" }: pg.DatabaseError): string {
  const column = constraint.slice(table.length + 1).replace(/_key$/, "");
  return `${table}.${column === "pkey" ? "id" : column}`;
}
