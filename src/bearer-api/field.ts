import { z } from "zod";
import { isBlank, isStorable } from "../domain/text.ts";

export const EMPTY = "must not be empty";
export const UNSTORABLE = "must not contain U+0000 or a lone surrogate";

const isMissing = (input: unknown): boolean => input === undefined || input === null;

/** A required string. */
export const text = z.string({
  error: ({ input }) => (isMissing(input) ? "is required" : "must be a string"),
});

/** A string that is not blank. */
export const filled = (field: z.ZodString) =>
  field.refine((value) => !isBlank(value), EMPTY).refine(isStorable, UNSTORABLE);

/** An absent or null field stays as it is. */
export const optional = <Field extends z.ZodType>(field: Field) =>
  field.nullish().transform((value) => value ?? undefined);
