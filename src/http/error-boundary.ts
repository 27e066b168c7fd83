import type { ErrorRequestHandler, RequestHandler, Response } from "express";
import { DomainError, RateLimitedError } from "../domain/errors.ts";
import type { Refused } from "./request-error.ts";
import { RequestError } from "./request-error.ts";
import { audit, logFault } from "./request-log.ts";

/** An error as one API answers it. */
export interface ErrorAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: object;
}

/** How one API words its errors. `undefined` is a fault of the server. */
export type PresentError = (error: Refused | undefined, fault: unknown) => ErrorAnswer;

/** Seconds after which to try again when the server or an account was too busy, or the store did not answer. */
const RETRY_AFTER_SECONDS = "1";

/** The errors outside both APIs: an unknown path or a fault of the server. */
export const presentPlainError: PresentError = (error) =>
  error?.code === "not-found"
    ? { status: 404, body: { error: "Not found" } }
    : { status: 500, body: { error: "Internal server error" } };

export const notFound: RequestHandler = () => {
  throw new RequestError("not-found");
};

/** Turns every error of an API into its HTTP answer. */
export function createErrorBoundary(presentError: PresentError): ErrorRequestHandler {
  return function errorBoundary(error: unknown, request, response, _next) {
    const refused = toRefused(error);
    if (refused === undefined || refused.code === "service-unavailable") logFault(response, error);
    // A part of the answer has been sent. Only a closed connection tells the client that the answer is incomplete.
    if (response.headersSent) return void response.destroy();
    if (refused instanceof RateLimitedError) setRateLimitHeaders(response, refused);
    const answer = presentError(refused, error);
    const { status } = answer;
    if (status === 403 || status === 429) audit(request, response, "refused", { status });
    if (refused?.code === "reset-token-invalid") audit(request, response, "password-reset-failed");
    send(response, answer);
  };
}

function send(response: Response, { status, headers, body }: ErrorAnswer): void {
  if ((status === 429 || status === 503) && !response.hasHeader("Retry-After")) {
    response.set("Retry-After", RETRY_AFTER_SECONDS);
  }
  response
    .status(status)
    .set(headers ?? {})
    .json(body);
}

/** The quota, the remaining requests and the window, as in the IETF's draft-ietf-httpapi-ratelimit-headers-10. */
function setRateLimitHeaders(response: Response, { policy, limit, secondsLeft }: RateLimitedError): void {
  response.set({
    "Retry-After": String(secondsLeft),
    "RateLimit-Policy": `"${policy}";q=${limit.count};w=${limit.seconds}`,
    RateLimit: `"${policy}";r=0;t=${secondsLeft}`,
  });
}

function toRefused(error: unknown): Refused | undefined {
  if (error instanceof DomainError || error instanceof RequestError) return error;
  // Express could not decode a percent escape in the path, so no route can match it.
  if (error instanceof URIError) return new RequestError("not-found");
  // The client asked for another version of a file than the current one (`If-Match`).
  if (statusOf(error) === 412) return new RequestError("precondition-failed", { cause: error });
  return undefined;
}

const statusOf = (error: unknown): unknown =>
  error instanceof Error && "status" in error ? error.status : undefined;
