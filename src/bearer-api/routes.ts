import { auditRoutes } from "./audit-routes.ts";
import { authRoutes } from "./auth-routes.ts";
import { postsRoutes } from "./posts-routes.ts";
import { tokensRoutes } from "./tokens-routes.ts";
import { usersRoutes } from "./users-routes.ts";

/** The routes under `/api/v1`, the busiest first: a request is compared with the routes in this order. */
export const bearerRoutes = [...usersRoutes, ...authRoutes, ...tokensRoutes, ...postsRoutes, ...auditRoutes];
