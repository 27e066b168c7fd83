import type { RequestHandler } from "express";

interface IndexPage {
  readonly title: string;
  /** Which console the page carries. */
  readonly api: "session" | "bearer";
  /** The API's base, without a trailing slash; empty for the root. */
  readonly base: string;
  /** Whether people who have forgotten their password can ask for a link. */
  readonly takesForgotten: boolean;
  /** What the audit can be searched for, where the console shows it. */
  readonly auditEvents?: readonly string[];
}

/** The page at an API's base: what the API is, a console that works with it, and where its documentation is. */
export function createIndexPage(page: IndexPage): RequestHandler {
  return function indexPage(request, response) {
    response.render("index", { ...page, url: `${request.protocol}://${request.host}${page.base}` });
  };
}
