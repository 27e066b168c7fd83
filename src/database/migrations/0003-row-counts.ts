import type { Migration } from "../migration.ts";

/** For SQLite. A table that replaces another one needs them again. */
export const POST_COUNT_TRIGGERS = `    CREATE TRIGGER posts_count_inserted AFTER INSERT ON posts WHEN NEW.status = 'published' BEGIN
      UPDATE row_counts SET total = total + 1 WHERE name = 'published posts' AND shard = 0;
    END;
    CREATE TRIGGER posts_count_deleted AFTER DELETE ON posts WHEN OLD.status = 'published' BEGIN
      UPDATE row_counts SET total = total - 1 WHERE name = 'published posts' AND shard = 0;
    END;
    CREATE TRIGGER posts_count_updated AFTER UPDATE OF status ON posts
      WHEN (NEW.status = 'published') <> (OLD.status = 'published') BEGIN
      UPDATE row_counts SET total = total + (NEW.status = 'published') - (OLD.status = 'published')
        WHERE name = 'published posts' AND shard = 0;
    END;
`;

/**
 * The numbers of users and posts. Triggers update them in the transaction of each change, so that the cost of a page
 * does not depend on the length of its list. Each count is named after what it counts; rows with the same name add up.
 *
 * SQLite has one writer at a time, so one row for each name is enough. On PostgreSQL concurrent writers would wait for
 * each other's commit on a single row, so each connection uses one of sixteen rows.
 */
export const rowCounts: Migration = {
  version: 3,
  sqlite: `
    CREATE TABLE row_counts (
      name TEXT NOT NULL,
      shard INTEGER NOT NULL,
      total INTEGER NOT NULL,
      PRIMARY KEY (name, shard)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO row_counts (name, shard, total) VALUES
      ('users', 0, (SELECT count(*) FROM users)),
      ('active users', 0, (SELECT count(*) FROM users WHERE is_active = true)),
      ('published posts', 0, (SELECT count(*) FROM posts WHERE status = 'published'));

    CREATE TRIGGER users_count_inserted AFTER INSERT ON users BEGIN
      UPDATE row_counts SET total = total + 1 WHERE name = 'users' AND shard = 0;
      UPDATE row_counts SET total = total + NEW.is_active WHERE name = 'active users' AND shard = 0;
    END;
    CREATE TRIGGER users_count_deleted AFTER DELETE ON users BEGIN
      UPDATE row_counts SET total = total - 1 WHERE name = 'users' AND shard = 0;
      UPDATE row_counts SET total = total - OLD.is_active WHERE name = 'active users' AND shard = 0;
    END;
    CREATE TRIGGER users_count_updated AFTER UPDATE OF is_active ON users WHEN NEW.is_active <> OLD.is_active BEGIN
      UPDATE row_counts SET total = total + NEW.is_active - OLD.is_active WHERE name = 'active users' AND shard = 0;
    END;
${POST_COUNT_TRIGGERS}
    -- The table is in the order of its ids too, but with all that it holds: the way to the middle is ten times as far.
    CREATE INDEX users_order ON users (id);
  `,
  // Inserts and deletes may affect many rows, in a copy or with their owner, so they are counted once per statement.
  // Updates change one row at a time and rarely a count, so a row trigger with a condition costs almost nothing.
  postgres: `
    CREATE TABLE row_counts (
      name text COLLATE "C" NOT NULL,
      shard integer NOT NULL,
      total bigint NOT NULL,
      PRIMARY KEY (name, shard)
    ) WITH (fillfactor = 25);

    CREATE FUNCTION add_to_row_count(counted text, change bigint) RETURNS void LANGUAGE sql AS $$
      UPDATE row_counts SET total = total + change
        WHERE name = counted AND shard = pg_backend_pid() % 16 AND change <> 0;
    $$;
    CREATE FUNCTION count_users() RETURNS trigger LANGUAGE plpgsql AS $$
      DECLARE sign integer := CASE WHEN TG_OP = 'DELETE' THEN -1 ELSE 1 END;
      BEGIN
        PERFORM add_to_row_count('users', sign * count(*)),
          add_to_row_count('active users', sign * count(*) FILTER (WHERE is_active)) FROM changed;
        RETURN NULL;
      END
    $$;
    CREATE FUNCTION count_activation() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM add_to_row_count('active users', NEW.is_active::integer - OLD.is_active::integer);
        RETURN NULL;
      END
    $$;
    CREATE FUNCTION count_posts() RETURNS trigger LANGUAGE plpgsql AS $$
      DECLARE sign integer := CASE WHEN TG_OP = 'DELETE' THEN -1 ELSE 1 END;
      BEGIN
        PERFORM add_to_row_count('published posts', sign * count(*)) FROM changed WHERE status = 'published';
        RETURN NULL;
      END
    $$;
    CREATE FUNCTION count_publication() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM add_to_row_count(
          'published posts', (NEW.status = 'published')::integer - (OLD.status = 'published')::integer
        );
        RETURN NULL;
      END
    $$;

    CREATE TRIGGER users_count_inserted AFTER INSERT ON users REFERENCING NEW TABLE AS changed
      FOR EACH STATEMENT EXECUTE FUNCTION count_users();
    CREATE TRIGGER users_count_deleted AFTER DELETE ON users REFERENCING OLD TABLE AS changed
      FOR EACH STATEMENT EXECUTE FUNCTION count_users();
    CREATE TRIGGER users_count_updated AFTER UPDATE OF is_active ON users
      FOR EACH ROW WHEN (NEW.is_active <> OLD.is_active) EXECUTE FUNCTION count_activation();
    CREATE TRIGGER posts_count_inserted AFTER INSERT ON posts REFERENCING NEW TABLE AS changed
      FOR EACH STATEMENT EXECUTE FUNCTION count_posts();
    CREATE TRIGGER posts_count_deleted AFTER DELETE ON posts REFERENCING OLD TABLE AS changed
      FOR EACH STATEMENT EXECUTE FUNCTION count_posts();
    CREATE TRIGGER posts_count_updated AFTER UPDATE OF status ON posts
      FOR EACH ROW WHEN ((NEW.status = 'published') <> (OLD.status = 'published')) EXECUTE FUNCTION count_publication();

    -- The triggers hold the tables until the end of this transaction, so nobody writes between them and these counts.
    INSERT INTO row_counts (name, shard, total)
      SELECT name, shard, CASE WHEN shard = 0 THEN total ELSE 0 END
      FROM generate_series(0, 15) AS shard, (
        SELECT 'users' AS name, count(*) AS total FROM users
        UNION ALL SELECT 'active users', count(*) FROM users WHERE is_active = true
        UNION ALL SELECT 'published posts', count(*) FROM posts WHERE status = 'published'
      ) AS counted;
  `,
};
