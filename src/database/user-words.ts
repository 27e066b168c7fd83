import type { Kysely } from "kysely";
import { wordsOf } from "../domain/words.ts";
import type { Database } from "./database.ts";
import type { Schema, UserRow } from "./schema.ts";

/** Stands for the words of a user that have not been read yet. */
const UNREAD = "";
const USERS_PER_BATCH = 500;
/** Three values each; SQLite takes 32,766 in a statement. */
const ROWS_PER_STATEMENT = 1_000;

type NamedUser = Pick<UserRow, "id" | "email" | "name" | "is_active">;

/** Stores the words of users in place of those stored before; part of the transaction that changes the users. */
export async function writeUserWords(queries: Kysely<Schema>, users: readonly NamedUser[]): Promise<void> {
  if (users.length === 0) return;
  const ids = users.map(({ id }) => id);
  await queries.deleteFrom("user_words").where("user_id", "in", ids).execute();
  const rows = users.flatMap((user) =>
    wordsOf(user).map((word) => ({ word, user_id: user.id, is_active: Boolean(user.is_active) })),
  );
  for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT) {
    const some = rows.slice(start, start + ROWS_PER_STATEMENT);
    await queries.insertInto("user_words").values(some).execute();
  }
}

/** Reads the words of all users whose words have not been read, a batch at a time, so that memory stays constant. */
export async function readMissingWords(database: Database): Promise<void> {
  let after: string | undefined;
  do after = await readBatch(database, after);
  while (after !== undefined);
}

/** @returns the last user of the batch, if others may follow */
async function readBatch(database: Database, after: string | undefined): Promise<string | undefined> {
  const marked = database.queries
    .selectFrom("user_words")
    .select("user_id")
    .where("word", "=", UNREAD)
    .orderBy("user_id")
    .limit(USERS_PER_BATCH);
  const rows = await (after === undefined ? marked : marked.where("user_id", ">", after)).execute();
  const ids = rows.map(({ user_id }) => user_id);
  if (ids.length === 0) return undefined;
  await database.transaction(async (queries) => {
    // Locked, so that nobody changes a name between here and the commit.
    const users = await queries
      .selectFrom("users")
      .select(["id", "email", "name", "is_active"])
      .where("id", "in", ids)
      .orderBy("id")
      .forNoKeyUpdate()
      .execute();
    await writeUserWords(queries, users);
  });
  return ids.length === USERS_PER_BATCH ? ids.at(-1) : undefined;
}
