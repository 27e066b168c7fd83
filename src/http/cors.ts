import cors from "cors";
import type { RequestHandler } from "express";

const EXPOSED_HEADERS = ["X-Request-Id", "Retry-After", "RateLimit", "RateLimit-Policy"];

/** Cross-origin access for both APIs. Only a listed origin may send credentials. */
export function createCors(origin: "*" | readonly string[]): RequestHandler {
  return cors({
    origin: origin === "*" ? "*" : [...origin],
    credentials: origin !== "*",
    methods: ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"],
    allowedHeaders: ["Content-Type", "Authorization"],
    exposedHeaders: EXPOSED_HEADERS,
    maxAge: 86_400,
    optionsSuccessStatus: 204,
  });
}
