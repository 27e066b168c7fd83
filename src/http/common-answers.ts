import type { RefusedCode } from "./request-error.ts";

/** The status and the words with which an API answers a refusal. */
export type Answers<Code extends RefusedCode> = Readonly<
  Record<Code, readonly [status: number, words: string]>
>;

/** The refusals that both APIs answer alike, or that only one of them has. Each adds its own. */
export const COMMON_ANSWERS = {
  "admin-required": [403, "Admin access required"],
  "comment-not-found": [404, "Comment not found"],
  "credentials-invalid": [401, "Invalid credentials"],
  forbidden: [403, "Forbidden"],
  "last-admin": [409, "The last admin"],
  "not-found": [404, "Not found"],
  "not-logged-in": [401, "Unauthorized"],
  "payload-too-large": [413, "Payload too large"],
  "post-not-found": [404, "Post not found"],
  "precondition-failed": [412, "Precondition failed"],
  "reset-token-invalid": [401, "Invalid or expired token"],
  "service-unavailable": [503, "Service unavailable"],
  "session-not-found": [404, "Session not found"],
  "slug-in-use": [409, "Slug already in use"],
  "token-invalid": [401, "Invalid token"],
  "too-many-requests": [429, "Too many requests"],
  "too-many-tokens": [409, "Too many tokens"],
  "unsupported-media-type": [415, "Unsupported media type"],
  "user-not-found": [404, "User not found"],
  "user-token-not-found": [404, "Token not found"],
} as const satisfies Partial<Answers<RefusedCode>>;
