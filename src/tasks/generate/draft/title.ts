import type { Word } from "./language.ts";
import { wordsOf } from "./language.ts";
import { templates } from "./templates.ts";

/** `product` is the word that the PRD uses for the product: `system`. */
export interface TitleContext {
  readonly product: string | null;
}

/** Longer titles lose text in parentheses and a final clause. */
const longTitle = 70;
const longestTitle = 160;

/** Capitalizes the first letter, except in words such as `iOS` and in inline code. */
const capitalized = (text: string): string =>
  text.replace(/^\p{Ll}(?!\p{Lu})/u, (letter) => letter.toUpperCase());

/** Lowercases the first letter, except in words such as `API`, `OAuth` and `Google Drive`. */
export const uncapitalized = (text: string): string =>
  text.replace(/^[A-Z](?=[a-z]*(?:$|[^\w](?![A-Z])))/, (letter) => letter.toLowerCase());

/** The first sentence of a text, without its full stop. */
export function firstSentence(text: string): string {
  const end = /(?<!\b(?:e\.g|i\.e|etc|vs|approx|incl|No))[.!?](?=\s+[\p{Lu}"“`(])/u.exec(text);
  return (end === null ? text : text.slice(0, end.index)).trim().replace(/(?<!\betc)[.;。！]$/, "");
}

/**
 * The title for an English sentence: the sentence without `The system must …` and references in parentheses. If its
 * structure is not recognized, the sentence stays as it is.
 */
export function titleOfSentence(text: string, context: TitleContext): string {
  const wish = wishIn(text);
  if (wish !== null) return wish;
  const sentence = shortened(withoutReferences(firstSentence(text)));
  return capitalized(unframed(sentence, context));
}

const wishForm =
  /^as (?<role>an? [^,]+?),? i (?:can|(?:want|need|wish|would like)(?: to be able)? to) (?<deed>.+?)(?:,? so (?:that )?.*)?$/is;

/** The title for `As a member, I want to vote so that …`; null if the wish contains `my` or the like. */
function wishIn(text: string): string | null {
  const { role, deed } = wishForm.exec(firstSentence(text.replace(/\bI['’]d\b/, "I would")))?.groups ?? {};
  if (role === undefined || deed === undefined || /\b(?:I|me|my|mine|myself)\b/i.test(deed)) return null;
  return templates.ability(role, shortened(withoutReferences(deed)));
}

/**
 * The title for a heading or bold words: `Implement …` if they name a thing, unchanged if they already say what to do.
 */
export function titleOfName(name: string, isQuality: boolean): string {
  const plain = withoutReferences(name.trim().replace(/[.:;]$/, "")).replace(
    /\s\((?:P\d|must|should|could)[^()]*\)$/i,
    "",
  );
  if (!isNominal(plain)) return capitalized(plain);
  return isQuality ? templates.quality(plain) : templates.thing(plain);
}

/** Whether a text names a thing: it begins with a noun that can't be a verb and has no auxiliary verb. */
export function isNominal(text: string): boolean {
  const words = wordsOf(text);
  const [first] = words;
  if (
    first === undefined ||
    !/^[\p{L}\d`]/u.test(first.text) ||
    /^(?:no|not|when|if|how|what)$/i.test(first.text)
  ) {
    return false;
  }
  if (words.some(({ tag }) => tag === "AUX")) return false;
  if (first.tag === "VERB" && !/(?:ed|ing)$/.test(first.text)) return false;
  return words.length === 1 || !readsAsVerb(text);
}

/** Whether the tagger reads the first word as a verb after `they must`. */
function readsAsVerb(text: string): boolean {
  return wordsOf(`they must ${uncapitalized(text)}`)[2]?.tag === "VERB";
}

/** Removes references such as `(see FR-1)`, which the dependencies cover. */
export const withoutReferences = (text: string): string =>
  text.replace(/\s*\((?:see\s+|cf\.?\s+)?(?:[A-Z]{1,6}-?\d[\d.]*(?:\s*(?:,|and|&|-)\s*)?)+\)/g, "").trim();

/** Removes text in parentheses and then the last clause from a long text, if the rest is still a whole phrase. */
function shortened(text: string): string {
  if (text.length <= longTitle) return text;
  const bare = text.replaceAll(/\s+\([^()]*\)(?=[\s,.;:]|$)/g, "");
  if (bare.length <= longTitle) return bare;
  const clause = /(?:,? so that |; | — | – |, (?:which|where|so|because|while|even|but) )/.exec(bare);
  const cut = clause === null ? bare : bare.slice(0, clause.index);
  return isWhole(cut) ? cut : bare;
}

/** Whether quotes, backticks and parentheses are balanced and at least four words are left. */
const isWhole = (text: string): boolean =>
  text.split(/\s+/).length >= 4 &&
  text.split("`").length % 2 === 1 &&
  text.split('"').length % 2 === 1 &&
  text.split("(").length === text.split(")").length;

/** `The system must store X` becomes `store X`, `Members can borrow X` becomes `Allow members to borrow X`. */
function unframed(sentence: string, context: TitleContext): string {
  const frame = frameOf(sentence);
  if (frame === null) return sentence;
  const { subject, verb, isAble, predicate } = frame;
  if (isAble && verb.tag === "VERB") return templates.ability(uncapitalized(subject), predicate);
  if (isProduct(subject, context) && verb.tag === "VERB") return predicate;
  return sentence;
}

interface Frame {
  readonly subject: string;
  /** The first word after the modal verb, ignoring adverbs. */
  readonly verb: Word;
  /** `can`, or `must be able to`. */
  readonly isAble: boolean;
  readonly predicate: string;
}

const isModal = ({ tag, text }: Word): boolean =>
  tag === "AUX" && /^(?:must|should|shall|will|can|may)$/i.test(text);

/** Parses `<subject> must <verb> …`; null if the sentence has another structure or a negation. */
function frameOf(sentence: string): Frame | null {
  const words = wordsOf(sentence);
  const modal = words.findIndex(isModal);
  if (modal < 1 || modal > 6) return null;
  const before = words.slice(0, modal);
  if (/^(?:no|none|nobody)$/i.test(before[0]?.text ?? "")) return null;
  if (before.some(({ tag }) => !["DET", "ADJ", "NOUN", "PROPN", "PRON"].includes(tag))) return null;
  const able = words[modal + 2];
  const isAble = able?.text.toLowerCase() === "able";
  const start = isAble ? modal + 4 : modal + 1;
  const verb = words.slice(start).find(({ tag }) => tag !== "ADV");
  const first = words[start];
  if (verb === undefined || first === undefined || /^(?:not|never|only|be)$/i.test(first.text)) return null;
  return {
    subject: sentence.slice(0, before.at(-1)?.end ?? 0),
    verb,
    isAble: isAble || /^(?:can|may)$/i.test(words[modal]?.text ?? ""),
    predicate: sentence.slice(first.start),
  };
}

const isProduct = (subject: string, { product }: TitleContext): boolean =>
  product !== null && subject.replace(/^(?:the|this|our)\s+/i, "").toLowerCase() === product;

/** The most frequent subject of the sentences in a PRD, if it is a singular noun: `system`. */
export function productOf(sentences: readonly string[]): string | null {
  const counts = new Map<string, number>();
  const definite = new Set<string>();
  for (const sentence of sentences) {
    const words = wordsOf(firstSentence(sentence));
    const modal = words.findIndex(isModal);
    const subject = words.slice(0, Math.max(modal, 0)).filter(({ tag }) => tag !== "DET");
    const head = subject.at(-1);
    const isOne = head !== undefined && head.lemma === head.text.toLowerCase();
    if (!isOne || subject.length > 3) continue;
    const name = subject.map(({ text }) => text.toLowerCase()).join(" ");
    counts.set(name, (counts.get(name) ?? 0) + 1);
    if (words[0]?.tag === "DET") definite.add(name);
  }
  const [most] = [...counts].sort(([, a], [, b]) => b - a);
  return most !== undefined && most[1] >= (definite.has(most[0]) ? 2 : 4) ? most[0] : null;
}

/**
 * The title for text that only introduces the points below it, such as `Users must be able to:`. Null if the words
 * before the colon are not a whole phrase and the points don't fit into a title.
 */
export function titleOfLead(text: string, parts: readonly string[], context: TitleContext): string | null {
  const lead = bareOf(text.trim().replace(/\s*[:：]$/, ""));
  const words = wordsOf(lead);
  const modal = words.findIndex(isModal);
  if (modal < 0 && /^(?:when|if|once|after|before|upon|on)$/i.test(words[0]?.text ?? "")) {
    return templates.occasion(uncapitalized(lead));
  }
  const kept = closedLength(words);
  const cut = lead.slice(0, words[kept - 1]?.end ?? 0);
  if (kept > modal + 2 || (modal < 0 && kept > 0))
    return modal < 0 ? titleOfName(cut, false) : titleOfSentence(cut, context);
  const subject = lead.slice(0, words[modal - 1]?.end ?? 0);
  if (isOneThing(subject, context))
    return templates.thing(uncapitalized(subject.replace(/^(?:the|each|every|an?)\s/i, "")));
  return withPoints(parts, (points) => capitalized(unframed(`${lead} ${points}`, context)));
}

/** A title with as many of the points as fit, in order; null if not even one fits. */
export function withPoints(parts: readonly string[], titleWith: (points: string) => string): string | null {
  const points = parts
    .filter((part) => !/^\p{L}[\p{L} ]*:\s/u.test(part))
    .map((part) => uncapitalized(bareOf(part)));
  for (let count = points.length; count > 0; count--) {
    const title = titleWith(points.slice(0, count).join(", "));
    if (title.length <= longestTitle) return title;
  }
  return null;
}

const bareOf = (part: string): string => firstSentence(part).replaceAll(/\s+\([^()]*\)(?=[\s,.;:]|$)/g, "");

/** Whether a subject is one thing: `Registration with email`, but not `Users` or `Upon registration, the system`. */
function isOneThing(subject: string, context: TitleContext): boolean {
  const words = wordsOf(subject);
  const [first] = words;
  const isSeveral = words.length === 1 && first?.lemma !== first?.text.toLowerCase();
  const isPhrase =
    first !== undefined &&
    first.tag !== "ADP" &&
    !words.some(({ tag, text }) => tag === "SCONJ" || text === ",");
  return isPhrase && !isSeveral && !isProduct(subject, context);
}

const isOpen = ({ tag, text }: Word): boolean =>
  ["ADP", "AUX", "CCONJ", "SCONJ", "DET", "PART"].includes(tag) ||
  /^(?:,|:|where|that|which|who|able|including|using)$/i.test(text);

/** Whether a text ends in a word that needs a continuation, such as a preposition or an article. */
export function endsOpen(text: string): boolean {
  const last = wordsOf(text).at(-1);
  return last !== undefined && isOpen(last);
}

/** How many words remain without an incomplete end: `using`, `with the following fields`, `where users can`. */
function closedLength(words: readonly Word[]): number {
  const following = words.findLastIndex(({ text }) => /^following$/i.test(text));
  let kept = following > words.length - 4 && following > 0 ? following : words.length;
  // The `in` of `log in using` belongs to its verb.
  const isParticle = (index: number): boolean =>
    index < words.length - 1 && words[index]?.tag === "ADP" && words[index - 1]?.tag === "VERB";
  while (kept > 0 && isOpen(words[kept - 1] as Word) && !isParticle(kept - 1)) kept -= 1;
  const relative = words.slice(0, kept).findLastIndex(({ text }) => /^(?:where|that|which|who)$/i.test(text));
  if (relative > 0 && kept < words.length && kept - relative <= 3) return relative;
  return endsInVerb(words.slice(0, kept)) && kept === words.length ? 0 : kept;
}

/** Whether the words end in a verb whose object is the points below: `calculate and display`. */
function endsInVerb(words: readonly Word[]): boolean {
  const [verb, and, last] = words.slice(-3);
  return (
    last?.tag === "VERB" || words.at(-1)?.tag === "VERB" || (verb?.tag === "VERB" && and?.tag === "CCONJ")
  );
}
