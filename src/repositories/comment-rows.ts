import { ForeignKeyViolation } from "../database/database.ts";
import type { Queries } from "../database/queries.ts";
import { sql, unpeeked } from "../database/sql.ts";
import { column, table, time } from "../database/table.ts";
import { DomainError } from "../domain/errors.ts";
import type { Comment } from "../domain/post.ts";

const comments = table<Comment>("comments", {
  id: column("id"),
  postId: column("post_id"),
  userId: column("user_id"),
  body: column("body"),
  createdAt: time("created_at"),
});

export function createCommentRows(queries: Queries) {
  const rows = comments.on(queries);

  return {
    findById: (id: string) => rows.first(sql`id = ${id}`),

    /** @throws {DomainError} `post-not-found` or `caller-not-found` if either was deleted meanwhile */
    async insert(comment: Comment): Promise<void> {
      try {
        await rows.insert(comment);
      } catch (error) {
        if (!(error instanceof ForeignKeyViolation)) throw error;
        const post = await queries.first(sql`SELECT id FROM posts WHERE id = ${comment.postId}`);
        throw new DomainError(post === undefined ? "post-not-found" : "caller-not-found", { cause: error });
      }
    },

    /** @returns 0 if the comment does not exist */
    delete: (id: string) => rows.delete(sql`id = ${id}`),

    /** The comments of a post, oldest first, after `afterId` if it is given. */
    listAfter(postId: string, afterId: string | undefined, limit: number): Promise<Comment[]> {
      const behind = afterId === undefined ? sql`` : sql`AND id > ${afterId}`;
      return rows.all(sql`post_id = ${postId} ${behind} ORDER BY id LIMIT ${unpeeked(limit)}`);
    },
  };
}
