/** The text up to its first full stop that is no abbreviation's. */
export function firstSentence(text: string): string {
  const end =
    /(?<!\b(?:e\.g|i\.e|etc|vs|approx|incl|z\.B|bzw|d\.h|[A-Z]))[.!?。](?=\s+[\p{Lu}\p{Lo}"'`(\d])/u.exec(
      text,
    )?.index;
  return end === undefined ? text : text.slice(0, end);
}

/** A lead without `with the following fields:` and its like. */
export const withoutFollowing = (sentence: string): string =>
  sentence
    .replace(/[:：]$/, "")
    .replace(
      /,?\s*\b(?:(?:with|including|for|by|using|in|of|on|across)\s+)?(?:the following|these)(?:\s+[\w-]+){0,3}$/i,
      "",
    )
    .replace(/,?\s+(?:including|such as|as follows|that|where users can)$/i, "");
