import type { Queries } from "../database/queries.ts";
import { list, sql } from "../database/sql.ts";
import { column, table } from "../database/table.ts";

/** A hash from another system. */
interface ImportedPassword {
  readonly userId: string;
  readonly hash: string;
  /** Larger means a slower comparison. */
  readonly weight: number;
}

const importedPasswords = table<ImportedPassword>("imported_passwords", {
  userId: column("user_id"),
  hash: column("hash"),
  weight: column("weight"),
});

export function createImportedPasswordRows(queries: Queries) {
  const readHash = (row: { readonly hash?: unknown }) => row.hash as string;

  return {
    async insertAll(passwords: readonly ImportedPassword[]): Promise<void> {
      if (passwords.length > 0) await queries.run(importedPasswords.insert(...passwords));
    },

    find: (userId: string) =>
      queries.first(sql`SELECT hash FROM imported_passwords WHERE user_id = ${userId}`, readHash),

    /** The hashes by user, for the users who have one. */
    async findAll(userIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
      const rows = await queries.all<{ user_id: string; hash: string }>(
        sql`SELECT user_id, hash FROM imported_passwords WHERE user_id IN (${list(userIds)})`,
      );
      return new Map(rows.map(({ user_id, hash }) => [user_id, hash]));
    },

    /** The hash with the slowest comparison; undefined if there are no hashes. */
    findSlowest: () =>
      queries.first(sql`SELECT hash FROM imported_passwords ORDER BY weight DESC LIMIT 1`, readHash),
  };
}
