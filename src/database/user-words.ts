import type { User } from "../domain/user.ts";
import { wordsOf } from "../domain/words.ts";
import type { Database } from "./database.ts";
import type { Queries } from "./queries.ts";
import { list, sql, unpeeked } from "./sql.ts";
import { column, flag, table } from "./table.ts";

const USERS_PER_BATCH = 500;
/** Each row has three values, and SQLite allows 32,766 in a statement. */
const ROWS_PER_STATEMENT = 1_000;

type NamedUser = Pick<User, "id" | "email" | "name" | "isActive">;

const users = table<NamedUser>("users", {
  id: column("id"),
  email: column("email"),
  name: column("name"),
  isActive: flag("is_active"),
});

/** The words of users' emails and names. A trigger adds an empty word for a user whose words are not stored yet. */
const userWords = table<{ word: string; userId: string; isActive: boolean }>("user_words", {
  word: column("word"),
  userId: column("user_id"),
  isActive: flag("is_active"),
});

/** Replaces the stored words of users, in the transaction that changes the users. */
export async function writeUserWords(queries: Queries, changed: readonly NamedUser[]): Promise<void> {
  if (changed.length === 0) return;
  await queries.run(sql`DELETE FROM user_words WHERE user_id IN (${list(changed.map(({ id }) => id))})`);
  const words = changed.flatMap((user) =>
    wordsOf(user).map((word) => ({ word, userId: user.id, isActive: user.isActive })),
  );
  for (let start = 0; start < words.length; start += ROWS_PER_STATEMENT) {
    await queries.run(userWords.insert(...words.slice(start, start + ROWS_PER_STATEMENT)));
  }
}

/** Stores the words of all users who have none yet, in batches, so that memory stays constant. */
export async function readMissingWords(database: Database): Promise<void> {
  let after: string | undefined;
  do after = await readBatch(database, after);
  while (after !== undefined);
}

/** @returns the last user of the batch, if others may follow */
async function readBatch(database: Database, after: string | undefined): Promise<string | undefined> {
  const behind = after === undefined ? sql`` : sql`AND user_id > ${after}`;
  const marked = await database.queries.all<{ user_id: string }>(
    sql`SELECT user_id FROM user_words WHERE word = '' ${behind} ORDER BY user_id LIMIT ${unpeeked(USERS_PER_BATCH)}`,
  );
  const ids = marked.map(({ user_id }) => user_id);
  if (ids.length === 0) return undefined;
  await database.transaction(async (queries) => {
    // Locked, so that no name changes before the commit.
    const locked = sql`id IN (${list(ids)}) ORDER BY id ${queries.rowLock}`;
    await writeUserWords(queries, await users.on(queries).all(locked));
  });
  return ids.length === USERS_PER_BATCH ? ids.at(-1) : undefined;
}
