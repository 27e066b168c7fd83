import type { Migration } from "../migration.ts";
import { onBothEngines } from "../migration.ts";

/** Requests for a reset link and the resulting messages, encrypted, until they are delivered or expire. */
export const resetMessages: Migration = {
  version: 11,
  ...onBothEngines(`
    CREATE TABLE reset_messages (
      id uuid PRIMARY KEY,
      sealed text NOT NULL,
      attempts integer NOT NULL,
      due_at timestamptz(3) NOT NULL,
      expires_at timestamptz(3) NOT NULL
    );
    CREATE INDEX reset_messages_due ON reset_messages (due_at);
  `),
};
