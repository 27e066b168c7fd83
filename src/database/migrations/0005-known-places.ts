import type { Migration } from "../migration.ts";
import { onBothEngines } from "../migration.ts";

/**
 * Login attempts in progress, beside the failed ones; and the places that users have logged in from, each as a hash of
 * the user and a device or network.
 */
export const knownPlaces: Migration = {
  version: 5,
  ...onBothEngines(`
    ALTER TABLE rate_limit_counts ADD COLUMN pending integer NOT NULL DEFAULT 0;
    ALTER TABLE rate_limit_counts ADD COLUMN pending_until timestamptz(3);
    CREATE TABLE known_places (
      key text COLLATE "C" PRIMARY KEY,
      user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      failures integer NOT NULL,
      last_login_at timestamptz(3) NOT NULL,
      expires_at timestamptz(3) NOT NULL
    );
    CREATE INDEX known_places_user ON known_places (user_id, last_login_at);
    CREATE INDEX known_places_expiry ON known_places (expires_at);
  `),
};
