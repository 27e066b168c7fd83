import type { Migration } from "../migration.ts";
import { onBothEngines } from "../migration.ts";

/** Counts of used attempts. The key is a hash, so the table names no person. */
export const rateLimitCounts: Migration = {
  version: 2,
  ...onBothEngines(`
    CREATE TABLE rate_limit_counts (
      key text COLLATE "C" PRIMARY KEY,
      count integer NOT NULL,
      expires_at timestamptz(3) NOT NULL
    );
    CREATE INDEX rate_limit_counts_expiry ON rate_limit_counts (expires_at);
  `),
};
