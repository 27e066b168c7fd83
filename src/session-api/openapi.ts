import { z } from "zod";
import { describeApi, describeRoutes } from "../http/describe-routes.ts";
import { timestamp } from "../http/described-values.ts";
import type { Route } from "../http/route.ts";
import { createDialect } from "./route.ts";
import type { Services } from "./services.ts";
import { usersRoutes } from "./users-routes.ts";

/**
 * The OpenAPI document of the session API as this server runs it.
 *
 * @param routes those under `/api/v1`
 */
export const createOpenApi = (
  { base, access }: { base: string; access: "open" | "protected" },
  routes: readonly Route<Services>[],
) =>
  describeApi({
    title: "Session API",
    description:
      "Accounts, posts and comments behind a cookie session. A login also gives a token, to send as `Authorization: Bearer` without a cookie; if both are sent, the token decides.",
    base,
    tags: [
      { name: "Authentication", description: "Registration, login, logout and who am I" },
      { name: "Sessions", description: "Where a user is logged in" },
      { name: "Posts", description: "Anyone can read published posts; owners and admins change them" },
      { name: "Comments", description: "What users say about posts" },
      { name: "Users", description: "Accounts" },
      {
        name: "Users, classic paths",
        description: "The same routes without a version; 422 answers list errors by field",
      },
    ],
    paths: {
      ...describeRoutes(routes, createDialect(access, "versioned"), { prefix: "/api/v1" }),
      ...describeRoutes(usersRoutes, createDialect(access, "classic"), {
        prefix: "/api",
        tag: "Users, classic paths",
        suffix: "Classic",
      }),
    },
    securitySchemes: {
      sessionCookie: {
        type: "apiKey",
        in: "cookie",
        name: "session",
        description: "Set by registration and login, and signed. A browser sends it by itself.",
      },
      bearerToken: {
        type: "http",
        scheme: "bearer",
        bearerFormat: "JWT",
        description: "The `token` of a login.",
      },
    },
    health: {
      description: "The server is up",
      content: {
        "application/json": {
          schema: z.object({ status: z.literal("ok"), timestamp: timestamp("The server's time") }),
        },
      },
    },
  });
