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

/** What the driver says of a connection that is lost, silent or closed; it gives these errors no code. */
const LOST_CONNECTION =
  /^(Connection terminated|Query read timeout|timeout |Client (has encountered a connection error|was closed)|Cannot use a pool|The server does not support SSL|There was an error establishing an SSL)/;

/** Whether the way to the server failed: an error of the socket, the name look-up or TLS, or of the driver about them. */
export function isConnectionError(error: unknown): boolean {
  if (!(error instanceof Error) || isServerError(error)) return false;
  return ("code" in error && isNetworkCode(error.code)) || LOST_CONNECTION.test(error.message);
}

/** `ECONNRESET`, `EPIPE`, `ENOTFOUND`; `ERR_TLS_…`, `ERR_SSL_…`, `CERT_HAS_EXPIRED`, `SELF_SIGNED_CERT_IN_CHAIN`. */
const isNetworkCode = (code: unknown): boolean =>
  typeof code === "string" && /^E(?!RR_)[A-Z_]+$|^ERR_(TLS|SSL|SOCKET|STREAM)|CERT/.test(code);

/** Turns the driver's error into what the layers above understand; any other error, a bug of ours too, stays as it is. */
export function translatePostgresError(error: unknown): unknown {
  if (isConnectionError(error)) return new DomainError("service-unavailable", { cause: error });
  if (!isServerError(error)) return error;
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
