import type { Word } from "./language.ts";
import { wordsOf } from "./language.ts";

/** The role of a noun phrase in its sentence. */
export type Role = "subject" | "object" | "adverbial" | "name" | "bracket" | "part";

export interface NounPhrase {
  /** Lemmas, the head last. */
  readonly nouns: readonly string[];
  readonly role: Role;
  /** Whether it refers to something that exists already: `each habit`, `the trade`, `their profile`, `all records`. */
  readonly isGiven: boolean;
  readonly isAll: boolean;
  /** Whether it is the new object of a verb such as "create": `create a trade entry`. */
  readonly isMade: boolean;
}

const given =
  /^(?:the|each|any|every|all|no|their|its|his|her|our|my|your|this|that|these|those|both|same|such)$/;

const making = /^(?:create|add|register|record|upload|generate)$/;

const isNoun = (word: Word | undefined): boolean => word?.tag === "NOUN" || word?.tag === "PROPN";

/** The noun phrases of an English text, in order. `role` overrides their roles in the sentence. */
export function nounPhrasesOf(text: string, role?: Role): readonly NounPhrase[] {
  const words = asDeed(spelledOut(text));
  const phrases: NounPhrase[] = [];
  const isSentence = words[0]?.tag === "VERB" || words.some(({ tag }) => tag === "AUX");
  const state = { role: (isSentence ? "subject" : "name") as Role, verb: "", brackets: 0 };
  for (let index = 0; index < words.length; ) {
    const phrase = phraseAt(words, index);
    if (phrase === null) pass(state, words[index] as Word);
    else {
      const isMade = state.role === "object" && !phrase.isGiven && making.test(state.verb);
      phrases.push({ ...phrase, isMade, role: role ?? (state.brackets > 0 ? "bracket" : state.role) });
    }
    index = phrase?.end ?? index + 1;
  }
  return phrases;
}

/** Updates the role of the next phrase for a word between two phrases. */
function pass(state: { role: Role; verb: string; brackets: number }, { text, tag, lemma }: Word): void {
  if (/^[([\])]$/.test(text)) state.brackets = Math.max(0, state.brackets + (/[([]/.test(text) ? 1 : -1));
  if (state.brackets > 0) return;
  if (tag === "VERB") Object.assign(state, { role: "object", verb: lemma });
  else if (tag === "ADP" || tag === "SCONJ") state.role = "adverbial";
}

/** The determiner, adjectives and nouns from a word on; null without a noun. */
function phraseAt(
  words: readonly Word[],
  start: number,
): (Omit<NounPhrase, "role" | "isMade"> & { end: number }) | null {
  const first = words[start];
  const word = first?.text.toLowerCase() ?? "";
  const isDetermined = first?.tag === "DET" || (first?.tag === "PRON" && given.test(word));
  const nouns: string[] = [];
  let end = start;
  for (let at = isDetermined ? start + 1 : start; isNoun(words[at]) || continues(words, at, end); at += 1)
    if (isNoun(words[at])) {
      nouns.push(words[at]?.lemma ?? "");
      end = at + 1;
    }
  return nouns.length === 0
    ? null
    : { nouns, end, isGiven: isDetermined && given.test(word), isAll: word === "all" };
}

function continues(words: readonly Word[], at: number, end: number): boolean {
  const [word, next] = [words[at], words[at + 1]];
  if (word === undefined) return false;
  if (word.tag === "ADJ") return true;
  const isJoined = word.text === "-" && next?.start === word.end;
  return isJoined || (end === at && /^(?:['’]s?|-)$/.test(word.text));
}

/** The words of a text. In `Track active sessions`, the tagger reads `Track` as a noun; this corrects it to a verb. */
function asDeed(text: string): readonly Word[] {
  const words = wordsOf(text);
  if (words[0]?.tag !== "NOUN" || !["NOUN", "PROPN", "ADJ", "DET"].includes(words[1]?.tag ?? ""))
    return words;
  const deed = wordsOf(`they must ${text.charAt(0).toLowerCase()}${text.slice(1)}`).slice(2);
  return deed[0]?.tag === "VERB" ? deed : words;
}

/** Replaces `user_progress` and `userProgress` in inline code with `user progress`. */
const spelledOut = (text: string): string =>
  text.replaceAll(/`([A-Za-z]\w+)`/g, (_, name: string) =>
    name.replaceAll("_", " ").replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`),
  );
