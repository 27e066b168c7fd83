import { citedKeys } from "../prd/requirement-id.ts";

/** The text up to its first full stop that is no abbreviation's. */
export function firstSentence(text: string): string {
  const end =
    /(?<!\b(?:e\.g|i\.e|etc|vs|approx|incl|z\.B|bzw|d\.h|[A-Z]))[.!?。](?=\s+(?!(?<=\b\d{1,2}\.\s+)(?:Jan|Feb|Mär|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|Dez|Quartal|Tag|Woche|Monat|Jahr)\p{Ll}*\b)[\p{Lu}\p{Lo}"'`(\d])/u.exec(
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

/** The sentences of a text, without those that only tell which requirement comes first. */
export function sentencesOf(text: string): readonly string[] {
  const first = firstSentence(text);
  const rest = text.slice(first.length).replace(/^[.!?。]\s*/, "");
  const said = isReference(first) ? [] : [first];
  return rest === "" ? said : [...said, ...sentencesOf(rest)];
}

/** `It builds on the loans of FR-4` says what comes first, and nothing that could be done or checked. */
const isReference = (sentence: string): boolean =>
  /^(?:it|this|see|depends|requires|builds)\b/i.test(sentence) &&
  citedKeys(sentence).length > 0 &&
  sentence.length < 90;
