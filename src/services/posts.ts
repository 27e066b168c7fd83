import { DomainError, orRefuse } from "../domain/errors.ts";
import type { PageRequest } from "../domain/page.ts";
import type { Post, StatusWish } from "../domain/post.ts";
import { isOwnerOrAdmin, isVisibleTo, nextStatus } from "../domain/post.ts";
import type { User } from "../domain/user.ts";
import { assertMayWrite } from "../domain/user.ts";
import type { PostChanges } from "../repositories/post-rows.ts";
import type { Store } from "../repositories/store.ts";
import { createId } from "./create-id.ts";
import { slugCandidates } from "./slug.ts";

interface NewPost {
  readonly title: string;
  readonly content: string;
  /** Made from the title if none is given. */
  readonly slug?: string | undefined;
  readonly status?: StatusWish | undefined;
}

/** The fields that its owner or an admin may change. Absent or undefined fields are not changed. */
export type PostEdit = { readonly [Key in keyof NewPost]?: NewPost[Key] | undefined };

/** Posts, as both APIs use them. */
export function createPosts(store: Store) {
  /** @throws {DomainError} `post-not-found`, also if the caller may not see the post */
  async function getVisible(id: string, caller: User | undefined): Promise<Post> {
    const post = orRefuse(await store.posts.find({ id }), "post-not-found");
    if (!isVisibleTo(caller, post)) throw new DomainError("post-not-found");
    return post;
  }

  /** @throws {DomainError} as `getVisible` does, then `guest-may-not-write` */
  async function getCommentable(id: string, caller: User): Promise<Post> {
    const post = await getVisible(id, caller);
    assertMayWrite(caller);
    return post;
  }

  /** @throws {DomainError} as `getCommentable` does, then `not-post-owner` */
  async function getWritable(id: string, caller: User): Promise<Post> {
    const post = await getCommentable(id, caller);
    if (!isOwnerOrAdmin(post, caller)) throw new DomainError("not-post-owner");
    return post;
  }

  /** @throws {DomainError} `slug-in-use`, or `caller-not-found` if the author was deleted meanwhile */
  async function create(author: User, { title, content, slug, status = "draft" }: NewPost): Promise<Post> {
    const { id, createdAt } = createId();
    const post = {
      id,
      title,
      content,
      status: nextStatus("draft", status),
      userId: author.id,
      publishedAt: status === "published" ? createdAt : null,
      createdAt,
      updatedAt: createdAt,
    };
    // The unique index decides, so that two posts created at the same time never get one slug.
    for (const candidate of slug === undefined ? slugCandidates(title) : [slug]) {
      if (await store.posts.insert({ ...post, slug: candidate })) return { ...post, slug: candidate };
    }
    throw new DomainError("slug-in-use");
  }

  /** @throws {DomainError} `post-not-found`, `slug-in-use` */
  async function update(id: string, changes: PostEdit): Promise<Post> {
    return store.transaction(async ({ posts }) => {
      const now = new Date();
      const post = orRefuse(await posts.lock({ id }), "post-not-found");
      return orRefuse(await posts.update(id, toPostChanges(post, changes, now), now), "post-not-found");
    });
  }

  return {
    /** The published posts and the caller's own, newest first. */
    listVisible: (caller: User | undefined, request: PageRequest) =>
      store.posts.listVisiblePage(caller?.id, request),
    getVisible,
    getCommentable,
    getWritable,
    create,
    update,
    /** Removes the post and its comments. @throws {DomainError} `post-not-found` */
    async remove(id: string): Promise<void> {
      if (!(await store.posts.delete({ id }))) throw new DomainError("post-not-found");
    },
  };
}

/** A post that is published again keeps the time of its first publication. */
function toPostChanges(post: Post, { status: wish, ...changes }: PostEdit, now: Date): PostChanges {
  const status = wish === undefined ? post.status : nextStatus(post.status, wish);
  const isFirstTime = status === "published" && post.publishedAt === null;
  return { ...changes, status, ...(isFirstTime && { publishedAt: now }) };
}
