import { toPageRequest } from "../http/described-values.ts";
import { user, writer } from "./access.ts";
import { pageQuery, paginatedResponse, presentPage } from "./page.ts";
import { createPostRequest, postResponse, presentPost, updatePostRequest } from "./post-schema.ts";
import { routeUnder } from "./route.ts";

const route = routeUnder("Posts");
const postId = { description: "The post's id", notFound: "post-not-found" } as const;

/** Posts: users read published ones; their owners and admins change them. */
export const postsRoutes = [
  route("get", "/posts", "listPosts", {
    summary: "List posts",
    description: "Published posts and all posts of the caller, newest first.",
    access: user,
    query: pageQuery,
    success: { status: 200, description: "A page of posts", schema: paginatedResponse(postResponse) },
    async handle({ posts }, { caller, query }) {
      const window = toPageRequest(query.page, query.per);
      return presentPage(await posts.listVisible(caller.user, window), window, presentPost);
    },
  }),
  route("get", "/posts/:postID", "getPost", {
    summary: "Read a post",
    description: "Only its owner and admins can read a post that is not published.",
    access: user,
    id: postId,
    row: ({ posts }, { id, caller }) => posts.getVisible(id, caller.user),
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
    id: postId,
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
    id: postId,
    row: ({ posts }, { id, caller }) => posts.getWritable(id, caller.user),
    success: { status: 204, description: "Gone" },
    refusals: ["guest-may-not-write", "not-post-owner"],
    handle: ({ posts }, { row }) => posts.remove(row.id),
  }),
];
