import { z } from "zod";
import type { Post } from "../domain/post.ts";
import { POST_STATUSES } from "../domain/post.ts";
import { findTextFault } from "../domain/text.ts";
import { identifier, POST_ID, timestamp } from "../http/described-values.ts";
import { optional, ruled } from "../http/field-rules.ts";
import { user, writer } from "./access.ts";
import { oneOf, text } from "./field.ts";
import { pageQuery, paginatedResponse, presentPage } from "./page.ts";
import { routeUnder } from "./route.ts";

const route = routeUnder("Posts");

const LONGEST_SLUG = 200;

/** Characters that a URL holds unencoded. Slugs of only dots are refused: in a path they mean a folder. */
const SLUG_PATTERN = /^(?!\.+$)[\w.~-]+$/;

const title = ruled(text.trim(), findTextFault).meta({
  description: "Trimmed",
  minLength: 1,
  examples: ["On the engine"],
});

const content = ruled(text, findTextFault).meta({
  description: "Stored unchanged",
  minLength: 1,
  examples: ["It weaves algebraic patterns."],
});

const slug = text
  .trim()
  .regex(SLUG_PATTERN, "must hold nothing but letters, digits and -._~")
  .max(LONGEST_SLUG, `must be at most ${LONGEST_SLUG} characters`)
  .meta({ description: "The post's name in an address; unique", examples: ["on-the-engine"] });

const status = oneOf(POST_STATUSES).meta({ examples: ["published"] });

const createPostRequest = z.object({ title, content, slug: optional(slug), status: optional(status) }).meta({
  id: "CreatePostRequest",
  description:
    "A draft, unless `status` says otherwise, with a slug made from its title, unless one is given.",
});

const updatePostRequest = z
  .object({
    title: optional(title),
    content: optional(content),
    slug: optional(slug),
    status: optional(status),
  })
  .meta({ id: "UpdatePostRequest", description: "Fields that are left out or null are not changed." });

/** A post in an answer. */
const postResponse = z
  .object({
    id: identifier("The post's id"),
    title: z.string().meta({ examples: ["On the engine"] }),
    content: z.string().meta({ examples: ["It weaves algebraic patterns."] }),
    slug: z.string().meta({ description: "The post's name in an address", examples: ["on-the-engine"] }),
    status,
    userId: identifier("The owner's id"),
    publishedAt: timestamp("When it was first published, if it ever was").optional(),
    createdAt: timestamp("When it was written"),
    updatedAt: timestamp("When it last changed"),
  })
  .meta({ id: "PostResponse" });

/** A post on the bearer API's wire: PostResponse. */
const presentPost = (post: Post) => ({
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

/** Posts: users read published ones; their owners and admins change them. */
export const postsRoutes = [
  route("get", "/posts", "listPosts", {
    summary: "List posts",
    description: "Published posts and all posts of the caller, newest first.",
    access: user,
    query: pageQuery,
    success: { status: 200, description: "A page of posts", schema: paginatedResponse(postResponse) },
    handle: ({ posts }, { caller, query }) =>
      presentPage(query, (page) => posts.listVisible(caller.user, page), presentPost),
  }),
  route("get", "/posts/:postID", "getPost", {
    summary: "Read a post",
    description: "Only its owner and admins can read a post that is not published.",
    access: user,
    id: POST_ID,
    row: ({ posts }, { id, caller }) => posts.getVisible(id, caller.user),
    isRowFirst: true,
    success: { status: 200, description: "The post", schema: postResponse },
    handle: (_services, { row }) => presentPost(row),
  }),
  route("post", "/posts", "createPost", {
    summary: "Write a post",
    access: writer,
    body: createPostRequest,
    success: { status: 201, description: "The post", schema: postResponse },
    refusals: ["slug-in-use"],
    handle: async ({ posts }, { caller, body }) => presentPost(await posts.create(caller.user, body)),
  }),
  route("put", "/posts/:postID", "updatePost", {
    summary: "Change a post",
    description: "For its owner and admins.",
    access: user,
    id: POST_ID,
    row: ({ posts }, { id, caller }) => posts.getWritable(id, caller.user),
    isRowFirst: true,
    body: updatePostRequest,
    success: { status: 200, description: "The post as it is now", schema: postResponse },
    refusals: ["guest-may-not-write", "not-post-owner", "slug-in-use"],
    handle: async ({ posts }, { row, body }) => presentPost(await posts.update(row.id, body)),
  }),
  route("delete", "/posts/:postID", "deletePost", {
    summary: "Delete a post",
    description: "For its owner and admins. Its comments go too.",
    access: user,
    id: POST_ID,
    row: ({ posts }, { id, caller }) => posts.getWritable(id, caller.user),
    isRowFirst: true,
    success: { status: 204, description: "Gone" },
    refusals: ["guest-may-not-write", "not-post-owner"],
    handle: ({ posts }, { row }) => posts.remove(row.id),
  }),
];
