import type { Migration } from "../migration.ts";

/**
 * The details of a session that its owner sees in the list. On PostgreSQL a server of the previous version may still be
 * running, and stores sessions without these columns.
 */
export const sessionDetails: Migration = {
  version: 6,
  sqlite: `
    ALTER TABLE sessions ADD COLUMN id TEXT;
    ALTER TABLE sessions ADD COLUMN last_seen_at TEXT;
    ALTER TABLE sessions ADD COLUMN user_agent TEXT;
    ALTER TABLE sessions ADD COLUMN address TEXT;
    UPDATE sessions SET
      id = lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-a' ||
        substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))),
      last_seen_at = created_at;
    CREATE UNIQUE INDEX sessions_id ON sessions (id);
  `,
  postgres: `
    ALTER TABLE sessions
      ADD COLUMN id uuid NOT NULL DEFAULT gen_random_uuid(),
      ADD COLUMN last_seen_at timestamptz(3) NOT NULL DEFAULT now(),
      ADD COLUMN user_agent text,
      ADD COLUMN address text;
    UPDATE sessions SET last_seen_at = created_at;
    CREATE UNIQUE INDEX sessions_id ON sessions (id);
  `,
};
