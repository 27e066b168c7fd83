import type { Step } from "./migration.ts";
import { toSqlite } from "./migration.ts";
import { POST_COUNT_TRIGGERS, POST_INDEXES, POST_TABLES } from "./migrations-1-to-6.ts";

/** The later steps of the schema. A new one is added at the end. */
export const migrationsFrom7: readonly Step[] = [
  // 7: Posts and comments hold text. In a `WITHOUT ROWID` table a long row spills into a separate page; in a rowid
  // table it doesn't, and an index on `id` finds it. PostgreSQL has no such choice.
  //
  // The order of the statements matters. The comments move before the posts are dropped, because dropping a table
  // deletes the rows that refer to it. The copies have no triggers, so nothing is counted twice. Renaming `moved_posts`
  // also renames it in the foreign key of `moved_comments`.
  {
    sqlite: `
${toSqlite({ common: POST_TABLES, hasLongRows: true }).replaceAll(/(TABLE|REFERENCES) (posts|comments) /g, "$1 moved_$2 ")}
    INSERT INTO moved_posts SELECT * FROM posts ORDER BY id;
    INSERT INTO moved_comments SELECT * FROM comments ORDER BY id;
    DROP TABLE comments;
    DROP TABLE posts;
    ALTER TABLE moved_posts RENAME TO posts;
    ALTER TABLE moved_comments RENAME TO comments;

${POST_INDEXES}${POST_COUNT_TRIGGERS}  `,
  },

  // 8: Tokens for setting a new password, stored only as hashes.
  {
    common: `
    CREATE TABLE password_resets (
      token_hash text COLLATE "C" PRIMARY KEY,
      user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      created_at timestamptz(3) NOT NULL,
      expires_at timestamptz(3) NOT NULL
    );
    CREATE INDEX password_resets_user ON password_resets (user_id, created_at);
    CREATE INDEX password_resets_expiry ON password_resets (expires_at);
  `,
  },

  // 9: Audit events, which are kept after their accounts are deleted. Lists and indexes are ordered by id. Triggers
  // count the events of each kind, under the name `audit <event>` in `row_counts`, so that the cost of a page does not
  // depend on the length of the list.
  {
    common: `
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
  `,
    hasLongRows: true,
    sqlite: `
    CREATE TRIGGER audit_events_count_inserted AFTER INSERT ON audit_events BEGIN
      INSERT INTO row_counts (name, shard, total) VALUES ('audit ' || NEW.event, 0, 1)
        ON CONFLICT (name, shard) DO UPDATE SET total = total + 1;
    END;
    CREATE TRIGGER audit_events_count_deleted AFTER DELETE ON audit_events BEGIN
      UPDATE row_counts SET total = total - 1 WHERE name = 'audit ' || OLD.event AND shard = 0;
    END;
  `,
    postgres: `
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
  },

  // 10: The words of every user's email and name, for the search; and indexes for admins and inactive users.
  //
  // Words are folded in JavaScript. The empty word marks a user whose words are not stored yet: triggers add it, and
  // storing the words removes it. So users written by an older server or another program are found too, once their
  // words are stored.
  //
  // On SQLite the migration computes the words of existing users with a function that `sqlite.ts` adds. It inserts them
  // in word order and creates the index afterwards: in the order of the users each batch would write to every page of
  // the table. On PostgreSQL older servers may be running, so all users are marked, and the words are stored after the
  // migration.
  {
    common: `
    CREATE INDEX users_admins ON users (id) WHERE role = 'admin' AND is_active = true;
    CREATE INDEX users_inactive ON users (id) WHERE is_active = false;

    CREATE TABLE user_words (
      word text COLLATE "C" NOT NULL,
      user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      is_active boolean NOT NULL,
      PRIMARY KEY (word, user_id)
    );
  `,
    sqlite: `
    INSERT INTO user_words (word, user_id, is_active)
      SELECT words.value, users.id, users.is_active FROM users, json_each(words_of(users.email, users.name)) AS words
      ORDER BY 1, 2;
    CREATE INDEX user_words_user ON user_words (user_id, word);

    CREATE TRIGGER users_words_inserted AFTER INSERT ON users BEGIN
      INSERT INTO user_words (word, user_id, is_active) VALUES ('', NEW.id, NEW.is_active);
    END;
    CREATE TRIGGER users_words_updated AFTER UPDATE OF email, name, is_active ON users BEGIN
      INSERT INTO user_words (word, user_id, is_active) VALUES ('', NEW.id, NEW.is_active) ON CONFLICT DO NOTHING;
    END;
  `,
    postgres: `
    CREATE INDEX user_words_user ON user_words (user_id, word);
    INSERT INTO user_words (word, user_id, is_active) SELECT '', id, is_active FROM users;

    CREATE FUNCTION mark_new_words() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO user_words (word, user_id, is_active) SELECT '', id, is_active FROM changed;
        RETURN NULL;
      END
    $$;
    CREATE FUNCTION mark_changed_words() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO user_words (word, user_id, is_active) VALUES ('', NEW.id, NEW.is_active) ON CONFLICT DO NOTHING;
        RETURN NULL;
      END
    $$;
    CREATE TRIGGER users_words_inserted AFTER INSERT ON users REFERENCING NEW TABLE AS changed
      FOR EACH STATEMENT EXECUTE FUNCTION mark_new_words();
    CREATE TRIGGER users_words_updated AFTER UPDATE OF email, name, is_active ON users
      FOR EACH ROW EXECUTE FUNCTION mark_changed_words();
  `,
  },

  // 11: Requests for a reset link and the resulting messages, encrypted, until they are delivered or expire.
  {
    common: `
    CREATE TABLE reset_messages (
      id uuid PRIMARY KEY,
      sealed text NOT NULL,
      attempts integer NOT NULL,
      due_at timestamptz(3) NOT NULL,
      expires_at timestamptz(3) NOT NULL
    );
    CREATE INDEX reset_messages_due ON reset_messages (due_at);
  `,
  },

  // 12: Password hashes from other systems, until their owners' first login. A higher weight means a slower comparison.
  // Any new password replaces an imported one, regardless of the program that stores it.
  {
    common: `
    CREATE TABLE imported_passwords (
      user_id uuid PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
      hash text NOT NULL,
      weight integer NOT NULL
    );
    CREATE INDEX imported_passwords_weight ON imported_passwords (weight);
  `,
    sqlite: `
    CREATE TRIGGER users_password_renewed AFTER UPDATE OF password_hash ON users
      WHEN NEW.password_hash <> OLD.password_hash BEGIN
      DELETE FROM imported_passwords WHERE user_id = NEW.id;
    END;
  `,
    postgres: `
    CREATE FUNCTION forget_imported_password() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        DELETE FROM imported_passwords WHERE user_id = NEW.id;
        RETURN NULL;
      END
    $$;
    CREATE TRIGGER users_password_renewed AFTER UPDATE OF password_hash ON users
      FOR EACH ROW WHEN (NEW.password_hash <> OLD.password_hash) EXECUTE FUNCTION forget_imported_password();
  `,
  },

  // 13: Indexes on the first character and the first two characters of words, in the order of the users: a search for a
  // common beginning reads one page without reading all other matches.
  {
    sqlite: `
    CREATE INDEX user_words_by_1 ON user_words (substr(word, 1, 1), user_id, is_active);
    CREATE INDEX user_words_by_2 ON user_words (substr(word, 1, 2), user_id, is_active);
  `,
    postgres: `
    CREATE INDEX user_words_by_1 ON user_words (substr(word, 1, 1), user_id) INCLUDE (word, is_active);
    CREATE INDEX user_words_by_2 ON user_words (substr(word, 1, 2), user_id) INCLUDE (word, is_active);
  `,
  },
];
