import { Router } from "express";
import { createApiDocs } from "../http/api-docs.ts";
import { serveAssets } from "../http/assets.ts";
import { createErrorBoundary, notFound } from "../http/error-boundary.ts";
import { createIndexPage } from "../http/index-page.ts";
import { noStore } from "../http/no-store.ts";
import type { Accounts } from "../services/accounts.ts";
import type { Attempts } from "../services/attempts.ts";
import type { Posts } from "../services/posts.ts";
import type { SignedTokens } from "../services/signed-tokens.ts";
import type { UserTokens } from "../services/user-tokens.ts";
import { createAccessTokens } from "./access-token.ts";
import { createAuthRouter } from "./auth-router.ts";
import { createErrorEnvelope } from "./error-envelope.ts";
import { createGuards } from "./guards.ts";
import { createOpenApi } from "./openapi.ts";
import { createPostsRouter } from "./posts-router.ts";
import { createTokensRouter } from "./tokens-router.ts";
import { createUsersRouter } from "./users-router.ts";

interface BearerApiDeps {
  readonly accounts: Accounts;
  readonly attempts: Attempts;
  readonly signedTokens: SignedTokens;
  readonly userTokens: UserTokens;
  readonly posts: Posts;
}

interface BearerApiOptions {
  /** Without a trailing slash; empty for the root. */
  readonly base: string;
  readonly isProduction: boolean;
}

/** The bearer API: accounts behind a short-lived JWT, with roles and pages. */
export function createBearerApi(
  { accounts, attempts, signedTokens, userTokens, posts }: BearerApiDeps,
  options: BearerApiOptions,
): Router {
  const tokens = createAccessTokens(signedTokens, accounts);
  const guards = createGuards({ tokens, userTokens });

  // What is asked most comes first: a request is compared with every path before its own.
  const api = Router();
  api.use(noStore);
  api.use("/v1", createUsersRouter({ accounts, guards }));
  api.use("/v1/auth", createAuthRouter({ accounts, attempts, tokens, userTokens, guards }));
  api.use("/v1/auth", createTokensRouter({ userTokens, guards }));
  api.use("/v1", createPostsRouter({ posts, guards }));

  const router = Router();
  router.use("/api", api);
  router.get("/health", (_request, response) => {
    response.status(200).end();
  });
  router.get("/", createIndexPage({ title: "Bearer API", api: "bearer", base: options.base }));
  router.use("/assets", serveAssets());
  router.use(
    createApiDocs({ title: "Bearer API", base: options.base, document: () => createOpenApi(options) }),
  );
  router.use(notFound, createErrorBoundary(createErrorEnvelope({ hideFaults: options.isProduction })));
  return router;
}
