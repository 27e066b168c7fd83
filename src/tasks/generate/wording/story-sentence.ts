import { capitalized, withoutStop } from "./text-case.ts";

/** `As a member, I want to suggest a book so that …` is `A member can suggest a book`; anything else stays as it is. */
export function storyAsSentence(text: string): string {
  const [, role, want] =
    /^as (an? .+?),?\s+i (?:want|need|would like|can)(?: to| be able to)*\s+(.+?)(?:,?\s+so (?:that|i|we)\b.*)?$/is.exec(
      text,
    ) ?? [];
  return role === undefined || want === undefined
    ? text
    : `${capitalized(role)} can ${withoutStop(want)
        .replaceAll(/\bmy\b/g, "their")
        .replaceAll(/\bme\b/g, "them")
        .replaceAll(/\bI\b/g, "they")}`;
}
