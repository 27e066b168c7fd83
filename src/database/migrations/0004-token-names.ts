import type { Migration } from "../migration.ts";

/** The details of an API token that its owner sees in the list. */
export const tokenNames: Migration = {
  version: 4,
  sqlite: `
    ALTER TABLE user_tokens ADD COLUMN name TEXT;
    ALTER TABLE user_tokens ADD COLUMN last_used_at TEXT;
  `,
  postgres: `
    ALTER TABLE user_tokens ADD COLUMN name text, ADD COLUMN last_used_at timestamptz(3);
  `,
};
