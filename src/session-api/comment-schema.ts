import { z } from "zod";
import { field, textFault } from "./field.ts";

/** The attributes of a new comment; every other key of the body is ignored. */
export const newComment = z.object({ body: field(textFault, { trim: false }) });
