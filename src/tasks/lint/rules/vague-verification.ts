import type { Rule } from "../rule.ts";

const vague: readonly RegExp[] = [
  /\bas (?:expected|intended|designed|desired)\b/i,
  /\bproperly\b/i,
  /\b(?:correctly|appropriately)\s*[.!]?$/i,
  /\b(?:works?|working|functions?|behaves?|runs?|handled|implemented|done) (?:correctly|well|fine|right)\b/i,
  /\bworks?\s*[.!]?$/i,
  /\blooks? (?:good|right|fine|ok|okay|nice|correct)\b/i,
  /\b(?:is|are) (?:done|completed?|finished|working|ok|okay|good|fine)\s*[.!]?$/i,
  /^(?:tested|done|completed?|finished|verified|ok|fine|no (?:issues|problems))\s*[.!]?$/i,
];

/** A command, a status code or a measure says how to check, whatever words are around it. */
const evidence = /`[^`]+`|(?<![\d.])[1-5]\d{2}(?![\d.])|\d\s*(?:%|ms\b|s\b|seconds?\b|minutes?\b|KB\b|MB\b)/i;

export const vagueVerification: Rule = {
  name: "vague-verification",
  *find({ tasks }) {
    for (const { text, textSpan } of tasks.flatMap(({ verification }) => verification)) {
      if (!vague.some((pattern) => pattern.test(text)) || evidence.test(text)) continue;
      const message = `"${text}" cannot be checked: say what is seen, such as a status code or a stored record.`;
      yield { offset: textSpan.start, message };
    }
  },
};
