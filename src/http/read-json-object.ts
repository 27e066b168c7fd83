import type { Request, Response } from "express";
import express from "express";
import { DomainError } from "../domain/errors.ts";

export type JsonObject = Readonly<Record<string, unknown>>;

/** Whatever the content type says, the APIs speak JSON; what is not an object is refused below, with its own words. */
const parseJson = express.json({ type: () => true, strict: false, limit: "100kb" });

/**
 * Reads a request's body, which handlers do after their guards. An absent or empty body is an empty object.
 *
 * @throws {DomainError} `json-invalid`, `payload-too-large`, `unsupported-media-type`
 */
export async function readJsonObject(request: Request, response: Response): Promise<JsonObject> {
  await new Promise<void>((resolve, reject) => {
    parseJson(request, response, (error) => (error ? reject(toDomainError(error)) : resolve()));
  });
  const body: unknown = request.body === undefined ? {} : request.body;
  if (!isObject(body)) throw new DomainError("json-invalid", { detail: "body must be a JSON object" });
  return body;
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The parser's error carries the raw body, so neither it nor its message goes any further. */
function toDomainError(error: { type?: string; status?: number }): DomainError {
  if (error.type === "entity.too.large") return new DomainError("payload-too-large");
  if (error.type === "charset.unsupported" || error.type === "encoding.unsupported") {
    return new DomainError("unsupported-media-type");
  }
  return new DomainError("json-invalid", { detail: "body is not valid JSON" });
}
