import model from "wink-eng-lite-web-model";
import type { PartOfSpeech } from "wink-nlp";
import winkNlp from "wink-nlp";
import { isMeasure } from "../prd/quantities.ts";

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
    const word = text.slice(start, end);
    return {
      text: word,
      lemma: word.startsWith("`") ? word.replaceAll("`", "").toLowerCase() : (lemmas[index] ?? value),
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

const isVerb = ({ tag }: Word): boolean => tag === "VERB" || tag === "AUX";

export const hasVerb = (text: string): boolean => wordsOf(text).some(isVerb);

/** Lowercases the first letter, except in words such as `API`, `OAuth` and `Google Drive`. */
export const uncapitalized = (text: string): string =>
  text.replace(/^[A-Z](?=[a-z]*(?:$|[^\w](?![A-Z])))/, (letter) => letter.toLowerCase());

/** Whether the tagger reads the first word as a verb after `they must`. */
export const readsAsVerb = (text: string): boolean =>
  wordsOf(`they must ${uncapitalized(text)}`)[2]?.tag === "VERB";

export interface NounPhrase {
  /** Stems, the head last. */
  readonly nouns: readonly string[];
  /** Its place in the sentence; `part` in a title, a point below a requirement or a text without a verb. */
  readonly place: "subject" | "object" | "aside" | "part" | "verb";
  /** Whether it refers to something that exists already: `each habit`, `the trade`, `their profile`, `all records`. */
  readonly isGiven: boolean;
  /** `store all trades` */
  readonly isKept: boolean;
}

const given =
  /^(?:the|each|any|every|all|no|their|its|his|her|our|my|your|this|that|these|those|both|same|such)$/i;

interface State {
  place: NounPhrase["place"];
  verb: string;
  /** How many parentheses are open. */
  depth: number;
}

/** The noun phrases of an English text and its verbs, in order. */
export function nounPhrasesOf(text: string, fixed?: "part"): readonly NounPhrase[] {
  const words = asDeed(text);
  const isSentence = words[0]?.tag === "VERB" || words.some(({ tag }) => tag === "AUX");
  const state: State = { place: isSentence ? "subject" : "part", verb: "", depth: 0 };
  const phrases: NounPhrase[] = [];
  for (let index = 0; index < words.length; ) {
    const word = words[index] as Word;
    const before = words[index - 1]?.text ?? "";
    const end = endOfPhrase(words, index);
    const nouns = thingsIn(words.slice(index, end), words[index - 1]).map(stemOf);
    const place = fixed ?? placed(state, words.slice(end));
    const isKept = before === "all" && state.verb === "store";
    if (nouns.length === 0) pass(state, word, phrases);
    else phrases.push({ nouns, place, isGiven: given.test(before), isKept });
    index = Math.max(end, index + 1);
  }
  return phrases;
}

/** The nouns of a phrase, without units such as `minutes` after a number or `per`, and without `time` in `real-time chat`. */
function thingsIn(phrase: readonly Word[], before: Word | undefined): readonly Word[] {
  const [first, ...others] = phrase.filter(isNoun);
  if (first === undefined) return [];
  const isUnit = isMeasure(first.text) && (before?.tag === "NUM" || before?.text === "per");
  const isAdjective = before?.text === "-" && others.length > 0;
  return isUnit || isAdjective ? others : [first, ...others];
}

/** In `allow users to borrow a book`, the users act. */
function placed({ place, depth }: State, [next, afterNext]: readonly Word[]): NounPhrase["place"] {
  if (depth > 0) return "aside";
  return next?.lemma === "to" && afterNext?.tag === "VERB" ? "subject" : place;
}

/** The same for words of one family: `upload`, `uploading` and `uploader`, `rate` and `rating`. */
export const stemOf = ({ lemma }: Word): string =>
  lemma.replace(
    /(?<=^.{4,})(?:i[sz]ation|ication|[aiu]tion|(?<![cp])tion|ion|ment|er|or|ity|able|al|ly|y|ies|es)s?$|(?<=^.{3,})(?:ing|ed|e)s?$|(?<=^.{4,})s$/,
    "",
  );

/** Updates the place of the next phrase for a word between two phrases. A verb names a known thing: `filter`. */
function pass(state: State, word: Word, phrases: NounPhrase[]): void {
  const { tag, lemma, text } = word;
  if (text === "(") state.depth += 1;
  else if (text === ")") state.depth -= 1;
  if (isVerb(word)) Object.assign(state, { place: "object", verb: lemma });
  else if (tag === "ADP" || tag === "SCONJ") state.place = "aside";
  if (tag === "VERB") phrases.push({ nouns: [stemOf(word)], place: "verb", isGiven: true, isKept: false });
}

/** The end of the adjectives and nouns from a word on: after the last noun, or `start` without a noun. */
function endOfPhrase(words: readonly Word[], start: number): number {
  let end = start;
  for (let at = start; isNoun(words[at]) || words[at]?.tag === "ADJ"; at += 1)
    if (isNoun(words[at])) end = at + 1;
  return end;
}

/** The words of a text. In `Track active sessions`, the tagger reads `Track` as a noun; this corrects it to a verb. */
function asDeed(text: string): readonly Word[] {
  const [first, ...rest] = wordsOf(text);
  const hasObject = ["NOUN", "PROPN", "ADJ", "DET"].includes(rest[0]?.tag ?? "");
  if (first?.tag !== "NOUN" || !hasObject || !readsAsVerb(text)) return wordsOf(text);
  return [{ ...first, tag: "VERB" }, ...rest];
}
