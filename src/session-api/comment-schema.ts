import { z } from "zod";
import { identifier, timestamp } from "../http/described-values.ts";
import { field, textFault } from "./field.ts";

const body = field(textFault, { trim: false }).meta({
  description: "Stored unchanged",
  minLength: 1,
  examples: ["Well said."],
});

/** The attributes of a new comment; every other key of the body is ignored. */
export const newComment = z.object({ body }).meta({ id: "NewComment" });

/** A comment in an answer. */
export const commentShape = z
  .object({
    id: identifier("The comment's id"),
    post_id: identifier("The post's id"),
    user_id: identifier("The author's id"),
    body: z.string().meta({ examples: ["Well said."] }),
    created_at: timestamp("When it was written"),
  })
  .meta({ id: "Comment" });
