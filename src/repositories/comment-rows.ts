import type { Kysely } from "kysely";
import { ForeignKeyViolation } from "../database/database.ts";
import type { CommentRow, Schema } from "../database/schema.ts";
import type { Comment } from "../domain/comment.ts";
import { DomainError } from "../domain/errors.ts";
import { toDate } from "./to-date.ts";

export interface CommentRows {
  findById(id: string): Promise<Comment | undefined>;
  /** @throws {DomainError} `post-not-found` or `caller-not-found`, where either went in the meantime */
  insert(comment: Comment): Promise<void>;
  /** @returns whether there was one */
  delete(id: string): Promise<boolean>;
  /** The comments of a post, oldest first, from behind `afterId`; without it from the start. */
  listAfter(postId: string, afterId: string | undefined, limit: number): Promise<Comment[]>;
}

export function createCommentRows(queries: Kysely<Schema>): CommentRows {
  const select = () => queries.selectFrom("comments").selectAll();

  async function findMissingParent(postId: string): Promise<"post-not-found" | "caller-not-found"> {
    const post = await queries.selectFrom("posts").select("id").where("id", "=", postId).executeTakeFirst();
    return post === undefined ? "post-not-found" : "caller-not-found";
  }

  return {
    async findById(id) {
      const row = await select().where("id", "=", id).executeTakeFirst();
      return row && toComment(row);
    },

    async insert({ id, postId, userId, body, createdAt }) {
      const row = { id, post_id: postId, user_id: userId, body, created_at: createdAt };
      try {
        await queries.insertInto("comments").values(row).execute();
      } catch (error) {
        if (!(error instanceof ForeignKeyViolation)) throw error;
        throw new DomainError(await findMissingParent(postId), { cause: error });
      }
    },

    async delete(id) {
      const { numDeletedRows } = await queries
        .deleteFrom("comments")
        .where("id", "=", id)
        .executeTakeFirstOrThrow();
      return numDeletedRows > 0n;
    },

    async listAfter(postId, afterId, limit) {
      const query = select().where("post_id", "=", postId).orderBy("id").limit(limit);
      const rows = await (afterId === undefined ? query : query.where("id", ">", afterId)).execute();
      return rows.map(toComment);
    },
  };
}

const toComment = (row: CommentRow): Comment => ({
  id: row.id,
  postId: row.post_id,
  userId: row.user_id,
  body: row.body,
  createdAt: toDate(row.created_at),
});
