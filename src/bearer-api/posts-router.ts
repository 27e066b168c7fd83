import { Router } from "express";
import { readPageRequest } from "../domain/page-request.ts";
import { assertMayWrite } from "../domain/user.ts";
import type { Posts } from "../services/posts.ts";
import type { Guards } from "./guards.ts";
import { presentPage } from "./page-presenter.ts";
import { parseBody } from "./parse-body.ts";
import { presentPost } from "./post-presenter.ts";
import { createPostRequest, updatePostRequest } from "./post-schema.ts";

/** Posts: users read what is published, their owner and admins change them. */
export function createPostsRouter({ posts, guards }: { posts: Posts; guards: Guards }): Router {
  const router = Router();

  router.get("/posts", async (request, response) => {
    const caller = await guards.requireUser(request);
    const window = readPageRequest(request.query["page"], request.query["per"]);
    response.json(presentPage(await posts.listVisible(caller, window), window, presentPost));
  });

  router.get("/posts/:postID", async (request, response) => {
    const caller = await guards.requireUser(request);
    response.json(presentPost(await posts.getVisible(request.params.postID, caller)));
  });

  router.post("/posts", async (request, response) => {
    const author = await guards.requireUser(request);
    assertMayWrite(author);
    const draft = await parseBody(createPostRequest, request, response);
    response.status(201).json(presentPost(await posts.create(author, draft)));
  });

  router.put("/posts/:postID", async (request, response) => {
    const caller = await guards.requireUser(request);
    const { id } = await posts.getWritable(request.params.postID, caller);
    const changes = await parseBody(updatePostRequest, request, response);
    response.json(presentPost(await posts.update(id, changes)));
  });

  router.delete("/posts/:postID", async (request, response) => {
    const caller = await guards.requireUser(request);
    const { id } = await posts.getWritable(request.params.postID, caller);
    await posts.remove(id);
    response.status(204).end();
  });

  return router;
}
