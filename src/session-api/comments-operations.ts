import { z } from "zod";
import type { ZodOpenApiPathsObject } from "zod-openapi";
import { ValidationError } from "../domain/errors.ts";
import { identifier } from "../http/described-values.ts";
import { commentShape, newComment } from "./comment-schema.ts";
import { describeOperation } from "./describe-operation.ts";

const tag = "Comments";
const postPath = z.object({ id: identifier("The post's id") });

/** What `comments-router.ts` serves. */
export const commentsOperations: ZodOpenApiPathsObject = {
  "/api/v1/posts/{id}/comments": {
    get: describeOperation({
      operationId: "listComments",
      tag,
      summary: "List a post's comments",
      description: "All of them, oldest first, for whoever may read the post.",
      access: "anyoneOrCaller",
      path: postPath,
      success: {
        status: 200,
        description: "The comments",
        schema: z.object({ comments: z.array(commentShape) }),
      },
      refusals: ["post-not-found"],
    }),
    post: describeOperation({
      operationId: "createComment",
      tag,
      summary: "Comment on a post",
      access: "caller",
      path: postPath,
      body: newComment,
      success: { status: 201, description: "The comment", schema: z.object({ comment: commentShape }) },
      refusals: [
        "post-not-found",
        "guest-may-not-write",
        new ValidationError([{ field: "body", message: "can't be blank" }]),
      ],
    }),
  },
  "/api/v1/comments/{id}": {
    delete: describeOperation({
      operationId: "deleteComment",
      tag,
      summary: "Delete a comment",
      description: "For its author and admins.",
      access: "caller",
      path: z.object({ id: identifier("The comment's id") }),
      success: { status: 204, description: "Gone" },
      refusals: ["comment-not-found", "forbidden"],
    }),
  },
};
