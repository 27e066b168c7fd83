import { assertMayEndAccess, assertMayWish } from "../domain/caller.ts";
import { DEVICE_HEADERS, USER_ID } from "../http/described-values.ts";
import { accountOwner, admin, user, userLister } from "./access.ts";
import { paginatedResponse, presentPage } from "./page.ts";
import { routeUnder } from "./route.ts";
import {
  changePasswordRequest,
  listedUserResponse,
  presentUser,
  presentUserWithState,
  updateUserByAdminRequest,
  updateUserRequest,
  userQuery,
  userResponse,
} from "./user-schema.ts";

const route = routeUnder("Users");

export const usersRoutes = [
  // Before `/users/:userID`, which would read `me` as an id.
  route("get", "/users/me", "getMe", {
    summary: "Get the current user",
    access: user,
    success: { status: 200, description: "The caller", schema: userResponse },
    handle: (_services, { caller }) => presentUser(caller.user),
  }),
  route("put", "/users/me", "updateMe", {
    summary: "Change my account",
    access: user,
    body: updateUserRequest,
    authorize: (_services, { caller, json: { email } }) => assertMayWish(caller, caller.user, { email }),
    success: { status: 200, description: "The caller as they are now", schema: userResponse },
    refusals: ["api-token-not-allowed", "email-in-use"],
    handle: async ({ accounts }, { trail, caller, body }) =>
      presentUser(await accounts.update(caller.user.id, body, trail)),
  }),
  route("delete", "/users/me", "deactivateMe", {
    summary: "Deactivate my account",
    description:
      "The record is kept, and an admin can reactivate it. Until then nobody can log in to it, and earlier tokens are not accepted. The last admin can't be deactivated.",
    access: accountOwner,
    success: { status: 204, description: "Inactive" },
    refusals: ["last-admin"],
    async handle({ accounts }, { trail, caller }) {
      await accounts.update(caller.user.id, { isActive: false }, trail);
    },
  }),
  route("put", "/users/me/password", "changePassword", {
    summary: "Change my password",
    description:
      "Ends all sessions and every earlier token, including the current one. A wrong current password counts as a failed login.",
    access: accountOwner,
    body: changePasswordRequest,
    issues: ({ accounts }, { json }) => accounts.findPasswordIssues(json["password"]),
    success: {
      status: 200,
      description: "The caller; the password is changed",
      schema: userResponse,
      headers: DEVICE_HEADERS,
    },
    refusals: ["password-incorrect", "too-many-requests"],
    async handle({ attempts, deviceCookie }, call) {
      const passwords = { current: call.body.currentPassword, next: call.body.password };
      const origin = { trail: call.trail, device: deviceCookie.read(call) };
      const user = await attempts.changeOwnPassword(call.caller, passwords, origin);
      deviceCookie.write(call, origin.device);
      return presentUser(user);
    },
  }),
  route("get", "/users", "listUsers", {
    summary: "List users",
    description: "Active users, newest first. Only admins may ask for others.",
    access: userLister,
    query: userQuery,
    success: { status: 200, description: "A page of users", schema: paginatedResponse(listedUserResponse) },
    handle({ accounts }, { query }) {
      const { search, status = "active" } = query;
      const present = query.status === undefined ? presentUser : presentUserWithState;
      const list = { status, order: "desc" } as const;
      return presentPage(query, (page) => accounts.listPage(list, page, search), present);
    },
  }),
  route("get", "/users/:userID", "getUser", {
    summary: "Read a user",
    access: user,
    id: USER_ID,
    row: ({ accounts }, { id }) => accounts.get(id),
    success: { status: 200, description: "The user", schema: userResponse },
    handle: (_services, { row }) => presentUser(row),
  }),
  route("put", "/users/:userID", "updateUser", {
    summary: "Change a user",
    description: "Also sets the role and the state. The last active admin can't be demoted or deactivated.",
    access: admin,
    body: updateUserByAdminRequest,
    authorize(_services, { caller, id, json: { email, active } }) {
      if (id !== caller.user.id) return;
      assertMayWish(caller, caller.user, { email });
      if (active === false) assertMayEndAccess(caller, caller.user);
    },
    id: USER_ID,
    row: ({ accounts }, { id }) => accounts.get(id),
    success: { status: 200, description: "The user as they are now", schema: userResponse },
    refusals: ["api-token-not-allowed", "email-in-use", "last-admin"],
    handle: async ({ accounts }, { trail, row, body: { active, ...changes } }) =>
      presentUser(await accounts.update(row.id, { ...changes, isActive: active }, trail)),
  }),
  route("delete", "/users/:userID", "deactivateUser", {
    summary: "Deactivate a user",
    description: "The record is kept; the user can't log in, and no token of theirs is accepted.",
    access: admin,
    id: USER_ID,
    row: ({ accounts }, { id }) => accounts.get(id),
    success: { status: 204, description: "Inactive" },
    refusals: ["api-token-not-allowed"],
    async handle({ accounts }, { trail, row }) {
      await accounts.deactivate(row.id, trail);
    },
  }),
];
