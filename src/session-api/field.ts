import { z } from "zod";
import { codePointLength, isBlank, isStorable } from "../domain/text.ts";

export const BLANK = "can't be blank";
export const INVALID = "is invalid";

/**
 * A string field. Its rule returns the message for an invalid value.
 *
 * @param options.normalize whether the value is put into Unicode form NFC before it is judged
 */
export const field = (
  findFault: (value: string) => string | undefined,
  { trim, normalize = false }: { trim: boolean; normalize?: boolean },
) => {
  const text = z.string({ error: ({ input }) => (input === undefined || input === null ? BLANK : INVALID) });
  const normalized = normalize ? text.normalize("NFC") : text;
  return (trim ? normalized.trim() : normalized).check(({ value, issues }) => {
    const message = findFault(value);
    if (message !== undefined) issues.push({ code: "custom", message, input: value });
  });
};

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
