import { z } from "zod";
import { toPageRequest } from "../http/described-values.ts";
import type { PostEdit } from "../services/posts.ts";
import { anyoneOrCaller, caller, writer } from "./access.ts";
import { pageQuery, pageShape, presentPage } from "./page.ts";
import { newPost, postChanges, postShape, presentPost } from "./post-schema.ts";
import { routeUnder } from "./route.ts";

const route = routeUnder("Posts");
const post = z.object({ post: postShape });
const postId = { description: "The post's id", notFound: "post-not-found" } as const;

/** Posts: anyone can read a published one; its owner and admins change it. */
export const postsRoutes = [
  route("get", "/posts", "listPosts", {
    summary: "List posts",
    description: "Published posts and all posts of the caller, newest first.",
    access: anyoneOrCaller,
    query: pageQuery,
    success: { status: 200, description: "A page of posts", schema: pageShape(postShape) },
    async handle({ posts }, { caller, query }) {
      const window = toPageRequest(query.page, query.per_page);
      return presentPage(await posts.listVisible(caller?.user, window), window, presentPost);
    },
  }),
  route("get", "/posts/:id", "getPost", {
    summary: "Read a post",
    description: "Only its owner and admins can read a post that is not published.",
    access: anyoneOrCaller,
    id: postId,
    row: ({ posts }, { id, caller }) => posts.getVisible(id, caller?.user),
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
    id: postId,
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
    id: postId,
    row: ({ posts }, { id, caller }) => posts.getWritable(id, caller.user),
    success: { status: 204, description: "Gone" },
    refusals: ["not-post-owner"],
    handle: ({ posts }, { row }) => posts.remove(row.id),
  }),
];

function toStatus(published: boolean | undefined): PostEdit["status"] {
  if (published === undefined) return undefined;
  return published ? "published" : "unpublished";
}
