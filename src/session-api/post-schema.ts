import { z } from "zod";
import type { Post } from "../domain/post.ts";
import { identifier, timestamp } from "../http/described-values.ts";
import { field, INVALID, lengthFault, textFault } from "./field.ts";

const LONGEST_TITLE = 255;

const title = field((value) => textFault(value) ?? lengthFault(value, 1, LONGEST_TITLE), {
  trim: true,
}).meta({ description: "Trimmed", minLength: 1, maxLength: LONGEST_TITLE, examples: ["On the engine"] });

const body = field(textFault, { trim: false }).meta({
  description: "Stored unchanged",
  minLength: 1,
  examples: ["It weaves algebraic patterns."],
});

/** If absent or null, the default or the current value. */
const published = z
  .boolean(INVALID)
  .nullish()
  .meta({ description: "Whether anyone may read it", examples: [true] })
  .transform((value) => value ?? undefined);

/** The attributes of a new post; every other key of the body is ignored. */
export const newPost = z.object({ title, body, published }).meta({
  id: "NewPost",
  description: "A draft, unless `published` is true.",
});

/** The attributes to change. */
export const postChanges = z
  .object({ title: title.optional(), body: body.optional(), published })
  .meta({ id: "PostChanges", description: "Fields that are left out are not changed." });

/** A post in an answer. */
export const postShape = z
  .object({
    id: identifier("The post's id"),
    title: z.string().meta({ examples: ["On the engine"] }),
    body: z.string().meta({ examples: ["It weaves algebraic patterns."] }),
    published: z.boolean().meta({ description: "Whether anyone may read it", examples: [true] }),
    user_id: identifier("The owner's id"),
    created_at: timestamp("When it was written"),
    updated_at: timestamp("When it last changed"),
  })
  .meta({ id: "Post" });

/** A post on the session API's wire. */
export const presentPost = (post: Post) => ({
  id: post.id,
  title: post.title,
  body: post.content,
  published: post.status === "published",
  user_id: post.userId,
  created_at: post.createdAt.toISOString(),
  updated_at: post.updatedAt.toISOString(),
});
