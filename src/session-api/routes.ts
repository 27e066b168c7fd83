import { authRoutes } from "./auth-routes.ts";
import { commentsRoutes } from "./comments-routes.ts";
import { postsRoutes } from "./posts-routes.ts";
import { sessionsRoutes } from "./sessions-routes.ts";
import { usersRoutes } from "./users-routes.ts";

/** The routes under `/api/v1`, the busiest first: a request is compared with the routes in this order. */
export const versionedRoutes = [
  ...authRoutes,
  ...postsRoutes,
  ...commentsRoutes,
  ...usersRoutes,
  ...sessionsRoutes,
];
