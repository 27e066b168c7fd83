import type { RequestHandler } from "express";
import helmet from "helmet";
import { collectHeaders } from "./collect-headers.ts";

/**
 * The usual security headers. They are the same for every answer, so helmet computes them once, at start. Only HSTS
 * depends on the request: it is sent if the client came over TLS.
 */
export function createSecurityHeaders(): RequestHandler {
  const constant = collectHeaders(
    helmet({
      contentSecurityPolicy: {
        useDefaults: false,
        directives: {
          "default-src": ["'none'"],
          "script-src": ["'self'"],
          "style-src": ["'self'"],
          "img-src": ["'self'", "data:"],
          "font-src": ["'self'"],
          "connect-src": ["'self'"],
          "form-action": ["'self'"],
          "base-uri": ["'none'"],
          "frame-ancestors": ["'none'"],
        },
      },
      strictTransportSecurity: false,
    }),
  );
  const hsts = collectHeaders(helmet.strictTransportSecurity());

  return function securityHeaders(request, response, next) {
    for (const [name, value] of constant) response.setHeader(name, value);
    if (request.secure) for (const [name, value] of hsts) response.setHeader(name, value);
    next();
  };
}
