import SqliteDatabase from "better-sqlite3";
import { DomainError } from "../domain/errors.ts";
import { ForeignKeyViolation, UniqueViolation } from "./database.ts";

/** Conditions of the file or the disk, not of the statement: the client may try again later. */
const UNAVAILABLE = /^SQLITE_(BUSY|LOCKED|FULL|READONLY|IOERR|CANTOPEN|CORRUPT|NOTADB|PROTOCOL)/;

export const isSqliteBusy = (error: unknown): boolean =>
  error instanceof SqliteDatabase.SqliteError && /^SQLITE_(BUSY|LOCKED)/.test(error.code);

/** Translates the driver's error for the layers above. Errors that they don't handle are returned unchanged. */
export function translateSqliteError(error: unknown): unknown {
  if (!(error instanceof SqliteDatabase.SqliteError)) return error;
  if (error.code === "SQLITE_CONSTRAINT_UNIQUE" || error.code === "SQLITE_CONSTRAINT_PRIMARYKEY") {
    return new UniqueViolation(error.message.replace(/^.*failed: /, ""), error);
  }
  if (error.code === "SQLITE_CONSTRAINT_FOREIGNKEY")
    return new ForeignKeyViolation(error.message, { cause: error });
  if (UNAVAILABLE.test(error.code)) return new DomainError("service-unavailable", { cause: error });
  return error;
}
