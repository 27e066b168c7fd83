import { Router } from "express";
import { createApiDocs } from "../http/api-docs.ts";
import { serveAssets } from "../http/assets.ts";
import { createErrorBoundary, notFound } from "../http/error-boundary.ts";
import { createIndexPage } from "../http/index-page.ts";
import { noStore } from "../http/no-store.ts";
import type { Accounts } from "../services/accounts.ts";
import type { Attempts } from "../services/attempts.ts";
import type { Comments } from "../services/comments.ts";
import type { Posts } from "../services/posts.ts";
import type { Sessions } from "../services/sessions.ts";
import type { SignedTokens } from "../services/signed-tokens.ts";
import { createAccessTokens } from "./access-token.ts";
import { createAuthRouter } from "./auth-router.ts";
import { createCommentsRouter } from "./comments-router.ts";
import { createErrorEnvelope, fullMessages, messagesByField } from "./error-envelope.ts";
import { createGuards, createUserAccess } from "./guards.ts";
import { createOpenApi } from "./openapi.ts";
import { createPostsRouter } from "./posts-router.ts";
import { refuseForeignForms } from "./refuse-foreign-forms.ts";
import { createSessionCookie } from "./session-cookie.ts";
import { createUsersRouter } from "./users-router.ts";

interface SessionApiDeps {
  readonly accounts: Accounts;
  readonly attempts: Attempts;
  readonly sessions: Sessions;
  readonly signedTokens: SignedTokens;
  readonly posts: Posts;
  readonly comments: Comments;
}

interface SessionApiOptions {
  /** Without a trailing slash; empty for the root. */
  readonly base: string;
  readonly access: "open" | "protected";
  readonly cookieKeys: readonly string[];
  readonly secureCookie: boolean;
  readonly trustedOrigins: "*" | readonly string[];
}

/** The session API: accounts behind a cookie session, with an optional signed token. */
export function createSessionApi(deps: SessionApiDeps, options: SessionApiOptions): Router {
  const { accounts, attempts, sessions, signedTokens, posts, comments } = deps;
  const cookie = createSessionCookie({
    keys: options.cookieKeys,
    path: options.base || "/",
    secure: options.secureCookie,
  });
  const tokens = createAccessTokens(signedTokens, accounts);
  const guards = createGuards({ sessions, tokens, cookie });
  const access = createUserAccess(options.access, guards);
  const users = createUsersRouter({ accounts, access, cookie });
  const auth = createAuthRouter({
    accounts,
    attempts,
    sessions,
    tokens,
    guards,
    cookie,
    requireTls: options.secureCookie,
  });

  // What is asked most comes first: a request is compared with every path before its own.
  const api = Router();
  api.use(noStore, refuseForeignForms(options.trustedOrigins));
  api.use("/v1/auth", auth);
  api.use("/v1", createPostsRouter({ posts, guards }));
  api.use("/v1", createCommentsRouter({ posts, comments, guards }));
  api.use("/v1", users, createErrorBoundary(createErrorEnvelope(fullMessages)));
  api.use(users, createErrorBoundary(createErrorEnvelope(messagesByField)));

  const router = Router();
  router.use("/api", api);
  router.get("/health", (_request, response) => {
    response.json({ status: "ok", timestamp: new Date().toISOString() });
  });
  router.get("/", createIndexPage({ title: "Session API", api: "session", base: options.base }));
  router.use("/assets", serveAssets());
  router.use(
    createApiDocs({ title: "Session API", base: options.base, document: () => createOpenApi(options) }),
  );
  router.use(notFound, createErrorBoundary(createErrorEnvelope(fullMessages)));
  return router;
}
