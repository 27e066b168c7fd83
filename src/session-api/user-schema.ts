import { z } from "zod";
import { isEmail } from "../domain/email.ts";
import { isTooLongForBcrypt, LONGEST_PASSWORD_BYTES, SHORTEST_PASSWORD } from "../domain/password.ts";
import { isBlank, isStorable } from "../domain/text.ts";
import { BLANK, field, INVALID, lengthFault, textFault } from "./field.ts";

export const email = field(
  (value) => {
    if (isBlank(value)) return BLANK;
    return isEmail(value) ? undefined : INVALID;
  },
  { trim: true },
);

const name = field((value) => textFault(value) ?? lengthFault(value, 2, 100), { trim: true });

const password = field(
  (value) => {
    if (value === "") return BLANK;
    if (!isStorable(value)) return INVALID;
    if (isTooLongForBcrypt(value)) return `is too long (maximum is ${LONGEST_PASSWORD_BYTES} bytes)`;
    return lengthFault(value, SHORTEST_PASSWORD);
  },
  { trim: false },
);

/** The attributes of a new user; every other key of the body is ignored. */
export const newUser = z.object({ email, name, password });

/** The attributes to change; a password that is null is not changed. */
export const userChanges = z.object({
  email: email.optional(),
  name: name.optional(),
  password: password.nullish().transform((value) => value ?? undefined),
});
