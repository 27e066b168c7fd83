import type { Comment } from "../domain/comment.ts";

/** A comment on the session API's wire. */
export const presentComment = (comment: Comment) => ({
  id: comment.id,
  post_id: comment.postId,
  user_id: comment.userId,
  body: comment.body,
  created_at: comment.createdAt.toISOString(),
});
