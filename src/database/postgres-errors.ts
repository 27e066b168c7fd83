import pg from "pg";
import { DomainError } from "../domain/errors.ts";
import { ConstraintViolation, TransactionConflict } from "./database.ts";

/**
 * Conditions of the server, not of the statement (SQLSTATE classes and codes): connection, resources, operator
 * intervention, system errors, timeouts, and a read-only standby. The client may try again later.
 */
const UNAVAILABLE = /^(08|53|57|58)|^(25006|25P03|25P04|55P03)$/;
const UNIQUE_VIOLATION = "23505";
const FOREIGN_KEY_VIOLATION = "23503";
const FEATURE_NOT_SUPPORTED = "0A000";
/** Serialization failure and deadlock: the same work may succeed when it is run again. */
const CONFLICT = /^40(001|P01)$/;

const isServerError = (error: unknown): error is pg.DatabaseError => error instanceof pg.DatabaseError;

/**
 * The server closes the connection after these: a shutdown or crash, a dropped database, a limit on idle connections, a
 * broken protocol. The severity would say so too, but in the server's language.
 */
const ENDS_CONNECTION = /^(08|57P|25P0[34])/;

/** Whether the connection can't be used any more. After an error that the server did not report its state is unknown. */
export const endsConnection = (error: unknown): boolean =>
  !isServerError(error) || ENDS_CONNECTION.test(error.code ?? "");

/** Whether another instance has changed a table since this statement was prepared, so it must be prepared again. */
export const isStaleStatement = (error: unknown): boolean =>
  isServerError(error) && error.code === FEATURE_NOT_SUPPORTED && error.routine === "RevalidateCachedQuery";

/** Whether our code caused an error that the server did not report. Others are about the connection or a time limit. */
export const isBug = (error: unknown): boolean => error instanceof TypeError || error instanceof RangeError;

/** Translates the driver's error for the layers above. Our bugs, and errors of the server that no layer expects, are returned unchanged. */
export function translatePostgresError(error: unknown): unknown {
  if (isBug(error)) return error;
  if (!isServerError(error)) return new DomainError("service-unavailable", { cause: error });
  hideValues(error);
  const code = error.code ?? "";
  if (code === UNIQUE_VIOLATION) return new ConstraintViolation(nameColumn(error), error);
  if (code === FOREIGN_KEY_VIOLATION) return new ConstraintViolation("gone", error);
  if (CONFLICT.test(code) || isStaleStatement(error))
    return new TransactionConflict(error.message, { cause: error });
  if (UNAVAILABLE.test(code)) return new DomainError("service-unavailable", { cause: error });
  return error;
}

/** These fields quote the row, including the password hash, and an error's fields may be logged. */
function hideValues(error: pg.DatabaseError): void {
  error.detail = undefined;
  error.where = undefined;
}

/** From the constraint's name, `users_email_key`, because the message is in the server's language. */
function nameColumn({ table = "", constraint = "" }: pg.DatabaseError): string {
  const column = constraint.slice(table.length + 1).replace(/_key$/, "");
  return `${table}.${column === "pkey" ? "id" : column}`;
}
