import { z } from "zod";
import type { Comment } from "../domain/post.ts";
import { identifier, POST_ID, timestamp } from "../http/described-values.ts";
import { ruled } from "../http/field-rules.ts";
import { sendJsonList } from "../http/send-json-list.ts";
import { anyoneOrCaller, caller } from "./access.ts";
import { text, textFault } from "./field.ts";
import { routeUnder } from "./route.ts";

const route = routeUnder("Comments");

const body = ruled(text, textFault).meta({
  description: "Stored unchanged",
  minLength: 1,
  examples: ["Well said."],
});

/** The attributes of a new comment; every other key of the body is ignored. */
const newComment = z.object({ body }).meta({ id: "NewComment" });

/** A comment in an answer. */
const commentShape = z
  .object({
    id: identifier("The comment's id"),
    post_id: identifier("The post's id"),
    user_id: identifier("The author's id"),
    body: z.string().meta({ examples: ["Well said."] }),
    created_at: timestamp("When it was written"),
  })
  .meta({ id: "Comment" });

/** Comments: anyone who can see a post may read them, and any user who can see it may add one. */
export const commentsRoutes = [
  route("get", "/posts/:id/comments", "listComments", {
    summary: "List a post's comments",
    description: "All of them, oldest first, for anyone who may read the post.",
    access: anyoneOrCaller,
    id: POST_ID,
    row: ({ posts }, { id, caller }) => posts.getVisible(id, caller?.user),
    isRowFirst: true,
    success: {
      status: 200,
      description: "The comments",
      schema: z.object({ comments: z.array(commentShape) }),
    },
    handle:
      ({ comments }, { row }) =>
      (answer) =>
        sendJsonList(answer, "comments", comments.listOf(row), presentComment),
  }),
  route("post", "/posts/:id/comments", "createComment", {
    summary: "Comment on a post",
    access: caller,
    id: POST_ID,
    row: ({ posts }, { id, caller }) => posts.getCommentable(id, caller.user),
    isRowFirst: true,
    body: newComment,
    success: { status: 201, description: "The comment", schema: z.object({ comment: commentShape }) },
    refusals: ["guest-may-not-write"],
    handle: async ({ comments }, { caller, row, body }) => ({
      comment: presentComment(await comments.create(caller.user, row, body.body)),
    }),
  }),
  route("delete", "/comments/:id", "deleteComment", {
    summary: "Delete a comment",
    description: "For its author and admins.",
    access: caller,
    id: { description: "The comment's id", notFound: "comment-not-found" },
    row: ({ comments }, { id, caller }) => comments.getRemovable(id, caller.user),
    isRowFirst: true,
    success: { status: 204, description: "Gone" },
    refusals: ["forbidden"],
    handle: ({ comments }, { row }) => comments.remove(row.id),
  }),
];

/** A comment on the session API's wire. */
const presentComment = (comment: Comment) => ({
  id: comment.id,
  post_id: comment.postId,
  user_id: comment.userId,
  body: comment.body,
  created_at: comment.createdAt.toISOString(),
});
