import { DatabaseError } from "./database.ts";
import type { Migration } from "./migration.ts";
import { initial } from "./migrations/0001-initial.ts";
import { rateLimitCounts } from "./migrations/0002-rate-limit-counts.ts";
import { rowCounts } from "./migrations/0003-row-counts.ts";
import { tokenNames } from "./migrations/0004-token-names.ts";
import { knownPlaces } from "./migrations/0005-known-places.ts";
import { sessionDetails } from "./migrations/0006-session-details.ts";
import { rowidTables } from "./migrations/0007-rowid-tables.ts";
import { passwordResets } from "./migrations/0008-password-resets.ts";
import { auditEvents } from "./migrations/0009-audit-events.ts";
import { userSearch } from "./migrations/0010-user-search.ts";
import { resetMessages } from "./migrations/0011-reset-messages.ts";
import { importedPasswords } from "./migrations/0012-imported-passwords.ts";
import { wordBeginnings } from "./migrations/0013-word-beginnings.ts";

/** All steps, oldest first. */
export const migrations: readonly Migration[] = [
  initial,
  rateLimitCounts,
  rowCounts,
  tokenNames,
  knownPlaces,
  sessionDetails,
  rowidTables,
  passwordResets,
  auditEvents,
  userSearch,
  resetMessages,
  importedPasswords,
  wordBeginnings,
];

export const newestVersion = (): number => migrations.at(-1)?.version ?? 0;

/**
 * @param version of a store that is about to be used
 * @throws {DatabaseError} if a newer version of the program wrote it
 */
export function assertKnownVersion(version: number): void {
  if (version <= newestVersion()) return;
  throw new DatabaseError(
    `the database is at schema version ${version}, this program knows up to ${newestVersion()}: start the newer version of groundwork that wrote it`,
  );
}
