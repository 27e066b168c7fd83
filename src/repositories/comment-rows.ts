import { ConstraintViolation } from "../database/database.ts";
import { readInBatches } from "../database/read-in-batches.ts";
import { sql } from "../database/sql.ts";
import { table } from "../database/table.ts";
import { DomainError } from "../domain/errors.ts";
import type { Comment } from "../domain/post.ts";

const comments = table<Comment>("comments", {
  id: "id",
  postId: "post_id",
  userId: "user_id",
  body: "body",
  createdAt: "created_at",
});

/** Comments have up to 100 kB, and each client that reads slowly keeps a batch in memory. */
const COMMENTS_PER_BATCH = 20;

export const createCommentRows = comments.repository((rows, queries) => ({
  /** @throws {DomainError} `post-not-found` or `caller-not-found` if either was deleted meanwhile */
  async insert(comment: Comment): Promise<void> {
    try {
      await rows.insert(comment);
    } catch (error) {
      if (!(error instanceof ConstraintViolation)) throw error;
      const post = await queries.first(sql`SELECT id FROM posts WHERE id = ${comment.postId}`);
      throw new DomainError(post === undefined ? "post-not-found" : "caller-not-found", { cause: error });
    }
  },

  /** All comments of a post, oldest first, in batches. */
  listOf: (postId: string) =>
    readInBatches(rows, "id", { condition: sql`post_id = ${postId}`, size: COMMENTS_PER_BATCH }),
}));
