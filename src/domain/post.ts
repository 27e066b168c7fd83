import type { User } from "./user.ts";
import { isAdmin } from "./user.ts";

export const POST_STATUSES = ["draft", "published", "archived"] as const;

export type PostStatus = (typeof POST_STATUSES)[number];

/** A requested status, or only the wish that the post is no longer public. */
export type StatusWish = PostStatus | "unpublished";

/** One row, which each API shows in its own shape. */
export interface Post {
  readonly id: string;
  readonly title: string;
  readonly content: string;
  /** The post's name in an address; unique. */
  readonly slug: string;
  readonly status: PostStatus;
  /** The owner. */
  readonly userId: string;
  /** When it was first published, even if it no longer is. */
  readonly publishedAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export const isOwnerOrAdmin = (item: { readonly userId: string }, caller: User | undefined): boolean =>
  caller !== undefined && (caller.id === item.userId || isAdmin(caller));

/** Only its owner and admins can see a post that is not published. */
export const isVisibleTo = (caller: User | undefined, post: Post): boolean =>
  post.status === "published" || isOwnerOrAdmin(post, caller);

/** An archived post is not public, so unpublishing leaves it archived. */
export function nextStatus(current: PostStatus, wish: StatusWish): PostStatus {
  if (wish !== "unpublished") return wish;
  return current === "archived" ? "archived" : "draft";
}

/** What a user says about a post. */
export interface Comment {
  readonly id: string;
  readonly postId: string;
  /** The author. */
  readonly userId: string;
  readonly body: string;
  readonly createdAt: Date;
}
