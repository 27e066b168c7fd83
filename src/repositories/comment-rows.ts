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
  return {
    findById: (id: string) =>
      queries.first(sql`SELECT ${comments.columns} FROM comments WHERE id = ${id}`, comments.read),

    /** @throws {DomainError} `post-not-found` or `caller-not-found` if either was deleted meanwhile */
    async insert(comment: Comment): Promise<void> {
      try {
        await queries.run(comments.insert(comment));
      } catch (error) {
        if (!(error instanceof ForeignKeyViolation)) throw error;
        const post = await queries.first(sql`SELECT id FROM posts WHERE id = ${comment.postId}`);
        throw new DomainError(post === undefined ? "post-not-found" : "caller-not-found", { cause: error });
      }
    },

    /** @returns whether the comment existed */
    delete: async (id: string) => (await queries.run(sql`DELETE FROM comments WHERE id = ${id}`)) > 0,

    /** The comments of a post, oldest first, after `afterId` if it is given. */
    listAfter(postId: string, afterId: string | undefined, limit: number): Promise<Comment[]> {
      const behind = afterId === undefined ? sql`` : sql`AND id > ${afterId}`;
      return queries.all(
        sql`SELECT ${comments.columns} FROM comments WHERE post_id = ${postId} ${behind} ORDER BY id LIMIT ${unpeeked(limit)}`,
        comments.read,
      );
    },
  };
}
