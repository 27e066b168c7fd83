import { emoji, withoutColon, withoutReferences } from "../prd/labels.ts";
import type { Word } from "./language.ts";
import { hasVerb, isNoun, readsAsVerb, uncapitalized, wordsOf } from "./language.ts";
import { templates } from "./templates.ts";

/** Longer titles lose text in parentheses and a final clause. */
const longTitle = 70;
export const longestTitle = 160;

/** Symbols around a heading or sentence, or before parentheses: `✅ Required`, `Search ⚠️ (partial)`. */
const symbols = new RegExp(
  String.raw`^(?:${emoji}|[✓✗]\uFE0F?|\s)+(?=[^\s=])|(?:${emoji}|[✓✗]\uFE0F?|\s)+$|\s${emoji}(?=\s\()`,
  "gu",
);

const withoutSymbols = (text: string): string => text.replaceAll(symbols, "");

/**
 * A heading without its number, without badges in code, and without what a template adds: `(optional)`,
 * `(include if …)`, `(Priority: P1)`, `(P1)`.
 */
export const plainHeading = (heading: string): string =>
  withoutSymbols(heading)
    .replace(/(?:\s+`[^`]+`){2,}$/, "")
    .replace(/^(?:(?:\d+(?:\.\d+)+[.):]?|\d+[.):]|[IVX]+\.)\s+|[一二三四五六七八九十]+、)/, "")
    .replace(
      /\s+\((?:mandatory|optional|required|include if [^()]*|\p{L}+: \w+|priority \w+|P\d)\)(?:\s*\p{Extended_Pictographic}.*)?$/iu,
      "",
    )
    .trim();

/**
 * Capitalizes the first letter, except in inline code and in names such as `iOS`, `n8n` and `app.json`, or `ffmpeg` before
 * a word in a script without capitals.
 */
const capitalized = (text: string): string =>
  text.replace(/^\p{Ll}(?=\p{Ll}*(?![\p{L}\p{N}_]|\.\p{L}|:\/\/|\s+[\p{Lo}--[ªº]]))/v, (letter) =>
    letter.toUpperCase(),
  );

/**
 * The first sentence of a text, without its full stop. A full stop in parentheses or quotes does not end the sentence.
 */
function firstSentence(text: string): string {
  const ends = [
    ...text.matchAll(
      /(?<!\b(?:(?<!\d )[A-Za-z]|etc|vs|approx|incl|inkl|No|bzw|ggf|vgl|ca|ej|ex))(?<!(?:^|[\s:(])\d{1,2}|^[A-Z]{1,3}\d{1,3})[.!?](?=\s+[\p{Lu}"“`(])/gu,
    ),
  ];
  const end = ends.find(({ index }) => isBalanced(text.slice(0, index)));
  return text
    .slice(0, end?.index)
    .trim()
    .replace(/(?<!\betc|\.)[.;。！]$/, "");
}

/** Whether quotes, marks of code and parentheses come in pairs. */
const isBalanced = (text: string): boolean =>
  ['"', "`"].every((mark) => text.split(mark).length % 2 === 1) &&
  text.split("(").length === text.split(")").length;

/**
 * The title for an English sentence: the sentence without `The system must …` and references in parentheses. If its
 * structure is not recognized, the sentence stays as it is.
 */
export const titleOfSentence = (text: string): string =>
  capitalized(shortened(unframed(withoutReferences(firstSentence(withoutSymbols(text))))));

/** The title for a heading or bold words: `Implement …` if they plainly name a thing, else unchanged. */
export function titleOfName(name: string): string {
  const plain = withoutReferences(plainHeading(name).replace(/[.:;]$/, ""));
  return isNominal(plain) && isCompound(plain) && !/implementation$/i.test(plain)
    ? templates.thing(plain)
    : capitalized(plain);
}

/**
 * `Photo Upload Flow`: two words or more that can form a name. The tagger may read those that begin with a capital as
 * verbs. A single word can be a quality: `Performance`.
 */
function isCompound(text: string): boolean {
  const words = wordsOf(text.replaceAll(/\s*\([^()]*\)/g, "")).filter(({ tag }) => tag !== "PUNCT");
  const isPart = (word: Word): boolean =>
    isNoun(word) ||
    ["ADJ", "CCONJ", "NUM"].includes(word.tag) ||
    (word.tag === "VERB" && /^\p{Lu}/u.test(word.text));
  return words.length >= 2 && words.every(isPart);
}

/** Whether a text names a thing: it begins with a noun that can't be a verb and has no auxiliary verb. */
export function isNominal(text: string): boolean {
  const words = wordsOf(text);
  const [first] = words;
  // Because of its capitals, the tagger reads `Reserve Seats` as a name like `Search Bar`.
  const isDeed = readsAsVerb(/^\S+(?<!ed|ing) \S+[^s]s(?: \(|$)/.test(text) ? text.toLowerCase() : text);
  const isName = /^(?!(?:no|not|when|if|how|what)\b)[\p{L}\d`]/iu.test(text);
  const isVerb = first?.tag === "VERB" && !/(?:ed|ing)$/.test(first.text);
  const isSentence = isVerb || words.some(({ tag }) => tag === "AUX");
  return isName && !isSentence && (words.length === 1 || !isDeed);
}

/** Removes text in parentheses and then the last clause from a long text, if the rest is still a whole phrase. */
function shortened(text: string): string {
  if (text.length <= longTitle) return text;
  // Parentheses such as `(for files under 100 MB)`, `(≥ 80%)`, `(without a price)` and `(recommended)` are conditions.
  const bare = text.replaceAll(
    /(?<=[\p{L}\p{N}"”’'`%])(?<!\b(?:as|at|by|for|from|in|is|are|of|on|to|using|via|with|and|or|not|AND|OR|NOT)|['’]s)\s+\((?!(?!e\.g\.)[^()]*[<>≤≥]|(?:except|excluding|for|if|including|no|not|only|or|requiring|unless|when|with|without)\s|requires?\b|optional|preferred|recommended)[^()]*\)(?=[\s,.;:]|$)/gu,
    "",
  );
  const clause =
    /(?:,? so that | — | – |, (?:which|where|so|because|while|even|but) )/.exec(bare) ??
    (bare.length > longestTitle ? /; /.exec(bare) : null);
  if (bare.length <= longTitle || clause === null) return bare;
  const [cut, rest] = [bare.slice(0, clause.index), bare.slice(clause.index)];
  if (/\b(?:must|shall|should)\b/i.test(rest)) return bare;
  const isPhrase = cut.replaceAll(/`[^`]*`/g, " ").trim() !== "" && cut.split(/\s+/).length >= 4;
  return isBalanced(cut) && isPhrase ? cut : bare;
}

const wish =
  /^as (?<role>an? (?:(?!\bi\b)[^,])+?),? i (?:can|(?:want|need|wish|would like)(?: to be able)? to) (?<deed>.+?)(?:,? so (?:that )?.*)?$/i;

/** `The system must store X` becomes `store X`, `Members can borrow X` becomes `Allow members to borrow X`. */
function unframed(said: string): string {
  const sentence = said.replace(/^(?:must|shall|should) (?=(?!be\b|have\b|not\b|also\b)[a-z])/i, "");
  const { role = "", deed } = wish.exec(sentence)?.groups ?? {};
  if (deed !== undefined && !/\b(?:I|me|my|mine|myself)\b/i.test(deed)) return templates.ability(role, deed);
  const { subject = "", verb, isAble, predicate = "" } = frameOf(sentence) ?? {};
  if (isAble) return templates.ability(uncapitalized(subject), predicate);
  return verb?.tag !== "AUX" && theSystem.test(subject) ? predicate : sentence;
}

const theSystem = /^(?:(?:the|this|our) )?(?:system|product|app(?:lication)?|software|platform|library)$/i;

/** Whether a sentence says what the system must do: `The system must store X`. */
export function isSystemDeed(sentence: string): boolean {
  const { subject = "", verb } = frameOf(firstSentence(sentence)) ?? {};
  return verb?.tag !== "AUX" && theSystem.test(subject);
}

interface Frame {
  readonly subject: string;
  /** The first word after the modal verb, ignoring adverbs. */
  readonly verb: Word;
  /** `can`, or `must be able to`. */
  readonly isAble: boolean;
  readonly predicate: string;
}

const modal = /^(?:must|should|shall|will|can|may)$/i;

/** Parses `<subject> must <verb> …`; null if the sentence has another structure or a negation. */
function frameOf(sentence: string): Frame | null {
  const words = wordsOf(sentence);
  const at = words.findIndex(({ tag, text }) => tag === "AUX" && modal.test(text));
  const before = words.slice(0, at);
  const isPhrase = before.every(({ tag }) => ["DET", "ADJ", "NOUN", "PROPN", "PRON"].includes(tag));
  if (at < 1 || at > 6 || !isPhrase || /^(?:no|none|nobody)\b/i.test(sentence)) return null;
  const isAble = words[at + 2]?.text.toLowerCase() === "able";
  const after = words.slice(isAble ? at + 4 : at + 1);
  const [first, verb] = [after.find(({ text }) => text !== "also"), after.find(({ tag }) => tag !== "ADV")];
  if (verb === undefined || first === undefined || /^(?:not|never|only|be)$/i.test(first.text)) return null;
  return {
    subject: sentence.slice(0, before.at(-1)?.end),
    verb,
    isAble: isAble || /^(?:can|may)$/i.test(words[at]?.text ?? ""),
    predicate: sentence.slice(first.start),
  };
}

/**
 * The title for a name with what it is about: the point `What it does: …`, else all points, else the labels of all, else
 * as many points as fit; null if not even one fits.
 */
export function titleOfContent(name: string, points: readonly string[]): string | null {
  const sentences = points.map((point) => withoutColon(firstSentence(point)));
  const deed = sentences.flatMap((point) => /^what [^:：]*[:：]\s+(.*)$/i.exec(point)?.[1] ?? []).slice(0, 1);
  const said =
    deed.length > 0
      ? deed
      : sentences.filter((point) => titleOfSentence(point).toLowerCase() !== name.toLowerCase());
  const labels = said.map((point) => /^[^:：()]+(?=[:：]\s)/.exec(point)?.[0]);
  const areNamed = labels.every((label) => label !== undefined && isNominal(label));
  const contents = [
    said.length === 1 ? titleOfSentence(said.join()) : said.join(", "),
    areNamed ? labels.join(", ") : "",
    // A title has no room for more points than letters.
    ...said.slice(0, longestTitle).map((_, at, some) => some.slice(0, some.length - 1 - at).join(", ")),
  ];
  const fitting = contents.find((content) => content !== "" && content.length <= longestTitle - name.length);
  return fitting === undefined ? null : `${name}: ${fitting}`;
}

/**
 * The title for words that introduce points. English words that end in a noun need no points, unless they refer to
 * them, as in `the following fields`; then the points are added if all of them fit. Any other words get as many points
 * as fit; null if not even one fits.
 */
export function titleOfLead(lead: string, parts: readonly string[], isEnglish: boolean): string | null {
  const head = withoutColon(lead);
  const core = head.replace(/\s*\([^()]*\)$/, "");
  const words = wordsOf(core);
  const isClause =
    /^(?:when|if|once|after|before)\b/i.test(head) || (words[0]?.tag === "ADP" && !hasVerb(core));
  const isWhole = isEnglish && isNoun(words.at(-1)) && words.at(-2)?.tag !== "CCONJ" && !isClause;
  const isOpen = /\b(?:following|these)\b/i.test(head);
  if (isWhole && !isOpen) return isNominal(head) ? titleOfName(head) : titleOfSentence(head);
  const goesOn = joined(head, "", isEnglish) === `${head} `;
  const points = parts
    .map((part) => withoutColon(firstSentence(part)))
    .map((point) => (goesOn ? uncapitalized(point) : point));
  // A title has no room for more points than letters.
  const most = Math.min(points.length, longestTitle);
  const tooFew = isWhole ? points.length - 1 : 0;
  for (let count = most; count > tooFew; count--) {
    const title = titleOfSentence(joined(lead, points.slice(0, count).join(", "), isEnglish));
    if (count > 0 && title.length <= longestTitle) return title;
  }
  return isWhole ? titleOfSentence(head) : null;
}

/** Whether words that introduce points are one sentence, which a title can say as a whole. */
export const isOneSentence = (lead: string): boolean => firstSentence(lead) === lead;

/** Joins words that introduce something with it. After `to`, `must` or `must be`, an English sentence goes on. */
export function joined(lead: string, text: string, isEnglish: boolean): string {
  const head = withoutColon(lead);
  const last = wordsOf(head).findLast(({ tag }) => tag !== "ADV");
  const goesOn = last?.text === "to" || (last?.tag === "AUX" && !/^(?:is|are|was|were)$/i.test(last.text));
  if (!isEnglish || !goesOn) return `${head.replace(/[.。]$/, "")}: ${text}`;
  return `${head} ${withoutSymbols(text).replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase())}`;
}

/** Whether English words only say when or for what something holds, such as `If offline` and `For each movie, include`. */
export const isCondition = (lead: string): boolean =>
  /^\P{L}*(?:when|if|once|after|before|while|unless|until|(?:for|in|on) (?:each|every|all))\b/iu.test(lead);
