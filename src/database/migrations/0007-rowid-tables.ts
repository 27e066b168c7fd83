import type { Migration } from "../migration.ts";
import { POST_COUNT_TRIGGERS } from "./0003-row-counts.ts";

/**
 * Posts and comments hold text. In a `WITHOUT ROWID` table a long row spills into a separate page; in a rowid table it
 * doesn't, and an index on `id` finds it. PostgreSQL has no such choice.
 *
 * The order of the statements matters. The comments move before the posts are dropped, because dropping a table deletes
 * the rows that refer to it. The copies have no triggers, so nothing is counted twice. Renaming `moved_posts` also
 * renames it in the foreign key of `moved_comments`. Posts are created before comments, as a copy to another engine
 * expects.
 */
export const rowidTables: Migration = {
  version: 7,
  sqlite: `
    CREATE TABLE moved_posts (
      id TEXT NOT NULL PRIMARY KEY,
      title TEXT NOT NULL,
      content TEXT NOT NULL,
      slug TEXT NOT NULL UNIQUE,
      status TEXT NOT NULL CHECK (status IN ('draft', 'published', 'archived')),
      user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      published_at TEXT,
      created_at TEXT NOT NULL,
      updated_at TEXT NOT NULL
    ) STRICT;
    INSERT INTO moved_posts (id, title, content, slug, status, user_id, published_at, created_at, updated_at)
      SELECT id, title, content, slug, status, user_id, published_at, created_at, updated_at FROM posts ORDER BY id;

    CREATE TABLE moved_comments (
      id TEXT NOT NULL PRIMARY KEY,
      post_id TEXT NOT NULL REFERENCES moved_posts (id) ON DELETE CASCADE,
      user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      body TEXT NOT NULL,
      created_at TEXT NOT NULL
    ) STRICT;
    INSERT INTO moved_comments (id, post_id, user_id, body, created_at)
      SELECT id, post_id, user_id, body, created_at FROM comments ORDER BY id;

    DROP TABLE comments;
    DROP TABLE posts;
    ALTER TABLE moved_posts RENAME TO posts;
    ALTER TABLE moved_comments RENAME TO comments;

    CREATE INDEX posts_user ON posts (user_id);
    CREATE INDEX posts_published ON posts (id) WHERE status = 'published';
    CREATE INDEX posts_unpublished ON posts (user_id, id) WHERE status <> 'published';
    CREATE INDEX comments_post ON comments (post_id, id);
    CREATE INDEX comments_user ON comments (user_id);

${POST_COUNT_TRIGGERS}  `,
  postgres: "",
};
