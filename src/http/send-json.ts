import type { Response } from "express";

/**
 * `response.json`, for answers that are never stored. Express's own method looks up five settings, parses the content
 * type that it has just set and compares validators that no answer has, which takes a tenth of a small request's time.
 */
export function sendJson(this: Response, body: unknown): Response {
  this.setHeader("Content-Type", "application/json; charset=utf-8");
  this.end(JSON.stringify(body));
  return this;
}
