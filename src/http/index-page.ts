import type { RequestHandler } from "express";

interface IndexPage {
  readonly title: string;
  /** The API whose console the page contains. */
  readonly api: "session" | "bearer";
  /** The API's base, without a trailing slash; empty for the root. */
  readonly base: string;
  /** Whether the page offers a reset link to people who have forgotten their password. */
  readonly takesForgotten: boolean;
  /** The kinds of audit events, if the console shows the audit log. */
  readonly auditEvents?: readonly string[];
}

/** The page at an API's base: a description of the API, a console for it, and links to its documentation. */
export function createIndexPage(page: IndexPage): RequestHandler {
  return function indexPage(request, response) {
    response.render("index", { ...page, url: `${request.protocol}://${request.host}${page.base}` });
  };
}
