import { Router } from "express";
import { sendJsonList } from "../http/send-json-list.ts";
import type { Comments } from "../services/comments.ts";
import type { Posts } from "../services/posts.ts";
import { presentComment } from "./comment-presenter.ts";
import { newComment } from "./comment-schema.ts";
import type { Guards } from "./guards.ts";
import { parseBody } from "./parse-body.ts";

interface CommentsDeps {
  readonly posts: Posts;
  readonly comments: Comments;
  readonly guards: Guards;
}

/** Comments, which whoever sees a post may read and add. */
export function createCommentsRouter({ posts, comments, guards }: CommentsDeps): Router {
  const router = Router();

  router.get("/posts/:id/comments", async (request, response) => {
    const caller = await guards.identify(request, response);
    const post = await posts.getVisible(request.params.id, caller);
    await sendJsonList(response, "comments", comments.listOf(post), presentComment);
  });

  router.post("/posts/:id/comments", async (request, response) => {
    const caller = await guards.requireLogin(request, response);
    const post = await posts.getCommentable(request.params.id, caller);
    const { body } = await parseBody(newComment, request, response);
    response.status(201).json({ comment: presentComment(await comments.create(caller, post, body)) });
  });

  router.delete("/comments/:id", async (request, response) => {
    const caller = await guards.requireLogin(request, response);
    await comments.remove(request.params.id, caller);
    response.status(204).end();
  });

  return router;
}
