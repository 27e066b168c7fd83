import { z } from "zod";
import { POST_STATUSES } from "../domain/post.ts";
import { filled, optional, text } from "./field.ts";

const LONGEST_SLUG = 200;

const title = filled(text.trim());
const content = filled(text);

/** What a URL carries as it is, so that a slug looks the same everywhere. */
const slug = text
  .trim()
  .regex(/^(?!\.+$)[\w.~-]+$/, "must hold nothing but letters, digits and -._~")
  .max(LONGEST_SLUG, `must be at most ${LONGEST_SLUG} characters`);

const status = z.enum(POST_STATUSES, `must be one of ${POST_STATUSES.join(", ")}`);

export const createPostRequest = z.object({
  title,
  content,
  slug: optional(slug),
  status: optional(status),
});

export const updatePostRequest = z.object({
  title: optional(title),
  content: optional(content),
  slug: optional(slug),
  status: optional(status),
});
