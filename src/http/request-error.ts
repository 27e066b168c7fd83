import type { DomainError, ErrorCode } from "../domain/errors.ts";
import { CodedError } from "../domain/errors.ts";

/** The errors of requests that never reach the domain. */
export type RequestErrorCode =
  | "json-invalid"
  | "not-found"
  | "payload-too-large"
  | "precondition-failed"
  | "unsupported-media-type";

/** A request that HTTP itself, or the form of its body, refuses. */
export class RequestError extends CodedError<RequestErrorCode> {
  override readonly name = "RequestError";
}

/** An error that the client sees. Anything else that is thrown is a fault of the server. */
export type Refused = DomainError | RequestError;
export type RefusedCode = ErrorCode | RequestErrorCode;
