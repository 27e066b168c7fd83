import type { Database as SqliteHandle } from "better-sqlite3";
import { wordsOf } from "../domain/words.ts";

/** Adds what migrations call and SQLite does not have: `words_of(email, name)`, a JSON array of a user's words. */
export function addSqliteFunctions(handle: SqliteHandle): void {
  handle.function("words_of", { deterministic: true }, (email, name) =>
    JSON.stringify(wordsOf({ email: String(email), name: String(name) })),
  );
}
