import { z } from "zod";
import type { ZodOpenApiPathsObject } from "zod-openapi";
import { ValidationError } from "../domain/errors.ts";
import { identifier } from "../http/described-values.ts";
import { describeOperation } from "./describe-operation.ts";
import { pageQuery, paginatedResponse } from "./page-schema.ts";
import { updateUserRequest, userResponse } from "./user-schema.ts";

const tag = "Users";
const path = z.object({ userID: identifier("The user's id") });
const brokenRules = new ValidationError([{ field: "name", message: "must not be empty" }]);

/** What `users-router.ts` serves. */
export const usersOperations: ZodOpenApiPathsObject = {
  "/api/v1/users": {
    get: describeOperation({
      operationId: "listUsers",
      tag,
      summary: "List users",
      description: "Active ones, newest first.",
      access: "user",
      query: pageQuery,
      success: { status: 200, description: "A page of users", schema: paginatedResponse(userResponse) },
    }),
  },
  "/api/v1/users/me": {
    get: describeOperation({
      operationId: "getMe",
      tag,
      summary: "Who am I",
      access: "user",
      success: { status: 200, description: "The caller", schema: userResponse },
    }),
    put: describeOperation({
      operationId: "updateMe",
      tag,
      summary: "Change my account",
      access: "user",
      body: updateUserRequest,
      success: { status: 200, description: "The caller as they are now", schema: userResponse },
      refusals: [brokenRules, "email-in-use"],
    }),
  },
  "/api/v1/users/{userID}": {
    get: describeOperation({
      operationId: "getUser",
      tag,
      summary: "Read a user",
      access: "user",
      path,
      success: { status: 200, description: "The user", schema: userResponse },
      refusals: ["user-not-found"],
    }),
    put: describeOperation({
      operationId: "updateUser",
      tag,
      summary: "Change a user",
      access: "admin",
      path,
      body: updateUserRequest,
      success: { status: 200, description: "The user as they are now", schema: userResponse },
      refusals: [brokenRules, "user-not-found", "email-in-use"],
    }),
    delete: describeOperation({
      operationId: "deactivateUser",
      tag,
      summary: "Deactivate a user",
      description: "The record is kept; the user can't log in, and no token of theirs is accepted.",
      access: "admin",
      path,
      success: { status: 204, description: "Inactive" },
      refusals: ["user-not-found"],
    }),
  },
};
