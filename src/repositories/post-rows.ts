import { sql } from "../database/sql.ts";
import type { Changes } from "../database/table.ts";
import { table } from "../database/table.ts";
import type { Page, PageRequest } from "../domain/page.ts";
import type { Post } from "../domain/post.ts";
import { keptCount, readPage } from "./read-page.ts";
import { refuseIf } from "./refuse-if.ts";

/** Absent or undefined fields are not changed. */
export type PostChanges = Changes<Pick<Post, "title" | "content" | "slug" | "status" | "publishedAt">>;

const posts = table<Post>("posts", {
  id: "id",
  title: "title",
  content: "content",
  slug: "slug",
  status: "status",
  userId: "user_id",
  publishedAt: "published_at",
  createdAt: "created_at",
  updatedAt: "updated_at",
});

/** Written as in the partial indexes: with a parameter the engine could not tell that an index fits. */
const PUBLISHED = sql`status = 'published'`;
const UNPUBLISHED = sql`status <> 'published'`;
const PUBLISHED_TOTAL = keptCount(sql`'published posts'`);

export const createPostRows = posts.repository((rows, queries) => ({
  /**
   * @returns whether it was stored; false if its slug is taken
   * @throws {DomainError} `caller-not-found` if its owner was deleted meanwhile
   */
  async insert(post: Post): Promise<boolean> {
    const insert = rows.insert(post, sql`ON CONFLICT (slug) DO NOTHING`);
    return (await refuseIf({ gone: "caller-not-found" }, insert)) === 1;
  },

  /**
   * @returns the changed post, or undefined if there is none
   * @throws {DomainError} `slug-in-use`
   */
  update(id: string, changes: PostChanges, updatedAt: Date): Promise<Post | undefined> {
    const update = rows.update({ id }, { ...changes, updatedAt });
    return refuseIf({ "posts.slug": "slug-in-use" }, update);
  },

  /** The published posts and the reader's own, newest first. */
  listVisiblePage(readerId: string | undefined, request: PageRequest): Promise<Page<Post>> {
    const list = { table: posts, order: "desc" } as const;
    if (readerId === undefined) {
      return readPage(queries, { ...list, parts: [PUBLISHED], total: PUBLISHED_TOTAL }, request);
    }
    // Two parts, because an OR would make the engine read every post. One user's unpublished posts are few enough to
    // count.
    const own = sql`${UNPUBLISHED} AND user_id = ${readerId}`;
    const total = sql`(${PUBLISHED_TOTAL} + (SELECT count(*) FROM posts WHERE ${own}))`;
    return readPage(queries, { ...list, parts: [PUBLISHED, own], total }, request);
  },
}));
