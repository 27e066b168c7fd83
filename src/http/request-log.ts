import { randomUUID } from "node:crypto";
import type { Request, RequestHandler, Response } from "express";
import type { Logger } from "pino";

/** What happened in a request that someone may have to answer for later. */
export type AuditEvent =
  | "login"
  | "login-failed"
  | "registration"
  | "refused"
  | "deactivation"
  | "deletion"
  | "password-change"
  | "token-issue"
  | "token-revocation";

/** What this file keeps of a request while it is answered. */
interface Locals {
  readonly requestId: string;
  readonly logger: Logger;
  readonly callerId?: string;
}

/** Clients may send 16 kB. A line of 4 kB at most stays in one piece where several processes write to one pipe. */
const LONGEST_PATH = 1_000;

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

/** Notes who is asking, for the audit lines that may follow. */
export function rememberCaller(request: Request, userId: string): void {
  if (request.res !== undefined) request.res.locals["callerId"] = userId;
}

/**
 * Writes an audit line for this request. The user is the one it is about, or else the one who asks, if known; where
 * those are two, `by` is the one who asks.
 */
export function audit(
  request: Request,
  response: Response,
  event: AuditEvent,
  details: { userId?: string | undefined; status?: number } = {},
): void {
  const { logger, requestId, callerId } = response.locals as Locals;
  const userId = details.userId ?? callerId;
  const by = callerId === userId ? undefined : callerId;
  const line = { event, requestId, address: request.ip, path: pathOf(request), ...details };
  logger.info({ ...line, ...(userId !== undefined && { userId }), ...(by !== undefined && { by }) }, "audit");
}

/** Logs a fault of the server: the client is told little, the log everything but the request's content. */
export function logFault(response: Response, error: unknown): void {
  const { logger, requestId } = response.locals as Locals;
  logger.error({ requestId, err: error }, "request failed");
}

function pathOf({ originalUrl }: Request): string {
  const path = originalUrl.split("?", 1)[0] ?? "";
  return path.length > LONGEST_PATH ? `${path.slice(0, LONGEST_PATH)}…` : path;
}
