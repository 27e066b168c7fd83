import type { DomainError, ErrorCode } from "../domain/errors.ts";

/** The errors of requests that never reach the domain. */
export type RequestErrorCode =
  | "json-invalid"
  | "not-found"
  | "payload-too-large"
  | "precondition-failed"
  | "unsupported-media-type";

/** A request that HTTP itself, or the form of its body, refuses. */
export class RequestError extends Error {
  override readonly name = "RequestError";
  readonly code: RequestErrorCode;
  /** A sentence for the client with more detail than the code, and no secret. */
  readonly detail: string | undefined;

  constructor(code: RequestErrorCode, options: { detail?: string; cause?: unknown } = {}) {
    super(options.detail ?? code, { cause: options.cause });
    this.code = code;
    this.detail = options.detail;
  }
}

/** An error that the client sees. Anything else that is thrown is a fault of the server. */
export type Refused = DomainError | RequestError;
export type RefusedCode = ErrorCode | RequestErrorCode;
