import { z } from "zod";
import { isEmail } from "../domain/email.ts";
import { findPasswordFault } from "../domain/password.ts";
import { isBlank, isStorable } from "../domain/text.ts";

const text = z.string({
  error: ({ input }) => (input === undefined || input === null ? "is required" : "must be a string"),
});

const email = text.trim().refine(isEmail, "is not a valid email address");

const name = text
  .trim()
  .refine((value) => !isBlank(value), "must not be empty")
  .refine(isStorable, "must not contain U+0000 or a lone surrogate");

const newPassword = text.check(({ value, issues }) => {
  const message = findPasswordFault(value);
  if (message !== undefined) issues.push({ code: "custom", message, input: value });
});

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
