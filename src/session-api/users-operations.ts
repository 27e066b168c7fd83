import { z } from "zod";
import type { ZodOpenApiPathsObject } from "zod-openapi";
import type { ErrorCode } from "../domain/errors.ts";
import { ValidationError } from "../domain/errors.ts";
import { identifier } from "../http/described-values.ts";
import type { Access } from "./describe-operation.ts";
import { describeClassicOperation, describeOperation } from "./describe-operation.ts";
import { pageQuery, pageShape } from "./page-schema.ts";
import { newUser, userChanges, userShape } from "./user-schema.ts";

const user = z.object({ user: userShape });
const path = z.object({ id: identifier("The user's id") });
const brokenRules = new ValidationError([
  { field: "email", message: "has already been taken" },
  { field: "name", message: "is too short (minimum is 2 characters)" },
]);

interface UserAccess {
  readonly access: Access;
  readonly refusals: readonly ErrorCode[];
  readonly creators: string;
  readonly editors: string;
}

/** Who may do what depends on a setting. */
const ACCESS: Readonly<Record<"open" | "protected", UserAccess>> = {
  open: {
    access: "anyoneOrCaller",
    refusals: [],
    creators: "For anyone: the server runs with open access.",
    editors: "For anyone: the server runs with open access.",
  },
  protected: {
    access: "caller",
    refusals: ["forbidden"],
    creators: "For admins.",
    editors: "For the user themself and admins.",
  },
};

/** What `users-router.ts` serves, under the versioned and under the classic paths. */
export const describeUsers = (mode: "open" | "protected"): ZodOpenApiPathsObject => ({
  ...describeUsersUnder("/api/v1", mode),
  ...describeUsersUnder("/api", mode),
});

function describeUsersUnder(prefix: "/api/v1" | "/api", mode: "open" | "protected"): ZodOpenApiPathsObject {
  const isClassic = prefix === "/api";
  const describe = isClassic ? describeClassicOperation : describeOperation;
  const { access, refusals, creators, editors } = ACCESS[mode];
  const tag = isClassic ? "Users, classic paths" : "Users";
  const named = (name: string) => (isClassic ? `${name}Classic` : name);

  return {
    [`${prefix}/users`]: {
      get: describe({
        operationId: named("listUsers"),
        tag,
        summary: "List users",
        description:
          "Oldest first, inactive ones included. Without a query all of them; with `page` or `per_page` that page, in an envelope.",
        access,
        query: pageQuery,
        success: {
          status: 200,
          description: "Users",
          schema: z.union([z.object({ users: z.array(userShape) }), pageShape(userShape)]),
        },
      }),
      post: describe({
        operationId: named("createUser"),
        tag,
        summary: "Make an account",
        description: creators,
        access,
        body: newUser,
        success: { status: 201, description: "The account", schema: user },
        refusals: ["forbidden", brokenRules],
      }),
    },
    [`${prefix}/users/{id}`]: {
      get: describe({
        operationId: named("getUser"),
        tag,
        summary: "Read a user",
        access,
        path,
        success: { status: 200, description: "The user", schema: user },
        refusals: ["user-not-found"],
      }),
      put: describe({
        operationId: named("updateUser"),
        tag,
        summary: "Change a user",
        description: `${editors} A new password ends the user's other sessions, and every token from before.`,
        access,
        path,
        body: userChanges,
        success: { status: 200, description: "The user as it is now", schema: user },
        refusals: [...refusals, "user-not-found", brokenRules],
      }),
      delete: describe({
        operationId: named("deleteUser"),
        tag,
        summary: "Delete a user",
        description: `${editors} Their posts and comments go too.`,
        access,
        path,
        success: { status: 204, description: "Gone" },
        refusals: [...refusals, "user-not-found"],
      }),
    },
  };
}
