import { z } from "zod";
import { isEmail } from "../domain/email.ts";
import type { FieldIssue } from "../domain/errors.ts";
import {
  isTooLongForBcrypt,
  LONGEST_PASSWORD_BYTES,
  normalizePassword,
  SHORTEST_PASSWORD,
} from "../domain/password.ts";
import { isBlank, isStorable } from "../domain/text.ts";
import type { User } from "../domain/user.ts";
import { isAdmin, LONGEST_NAME } from "../domain/user.ts";
import { EMAIL, identifier, NEW_PASSWORD, timestamp } from "../http/described-values.ts";
import { optional, ruled } from "../http/field-rules.ts";
import type { JsonObject } from "../http/read-json-object.ts";
import type { Accounts } from "../services/accounts.ts";
import { EMAIL_TAKEN } from "./error-envelope.ts";
import { BLANK, INVALID, lengthFault, text, textFault } from "./field.ts";

const SHORTEST_NAME = 2;

const email = ruled(text.trim(), (value) => {
  if (isBlank(value)) return BLANK;
  return isEmail(value) ? undefined : INVALID;
}).meta(EMAIL);

const name = ruled(
  text.trim(),
  (value) => textFault(value) ?? lengthFault(value, SHORTEST_NAME, LONGEST_NAME),
).meta({
  description: "Trimmed",
  minLength: SHORTEST_NAME,
  maxLength: LONGEST_NAME,
  examples: ["Ada Lovelace"],
});

const password = ruled(text.overwrite(normalizePassword), (value) => {
  if (value === "") return BLANK;
  if (!isStorable(value)) return INVALID;
  if (isTooLongForBcrypt(value)) return `is too long (maximum is ${LONGEST_PASSWORD_BYTES} bytes)`;
  return lengthFault(value, SHORTEST_PASSWORD);
}).meta(NEW_PASSWORD);

/** The attributes of a new user; every other key of the body is ignored. */
export const newUser = z.object({ email, name, password }).meta({ id: "NewUser" });

/** The attributes to change; a password that is null is not changed. */
export const userChanges = z
  .object({
    email: email.optional(),
    name: name.optional(),
    password: optional(password),
  })
  .meta({ id: "UserChanges", description: "Fields that are left out are not changed." });

/** An unchecked text. A value of another type counts as empty. */
const unchecked = (format: string | undefined, example: string) =>
  z.preprocess(
    (value) => (typeof value === "string" ? value : ""),
    z.string().meta({ ...(format !== undefined && { format }), examples: [example] }),
  );

/** The answer to any wrong credentials is the same. */
export const credentials = z
  .object({
    email: unchecked("email", "ada@example.com"),
    password: unchecked("password", "correct horse battery"),
  })
  .meta({ id: "Credentials" });

/** A new password, and the current one as proof. */
export const passwordChange = z
  .object({
    current_password: ruled(text, (value) => {
      if (value === "") return BLANK;
      return isStorable(value) ? undefined : INVALID;
    }).meta({ format: "password", examples: ["correct horse battery"] }),
    password,
  })
  .meta({ id: "PasswordChange" });

/** A new password, with the token of a reset link as proof. */
export const passwordReset = z
  .object({
    token: unchecked(undefined, "8Kq0l1WvVbYt0Wm5yTg2l6yVw3cUj0e9nC1mS5aQx7E"),
    password,
  })
  .meta({ id: "PasswordReset" });

/** The email of the account whose password is forgotten. The answer is the same for any value. */
export const resetRequest = z
  .object({ email: unchecked("email", "ada@example.com") })
  .meta({ id: "ResetRequest" });

/** A user in an answer. */
export const userShape = z
  .object({
    id: identifier("The user's id"),
    email: z.string().meta({ format: "email", examples: ["ada@example.com"] }),
    name: z.string().meta({ examples: ["Ada Lovelace"] }),
    admin: z.boolean().meta({ description: "Whether the user is an admin", examples: [false] }),
    created_at: timestamp("When the account was created"),
  })
  .meta({ id: "User" });

/** A user on the session API's wire. */
export const presentUser = (user: User) => ({
  id: user.id,
  email: user.email,
  name: user.name,
  admin: isAdmin(user),
  created_at: user.createdAt.toISOString(),
});

/**
 * Checks a body's email against the store and its password against the list of common ones, so that one answer lists
 * all errors.
 *
 * @param exceptId the user who may have the email
 */
export async function findAccountIssues(
  accounts: Accounts,
  body: JsonObject,
  exceptId?: string,
): Promise<readonly FieldIssue[]> {
  const address = email.safeParse(body["email"]);
  const isTaken = address.success && (await accounts.isEmailTaken(address.data, exceptId));
  return [...(isTaken ? EMAIL_TAKEN : []), ...accounts.findPasswordIssues(body["password"])];
}
