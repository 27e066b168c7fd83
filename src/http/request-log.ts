import { randomUUID } from "node:crypto";
import type { Request, RequestHandler, Response } from "express";
import type { Logger } from "pino";
import type { AuditEvent, AuditTrail } from "../domain/audit.ts";
import type { Caller } from "../domain/caller.ts";
import { parseUuid } from "../domain/text.ts";

/** Refusals. Anyone can cause any number of them. */
type LineOnly = "refused" | "password-reset-failed";

/** The log's data on a request in progress. */
interface Locals {
  readonly requestId: string;
  readonly logger: Logger;
  readonly caller?: Caller;
  readonly routeName?: RouteName;
}

/** An answer, for the metrics. */
export interface Answer extends RouteName {
  readonly method: string;
  readonly status: number;
  /** Whether the client disconnected before the answer was sent. */
  readonly isAborted: boolean;
  readonly seconds: number;
}

/** A declared route, whatever path led to it. */
export interface RouteName {
  readonly api: string;
  readonly route: string;
  readonly operationId: string;
}

/** Pages, files, unknown addresses, and requests that are refused before their route is found. */
const NO_ROUTE: RouteName = { api: "none", route: "other", operationId: "" };

/** Clients may send 16 kB. A line of at most 4 kB is written atomically if several processes share a pipe. */
const LONGEST_PATH = 1_000;

/**
 * Gives every request an id, sends it with the answer, and writes one line after the answer. The line contains the path
 * without its query and its secrets, and no header or body, so they can't leak.
 *
 * @param onAnswer is called for each answer
 */
export function createRequestLog(logger: Logger, onAnswer?: (answer: Answer) => void): RequestHandler {
  return function requestLog(request, response, next) {
    const id = randomUUID();
    const start = performance.now();
    response.locals["requestId"] = id;
    response.locals["logger"] = logger;
    response.setHeader("X-Request-Id", id);
    response.on("close", () => {
      const milliseconds = performance.now() - start;
      const isAborted = !response.writableFinished;
      logger.info(
        {
          requestId: id,
          method: request.method,
          path: pathOf(request),
          // Without an answer, the response still has its default status of 200.
          ...(response.headersSent && { status: response.statusCode }),
          milliseconds: Math.round(milliseconds),
          address: request.ip,
          ...(isAborted && { aborted: true }),
        },
        "request",
      );
      const { routeName = NO_ROUTE } = response.locals as Locals;
      const { method } = request;
      const status = response.statusCode;
      onAnswer?.({ ...routeName, method, status, isAborted, seconds: milliseconds / 1000 });
    });
    next();
  };
}

/** Records which declared route answers, for the metrics. */
export function rememberRoute(response: Response, routeName: RouteName): void {
  response.locals["routeName"] = routeName;
}

/** Records the caller, for what the request may change and the audit lines that may follow. */
export function rememberCaller(response: Response, caller: Caller): Caller {
  response.locals["caller"] = caller;
  return caller;
}

/** The request as the origin of events. */
export function trailOf(request: Request, response: Response): AuditTrail {
  const { requestId, caller } = response.locals as Locals;
  return {
    requestId,
    caller,
    address: request.ip,
    log: (event, userId) => audit(request, response, event, { userId }),
  };
}

/**
 * Writes an audit line for this request. `userId` is the user concerned, or else the caller, if known. If they differ,
 * `by` is the caller.
 */
export function audit(
  request: Request,
  response: Response,
  event: AuditEvent | LineOnly,
  details: { userId?: string | undefined; status?: number } = {},
): void {
  const { logger, requestId, caller } = response.locals as Locals;
  const callerId = caller?.user.id;
  const userId = details.userId ?? callerId;
  const by = callerId === userId ? undefined : callerId;
  const line = { event, requestId, address: request.ip, path: pathOf(request), ...details };
  logger.info({ ...line, ...(userId !== undefined && { userId }), ...(by !== undefined && { by }) }, "audit");
}

/** Logs a fault of the server without the request's content. The client gets no details. */
export function logFault(response: Response, error: unknown): void {
  const { logger, requestId } = response.locals as Locals;
  logger.error({ requestId, err: error }, "request failed");
}

/**
 * The request's path without possible secrets: a client may have put a token's value there. Of a matched route only
 * parameters that are UUIDs are shown; of an unknown path only plain words and UUIDs.
 */
function pathOf({ originalUrl, route }: Request): string {
  const segments = (originalUrl.split("?", 1)[0] ?? "").split("/");
  const shown =
    typeof route?.path === "string" ? hideParameters(segments, route.path) : segments.map(hideUnknown);
  const path = shown.join("/");
  return path.length > LONGEST_PATH ? `${path.slice(0, LONGEST_PATH)}…` : path;
}

/** The route's pattern is relative to its router's mount path, so it matches the path's last segments. */
function hideParameters(segments: readonly string[], pattern: string): string[] {
  const names = pattern.split("/");
  const end = segments.at(-1) === "" ? segments.length - 1 : segments.length;
  return segments.map((segment, index) => {
    const name = names[names.length - end + index];
    return name?.startsWith(":") && parseUuid(segment) === null ? name : segment;
  });
}

const PLAIN_WORD = /^(v\d|[a-z.-]{0,40})$/;

const hideUnknown = (segment: string): string =>
  PLAIN_WORD.test(segment) || parseUuid(segment) !== null ? segment : "*";
