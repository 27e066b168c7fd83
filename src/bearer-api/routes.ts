import { auditRoutes } from "./audit-routes.ts";
import { authRoutes } from "./auth-routes.ts";
import { postsRoutes } from "./posts-routes.ts";
import { tokensRoutes } from "./tokens-routes.ts";
import { usersRoutes } from "./users-routes.ts";

/** The routes under `/api/v1`. What is asked most comes first: a request is compared with every path before its own. */
export const bearerRoutes = [...usersRoutes, ...authRoutes, ...tokensRoutes, ...postsRoutes, ...auditRoutes];
