import { z } from "zod";
import { findTextFault } from "../domain/text.ts";
import { ruled } from "../http/field-rules.ts";

const isMissing = (input: unknown): boolean => input === undefined || input === null;

/** A required string. */
export const text = z.string({
  error: ({ input }) => (isMissing(input) ? "is required" : "must be a string"),
});

/** A string that is not blank. */
export const filled = (field: z.ZodString) => ruled(field, findTextFault);

/** One of these words. */
export const oneOf = <const Word extends string>(words: readonly Word[]) =>
  z.enum(words, `must be one of ${words.join(", ")}`);
