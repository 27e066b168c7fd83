import { z } from "zod";
import { findTextFault } from "../domain/text.ts";

const isMissing = (input: unknown): boolean => input === undefined || input === null;

/** A required string. */
export const text = z.string({
  error: ({ input }) => (isMissing(input) ? "is required" : "must be a string"),
});

/** A string with a rule, which returns the reason that a value is invalid. */
export const ruled = (field: z.ZodString, findFault: (value: string) => string | undefined) =>
  field.check(({ value, issues }) => {
    const message = findFault(value);
    if (message !== undefined) issues.push({ code: "custom", message, input: value });
  });

/** A string that is not blank. */
export const filled = (field: z.ZodString) => ruled(field, findTextFault);

/** One of these words. */
export const oneOf = <const Word extends string>(words: readonly Word[]) =>
  z.enum(words, `must be one of ${words.join(", ")}`);

/** An absent or null field stays as it is. */
export const optional = <Field extends z.ZodType>(field: Field) =>
  field.nullish().transform((value) => value ?? undefined);
