import type { Migration } from "../migration.ts";
import { onBothEngines } from "../migration.ts";

/**
 * The words of every user's email and name, for the search; and indexes for admins and inactive users.
 *
 * Words are folded in JavaScript. The empty word marks a user whose words are not stored yet: triggers add it, and
 * storing the words removes it. So users written by an older server or another program are found too, once their words
 * are stored.
 *
 * On SQLite the migration computes the words of existing users with a function that `sqlite.ts` adds. It
 * inserts them in word order and creates the index afterwards: in the order of the users each batch would write to
 * every page of the table. On PostgreSQL older servers may be running, so all users are marked, and the words are
 * stored after the migration.
 */
export const userSearch: Migration = {
  version: 10,
  ...onBothEngines(
    `
    CREATE INDEX users_admins ON users (id) WHERE role = 'admin' AND is_active = true;
    CREATE INDEX users_inactive ON users (id) WHERE is_active = false;

    CREATE TABLE user_words (
      word text COLLATE "C" NOT NULL,
      user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      is_active boolean NOT NULL,
      PRIMARY KEY (word, user_id)
    );
  `,
    {
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
  ),
};
