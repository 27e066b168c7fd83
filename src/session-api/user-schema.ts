import { z } from "zod";
import { isEmail } from "../domain/email.ts";
import { isTooLongForBcrypt, LONGEST_PASSWORD_BYTES, SHORTEST_PASSWORD } from "../domain/password.ts";
import { codePointLength, isBlank, isStorable } from "../domain/text.ts";

const BLANK = "can't be blank";
const INVALID = "is invalid";

/** A string field whose rule gives the message of what is wrong with a value, if anything is. */
const field = (findFault: (value: string) => string | undefined, { trim }: { trim: boolean }) => {
  const text = z.string({ error: ({ input }) => (input === undefined || input === null ? BLANK : INVALID) });
  return (trim ? text.trim() : text).check(({ value, issues }) => {
    const message = findFault(value);
    if (message !== undefined) issues.push({ code: "custom", message, input: value });
  });
};

const lengthFault = (
  value: string,
  shortest: number,
  longest = Number.POSITIVE_INFINITY,
): string | undefined => {
  const length = codePointLength(value);
  if (length < shortest) return `is too short (minimum is ${shortest} characters)`;
  if (length > longest) return `is too long (maximum is ${longest} characters)`;
  return undefined;
};

export const email = field(
  (value) => {
    if (isBlank(value)) return BLANK;
    return isEmail(value) ? undefined : INVALID;
  },
  { trim: true },
);

const name = field(
  (value) => {
    if (isBlank(value)) return BLANK;
    return isStorable(value) ? lengthFault(value, 2, 100) : INVALID;
  },
  { trim: true },
);

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
