import { z } from "zod";
import type { Post } from "../domain/post.ts";
import { identifier, POST_ID, timestamp } from "../http/described-values.ts";
import { optional, ruled } from "../http/field-rules.ts";
import type { PostEdit } from "../services/posts.ts";
import { anyoneOrCaller, caller, writer } from "./access.ts";
import { INVALID, lengthFault, text, textFault } from "./field.ts";
import { pageQuery, pageShape, presentPage } from "./page.ts";
import { routeUnder } from "./route.ts";

const route = routeUnder("Posts");

const LONGEST_TITLE = 255;

const title = ruled(text.trim(), (value) => textFault(value) ?? lengthFault(value, 1, LONGEST_TITLE)).meta({
  description: "Trimmed",
  minLength: 1,
  maxLength: LONGEST_TITLE,
  examples: ["On the engine"],
});

const body = ruled(text, textFault).meta({
  description: "Stored unchanged",
  minLength: 1,
  examples: ["It weaves algebraic patterns."],
});

/** If absent or null, the default or the current value. */
const published = optional(z.boolean(INVALID), {
  description: "Whether anyone may read it",
  examples: [true],
});

/** The attributes of a new post; every other key of the body is ignored. */
const newPost = z.object({ title, body, published }).meta({
  id: "NewPost",
  description: "A draft, unless `published` is true.",
});

/** The attributes to change. */
const postChanges = z
  .object({ title: title.optional(), body: body.optional(), published })
  .meta({ id: "PostChanges", description: "Fields that are left out are not changed." });

/** A post in an answer. */
const postShape = z
  .object({
    id: identifier("The post's id"),
    title: z.string().meta({ examples: ["On the engine"] }),
    body: z.string().meta({ examples: ["It weaves algebraic patterns."] }),
    published: z.boolean().meta({ description: "Whether anyone may read it", examples: [true] }),
    user_id: identifier("The owner's id"),
    created_at: timestamp("When it was written"),
    updated_at: timestamp("When it last changed"),
  })
  .meta({ id: "Post" });

/** A post on the session API's wire. */
const presentPost = (post: Post) => ({
  id: post.id,
  title: post.title,
  body: post.content,
  published: post.status === "published",
  user_id: post.userId,
  created_at: post.createdAt.toISOString(),
  updated_at: post.updatedAt.toISOString(),
});

const post = z.object({ post: postShape });

/** Posts: anyone can read a published one; its owner and admins change it. */
export const postsRoutes = [
  route("get", "/posts", "listPosts", {
    summary: "List posts",
    description: "Published posts and all posts of the caller, newest first.",
    access: anyoneOrCaller,
    query: pageQuery,
    success: { status: 200, description: "A page of posts", schema: pageShape(postShape) },
    handle: ({ posts }, { caller, query }) =>
      presentPage(query, (page) => posts.listVisible(caller?.user, page), presentPost),
  }),
  route("get", "/posts/:id", "getPost", {
    summary: "Read a post",
    description: "Only its owner and admins can read a post that is not published.",
    access: anyoneOrCaller,
    id: POST_ID,
    row: ({ posts }, { id, caller }) => posts.getVisible(id, caller?.user),
    isRowFirst: true,
    success: { status: 200, description: "The post", schema: post },
    handle: (_services, { row }) => ({ post: presentPost(row) }),
  }),
  route("post", "/posts", "createPost", {
    summary: "Write a post",
    access: writer,
    body: newPost,
    success: { status: 201, description: "The post", schema: post },
    async handle({ posts }, { caller, body: { title, body, published } }) {
      const draft = { title, content: body, status: toStatus(published) };
      return { post: presentPost(await posts.create(caller.user, draft)) };
    },
  }),
  route("put", "/posts/:id", "updatePost", {
    summary: "Change a post",
    description: "For its owner and admins.",
    access: caller,
    id: POST_ID,
    row: ({ posts }, { id, caller }) => posts.getWritable(id, caller.user),
    isRowFirst: true,
    body: postChanges,
    success: { status: 200, description: "The post as it is now", schema: post },
    refusals: ["not-post-owner"],
    async handle({ posts }, { row, body: { title, body, published } }) {
      const changes = { title, content: body, status: toStatus(published) };
      return { post: presentPost(await posts.update(row.id, changes)) };
    },
  }),
  route("delete", "/posts/:id", "deletePost", {
    summary: "Delete a post",
    description: "For its owner and admins. Its comments go too.",
    access: caller,
    id: POST_ID,
    row: ({ posts }, { id, caller }) => posts.getWritable(id, caller.user),
    isRowFirst: true,
    success: { status: 204, description: "Gone" },
    refusals: ["not-post-owner"],
    handle: ({ posts }, { row }) => posts.remove(row.id),
  }),
];

function toStatus(published: boolean | undefined): PostEdit["status"] {
  if (published === undefined) return undefined;
  return published ? "published" : "unpublished";
}
