import { Router } from "express";
import { readPageRequest } from "../domain/page-request.ts";
import { audit } from "../http/request-log.ts";
import type { Accounts } from "../services/accounts.ts";
import type { Guards } from "./guards.ts";
import { presentPage } from "./page-presenter.ts";
import { parseBody } from "./parse-body.ts";
import { presentUser } from "./user-presenter.ts";
import { updateUserRequest } from "./user-schema.ts";

export function createUsersRouter({ accounts, guards }: { accounts: Accounts; guards: Guards }): Router {
  const router = Router();

  router.get("/users", async (request, response) => {
    await guards.requireUser(request);
    const window = readPageRequest(request.query["page"], request.query["per"]);
    response.json(presentPage(await accounts.listActivePage(window), window, presentUser));
  });

  // Before `/users/:userID`, which would take `me` for an id.
  router.get("/users/me", async (request, response) => {
    response.json(presentUser(await guards.requireUser(request)));
  });

  router.put("/users/me", async (request, response) => {
    const { id } = await guards.requireUser(request);
    const changes = await parseBody(updateUserRequest, request, response);
    response.json(presentUser(await accounts.update(id, changes)));
  });

  router.get("/users/:userID", async (request, response) => {
    await guards.requireUser(request);
    response.json(presentUser(await accounts.get(request.params.userID)));
  });

  router.put("/users/:userID", async (request, response) => {
    await guards.requireAdmin(request);
    const changes = await parseBody(updateUserRequest, request, response);
    const { id } = await accounts.get(request.params.userID);
    response.json(presentUser(await accounts.update(id, changes)));
  });

  router.delete("/users/:userID", async (request, response) => {
    await guards.requireAdmin(request);
    const { id } = await accounts.get(request.params.userID);
    await accounts.setActive(id, false);
    audit(request, response, "deactivation", { userId: id });
    response.status(204).end();
  });

  return router;
}
