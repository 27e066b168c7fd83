import { z } from "zod";
import type { ZodOpenApiPathsObject } from "zod-openapi";
import { ValidationError } from "../domain/errors.ts";
import { describeOperation } from "./describe-operation.ts";
import { credentials, newUser, userShape } from "./user-schema.ts";

const tag = "Authentication";
const access = "anyone";
const user = z.object({ user: userShape });
const sessionCookie = z.string().meta({ description: "The session, good for 14 days" });

/** What `auth-router.ts` serves. */
export const authOperations: ZodOpenApiPathsObject = {
  "/api/v1/auth/register": {
    post: describeOperation({
      operationId: "register",
      tag,
      summary: "Make an account and log in",
      access,
      body: newUser,
      success: {
        status: 201,
        description: "The account; a session has started",
        schema: user,
        headers: { "Set-Cookie": sessionCookie },
      },
      refusals: [
        "forbidden",
        new ValidationError([
          { field: "email", message: "has already been taken" },
          { field: "password", message: "is too short (minimum is 8 characters)" },
        ]),
        "too-many-requests",
      ],
    }),
  },
  "/api/v1/auth/login": {
    post: describeOperation({
      operationId: "logIn",
      tag,
      summary: "Log in",
      description: "Starts a session, and gives a token for calls that can't carry its cookie.",
      access,
      body: credentials,
      success: {
        status: 200,
        description: "The user and a token, good for 24 hours; a session has started",
        schema: user.extend({
          token: z
            .string()
            .meta({ description: "An HS256 JWT", examples: ["eyJhbGciOiJIUzI1NiJ9.e30.c2ln"] }),
        }),
        headers: { "Set-Cookie": sessionCookie },
      },
      refusals: ["credentials-invalid", "forbidden", "too-many-requests"],
    }),
  },
  "/api/v1/auth/logout": {
    post: describeOperation({
      operationId: "logOut",
      tag,
      summary: "Log out",
      description: "Ends the session for good: a copy of its cookie is worth nothing afterwards.",
      access,
      success: {
        status: 200,
        description: "There is no session any more",
        schema: z.object({ message: z.string().meta({ examples: ["Logged out"] }) }),
      },
      refusals: ["forbidden"],
    }),
  },
  "/api/v1/auth/me": {
    get: describeOperation({
      operationId: "getMe",
      tag,
      summary: "Who am I",
      description: "By the session cookie alone.",
      access: "session",
      success: { status: 200, description: "The user whose session it is", schema: user },
    }),
  },
};
