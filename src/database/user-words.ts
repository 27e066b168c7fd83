import type { User } from "../domain/user.ts";
import { wordsOf } from "../domain/words.ts";
import type { Database } from "./database.ts";
import type { Queries } from "./queries.ts";
import { readInBatches } from "./read-in-batches.ts";
import type { Sql } from "./sql.ts";
import { list, ROW_LOCK, sql } from "./sql.ts";

const USERS_PER_BATCH = 500;
/** Each row has three values, and SQLite allows 32,766 in a statement. */
const ROWS_PER_STATEMENT = 1_000;

type NamedUser = Pick<User, "id" | "email" | "name" | "isActive">;

/**
 * Replaces the stored words of users, in the transaction that changes the users. A trigger has added an empty word for
 * each user whose words are not stored yet.
 */
export async function writeUserWords(queries: Queries, changed: readonly NamedUser[]): Promise<void> {
  if (changed.length === 0) return;
  await queries.run(sql`DELETE FROM user_words WHERE user_id IN (${list(changed.map(({ id }) => id))})`);
  const rows = changed.flatMap((user) =>
    wordsOf(user).map((word) => sql`(${word}, ${user.id}, ${user.isActive})`),
  );
  for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT) {
    const some = list(rows.slice(start, start + ROWS_PER_STATEMENT));
    await queries.run(sql`INSERT INTO user_words (word, user_id, is_active) VALUES ${some}`);
  }
}

/** Stores the words of all users who have none yet, in batches, so that memory stays constant. */
export async function readMissingWords({
  queries,
  transaction,
}: Pick<Database, "queries" | "transaction">): Promise<void> {
  const entries = {
    list: (condition: Sql) =>
      queries.all<{ user_id: string }>(sql`SELECT user_id FROM user_words WHERE ${condition}`),
  };
  const marked = { condition: sql`word = ''`, size: USERS_PER_BATCH };
  for await (const batch of readInBatches(entries, "user_id", marked)) {
    const ids = list(batch.map(({ user_id }) => user_id));
    await transaction(async (locked) => {
      // Locked, so that no name changes before the commit.
      const users = await locked.all<NamedUser>(
        sql`SELECT id, email, name, is_active AS "isActive" FROM users WHERE id IN (${ids}) ORDER BY id ${ROW_LOCK}`,
      );
      await writeUserWords(locked, users);
    });
  }
}
