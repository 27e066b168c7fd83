import { z } from "zod";
import { codePointLength, isBlank, isStorable } from "../domain/text.ts";

export const BLANK = "can't be blank";
export const INVALID = "is invalid";

/** A required string. */
export const text = z.string({
  error: ({ input }) => (input === undefined || input === null ? BLANK : INVALID),
});

/** The error of a required text, if any. */
export const textFault = (value: string): string | undefined => {
  if (isBlank(value)) return BLANK;
  return isStorable(value) ? undefined : INVALID;
};

/** Lengths count code points. */
export const lengthFault = (
  value: string,
  shortest: number,
  longest = Number.POSITIVE_INFINITY,
): string | undefined => {
  const length = codePointLength(value);
  if (length < shortest) return `is too short (minimum is ${shortest} characters)`;
  if (length > longest) return `is too long (maximum is ${longest} characters)`;
  return undefined;
};
