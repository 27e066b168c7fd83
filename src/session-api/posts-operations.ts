import { z } from "zod";
import type { ZodOpenApiPathsObject } from "zod-openapi";
import { ValidationError } from "../domain/errors.ts";
import { identifier } from "../http/described-values.ts";
import { describeOperation } from "./describe-operation.ts";
import { pageQuery, pageShape } from "./page-schema.ts";
import { newPost, postChanges, postShape } from "./post-schema.ts";

const tag = "Posts";
const post = z.object({ post: postShape });
const path = z.object({ id: identifier("The post's id") });
const brokenRules = new ValidationError([
  { field: "title", message: "can't be blank" },
  { field: "body", message: "can't be blank" },
]);

/** What `posts-router.ts` serves. */
export const postsOperations: ZodOpenApiPathsObject = {
  "/api/v1/posts": {
    get: describeOperation({
      operationId: "listPosts",
      tag,
      summary: "List posts",
      description: "Published ones, newest first, and whatever else is the caller's own.",
      access: "anyoneOrCaller",
      query: pageQuery,
      success: { status: 200, description: "A page of posts", schema: pageShape(postShape) },
    }),
    post: describeOperation({
      operationId: "createPost",
      tag,
      summary: "Write a post",
      access: "caller",
      body: newPost,
      success: { status: 201, description: "The post", schema: post },
      refusals: ["guest-may-not-write", brokenRules],
    }),
  },
  "/api/v1/posts/{id}": {
    get: describeOperation({
      operationId: "getPost",
      tag,
      summary: "Read a post",
      description: "One that is not published is there for its owner and admins alone.",
      access: "anyoneOrCaller",
      path,
      success: { status: 200, description: "The post", schema: post },
      refusals: ["post-not-found"],
    }),
    put: describeOperation({
      operationId: "updatePost",
      tag,
      summary: "Change a post",
      description: "For its owner and admins.",
      access: "caller",
      path,
      body: postChanges,
      success: { status: 200, description: "The post as it is now", schema: post },
      refusals: ["post-not-found", "not-post-owner", brokenRules],
    }),
    delete: describeOperation({
      operationId: "deletePost",
      tag,
      summary: "Delete a post",
      description: "For its owner and admins. Its comments go too.",
      access: "caller",
      path,
      success: { status: 204, description: "Gone" },
      refusals: ["post-not-found", "not-post-owner"],
    }),
  },
};
