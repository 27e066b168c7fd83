import { z } from "zod";
import { wholeNumber } from "../http/described-values.ts";
import type { PresentError } from "../http/error-boundary.ts";
import type { RefusedCode } from "../http/request-error.ts";

const ANSWERS: Readonly<Record<RefusedCode, readonly [status: number, reason: string]>> = {
  "admin-required": [403, "Admin access required"],
  "api-token-not-allowed": [403, "Not allowed with an API token"],
  "caller-not-found": [401, "User not found or inactive"],
  "comment-not-found": [404, "Comment not found"],
  "credentials-invalid": [401, "Invalid credentials"],
  "email-in-use": [409, "Email already in use"],
  "email-registered": [409, "Email already registered"],
  forbidden: [403, "Forbidden"],
  "guest-may-not-write": [403, "Guests may not write"],
  "json-invalid": [400, "Validation failed"],
  "last-admin": [409, "The last admin"],
  "not-found": [404, "Not found"],
  "not-logged-in": [401, "Missing authorization token"],
  "not-post-owner": [403, "Not the owner of this post"],
  "password-incorrect": [403, "Current password is incorrect"],
  "payload-too-large": [413, "Payload too large"],
  "post-not-found": [404, "Post not found"],
  "precondition-failed": [412, "Precondition failed"],
  "reset-token-invalid": [401, "Invalid or expired token"],
  "service-unavailable": [503, "Service unavailable"],
  "session-not-found": [404, "Session not found"],
  "slug-in-use": [409, "Slug already in use"],
  "token-invalid": [401, "Invalid token"],
  "token-missing": [401, "Missing authorization token"],
  "token-payload-invalid": [401, "Invalid token payload"],
  "token-user-not-found": [401, "User not found or inactive"],
  "too-many-requests": [429, "Too many requests"],
  "too-many-tokens": [409, "Too many tokens"],
  "unsupported-media-type": [415, "Unsupported media type"],
  "user-not-found": [404, "User not found"],
  "user-token-not-found": [404, "Token not found"],
  "validation-failed": [400, "Validation failed"],
};

const WITH_DETAILS: ReadonlySet<RefusedCode> = new Set<RefusedCode>(["validation-failed", "json-invalid"]);

/** An error in the OpenAPI document. */
export const errorResponse = z
  .object({
    error: z.literal(true),
    reason: z.string(),
    code: wholeNumber(400, "The HTTP status"),
    details: z.string().optional().meta({ description: "Each field that fails, in field order" }),
  })
  .meta({ id: "ErrorResponse" });

/**
 * The bearer API's errors: `{ error: true, reason, code, details? }`.
 *
 * @param options.hideFaults whether faults of the server are described in the log only
 */
export function createErrorEnvelope({ hideFaults }: { hideFaults: boolean }): PresentError {
  return function presentError(error, fault) {
    if (error === undefined) {
      const reason = hideFaults ? "An internal error occurred" : describeFault(fault);
      return { status: 500, body: { error: true, reason, code: 500 } };
    }
    const [status, reason] = ANSWERS[error.code];
    return {
      status,
      ...(status === 401 && { headers: { "WWW-Authenticate": challenge(error.code) } }),
      body: {
        error: true,
        reason: error.code === "token-invalid" ? `${reason}: ${error.detail}` : reason,
        code: status,
        ...(WITH_DETAILS.has(error.code) && error.detail !== undefined && { details: error.detail }),
      },
    };
  };
}

const TOKEN_REFUSED: ReadonlySet<RefusedCode> = new Set<RefusedCode>([
  "caller-not-found",
  "token-invalid",
  "token-payload-invalid",
  "token-user-not-found",
]);

/** RFC 6750, section 3: no error code if no token was sent. */
function challenge(code: RefusedCode): string {
  return TOKEN_REFUSED.has(code)
    ? 'Bearer realm="groundwork", error="invalid_token"'
    : 'Bearer realm="groundwork"';
}

const describeFault = (fault: unknown): string => (fault instanceof Error ? fault.message : String(fault));
