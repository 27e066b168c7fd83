import type { Detail } from "./prd.ts";

const laterMark =
  /[([](?:for |in |planned for )?(?:future(?: \w+)?|later|phase [2-9]|v[2-9](?:\.\d)?|post[- ]mvp|nice[- ]to[- ]have|out of scope|not in (?:mvp|v1|scope))[)\]]\s*[.:;]?$|\s[—–-]\s*(?:phase [2-9]|future(?: \w+)?|later|post[- ]mvp)[.;]?$/i;

/** `Gold: 10 profiles (future)` is put off by the PRD itself. */
export const isLater = (text: string): boolean => laterMark.test(text);

/** Parts what is to be built now from what the PRD marks as later work. Where all of it is, the mark says nothing. */
export function partLater(details: readonly Detail[]): {
  readonly now: readonly Detail[];
  readonly later: readonly Detail[];
} {
  const later = details.filter(({ text }) => isLater(text));
  if (later.length === details.length) return { now: details, later: [] };
  return { now: details.filter(({ text }) => !isLater(text)), later };
}
