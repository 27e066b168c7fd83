import { z } from "zod";
import type { FieldIssue } from "../domain/errors.ts";
import { ValidationError } from "../domain/errors.ts";
import type { ErrorAnswer } from "../http/error-boundary.ts";
import type { Refused, RefusedCode } from "../http/request-error.ts";

export const EMAIL_TAKEN: readonly FieldIssue[] = [{ field: "email", message: "has already been taken" }];

/** Refusals that concern a field, worded like its validation errors. */
const ISSUES = {
  "email-registered": EMAIL_TAKEN,
  "email-in-use": EMAIL_TAKEN,
  "password-incorrect": [{ field: "current_password", message: "is incorrect" }],
  "validation-failed": [],
} as const satisfies Partial<Record<RefusedCode, readonly FieldIssue[]>>;

const hasIssues = (code: RefusedCode): code is keyof typeof ISSUES => code in ISSUES;

const ANSWERS: Readonly<
  Record<Exclude<RefusedCode, keyof typeof ISSUES>, readonly [status: number, error: string]>
> = {
  "admin-required": [403, "Forbidden"],
  "api-token-not-allowed": [403, "Forbidden"],
  "caller-not-found": [401, "Unauthorized"],
  "comment-not-found": [404, "Comment not found"],
  "credentials-invalid": [401, "Invalid credentials"],
  forbidden: [403, "Forbidden"],
  "guest-may-not-write": [403, "Forbidden"],
  "json-invalid": [400, "Invalid JSON"],
  "last-admin": [409, "The last admin"],
  "not-found": [404, "Not found"],
  "not-logged-in": [401, "Unauthorized"],
  "not-post-owner": [403, "Forbidden"],
  "payload-too-large": [413, "Payload too large"],
  "post-not-found": [404, "Post not found"],
  "precondition-failed": [412, "Precondition failed"],
  "reset-token-invalid": [401, "Invalid or expired token"],
  "service-unavailable": [503, "Service unavailable"],
  "session-not-found": [404, "Session not found"],
  "slug-in-use": [409, "Slug already in use"],
  "token-invalid": [401, "Invalid token"],
  "token-missing": [401, "Missing token"],
  "token-payload-invalid": [401, "Invalid token"],
  "token-user-not-found": [401, "User not found"],
  "too-many-requests": [429, "Too many requests"],
  "too-many-tokens": [409, "Too many tokens"],
  "unsupported-media-type": [415, "Unsupported media type"],
  "user-not-found": [404, "User not found"],
  "user-token-not-found": [404, "Token not found"],
};

const errorShape = z.object({ error: z.string() }).meta({ id: "Error" });

/** The session API's errors: `{ error }`, and `{ errors }` with status 422 for input that breaks rules. */
const createErrors = (
  presentIssues: (issues: readonly FieldIssue[]) => unknown,
  issuesSchema: z.ZodType,
) => ({
  presentError(error: Refused | undefined): ErrorAnswer {
    if (error === undefined) return { status: 500, body: { error: "Internal server error" } };
    const { code } = error;
    if (hasIssues(code)) {
      const issues = error instanceof ValidationError ? error.issues : ISSUES[code];
      return { status: 422, body: { errors: presentIssues(issues) } };
    }
    const [status, message] = ANSWERS[code];
    return { status, body: { error: message } };
  },
  errorSchema: (status: number) => (status === 422 ? issuesSchema : errorShape),
});

/** Under `/api/v1`: `["Email is invalid", "Current password is incorrect"]` */
export const versionedErrors = createErrors(
  (issues) =>
    issues.map(
      ({ field, message }) =>
        `${field.charAt(0).toUpperCase()}${field.slice(1).replaceAll("_", " ")} ${message}`,
    ),
  z
    .object({ errors: z.array(z.string()) })
    .meta({ id: "ValidationErrors", description: "All rules that the body breaks, in field order" }),
);

/** Of the classic user routes directly under `/api`: `{ "email": ["is invalid"] }` */
export const classicErrors = createErrors(
  (issues) =>
    Object.fromEntries(
      [...Map.groupBy(issues, ({ field }) => field)].map(([field, ofField]) => [
        field,
        ofField.map(({ message }) => message),
      ]),
    ),
  z
    .object({ errors: z.record(z.string(), z.array(z.string())) })
    .meta({ id: "ValidationErrorsByField", description: "All rules that the body breaks, by field" }),
);
