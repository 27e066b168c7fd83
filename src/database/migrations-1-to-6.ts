import type { Step } from "./migration.ts";

/** Posts come before comments, as a copy to another engine expects. */
export const POST_TABLES = `    CREATE TABLE posts (
      id uuid PRIMARY KEY,
      title text NOT NULL,
      content text NOT NULL,
      slug text COLLATE "C" NOT NULL UNIQUE,
      status text NOT NULL CHECK (status IN ('draft', 'published', 'archived')),
      user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      published_at timestamptz(3),
      created_at timestamptz(3) NOT NULL,
      updated_at timestamptz(3) NOT NULL
    );

    CREATE TABLE comments (
      id uuid PRIMARY KEY,
      post_id uuid NOT NULL REFERENCES posts (id) ON DELETE CASCADE,
      user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      body text NOT NULL,
      created_at timestamptz(3) NOT NULL
    );
`;

export const POST_INDEXES = `    CREATE INDEX posts_user ON posts (user_id);
    CREATE INDEX posts_published ON posts (id) WHERE status = 'published';
    CREATE INDEX posts_unpublished ON posts (user_id, id) WHERE status <> 'published';
    CREATE INDEX comments_post ON comments (post_id, id);
    CREATE INDEX comments_user ON comments (user_id);
`;

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

/** The first steps of the schema. */
export const migrations1To6: readonly Step[] = [
  // 1: Users and their data. Ids are UUIDs of version 7, so primary keys sort by time of creation. Indexed text is
  // compared byte by byte: an index in a language's order breaks when the system's locale changes.
  {
    common: `
    CREATE TABLE users (
      id uuid PRIMARY KEY,
      email text COLLATE "C" NOT NULL UNIQUE,
      name text NOT NULL,
      password_hash text NOT NULL,
      role text NOT NULL CHECK (role IN ('admin', 'user', 'guest')),
      is_active boolean NOT NULL,
      password_changed_at timestamptz(3),
      created_at timestamptz(3) NOT NULL,
      updated_at timestamptz(3) NOT NULL
    );
    CREATE INDEX users_active ON users (id) WHERE is_active = true;

    CREATE TABLE sessions (
      id_hash text COLLATE "C" PRIMARY KEY,
      user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      created_at timestamptz(3) NOT NULL,
      expires_at timestamptz(3) NOT NULL
    );
    CREATE INDEX sessions_user ON sessions (user_id);
    CREATE INDEX sessions_expiry ON sessions (expires_at);

${POST_TABLES}${POST_INDEXES}
    CREATE TABLE user_tokens (
      id uuid PRIMARY KEY,
      value_hash text COLLATE "C" NOT NULL UNIQUE,
      user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      created_at timestamptz(3) NOT NULL,
      expires_at timestamptz(3)
    );
    CREATE INDEX user_tokens_user ON user_tokens (user_id, id);
    CREATE INDEX user_tokens_expiry ON user_tokens (expires_at) WHERE expires_at IS NOT NULL;
  `,
  },

  // 2: Counts of used attempts. The key is a hash, so the table names no person.
  {
    common: `
    CREATE TABLE rate_limit_counts (
      key text COLLATE "C" PRIMARY KEY,
      count integer NOT NULL,
      expires_at timestamptz(3) NOT NULL
    );
    CREATE INDEX rate_limit_counts_expiry ON rate_limit_counts (expires_at);
  `,
  },

  // 3: The numbers of users and posts. Triggers update them in the transaction of each change, so that the cost of a
  // page does not depend on the length of its list. Each count is named after what it counts; rows with the same name
  // add up.
  //
  // SQLite has one writer at a time, so one row for each name is enough. On PostgreSQL concurrent writers would wait
  // for each other's commit on a single row, so each connection uses one of sixteen rows.
  {
    common: `
    CREATE TABLE row_counts (
      name text COLLATE "C" NOT NULL,
      shard integer NOT NULL,
      total bigint NOT NULL,
      PRIMARY KEY (name, shard)
    );`,
    sqlite: `
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
    ALTER TABLE row_counts SET (fillfactor = 25);

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
  },

  // 4: The details of an API token that its owner sees in the list.
  {
    common: `
    ALTER TABLE user_tokens ADD COLUMN name text;
    ALTER TABLE user_tokens ADD COLUMN last_used_at timestamptz(3);
  `,
  },

  // 5: Login attempts in progress, beside the failed ones; and the places that users have logged in from, each as a
  // hash of the user and a device or network.
  {
    common: `
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
  `,
  },

  // 6: The details of a session that its owner sees in the list. On PostgreSQL a server of the previous version may
  // still be running, and stores sessions without these columns.
  {
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
  },
];
