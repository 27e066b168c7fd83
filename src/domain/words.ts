/** How many characters of a word count. */
const LONGEST_WORD = 100;
/** More than an email and a name of 100 characters have; older names may be longer. */
const MOST_WORDS = 250;

const DIACRITICS = /[\u0300-\u036f]/g;
/** A combining mark may be a vowel, so it does not end a word. */
const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu;

/** Runs of letters and digits, in one form whatever their case, accents and width. */
function readWords(text: string): string[] {
  // Upper case is the simpler form: `ß` becomes `SS`, and the two small sigmas are one letter.
  const folded = text.normalize("NFKD").replace(DIACRITICS, "").toUpperCase();
  return folded.match(WORD) ?? [];
}

/** The words by which an account is found. */
export function wordsOf({ email, name }: { readonly email: string; readonly name: string }): string[] {
  const words = readWords(`${email} ${name}`).map((word) => [...word].slice(0, LONGEST_WORD).join(""));
  return withoutBeginnings(words.slice(0, MOST_WORDS));
}

/**
 * The prefixes in a search. An account matches if each one begins one of its words. An empty search has none.
 *
 * @returns undefined if no account can match
 */
export function readSearch(search: string): readonly string[] | undefined {
  const words = readWords(search);
  if (words.length === 0) return search.trim() === "" ? [] : undefined;
  const starts = withoutBeginnings(words);
  const isTooMuch = starts.length > MOST_WORDS || starts.some((start) => [...start].length > LONGEST_WORD);
  return isTooMuch ? undefined : starts;
}

/** Drops each word that is a prefix of another one, because it makes no difference to the result. */
function withoutBeginnings(words: readonly string[]): string[] {
  // In order, a word comes right before one that it begins.
  const sorted = [...new Set(words)].sort();
  return sorted.filter((word, index) => sorted[index + 1]?.startsWith(word) !== true);
}
