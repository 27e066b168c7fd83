import type { Migration } from "../migration.ts";

/**
 * Audit events, which are kept after their accounts are deleted. Lists and indexes are ordered by id. Triggers count
 * the events of each kind, under the name `audit <event>` in `row_counts`, so that the cost of a page does not depend
 * on the length of the list.
 */
export const auditEvents: Migration = {
  version: 9,
  sqlite: `
    CREATE TABLE audit_events (
      id TEXT NOT NULL PRIMARY KEY,
      event TEXT NOT NULL,
      user_id TEXT,
      by_id TEXT,
      address TEXT,
      request_id TEXT,
      created_at TEXT NOT NULL
    ) STRICT;
    CREATE INDEX audit_events_event ON audit_events (event, id);
    CREATE INDEX audit_events_user ON audit_events (user_id, id, event);

    CREATE TRIGGER audit_events_count_inserted AFTER INSERT ON audit_events BEGIN
      INSERT INTO row_counts (name, shard, total) VALUES ('audit ' || NEW.event, 0, 1)
        ON CONFLICT (name, shard) DO UPDATE SET total = total + 1;
    END;
    CREATE TRIGGER audit_events_count_deleted AFTER DELETE ON audit_events BEGIN
      UPDATE row_counts SET total = total - 1 WHERE name = 'audit ' || OLD.event AND shard = 0;
    END;
  `,
  postgres: `
    CREATE TABLE audit_events (
      id uuid PRIMARY KEY,
      event text COLLATE "C" NOT NULL,
      user_id uuid,
      by_id uuid,
      address text,
      request_id uuid,
      created_at timestamptz(3) NOT NULL
    );
    CREATE INDEX audit_events_event ON audit_events (event, id);
    CREATE INDEX audit_events_user ON audit_events (user_id, id, event);

    CREATE FUNCTION count_audit_events() RETURNS trigger LANGUAGE plpgsql AS $$
      DECLARE sign integer := CASE WHEN TG_OP = 'DELETE' THEN -1 ELSE 1 END;
      BEGIN
        INSERT INTO row_counts AS counts (name, shard, total)
          SELECT 'audit ' || event, pg_backend_pid() % 16, sign * count(*) FROM changed GROUP BY event ORDER BY event
          ON CONFLICT (name, shard) DO UPDATE SET total = counts.total + EXCLUDED.total;
        RETURN NULL;
      END
    $$;
    CREATE TRIGGER audit_events_count_inserted AFTER INSERT ON audit_events REFERENCING NEW TABLE AS changed
      FOR EACH STATEMENT EXECUTE FUNCTION count_audit_events();
    CREATE TRIGGER audit_events_count_deleted AFTER DELETE ON audit_events REFERENCING OLD TABLE AS changed
      FOR EACH STATEMENT EXECUTE FUNCTION count_audit_events();
  `,
};
