import { isStorable } from "./text.ts";

export const LONGEST_EMAIL = 254;
const LONGEST_LOCAL_PART = 64;

/**
 * The dot-atom form of RFC 5322 before the `@`, a host name of two labels or more behind it. No quoted local
 * parts, no address literals and no bare host names: in a sign-up form those are typing errors.
 */
const EMAIL_PATTERN =
  /^[\w!#$%&'*+/=?^`{|}~-]+(\.[\w!#$%&'*+/=?^`{|}~-]+)*@([a-z\d]([a-z\d-]{0,61}[a-z\d])?\.)+[a-z][a-z\d-]{0,61}[a-z\d]$/i;

export function isEmail(text: string): boolean {
  return text.length <= LONGEST_EMAIL && text.indexOf("@") <= LONGEST_LOCAL_PART && EMAIL_PATTERN.test(text);
}

/** The one spelling under which an address is stored and looked up. */
export const normalizeEmail = (text: string): string => text.trim().toLowerCase();

/** The email that a client sent as the name of an account. All values that can't be an email are the empty one. */
export const claimedEmail = (value: unknown): string =>
  typeof value === "string" && isStorable(value) ? normalizeEmail(value) : "";
