import { z } from "zod";
import { isEmail } from "../domain/email.ts";
import { isTooLongForBcrypt, LONGEST_PASSWORD_BYTES, SHORTEST_PASSWORD } from "../domain/password.ts";
import { codePointLength, isStorable } from "../domain/text.ts";
import { EMPTY, filled, optional, text, UNSTORABLE } from "./field.ts";

const email = text.trim().refine(isEmail, "is not a valid email address");

const name = filled(text.trim());

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

export const createUserRequest = z.object({ email, password: newPassword, name });

export const updateUserRequest = z.object({ name: optional(name), email: optional(email) });

/** A password's length and characters are judged only where one is set: here any that is not empty may be tried. */
export const loginRequest = z.object({
  email,
  password: text.refine((value) => value !== "", EMPTY),
});
