import type { FieldIssue } from "../domain/errors.ts";
import type { JsonObject } from "../http/read-json-object.ts";
import type { Accounts } from "../services/accounts.ts";
import { EMAIL_TAKEN } from "./error-envelope.ts";
import { email } from "./user-schema.ts";

/**
 * Checks a body's email against the store, so that one answer lists all errors. The email is the first field, and an
 * email that is taken has no other error.
 *
 * @param exceptId the user who may have the email
 */
export async function findTakenEmail(
  accounts: Accounts,
  body: JsonObject,
  exceptId?: string,
): Promise<readonly FieldIssue[]> {
  const address = email.safeParse(body["email"]);
  return address.success && (await accounts.isEmailTaken(address.data, exceptId)) ? EMAIL_TAKEN : [];
}
