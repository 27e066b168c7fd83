const stopWords: ReadonlySet<string> = new Set(
  "a all an and any are as at be been being but by can could do does each every for from get has have how i if in into is it its let may must my new no not of on only or other our own per shall should so some such system than that the their them then there these they this those to until up use user users used using via was we were what when where which who will with within would you your app application allow allows able provide provides support supports include including includes feature data must-have required need needs".split(
    " ",
  ),
);

/** The words of a text that carry meaning, brought to one form: `creating habits` and `create a habit` share both. */
export function meaningfulWords(text: string): ReadonlySet<string> {
  const words = text
    .replaceAll(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .replaceAll(/\b(?:log|sign)(?:s|ged|ging)?[ -](in|out)\b/g, "log$1")
    .replaceAll(/\bsign(?:s|ed|ing)?[ -]up\b|\bregist(?:er(?:s|ed|ing)?|rations?)\b/g, "signup")
    .match(/[\p{L}\p{N}]+/gu);
  return new Set(
    (words ?? []).filter((word) => word.length > 1 && !stopWords.has(word)).map((word) => stem(word)),
  );
}

/** Good enough to tell the same word in two forms; it need not be a word itself. */
function stem(word: string): string {
  if (!/^[a-z]{4,}$/.test(word)) return word;
  const singular = word
    .replace(/ifications?$/, "ify")
    .replace(/ies$/, "y")
    .replace(/(ss|sh|ch|x)es$/, "$1")
    .replace(/([^su])s$/, "$1");
  const root = singular
    .replace(/(?:ations?|ated|ating|ates?|ators?|ions?|ing|ed|ment|er)$/, "")
    .replace(/(.)\1$/, "$1");
  return (root.length >= 3 ? root : singular).replace(/[ey]$/, "");
}

/** How much the words of one text say about another, rare words counting more. */
export class WordWeights {
  readonly #counts = new Map<string, number>();
  readonly #total: number;

  /** @param texts what rarity is judged by */
  constructor(texts: readonly string[]) {
    this.#total = texts.length;
    for (const text of texts) {
      for (const word of meaningfulWords(text)) this.#counts.set(word, (this.#counts.get(word) ?? 0) + 1);
    }
  }

  /** 0 for nothing in common to 1 for the same words; `part` is judged by how much of it is found in `whole`. */
  similarity(part: ReadonlySet<string>, whole: ReadonlySet<string>): number {
    const all = this.#weigh(part);
    if (all === 0) return 0;
    const shared = this.#weigh(new Set([...part].filter((word) => whole.has(word))));
    return shared / all;
  }

  /** The words that some text has: others can tell nothing. */
  known(words: ReadonlySet<string>): ReadonlySet<string> {
    return new Set([...words].filter((word) => this.#counts.has(word)));
  }

  #weigh(words: ReadonlySet<string>): number {
    let sum = 0;
    for (const word of words) sum += this.weight(word);
    return sum;
  }

  weight(word: string): number {
    return Math.log(1 + (this.#total + 1) / (1 + (this.#counts.get(word) ?? 0)));
  }
}
