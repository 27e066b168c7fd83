import { list, sql } from "../database/sql.ts";
import { table } from "../database/table.ts";

/** A hash from another system. */
interface ImportedPassword {
  readonly userId: string;
  readonly hash: string;
  /** Larger means a slower comparison. */
  readonly weight: number;
}

const importedPasswords = table<ImportedPassword>("imported_passwords", {
  userId: "user_id",
  hash: "hash",
  weight: "weight",
});

export const createImportedPasswordRows = importedPasswords.repository((rows, queries) => ({
  async insertAll(passwords: readonly ImportedPassword[]): Promise<void> {
    if (passwords.length > 0) await queries.run(importedPasswords.insert(...passwords));
  },

  /** The hashes by user, for the users who have one. */
  async findAll(userIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const found = await rows.list(sql`user_id IN (${list(userIds)})`);
    return new Map(found.map(({ userId, hash }) => [userId, hash]));
  },

  /** The hash with the slowest comparison; undefined if there are no hashes. */
  findSlowest: async () => (await rows.find(sql`true ORDER BY weight DESC LIMIT 1`))?.hash,
}));
