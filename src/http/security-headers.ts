import type { IncomingMessage, ServerResponse } from "node:http";
import type { RequestHandler } from "express";
import helmet from "helmet";

/**
 * The usual security headers. They are the same for every answer, so helmet is asked once, at start, and its answer
 * is kept; the one that depends on the request, HSTS, is sent only where the client came over TLS.
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

type HeaderMiddleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

/** Runs a middleware against a response that only takes notes. */
function collectHeaders(middleware: HeaderMiddleware): readonly (readonly [string, string])[] {
  const headers = new Map<string, string>();
  const response = {
    setHeader: (name: string, value: string) => headers.set(name, value),
    removeHeader: (name: string) => headers.delete(name),
  };
  middleware({} as IncomingMessage, response as unknown as ServerResponse, () => {});
  return [...headers];
}
