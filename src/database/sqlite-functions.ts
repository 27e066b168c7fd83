import type { Database as SqliteHandle } from "better-sqlite3";
import { wordsOf } from "../domain/words.ts";

/** Adds the function that migrations call: `words_of(email, name)` returns a user's words as a JSON array. */
export function addSqliteFunctions(handle: SqliteHandle): void {
  handle.function("words_of", { deterministic: true }, (email, name) =>
    JSON.stringify(wordsOf({ email: String(email), name: String(name) })),
  );
}
