import { z } from "zod";
import { DEFAULT_PAGE_SIZE, LARGEST_PAGE, LARGEST_PAGE_SIZE } from "../domain/page-request.ts";

/** An id, in a path or an answer. */
export const identifier = (description: string) =>
  z.string().meta({ description, format: "uuid", examples: ["01994e3a-5b7c-7d21-8f40-6a1b2c3d4e5f"] });

/** A time in an answer: ISO 8601 in UTC with milliseconds. */
export const timestamp = (description: string) =>
  z.string().meta({ description, format: "date-time", examples: ["2026-01-31T12:00:00.000Z"] });

/** A count in an answer, without the bounds of the integers that JavaScript is sure of, which say nothing. */
export const wholeNumber = (example: number, description?: string) =>
  z.int().meta({
    ...(description !== undefined && { description }),
    examples: [example],
    override: ({ jsonSchema }) => {
      delete jsonSchema.minimum;
      delete jsonSchema.maximum;
    },
  });

/** The query value that picks a page. */
export const pageNumber = z.int().min(1).max(LARGEST_PAGE).optional().meta({
  description: "Which page, from 1. Out of range is clamped; what is no whole number is the default.",
  default: 1,
});

/** The query value that says how long a page is. */
export const pageSize = z.int().min(1).max(LARGEST_PAGE_SIZE).optional().meta({
  description: "Items on a page. Out of range is clamped; what is no whole number is the default.",
  default: DEFAULT_PAGE_SIZE,
});
