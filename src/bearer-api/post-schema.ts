import { z } from "zod";
import type { Post } from "../domain/post.ts";
import { POST_STATUSES } from "../domain/post.ts";
import { identifier, timestamp } from "../http/described-values.ts";
import { filled, optional, text } from "./field.ts";

const LONGEST_SLUG = 200;
/** Characters that a URL holds unencoded. Slugs of only dots are refused: in a path they mean a folder. */
const SLUG_PATTERN = /^(?!\.+$)[\w.~-]+$/;

const title = filled(text.trim()).meta({ description: "Trimmed", minLength: 1, examples: ["On the engine"] });

const content = filled(text).meta({
  description: "Stored unchanged",
  minLength: 1,
  examples: ["It weaves algebraic patterns."],
});

const slug = text
  .trim()
  .regex(SLUG_PATTERN, "must hold nothing but letters, digits and -._~")
  .max(LONGEST_SLUG, `must be at most ${LONGEST_SLUG} characters`)
  .meta({ description: "The post's name in an address; unique", examples: ["on-the-engine"] });

const status = z
  .enum(POST_STATUSES, `must be one of ${POST_STATUSES.join(", ")}`)
  .meta({ examples: ["published"] });

export const createPostRequest = z
  .object({ title, content, slug: optional(slug), status: optional(status) })
  .meta({
    id: "CreatePostRequest",
    description:
      "A draft, unless `status` says otherwise, with a slug made from its title, unless one is given.",
  });

export const updatePostRequest = z
  .object({
    title: optional(title),
    content: optional(content),
    slug: optional(slug),
    status: optional(status),
  })
  .meta({ id: "UpdatePostRequest", description: "Fields that are left out or null are not changed." });

/** A post in an answer. */
export const postResponse = z
  .object({
    id: identifier("The post's id"),
    title: z.string().meta({ examples: ["On the engine"] }),
    content: z.string().meta({ examples: ["It weaves algebraic patterns."] }),
    slug: z.string().meta({ description: "The post's name in an address", examples: ["on-the-engine"] }),
    status,
    userId: identifier("The owner's id"),
    publishedAt: timestamp("When it was first published, if it ever was").optional(),
    createdAt: timestamp("When it was written"),
    updatedAt: timestamp("When it last changed"),
  })
  .meta({ id: "PostResponse" });

/** A post on the bearer API's wire: PostResponse. */
export const presentPost = (post: Post) => ({
  id: post.id,
  title: post.title,
  content: post.content,
  slug: post.slug,
  status: post.status,
  userId: post.userId,
  ...(post.publishedAt !== null && { publishedAt: post.publishedAt.toISOString() }),
  createdAt: post.createdAt.toISOString(),
  updatedAt: post.updatedAt.toISOString(),
});
