import type { Word } from "./language.ts";
import { wordsOf } from "./language.ts";

/** What a noun phrase does in its sentence; `whom` is the one that is allowed or enabled to do something. */
export type Role =
  | "subject"
  | "object"
  | "of"
  | "adverbial"
  | "name"
  | "clause"
  | "bracket"
  | "whom"
  | "part";

export interface NounPhrase {
  /** Lemmas, the head last. */
  readonly nouns: readonly string[];
  readonly role: Role;
  /** It speaks of something already there: `each habit`, `the trade`, `their profile`, `all records`. */
  readonly isGiven: boolean;
  readonly isAll: boolean;
  /** The object of a verb of making, or something new: `create a trade entry`, `offer new habits`. */
  readonly isMade: boolean;
  readonly isNew: boolean;
  readonly verb: string | null;
}

const given =
  /^(?:the|each|any|every|all|no|their|its|his|her|our|my|your|this|that|these|those|both|same|such)$/;
const clauseStart = /^(?:when|if|after|before|while|where|until|once|unless|because|since|which|who|that)$/;

/** The verbs after which what they name is there. */
const making = /^(?:create|add|register|record|upload|generate)$/;

const isNoun = (word: Word | undefined): boolean => word?.tag === "NOUN" || word?.tag === "PROPN";
const isParticiple = (word: Word | undefined): boolean =>
  word?.tag === "VERB" && /(?:ed|ing)$/.test(word.text);

/** The noun phrases of an English text in their order, each with its role. */
export function nounPhrasesOf(text: string, role?: Role): readonly NounPhrase[] {
  const phrases = new Reader(asDeed(spelledOut(text))).read();
  return role === undefined ? phrases : phrases.map((phrase) => ({ ...phrase, role }));
}

/** The words of a text; the `Track` of `Track active sessions`, which the tagger takes for a noun, is a verb. */
function asDeed(text: string): readonly Word[] {
  const words = wordsOf(text);
  if (words[0]?.tag !== "NOUN" || !["NOUN", "PROPN", "ADJ", "DET"].includes(words[1]?.tag ?? ""))
    return words;
  const deed = wordsOf(`they must ${text.charAt(0).toLowerCase()}${text.slice(1)}`).slice(2);
  return deed[0]?.tag === "VERB" ? deed : words;
}

/** `user_progress` and `userProgress` in code speak of user progress. */
export const spelledOut = (text: string): string =>
  text.replaceAll(/`([A-Za-z]\w+)`/g, (_, name: string) =>
    name.replaceAll("_", " ").replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`),
  );

class Reader {
  private readonly phrases: NounPhrase[] = [];
  private readonly words: readonly Word[];
  private index = 0;
  private brackets = 0;
  private role: Role;
  private verb: string | null = null;
  private verbs: string[] = [];
  private follows: NounPhrase | null = null;

  constructor(words: readonly Word[]) {
    this.words = words;
    this.role = words[0]?.tag === "VERB" || words.some(({ tag }) => tag === "AUX") ? "subject" : "name";
  }

  read(): readonly NounPhrase[] {
    while (this.index < this.words.length) {
      if (!this.readPhrase()) this.readWord(this.words[this.index] as Word);
    }
    return this.phrases;
  }

  private readWord({ text, tag, lemma }: Word): void {
    this.index += 1;
    if (text === "(" || text === "[") this.brackets += 1;
    else if (text === ")" || text === "]") this.brackets = Math.max(0, this.brackets - 1);
    else if (this.brackets > 0) return;
    else if (tag === "VERB") this.beginObject(lemma);
    else if (clauseStart.test(text.toLowerCase()) || /^[.;:—–]$/.test(text)) this.role = "clause";
    else if (tag === "ADP" || tag === "SCONJ") this.beginAdverbial(text);
  }

  private beginObject(verb: string): void {
    this.verb = verb;
    this.verbs.push(verb);
    if (this.role !== "clause") this.role = "object";
  }

  private beginAdverbial(word: string): void {
    if (this.role === "clause") return;
    const isOf = /^(?:of|for)$/.test(word) && this.follows !== null && !this.follows.isGiven;
    this.role = isOf && this.role !== "subject" ? "of" : "adverbial";
  }

  /** Reads determiner, adjectives and nouns; false where there is no noun among them. */
  private readPhrase(): boolean {
    const determiner = this.words[this.index];
    const word = determiner?.text.toLowerCase() ?? "";
    const isDetermined = determiner?.tag === "DET" || (determiner?.tag === "PRON" && given.test(word));
    const { nouns, end, isNew } = this.readNouns(isDetermined ? this.index + 1 : this.index);
    if (nouns.length === 0) return false;
    this.index = end;
    const isGiven = isDetermined && given.test(word);
    this.add({ nouns, isGiven, isAll: word === "all", role: this.role, verb: this.verb, isNew });
    return true;
  }

  private readNouns(start: number): { nouns: readonly string[]; end: number; isNew: boolean } {
    const nouns: string[] = [];
    let isNew = false;
    let end = start;
    for (let at = start; ; at += 1) {
      const word = this.words[at];
      if (word === undefined || this.isSecondVerb(at)) return { nouns, end, isNew };
      if (isNoun(word)) {
        nouns.push(word.lemma);
        end = at + 1;
      } else if (word.lemma === "new") isNew = true;
      else if (!this.continues(at, end)) return { nouns, end, isNew };
    }
  }

  private continues(at: number, end: number): boolean {
    const word = this.words[at] as Word;
    const next = this.words[at + 1];
    if (word.tag === "ADJ" || word.tag === "NUM" || (isParticiple(word) && isNoun(next))) return true;
    return (
      (/^(?:['’]s?|-)$/.test(word.text) && end === at) || (word.text === "-" && next?.start === word.end)
    );
  }

  /** The `display` of `calculate and display the total`, which the tagger takes for a noun. */
  private isSecondVerb(at: number): boolean {
    const [verb, and, word, next] = [
      this.words[at - 2],
      this.words[at - 1],
      this.words[at],
      this.words[at + 1],
    ];
    const isVerb = verb?.tag === "VERB" && and?.tag === "CCONJ" && word?.tag === "NOUN";
    return isVerb && ["ADJ", "DET", "NOUN", "PRON", "PROPN"].includes(next?.tag ?? "");
  }

  private add(phrase: Omit<NounPhrase, "isMade">): void {
    const [to, deed] = [this.words[this.index], this.words[this.index + 1]];
    const isWhom =
      phrase.role === "object" &&
      to?.text === "to" &&
      deed?.tag === "VERB" &&
      this.follows?.verb !== phrase.verb;
    const role = this.brackets > 0 ? "bracket" : isWhom ? "whom" : phrase.role;
    const isMade =
      role === "object" && !phrase.isGiven && (phrase.isNew || this.verbs.some((verb) => making.test(verb)));
    this.verbs = [];
    this.follows = { ...phrase, role, isMade };
    this.phrases.push(this.follows);
  }
}
