import { isUtf8 } from "node:buffer";
import type { Request, Response } from "express";
import express from "express";
import { RequestError } from "./request-error.ts";

export type JsonObject = Readonly<Record<string, unknown>>;

/** The APIs read every body as JSON, with any content type. A value that is not an object is refused below. */
const parseJson = express.json({
  type: () => true,
  strict: false,
  limit: "100kb",
  verify: (_request, _response, body, charset) => assertUtf8(body, charset),
});

/** The parser would decode invalid bytes to U+FFFD, and the store would keep text that the client never sent. */
function assertUtf8(body: Buffer, charset: string): void {
  // The parser also decodes UTF-7, UTF-16 and UTF-32, which JSON excludes and which can't be checked here.
  if (charset !== "utf-8") throw Object.assign(new TypeError(charset), { type: "charset.unsupported" });
  if (!isUtf8(body)) throw new TypeError("the body is not UTF-8");
}

export const hasBody = ({ headers }: Request): boolean =>
  headers["transfer-encoding"] !== undefined || (headers["content-length"] ?? "0") !== "0";

/**
 * Reads a request's body, which handlers do after their guards. An absent or empty body is an empty object.
 *
 * @throws {RequestError} `json-invalid`, `payload-too-large`, `unsupported-media-type`
 */
export async function readJsonObject(request: Request, response: Response): Promise<JsonObject> {
  await new Promise<void>((resolve, reject) => {
    parseJson(request, response, (error) => (error ? reject(toRequestError(error)) : resolve()));
  });
  const body: unknown = request.body === undefined ? {} : request.body;
  if (!isObject(body)) throw new RequestError("json-invalid", { detail: "body must be a JSON object" });
  return body;
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The parser's error contains the raw body, so neither it nor its message is passed on. */
function toRequestError(error: { type?: string; status?: number }): RequestError {
  if (error.type === "entity.too.large") return new RequestError("payload-too-large");
  if (error.type === "charset.unsupported" || error.type === "encoding.unsupported") {
    return new RequestError("unsupported-media-type");
  }
  return new RequestError("json-invalid", { detail: "body is not valid JSON" });
}
