import { z } from "zod";
import { toPageRequest } from "../http/described-values.ts";
import { pathId } from "../http/route.ts";
import type { PostEdit } from "../services/posts.ts";
import { pageQuery, pageShape, presentPage } from "./page.ts";
import { newPost, postChanges, postShape, presentPost } from "./post-schema.ts";
import { routeUnder } from "./route.ts";

const route = routeUnder("Posts");
const post = z.object({ post: postShape });
const params = { id: pathId("The post's id", "post-not-found") };

/** Posts: anyone can read a published one; its owner and admins change it. */
export const postsRoutes = [
  route({
    method: "get",
    path: "/posts",
    operationId: "listPosts",
    summary: "List posts",
    description: "Published posts and all posts of the caller, newest first.",
    access: "anyoneOrCaller",
    query: pageQuery,
    success: { status: 200, description: "A page of posts", schema: pageShape(postShape) },
    async handle({ posts }, { caller, query }) {
      const window = toPageRequest(query.page, query.per_page);
      return presentPage(await posts.listVisible(caller?.user, window), window, presentPost);
    },
  }),
  route({
    method: "get",
    path: "/posts/:id",
    operationId: "getPost",
    summary: "Read a post",
    description: "Only its owner and admins can read a post that is not published.",
    access: "anyoneOrCaller",
    params,
    row: ({ posts }, { params, caller }) => posts.getVisible(params.id, caller?.user),
    success: { status: 200, description: "The post", schema: post },
    handle: (_services, { row }) => ({ post: presentPost(row) }),
  }),
  route({
    method: "post",
    path: "/posts",
    operationId: "createPost",
    summary: "Write a post",
    access: "writer",
    body: newPost,
    success: { status: 201, description: "The post", schema: post },
    async handle({ posts }, { caller, body: { title, body, published } }) {
      const draft = { title, content: body, status: toStatus(published) };
      return { post: presentPost(await posts.create(caller.user, draft)) };
    },
  }),
  route({
    method: "put",
    path: "/posts/:id",
    operationId: "updatePost",
    summary: "Change a post",
    description: "For its owner and admins.",
    access: "caller",
    params,
    row: ({ posts }, { params, caller }) => posts.getWritable(params.id, caller.user),
    isRowFirst: true,
    body: postChanges,
    success: { status: 200, description: "The post as it is now", schema: post },
    refusals: ["not-post-owner"],
    async handle({ posts }, { row, body: { title, body, published } }) {
      const changes = { title, content: body, status: toStatus(published) };
      return { post: presentPost(await posts.update(row.id, changes)) };
    },
  }),
  route({
    method: "delete",
    path: "/posts/:id",
    operationId: "deletePost",
    summary: "Delete a post",
    description: "For its owner and admins. Its comments go too.",
    access: "caller",
    params,
    row: ({ posts }, { params, caller }) => posts.getWritable(params.id, caller.user),
    success: { status: 204, description: "Gone" },
    refusals: ["not-post-owner"],
    handle: ({ posts }, { row }) => posts.remove(row.id),
  }),
];

function toStatus(published: boolean | undefined): PostEdit["status"] {
  if (published === undefined) return undefined;
  return published ? "published" : "unpublished";
}
