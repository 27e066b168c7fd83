import model from "wink-eng-lite-web-model";
import type { PartOfSpeech } from "wink-nlp";
import winkNlp from "wink-nlp";

/** A word or punctuation mark of an English text with its lemma and part of speech. */
export interface Word {
  readonly text: string;
  readonly lemma: string;
  readonly tag: PartOfSpeech;
  /** Offsets in the text. */
  readonly start: number;
  readonly end: number;
}

const nlp = winkNlp(model, ["sbd", "pos"]);
const { its } = nlp;

const remembered = new Map<string, readonly Word[]>();

/** The words of a text, in order. Inline code is one word, tagged as a name. */
export function wordsOf(text: string): readonly Word[] {
  const words = remembered.get(text) ?? tag(text);
  remembered.set(text, words);
  return words;
}

function tag(text: string): readonly Word[] {
  const tokens = nlp.readDoc(prepared(text)).tokens();
  const tags = tokens.out(its.pos) as PartOfSpeech[];
  // The package's types don't allow `its.lemma` here.
  const lemmas = tokens.out(its.lemma as unknown as typeof its.value) as string[];
  const spaces = tokens.out(its.precedingSpaces) as string[];
  let end = 0;
  return (tokens.out(its.value) as string[]).map((value, index) => {
    const start = end + (spaces[index]?.length ?? 0);
    end = start + value.length;
    return {
      text: text.slice(start, end),
      lemma: lemmas[index] ?? value,
      tag: tags[index] ?? "X",
      start,
      end,
    };
  });
}

/**
 * The tagger reads a capitalized word as a name and inline code as words of the sentence. So the first letter becomes
 * lower case and inline code becomes a name. The length stays the same.
 */
function prepared(text: string): string {
  const named = text.replaceAll(/`[^`]+`/g, (code) => `X${"x".repeat(code.length - 1)}`);
  return named.replace(/^[A-Z](?=[a-z]+(?:$|[^\w]))/, (letter) => letter.toLowerCase());
}

export const isNoun = (word: Word | undefined): boolean => word?.tag === "NOUN" || word?.tag === "PROPN";

/** Lowercases the first letter, except in words such as `API`, `OAuth` and `Google Drive`. */
export const uncapitalized = (text: string): string =>
  text.replace(/^[A-Z](?=[a-z]*(?:$|[^\w](?![A-Z])))/, (letter) => letter.toLowerCase());

/** Whether the tagger reads the first word as a verb after `they must`. */
export const readsAsVerb = (text: string): boolean =>
  wordsOf(`they must ${uncapitalized(text)}`)[2]?.tag === "VERB";
