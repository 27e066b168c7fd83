import type { Migration } from "../migration.ts";

/**
 * The entries of all words that begin with the same character or the same two, in the order of the users: a search for
 * what many words begin with reads a page of them without looking at all others.
 */
export const wordBeginnings: Migration = {
  version: 13,
  sqlite: `
    CREATE INDEX user_words_by_1 ON user_words (substr(word, 1, 1), user_id, is_active);
    CREATE INDEX user_words_by_2 ON user_words (substr(word, 1, 2), user_id, is_active);
  `,
  postgres: `
    CREATE INDEX user_words_by_1 ON user_words (substr(word, 1, 1), user_id) INCLUDE (word, is_active);
    CREATE INDEX user_words_by_2 ON user_words (substr(word, 1, 2), user_id) INCLUDE (word, is_active);
  `,
};
