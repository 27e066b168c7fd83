import type { RequestHandler } from "express";

/** The APIs' answers contain tokens and personal data, so no cache may store them. */
export const noStore: RequestHandler = (_request, response, next) => {
  response.setHeader("Cache-Control", "no-store");
  next();
};
