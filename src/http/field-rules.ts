import type { z } from "zod";

/** A string with a rule, which returns the message for an invalid value. */
export const ruled = (string: z.ZodString, findFault: (value: string) => string | undefined) =>
  string.check(({ value, issues }) => {
    const message = findFault(value);
    if (message !== undefined) issues.push({ code: "custom", message, input: value });
  });

/**
 * An absent or null field stays as it is.
 *
 * @param meta about the field; after the transform, zod would leave its examples out of the OpenAPI document
 */
export const optional = <Field extends z.ZodType>(field: Field, meta: z.GlobalMeta = {}) =>
  field
    .nullish()
    .meta(meta)
    .transform((value) => value ?? undefined);
