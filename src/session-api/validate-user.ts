import type { z } from "zod";
import { ValidationError } from "../domain/errors.ts";
import type { JsonObject } from "../http/read-json-object.ts";
import { toFieldIssues } from "./parse-body.ts";
import { email } from "./user-schema.ts";

/**
 * Checks a body against a schema and the address against the store, so that all that is wrong is said at once.
 *
 * @throws {ValidationError} with every broken rule, in field order
 */
export async function validateUser<Schema extends z.ZodType>(
  schema: Schema,
  body: JsonObject,
  isEmailTaken: (email: string) => Promise<boolean>,
): Promise<z.output<Schema>> {
  const parsed = schema.safeParse(body);
  const issues = parsed.success ? [] : toFieldIssues(parsed.error);
  const address = email.safeParse(body["email"]);
  if (address.success && (await isEmailTaken(address.data))) {
    // The email is the first field, and a taken one has no other fault.
    issues.unshift({ field: "email", message: "has already been taken" });
  }
  if (!parsed.success || issues.length > 0) throw new ValidationError(issues);
  return parsed.data;
}
