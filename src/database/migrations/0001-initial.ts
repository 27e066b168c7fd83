import type { Migration } from "../migration.ts";
import { onBothEngines } from "../migration.ts";

/** Users and their data. Ids are UUIDs of version 7, so primary keys sort by time of creation. */
export const initial: Migration = {
  version: 1,
  // Indexed text is compared byte by byte: an index in a language's order breaks when the system's locale changes.
  ...onBothEngines(`
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

    CREATE TABLE posts (
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
    CREATE INDEX posts_user ON posts (user_id);
    CREATE INDEX posts_published ON posts (id) WHERE status = 'published';
    CREATE INDEX posts_unpublished ON posts (user_id, id) WHERE status <> 'published';

    CREATE TABLE comments (
      id uuid PRIMARY KEY,
      post_id uuid NOT NULL REFERENCES posts (id) ON DELETE CASCADE,
      user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      body text NOT NULL,
      created_at timestamptz(3) NOT NULL
    );
    CREATE INDEX comments_post ON comments (post_id, id);
    CREATE INDEX comments_user ON comments (user_id);

    CREATE TABLE user_tokens (
      id uuid PRIMARY KEY,
      value_hash text COLLATE "C" NOT NULL UNIQUE,
      user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      created_at timestamptz(3) NOT NULL,
      expires_at timestamptz(3)
    );
    CREATE INDEX user_tokens_user ON user_tokens (user_id, id);
    CREATE INDEX user_tokens_expiry ON user_tokens (expires_at) WHERE expires_at IS NOT NULL;
  `),
};
