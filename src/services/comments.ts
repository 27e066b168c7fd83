import { DomainError, orRefuse } from "../domain/errors.ts";
import type { Comment, Post } from "../domain/post.ts";
import { isOwnerOrAdmin } from "../domain/post.ts";
import type { User } from "../domain/user.ts";
import { assertMayWrite } from "../domain/user.ts";
import type { Store } from "../repositories/store.ts";
import { createId } from "./create-id.ts";

/** Comments on posts. */
export function createComments(store: Store) {
  return {
    /** All of a post's comments, oldest first, in batches. */
    listOf: (post: Post) => store.comments.listOf(post.id),

    /** @throws {DomainError} `post-not-found` or `caller-not-found` if either was deleted meanwhile */
    async create(author: User, post: Post, body: string): Promise<Comment> {
      const comment = { ...createId(), postId: post.id, userId: author.id, body };
      await store.comments.insert(comment);
      return comment;
    },

    /** @throws {DomainError} `comment-not-found`, `guest-may-not-write`, `forbidden` if it is another user's comment */
    async getRemovable(id: string, caller: User): Promise<Comment> {
      const comment = orRefuse(await store.comments.find({ id }), "comment-not-found");
      assertMayWrite(caller);
      if (!isOwnerOrAdmin(comment, caller)) throw new DomainError("forbidden");
      return comment;
    },

    /** @throws {DomainError} `comment-not-found` */
    async remove(id: string): Promise<void> {
      if (!(await store.comments.delete({ id }))) throw new DomainError("comment-not-found");
    },
  };
}
