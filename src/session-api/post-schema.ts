import { z } from "zod";
import { field, INVALID, lengthFault, textFault } from "./field.ts";

const LONGEST_TITLE = 255;

const title = field((value) => textFault(value) ?? lengthFault(value, 1, LONGEST_TITLE), { trim: true });

const body = field(textFault, { trim: false });

/** Absent and null leave it to the default, or as it is. */
const published = z
  .boolean(INVALID)
  .nullish()
  .transform((value) => value ?? undefined);

/** The attributes of a new post; every other key of the body is ignored. */
export const newPost = z.object({ title, body, published });

/** The attributes to change. */
export const postChanges = z.object({ title: title.optional(), body: body.optional(), published });
