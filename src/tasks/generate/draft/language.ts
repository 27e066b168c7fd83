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
  const known = remembered.get(text);
  if (known !== undefined) return known;
  const words = tag(text);
  remembered.set(text, words);
  return words;
}

function tag(text: string): readonly Word[] {
  const tokens = nlp.readDoc(prepared(text)).tokens();
  const tags = tokens.out(its.pos) as PartOfSpeech[];
  // The package's types don't allow `its.lemma` here.
  const lemmas = tokens.out(its.lemma as unknown as typeof its.value) as string[];
  const spaces = tokens.out(its.precedingSpaces) as string[];
  const words: Word[] = [];
  let end = 0;
  for (const [index, value] of (tokens.out(its.value) as string[]).entries()) {
    const start = end + (spaces[index]?.length ?? 0);
    end = start + value.length;
    words.push({
      text: text.slice(start, end),
      lemma: lemmas[index] ?? value,
      tag: tags[index] ?? "X",
      start,
      end,
    });
  }
  return words;
}

/**
 * The tagger reads a capitalized word as a name and inline code as words of the sentence. So the first letter becomes
 * lower case and inline code becomes a name. The length stays the same.
 */
function prepared(text: string): string {
  const named = text.replaceAll(/`[^`]+`/g, (code) => `X${"x".repeat(code.length - 1)}`);
  return named.replace(/^[A-Z](?=[a-z]+(?:$|[^\w]))/, (letter) => letter.toLowerCase());
}
