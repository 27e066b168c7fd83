/** Words without meaning for the comparison: articles, modal verbs, conjunctions and the like. */
const fillers = new Set(
  "a an the is are be been can could should must will user users system of to in on for with and or by that it its as at from have has works work working correctly successfully properly able verify verified check checked ensure test tested exists exist done".split(
    " ",
  ),
);

/** The stems of a text's significant words, in order, each once. */
export const stemsOf = (text: string): ReadonlySet<string> =>
  new Set((text.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? []).filter((word) => !fillers.has(word)).map(stem));

export const isWithin = (words: ReadonlySet<string>, others: ReadonlySet<string>): boolean =>
  [...words].every((word) => others.has(word));

/** `creates`, `created` and `creating` are one word. */
const stem = (word: string): string => word.replace(/(?:ations?|ions?|ings?|ed|es|e|s)$/, "") || word;
