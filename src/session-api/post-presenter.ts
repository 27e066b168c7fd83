import type { Post } from "../domain/post.ts";

/** A post on the session API's wire. */
export const presentPost = (post: Post) => ({
  id: post.id,
  title: post.title,
  body: post.content,
  published: post.status === "published",
  user_id: post.userId,
  created_at: post.createdAt.toISOString(),
  updated_at: post.updatedAt.toISOString(),
});
