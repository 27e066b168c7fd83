import { stemsOf } from "../../lint/stems.ts";

/** Normalizes what does not change the meaning: case, quotes, dashes, whitespace, emphasis, final punctuation. */
export const normalized = (text: string): string =>
  text
    .normalize("NFKC")
    .replaceAll(/[“”„«»]/g, '"')
    .replaceAll(/[‘’]/g, "'")
    .replaceAll(/[–—‐‑]/g, "-")
    .toLowerCase()
    .replaceAll(/[`*]/g, "")
    .replaceAll(/\s+/g, " ")
    .trim()
    .replace(/[.:;,!]+$/, "");

export type Words = ReadonlySet<string>;

const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** The stems and numbers of a text; pairs of characters for scripts without spaces between words. */
export function wordsIn(text: string): Words {
  const numbers = text.match(/\d+(?:[.,]\d+)*/g) ?? [];
  const words = [...stemsOf(text.normalize("NFKC"))];
  return new Set([...numbers, ...words.flatMap((word) => (unspaced.test(word) ? pairsIn(word) : [word]))]);
}

const pairsIn = (word: string): readonly string[] =>
  word.length < 3 ? [word] : Array.from({ length: word.length - 1 }, (_, at) => word.slice(at, at + 2));

/** Compares texts by their words. Rare words weigh more; frequent ones, as in `The system must`, hardly count. */
export class WordWeights {
  readonly #counts = new Map<string, number>();
  readonly #total: number;

  /** @param versions - the texts of each version, which determine the weights of words */
  constructor(versions: readonly (readonly Words[])[]) {
    this.#total = Math.max(1, ...versions.map((texts) => texts.length));
    for (const texts of versions) {
      const words = texts.flatMap((text) => [...text]);
      for (const [word, { length }] of Map.groupBy(words, (one) => one))
        this.#counts.set(word, Math.max(length, this.#counts.get(word) ?? 0));
    }
  }

  /** From 0 (no common word) to 1 (the same words). */
  similarity(one: Words, other: Words): number {
    return (2 * this.#weigh(shared(one, other))) / (this.#weigh(one) + this.#weigh(other)) || 0;
  }

  /** The share of the words of `part` that are in `whole`, by weight, from 0 to 1. */
  containment(part: Words, whole: Words): number {
    return this.#weigh(shared(part, whole)) / this.#weigh(part) || 0;
  }

  #weigh(words: Words): number {
    return [...words].reduce(
      (sum, word) => sum + Math.log((this.#total + 1) / (this.#counts.get(word) ?? 1)),
      0,
    );
  }
}

const shared = (one: Words, other: Words): Words => new Set([...one].filter((word) => other.has(word)));
