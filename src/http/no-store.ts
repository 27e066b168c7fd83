import type { RequestHandler } from "express";

/** Answers of the APIs hold tokens and people's data: no cache along the way may keep them. */
export const noStore: RequestHandler = (_request, response, next) => {
  response.setHeader("Cache-Control", "no-store");
  next();
};
