import { z } from "zod";
import { LONGEST_EMAIL } from "../domain/email.ts";
import type { PageRequest } from "../domain/page.ts";
import { DEFAULT_PAGE_SIZE, LARGEST_PAGE, LARGEST_PAGE_SIZE } from "../domain/page.ts";
import { LONGEST_PASSWORD_BYTES, SHORTEST_PASSWORD } from "../domain/password.ts";

/** An id, in a path or an answer. */
export const identifier = (description: string) =>
  z.string().meta({ description, format: "uuid", examples: ["01994e3a-5b7c-7d21-8f40-6a1b2c3d4e5f"] });

/** The ids that paths name. */
export const USER_ID = { description: "The user's id", notFound: "user-not-found" } as const;
export const POST_ID = { description: "The post's id", notFound: "post-not-found" } as const;

/** What a client may give as an email and a new password, which only the schemas' rules check. */
export const EMAIL = {
  description: "Trimmed and lower-cased; unique",
  format: "email",
  maxLength: LONGEST_EMAIL,
  examples: ["ada@example.com"],
};
export const NEW_PASSWORD = {
  description: `At most ${LONGEST_PASSWORD_BYTES} bytes of UTF-8 in Unicode form NFC; never trimmed`,
  format: "password",
  minLength: SHORTEST_PASSWORD,
  maxLength: LONGEST_PASSWORD_BYTES,
  examples: ["correct horse battery"],
};

/** A time in an answer: ISO 8601 in UTC with milliseconds. */
export const timestamp = (description: string) =>
  z.string().meta({ description, format: "date-time", examples: ["2026-01-31T12:00:00.000Z"] });

/** The headers of an answer that sets the `device` cookie. */
export const DEVICE_HEADERS = {
  "Set-Cookie": z.string().optional().meta({
    description: "`device`, by which the account is known in this browser. Not for a form of another site",
  }),
};

/** A count in an answer, without the bounds of JavaScript's safe integers, which would only clutter the description. */
export const wholeNumber = (example: number, description?: string) =>
  z.int().meta({
    ...(description !== undefined && { description }),
    examples: [example],
    override: ({ jsonSchema }) => {
      delete jsonSchema.minimum;
      delete jsonSchema.maximum;
    },
  });

/**
 * A query value that is never refused: text that is not a whole number falls back to the default, and a number out of
 * range is clamped.
 */
const clampedInteger = (description: string, fallback: number, largest: number) =>
  z.preprocess(
    (value) => (value === undefined ? undefined : clamp(value, fallback, largest)),
    z
      .int()
      .min(1)
      .max(largest)
      .optional()
      .meta({
        description: `${description}. Clamped to the range; anything but a whole number is the default.`,
        default: fallback,
      }),
  );

function clamp(value: unknown, fallback: number, largest: number): number {
  if (typeof value !== "string" || !/^[+-]?\d+$/.test(value)) return fallback;
  return Math.min(Math.max(Number(value), 1), largest);
}

/** The query value for the page number. */
export const pageNumber = clampedInteger("The page, from 1", 1, LARGEST_PAGE);

/** The query value for the number of items on a page. */
export const pageSize = clampedInteger("Items on a page", DEFAULT_PAGE_SIZE, LARGEST_PAGE_SIZE);

/** The page that these two values request. */
export const toPageRequest = (page = 1, perPage = DEFAULT_PAGE_SIZE): PageRequest => ({ page, perPage });

/** The query value that searches users by the words of their email and name. */
export const searchText = z
  .union([z.string(), z.array(z.string()).transform((texts) => texts.join(" "))])
  .optional()
  .meta({
    description:
      "Words that must all begin a word of the email or the name, in any case and with or without accents. Counted up to 500; later pages are empty.",
  });
