import { z } from "zod";
import type { ZodOpenApiPathsObject } from "zod-openapi";
import { ValidationError } from "../domain/errors.ts";
import { identifier } from "../http/described-values.ts";
import { describeOperation } from "./describe-operation.ts";
import { pageQuery, paginatedResponse } from "./page-schema.ts";
import { createPostRequest, postResponse, updatePostRequest } from "./post-schema.ts";

const tag = "Posts";
const access = "user";
const path = z.object({ postID: identifier("The post's id") });
const brokenRules = new ValidationError([{ field: "title", message: "must not be empty" }]);

/** What `posts-router.ts` serves. */
export const postsOperations: ZodOpenApiPathsObject = {
  "/api/v1/posts": {
    get: describeOperation({
      operationId: "listPosts",
      tag,
      summary: "List posts",
      description: "Published ones, newest first, and whatever else is the caller's own.",
      access,
      query: pageQuery,
      success: { status: 200, description: "A page of posts", schema: paginatedResponse(postResponse) },
    }),
    post: describeOperation({
      operationId: "createPost",
      tag,
      summary: "Write a post",
      access,
      body: createPostRequest,
      success: { status: 201, description: "The post", schema: postResponse },
      refusals: ["guest-may-not-write", brokenRules, "slug-in-use"],
    }),
  },
  "/api/v1/posts/{postID}": {
    get: describeOperation({
      operationId: "getPost",
      tag,
      summary: "Read a post",
      description: "One that is not published is there for its owner and admins alone.",
      access,
      path,
      success: { status: 200, description: "The post", schema: postResponse },
      refusals: ["post-not-found"],
    }),
    put: describeOperation({
      operationId: "updatePost",
      tag,
      summary: "Change a post",
      description: "For its owner and admins.",
      access,
      path,
      body: updatePostRequest,
      success: { status: 200, description: "The post as it is now", schema: postResponse },
      refusals: ["post-not-found", "guest-may-not-write", "not-post-owner", brokenRules, "slug-in-use"],
    }),
    delete: describeOperation({
      operationId: "deletePost",
      tag,
      summary: "Delete a post",
      description: "For its owner and admins. Its comments go too.",
      access,
      path,
      success: { status: 204, description: "Gone" },
      refusals: ["post-not-found", "guest-may-not-write", "not-post-owner"],
    }),
  },
};
