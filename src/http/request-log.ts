import { randomUUID } from "node:crypto";
import type { Request, RequestHandler, Response } from "express";
import type { Logger } from "pino";

/** What happened in a request that someone may have to answer for later. */
export type AuditEvent =
  | "login"
  | "login-failed"
  | "register"
  | "refused"
  | "deactivation"
  | "deletion"
  | "password-change"
  | "token-issue"
  | "token-revocation";

/**
 * Gives every request an id, answers with it, and writes one line when the answer is out. The line holds the path
 * without its query, and no header or body at all: what is not written can't leak.
 */
export function createRequestLog(logger: Logger): RequestHandler {
  return function requestLog(request, response, next) {
    const id = randomUUID();
    const start = performance.now();
    response.locals["requestId"] = id;
    response.locals["logger"] = logger;
    response.setHeader("X-Request-Id", id);
    response.on("close", () => {
      logger.info(
        {
          requestId: id,
          method: request.method,
          path: pathOf(request),
          status: response.statusCode,
          milliseconds: Math.round(performance.now() - start),
          address: request.ip,
          ...(!response.writableFinished && { aborted: true }),
        },
        "request",
      );
    });
    next();
  };
}

/** Writes an audit line for this request. */
export function audit(
  request: Request,
  response: Response,
  event: AuditEvent,
  details: { userId?: string | undefined; status?: number } = {},
): void {
  const { logger, requestId } = response.locals as { logger: Logger; requestId: string };
  logger.info({ event, requestId, address: request.ip, path: pathOf(request), ...details }, "audit");
}

/** Logs a fault of the server: the client is told little, the log everything but the request's content. */
export function logFault(response: Response, error: unknown): void {
  const { logger, requestId } = response.locals as { logger: Logger; requestId: string };
  logger.error({ requestId, err: error }, "request failed");
}

const pathOf = (request: Request): string => request.originalUrl.split("?", 1)[0] ?? "";
