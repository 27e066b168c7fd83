import { randomBytes } from "node:crypto";
import anyAscii from "any-ascii";

const LONGEST_SLUG = 80;
/** The slug for a title without a letter or digit in any script. */
const NAMELESS = "post";
const NUMBERED_TRIES = 9;

/** A title as part of an address: ASCII letters, digits and single hyphens. Other scripts are transliterated. */
export function slugify(title: string): string {
  const words = anyAscii(title.slice(0, LONGEST_SLUG))
    .toLowerCase()
    .replace(/'/g, "")
    .match(/[a-z\d]+/g);
  return words?.join("-").slice(0, LONGEST_SLUG).replace(/-$/, "") ?? NAMELESS;
}

/** Slugs to try in turn, until one is free: `title`, `title-2`, `title-3`, and soon one that is certainly unused. */
export function* slugCandidates(title: string): Generator<string, never> {
  const slug = slugify(title);
  yield slug;
  for (let number = 2; number <= NUMBERED_TRIES; number++) yield `${slug}-${number}`;
  for (;;) yield `${slug}-${randomBytes(6).toString("hex")}`;
}
