import cors from "cors";
import type { RequestHandler } from "express";

const EXPOSED_HEADERS = "X-Request-Id,Retry-After,RateLimit,RateLimit-Policy";

/** Cross-origin access for both APIs. Only a listed origin may send credentials. */
export function createCors(origin: "*" | readonly string[]): RequestHandler {
  const common = {
    origin: origin === "*" ? "*" : [...origin],
    methods: ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"],
    allowedHeaders: ["Content-Type", "Authorization"],
    exposedHeaders: EXPOSED_HEADERS,
    maxAge: 86_400,
    optionsSuccessStatus: 204,
  };
  if (origin === "*") return admitAnyone(cors(common));
  // The library would allow credentials to every origin, listed or not.
  return cors((request, done) => {
    done(null, { ...common, credentials: origin.includes(request.headers.origin ?? "") });
  });
}

/** Leaves only preflight requests to the library, because it works out the same two headers for every other one. */
const admitAnyone =
  (preflight: RequestHandler): RequestHandler =>
  (request, response, next) => {
    if (request.method === "OPTIONS") return void preflight(request, response, next);
    response.setHeader("Access-Control-Allow-Origin", "*");
    response.setHeader("Access-Control-Expose-Headers", EXPOSED_HEADERS);
    next();
  };
