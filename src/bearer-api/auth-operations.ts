import type { ZodOpenApiPathsObject } from "zod-openapi";
import { ValidationError } from "../domain/errors.ts";
import { describeOperation } from "./describe-operation.ts";
import { tokenResponse } from "./token-schema.ts";
import { createUserRequest, loginRequest, userResponse } from "./user-schema.ts";

const tag = "Authentication";
const brokenRules = new ValidationError([{ field: "email", message: "is not a valid email address" }]);

/** What `auth-router.ts` serves. */
export const authOperations: ZodOpenApiPathsObject = {
  "/api/v1/auth/register": {
    post: describeOperation({
      operationId: "register",
      tag,
      summary: "Make an account",
      access: "anyone",
      body: createUserRequest,
      success: { status: 200, description: "The account", schema: userResponse },
      refusals: [brokenRules, "email-registered", "too-many-requests"],
    }),
  },
  "/api/v1/auth/login": {
    post: describeOperation({
      operationId: "logIn",
      tag,
      summary: "Log in",
      access: "anyone",
      body: loginRequest,
      success: { status: 200, description: "A token, good for an hour", schema: tokenResponse },
      refusals: [brokenRules, "credentials-invalid", "too-many-requests"],
    }),
  },
  "/api/v1/auth/logout": {
    post: describeOperation({
      operationId: "logOut",
      tag,
      summary: "Revoke all API tokens",
      description: "Deletes the caller's API tokens. A JWT stays good until it expires.",
      access: "user",
      success: { status: 204, description: "They are gone" },
    }),
  },
  "/api/v1/auth/refresh": {
    post: describeOperation({
      operationId: "refresh",
      tag,
      summary: "Get a fresh JWT",
      description: "For a JWT alone: an API token can't renew itself.",
      access: "user",
      success: { status: 200, description: "A token, good for another hour", schema: tokenResponse },
    }),
  },
};
