import { z } from "zod";
import { assertMayWish } from "../domain/caller.ts";
import { searchText, USER_ID } from "../http/described-values.ts";
import { sendJsonList } from "../http/send-json-list.ts";
import type { UserAccess } from "./access.ts";
import { pageQuery, pageShape, presentPage } from "./page.ts";
import { routeUnder } from "./route.ts";
import { findAccountIssues, newUser, presentUser, userChanges, userShape } from "./user-schema.ts";

const route = routeUnder("Users");
const user = z.object({ user: userShape });

/** The user routes, served under the versioned and under the classic paths. */
export const createUsersRoutes = (who: UserAccess) => [
  route("get", "/users", "listUsers", {
    summary: "List users",
    description:
      "Oldest first, inactive ones included. Without a query all of them; with `page`, `per_page` or `search` a page, in an envelope.",
    access: who.reader,
    query: pageQuery.extend({ search: searchText }),
    success: {
      status: 200,
      description: "Users",
      schema: z.union([z.object({ users: z.array(userShape) }), pageShape(userShape)]),
    },
    handle({ accounts }, { query }) {
      if (Object.values(query).every((value) => value === undefined)) {
        return (answer) => sendJsonList(answer, "users", accounts.listAll(), presentUser);
      }
      const list = { status: "all", order: "asc" } as const;
      return presentPage(query, (page) => accounts.listPage(list, page, query.search), presentUser);
    },
  }),
  route("get", "/users/:id", "getUser", {
    summary: "Read a user",
    access: who.reader,
    id: USER_ID,
    row: ({ accounts }, { id }) => accounts.get(id),
    success: { status: 200, description: "The user", schema: user },
    handle: (_services, { row }) => ({ user: presentUser(row) }),
  }),
  route("post", "/users", "createUser", {
    summary: "Create an account",
    access: who.creator,
    body: newUser,
    issues: ({ accounts }, { json }) => findAccountIssues(accounts, json),
    success: { status: 201, description: "The account", schema: user },
    refusals: ["forbidden", "email-registered", "too-many-requests"],
    handle: async ({ accounts }, { trail, body }) => ({
      user: presentUser(await accounts.register(body, { trail })),
    }),
  }),
  route("put", "/users/:id", "updateUser", {
    summary: "Change a user",
    access: who.editor,
    description: "A new password ends the user's other sessions and every earlier token.",
    id: USER_ID,
    async row({ accounts }, { id, caller, json }) {
      const user = await accounts.get(id);
      assertMayWish(caller, user, json);
      return user;
    },
    body: userChanges,
    issues: ({ accounts }, { json, row }) => findAccountIssues(accounts, json, row.id),
    success: { status: 200, description: "The user as it is now", schema: user },
    refusals: ["api-token-not-allowed", "email-in-use", "too-many-requests"],
    handle: async ({ accounts }, { trail, row, body }) => ({
      user: presentUser(await accounts.update(row.id, body, trail)),
    }),
  }),
  route("delete", "/users/:id", "deleteUser", {
    summary: "Delete a user",
    access: who.editor,
    description: "Their posts and comments go too.",
    id: USER_ID,
    row: ({ accounts }, { id }) => accounts.get(id),
    success: { status: 204, description: "Gone" },
    refusals: ["api-token-not-allowed"],
    handle: ({ accounts }, { trail, row }) => accounts.remove(row.id, trail),
  }),
];
