/** The codes of all refusals of the domain. Each API words them in its own envelope. */
export type ErrorCode =
  | "admin-required"
  | "api-token-not-allowed"
  | "caller-not-found"
  | "comment-not-found"
  | "credentials-invalid"
  | "email-in-use"
  | "email-registered"
  | "forbidden"
  | "guest-may-not-write"
  | "last-admin"
  | "not-logged-in"
  | "not-post-owner"
  | "password-incorrect"
  | "post-not-found"
  | "reset-token-invalid"
  | "service-unavailable"
  | "session-not-found"
  | "slug-in-use"
  | "token-invalid"
  | "token-missing"
  | "token-payload-invalid"
  | "token-user-not-found"
  | "too-many-requests"
  | "too-many-tokens"
  | "user-not-found"
  | "user-token-not-found"
  | "validation-failed";

/** An error with a code that each API words in its own envelope. */
export class CodedError<Code extends string> extends Error {
  readonly code: Code;
  /** A sentence for the client with more detail than the code, and no secret. */
  readonly detail: string | undefined;

  constructor(code: Code, options: { detail?: string; cause?: unknown } = {}) {
    super(options.detail ?? code, { cause: options.cause });
    this.code = code;
    this.detail = options.detail;
  }
}

/** A refusal that the client sees. Anything else that is thrown is a fault of the server. */
export class DomainError extends CodedError<ErrorCode> {
  override readonly name: string = "DomainError";
}

/** @returns the value @throws {DomainError} with this code if there is none */
export function orRefuse<Value>(value: Value | undefined, code: ErrorCode): Value {
  if (value === undefined) throw new DomainError(code);
  return value;
}

/** A validation error of a field. The message follows the field's name: `is invalid`. */
export interface FieldIssue {
  readonly field: string;
  readonly message: string;
}

/** Invalid input, with every error in field order. */
export class ValidationError extends DomainError {
  override readonly name = "ValidationError";
  readonly issues: readonly FieldIssue[];

  constructor(issues: readonly FieldIssue[]) {
    super("validation-failed", {
      detail: issues.map(({ field, message }) => `${field} ${message}`).join("; "),
    });
    this.issues = issues;
  }
}

/** More attempts than a limit allows; the fields say which limit and when to come back. */
export class RateLimitedError extends DomainError {
  override readonly name = "RateLimitedError";
  /** What is counted, in one word. */
  readonly policy: string;
  readonly limit: { readonly count: number; readonly seconds: number };
  /** Whole seconds, at least one, until the count starts anew. */
  readonly secondsLeft: number;

  constructor(policy: string, limit: { count: number; seconds: number }, secondsLeft: number) {
    super("too-many-requests");
    this.policy = policy;
    this.limit = limit;
    this.secondsLeft = secondsLeft;
  }
}
