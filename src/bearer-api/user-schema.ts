import { z } from "zod";
import { isEmail } from "../domain/email.ts";
import { findPasswordFault } from "../domain/password.ts";
import { EMPTY, filled, optional, text } from "./field.ts";

const email = text.trim().refine(isEmail, "is not a valid email address");

const name = filled(text.trim());

const newPassword = text.check(({ value, issues }) => {
  const message = findPasswordFault(value);
  if (message !== undefined) issues.push({ code: "custom", message, input: value });
});

export const createUserRequest = z.object({ email, password: newPassword, name });

export const updateUserRequest = z.object({ name: optional(name), email: optional(email) });

/** A password's length and characters are judged only where one is set: here any that is not empty may be tried. */
export const loginRequest = z.object({
  email,
  password: text.refine((value) => value !== "", EMPTY),
});
