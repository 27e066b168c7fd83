import { Router } from "express";
import { readPageRequest } from "../domain/page-request.ts";
import { readJsonObject } from "../http/read-json-object.ts";
import { audit } from "../http/request-log.ts";
import { sendJsonList } from "../http/send-json-list.ts";
import type { Accounts } from "../services/accounts.ts";
import type { UserAccess } from "./guards.ts";
import { presentPage } from "./page-presenter.ts";
import type { SessionCookie } from "./session-cookie.ts";
import { presentUser } from "./user-presenter.ts";
import { newUser, userChanges } from "./user-schema.ts";
import { validateUser } from "./validate-user.ts";

/** The user routes, which both the versioned and the classic paths serve. */
export function createUsersRouter(deps: {
  accounts: Accounts;
  access: UserAccess;
  cookie: SessionCookie;
}): Router {
  const { accounts, access, cookie } = deps;
  const router = Router();

  router.get("/users", async (request, response) => {
    await access.read(request, response);
    const { page, per_page } = request.query;
    if (page === undefined && per_page === undefined) {
      return sendJsonList(response, "users", accounts.listAll(), presentUser);
    }
    const window = readPageRequest(page, per_page);
    response.json(presentPage(await accounts.listPage(window), window, presentUser));
  });

  router.get("/users/:id", async (request, response) => {
    await access.read(request, response);
    response.json({ user: presentUser(await accounts.get(request.params.id)) });
  });

  router.post("/users", async (request, response) => {
    await access.create(request, response);
    const body = await readJsonObject(request, response);
    const attributes = await validateUser(newUser, body, accounts.isEmailTaken);
    const user = await accounts.register(attributes);
    audit(request, response, "registration", { userId: user.id });
    response.status(201).json({ user: presentUser(user) });
  });

  router.put("/users/:id", async (request, response) => {
    await access.change(request, response, request.params.id);
    const body = await readJsonObject(request, response);
    const { id } = await accounts.get(request.params.id);
    const changes = await validateUser(userChanges, body, (email) => accounts.isEmailTaken(email, id));
    const user = await accounts.update(id, changes, cookie.read(request, response)?.sessionId);
    if (changes.password !== undefined) audit(request, response, "password-change", { userId: id });
    response.json({ user: presentUser(user) });
  });

  router.delete("/users/:id", async (request, response) => {
    await access.change(request, response, request.params.id);
    const { id } = await accounts.get(request.params.id);
    await accounts.remove(id);
    audit(request, response, "deletion", { userId: id });
    response.status(204).end();
  });

  return router;
}
