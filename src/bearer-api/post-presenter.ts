import type { Post } from "../domain/post.ts";

/** A post on the bearer API's wire: PostResponse. */
export const presentPost = (post: Post) => ({
  id: post.id,
  title: post.title,
  content: post.content,
  slug: post.slug,
  status: post.status,
  userId: post.userId,
  ...(post.publishedAt !== null && { publishedAt: post.publishedAt.toISOString() }),
  createdAt: post.createdAt.toISOString(),
  updatedAt: post.updatedAt.toISOString(),
});
