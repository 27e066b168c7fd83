import { Router } from "express";
import { readPageRequest } from "../domain/page-request.ts";
import { assertMayWrite } from "../domain/user.ts";
import type { PostEdit, Posts } from "../services/posts.ts";
import type { Guards } from "./guards.ts";
import { presentPage } from "./page-presenter.ts";
import { parseBody } from "./parse-body.ts";
import { presentPost } from "./post-presenter.ts";
import { newPost, postChanges } from "./post-schema.ts";

/** Posts: everyone reads what is published, their owner and admins change them. */
export function createPostsRouter({ posts, guards }: { posts: Posts; guards: Guards }): Router {
  const router = Router();

  router.get("/posts", async (request, response) => {
    const caller = await guards.identify(request, response);
    const window = readPageRequest(request.query["page"], request.query["per_page"]);
    response.json(presentPage(await posts.listVisible(caller, window), window, presentPost));
  });

  router.get("/posts/:id", async (request, response) => {
    const caller = await guards.identify(request, response);
    response.json({ post: presentPost(await posts.getVisible(request.params.id, caller)) });
  });

  router.post("/posts", async (request, response) => {
    const author = await guards.requireLogin(request, response);
    assertMayWrite(author);
    const { title, body, published } = await parseBody(newPost, request, response);
    const post = await posts.create(author, { title, content: body, status: toStatus(published) });
    response.status(201).json({ post: presentPost(post) });
  });

  router.put("/posts/:id", async (request, response) => {
    const caller = await guards.requireLogin(request, response);
    const { id } = await posts.getWritable(request.params.id, caller);
    const { title, body, published } = await parseBody(postChanges, request, response);
    const post = await posts.update(id, { title, content: body, status: toStatus(published) });
    response.json({ post: presentPost(post) });
  });

  router.delete("/posts/:id", async (request, response) => {
    const caller = await guards.requireLogin(request, response);
    const { id } = await posts.getWritable(request.params.id, caller);
    await posts.remove(id);
    response.status(204).end();
  });

  return router;
}

function toStatus(published: boolean | undefined): PostEdit["status"] {
  if (published === undefined) return undefined;
  return published ? "published" : "unpublished";
}
