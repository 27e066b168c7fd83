import { stemsOf } from "../../lint/stems.ts";

const quotes: readonly (readonly [RegExp, string])[] = [
  [/[“”„«»]/g, '"'],
  [/[‘’]/g, "'"],
  [/[–—‐‑]/g, "-"],
];

/** A text without what changes nothing of its meaning: case, kinds of quotes and dashes, blanks, a closing mark. */
export function normalized(text: string): string {
  const plain = quotes.reduce((said, [mark, usual]) => said.replaceAll(mark, usual), text.normalize("NFKC"));
  return plain
    .toLowerCase()
    .replaceAll(/[`*]/g, "")
    .replaceAll(/\s+/g, " ")
    .trim()
    .replace(/[.:;,!]+$/, "");
}

const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** The stems and numbers of a text; pairs of characters where a script has no blanks between words. */
export function wordsIn(text: string): ReadonlySet<string> {
  const numbers = text.match(/\d+(?:[.,]\d+)*/g) ?? [];
  const words = [...stemsOf(text.normalize("NFKC"))];
  return new Set([...numbers, ...words.flatMap((word) => (unspaced.test(word) ? pairsIn(word) : [word]))]);
}

const pairsIn = (word: string): readonly string[] =>
  word.length < 3 ? [word] : Array.from({ length: word.length - 1 }, (_, at) => word.slice(at, at + 2));

/** Compares texts by their words, each weighed by how few of the texts have it: `The system must` tells nothing. */
export class WordWeights {
  readonly #counts = new Map<string, number>();
  readonly #total: number;

  /** @param versions - the texts of each version, by whose words all words are weighed */
  constructor(versions: readonly (readonly ReadonlySet<string>[])[]) {
    this.#total = Math.max(1, ...versions.map((texts) => texts.length));
    for (const texts of versions) {
      const counts = new Map<string, number>();
      for (const word of texts.flatMap((words) => [...words])) counts.set(word, (counts.get(word) ?? 0) + 1);
      for (const [word, count] of counts)
        this.#counts.set(word, Math.max(count, this.#counts.get(word) ?? 0));
    }
  }

  /** From 0, no word in common, to 1, the same words. */
  similarity(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
    const shared = this.#weigh([...one].filter((word) => other.has(word)));
    const all = this.#weigh(one) + this.#weigh(other);
    return all === 0 ? 0 : (2 * shared) / all;
  }

  /** How much of a text another one says, from 0 to 1. */
  containment(part: ReadonlySet<string>, whole: ReadonlySet<string>): number {
    const all = this.#weigh(part);
    return all === 0 ? 0 : this.#weigh([...part].filter((word) => whole.has(word))) / all;
  }

  #weigh(words: Iterable<string>): number {
    let sum = 0;
    for (const word of words) sum += Math.log((this.#total + 1) / (this.#counts.get(word) ?? 1));
    return sum;
  }
}
