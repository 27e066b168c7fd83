import type { Migration } from "../migration.ts";
import { onBothEngines } from "../migration.ts";

/** Tokens for setting a new password, stored only as hashes. */
export const passwordResets: Migration = {
  version: 8,
  ...onBothEngines(`
    CREATE TABLE password_resets (
      token_hash text COLLATE "C" PRIMARY KEY,
      user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      created_at timestamptz(3) NOT NULL,
      expires_at timestamptz(3) NOT NULL
    );
    CREATE INDEX password_resets_user ON password_resets (user_id, created_at);
    CREATE INDEX password_resets_expiry ON password_resets (expires_at);
  `),
};
