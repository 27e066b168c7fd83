import { describeApi, describeRoutes } from "../http/describe-routes.ts";
import type { Route } from "../http/route.ts";
import { bearerDialect } from "./route.ts";
import { bearerRoutes } from "./routes.ts";
import type { Services } from "./services.ts";

/**
 * The OpenAPI document of the bearer API as this server runs it.
 *
 * @param rootRoutes those outside `/api/v1`
 */
export const createOpenApi = ({ base }: { base: string }, rootRoutes: readonly Route<Services>[]) =>
  describeApi({
    title: "Bearer API",
    description:
      "Accounts and posts behind a bearer token: a JWT from a login, valid for an hour, or an API token for scripts, valid for seven days.",
    base,
    tags: [
      { name: "Authentication", description: "Registration, login, logout and refresh" },
      { name: "API tokens", description: "Credentials for scripts, in place of a JWT" },
      { name: "Users", description: "Accounts" },
      { name: "Posts", description: "Users read published posts; owners and admins change them" },
      { name: "Audit", description: "What happened to accounts, for admins" },
    ],
    paths: {
      ...describeRoutes(bearerRoutes, bearerDialect, { prefix: "/api/v1" }),
      ...describeRoutes(rootRoutes, bearerDialect, { prefix: "" }),
    },
    securitySchemes: {
      bearerToken: {
        type: "http",
        scheme: "bearer",
        description: "The `accessToken` of a login, or the `value` of an API token.",
      },
    },
    health: { description: "The server is up; the answer is empty" },
  });
