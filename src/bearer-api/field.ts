import { z } from "zod";

/** A required string. */
export const text = z.string({
  error: ({ input }) => (input === undefined || input === null ? "is required" : "must be a string"),
});

/** One of these words. */
export const oneOf = <const Word extends string>(words: readonly Word[]) =>
  z.enum(words, `must be one of ${words.join(", ")}`);
