import type { RequestHandler } from "express";

/** The usual security headers, which are the same for every answer. */
const HEADERS = Object.entries({
  "Content-Security-Policy": [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join(";"),
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Origin-Agent-Cluster": "?1",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
  "X-DNS-Prefetch-Control": "off",
  "X-Download-Options": "noopen",
  "X-Frame-Options": "SAMEORIGIN",
  "X-Permitted-Cross-Domain-Policies": "none",
  // The filter of old browsers was itself a weakness.
  "X-XSS-Protection": "0",
});

export const securityHeaders: RequestHandler = (request, response, next) => {
  for (const [name, value] of HEADERS) response.setHeader(name, value);
  // Browsers ignore it without TLS.
  if (request.secure) response.setHeader("Strict-Transport-Security", "max-age=31536000; includeSubDomains");
  next();
};

/** The APIs' answers contain tokens and personal data, so no cache may store them. */
export const noStore: RequestHandler = (_request, response, next) => {
  response.setHeader("Cache-Control", "no-store");
  next();
};
