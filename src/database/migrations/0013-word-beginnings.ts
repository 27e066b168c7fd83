import type { Migration } from "../migration.ts";

/**
 * Indexes on the first character and the first two characters of words, in the order of the users: a search for a
 * common beginning reads one page without reading all other matches.
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
