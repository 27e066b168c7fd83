import { z } from "zod";
import { isEmail } from "../domain/email.ts";
import { isTooLongForBcrypt, LONGEST_PASSWORD_BYTES, SHORTEST_PASSWORD } from "../domain/password.ts";
import { codePointLength, isBlank, isStorable } from "../domain/text.ts";

const text = z.string({
  error: ({ input }) => (input === undefined || input === null ? "is required" : "must be a string"),
});

const UNSTORABLE = "must not contain U+0000 or a lone surrogate";

const email = text.trim().refine(isEmail, "is not a valid email address");

const name = text
  .trim()
  .refine((value) => !isBlank(value), "must not be empty")
  .refine(isStorable, UNSTORABLE);

const newPassword = text.check(({ value, issues }) => {
  const message = findPasswordFault(value);
  if (message !== undefined) issues.push({ code: "custom", message, input: value });
});

function findPasswordFault(password: string): string | undefined {
  if (codePointLength(password) < SHORTEST_PASSWORD)
    return `must be at least ${SHORTEST_PASSWORD} characters`;
  if (isTooLongForBcrypt(password)) return `must be at most ${LONGEST_PASSWORD_BYTES} bytes`;
  return isStorable(password) ? undefined : UNSTORABLE;
}

/** An absent or null field stays as it is. */
const optional = <Field extends z.ZodType>(field: Field) =>
  field.nullish().transform((value) => value ?? undefined);

export const createUserRequest = z.object({ email, password: newPassword, name });

export const updateUserRequest = z.object({ name: optional(name), email: optional(email) });

/** A password's length and characters are judged only where one is set: here any that is not empty may be tried. */
export const loginRequest = z.object({
  email,
  password: text.refine((value) => value !== "", "must not be empty"),
});
