import cors from "cors";
import type { RequestHandler } from "express";
import { collectHeaders } from "./collect-headers.ts";

const EXPOSED_HEADERS = ["X-Request-Id", "Retry-After", "RateLimit", "RateLimit-Policy"];

/** Cross-origin access for both APIs. Only a listed origin may send credentials. */
export function createCors(origin: "*" | readonly string[]): RequestHandler {
  const negotiate = createNegotiation(origin);
  if (origin !== "*") return negotiate;
  const constant = collectHeaders(negotiate);

  return function corsForAnyone(request, response, next) {
    if (request.method === "OPTIONS") return negotiate(request, response, next);
    for (const [name, value] of constant) response.setHeader(name, value);
    next();
  };
}

function createNegotiation(origin: "*" | readonly string[]) {
  const common = {
    origin: origin === "*" ? "*" : [...origin],
    methods: ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"],
    allowedHeaders: ["Content-Type", "Authorization"],
    exposedHeaders: EXPOSED_HEADERS,
    maxAge: 86_400,
    optionsSuccessStatus: 204,
  };
  if (origin === "*") return cors(common);
  // The library would allow credentials to every origin, listed or not.
  return cors((request, done) => {
    done(null, { ...common, credentials: origin.includes(request.headers.origin ?? "") });
  });
}
