import { codePointLength, isStorable, UNSTORABLE } from "./text.ts";

export const SHORTEST_PASSWORD = 8;

/** bcrypt reads only this many bytes, so a longer password would be cut silently. */
export const LONGEST_PASSWORD_BYTES = 72;

export const isTooLongForBcrypt = (password: string): boolean =>
  Buffer.byteLength(password, "utf8") > LONGEST_PASSWORD_BYTES;

/** In NFC at least two bytes are left of each three UTF-16 units, so a longer password is too long in every form. */
const LONGEST_UNNORMALIZED = LONGEST_PASSWORD_BYTES * 2;

/**
 * The form in which a password is hashed, so that it matches whichever keyboard it was typed on. One that is too long
 * anyway is left as it is, because sorting combining marks takes time that grows with the square of their number.
 */
export const normalizePassword = (password: string): string =>
  password.length > LONGEST_UNNORMALIZED ? password : password.normalize("NFC");

/**
 * The forms in which a password may have been hashed, the present one first: earlier versions hashed it as it was typed.
 */
export function passwordForms(password: string): readonly string[] {
  const forms = new Set([normalizePassword(password), password, password.normalize("NFD")]);
  return [...forms].filter((form) => !isTooLongForBcrypt(form));
}

/** The reason that a text can't be a password, to be read after the word `password`. */
export function findPasswordFault(password: string): string | undefined {
  if (codePointLength(password) < SHORTEST_PASSWORD)
    return `must be at least ${SHORTEST_PASSWORD} characters`;
  if (isTooLongForBcrypt(password)) return `must be at most ${LONGEST_PASSWORD_BYTES} bytes`;
  return isStorable(password) ? undefined : UNSTORABLE;
}

/** Whether a value could be a password at all. Others are refused with the same work as a wrong password. */
export const isPlausiblePassword = (value: unknown): value is string =>
  typeof value === "string" &&
  value !== "" &&
  isStorable(value) &&
  !isTooLongForBcrypt(normalizePassword(value));
