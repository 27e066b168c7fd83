import { baseOfParticiple, baseOfThirdPerson, isBaseVerb } from "./english-verbs.ts";
import { isEnglish } from "./is-english.ts";
/** The first letter in upper case, unless the word is code, a measure such as `p95` or a name such as `iOS`. */
export const capitalized = (text: string): string =>
  /^[a-z][A-Z]|^p\d/.test(text) ? text : text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());

/** The first letter in lower case, unless the word is an abbreviation or a proper name in the middle of which capitals stand. */
export const uncapitalized = (text: string): string =>
  /^(?:\p{Lu}\p{Ll}+(?=$|[^\p{L}\d.-]|-\p{Ll})|A(?=\s))/u.test(text) &&
  !properNames.test(text) &&
  !isName(text)
    ? text.replace(/^\p{Lu}/u, (letter) => letter.toLowerCase())
    : text;

/** `Content Security Policy headers` and `Google OAuth` keep their capitals; an order's verb is no part of a name. */
function isName(text: string): boolean {
  const [first = "", second = "", third = ""] = text.split(/\s+/);
  if (isBaseVerb(first) || /^(?:The|An?|Each|Every|All|Any|No|Its|Their|This|When|If|Users?)$/.test(first))
    return false;
  const isCapital = (word: string) => /^\p{Lu}[\p{Ll}\p{Lu}]+$/u.test(word);
  return /^(?:OAuth|SDK|API|Pay)\b/.test(second) || (isCapital(second) && isCapital(third) && third !== "");
}

/** `timeline of a plant` → `a timeline of a plant`; plurals, names and what cannot be counted need no article. */
export function withIndefinite(phrase: string): string {
  const head =
    phrase.split(/\s+(?:of|for|per|with|in|on|from|to|by|at|that|which|until|and|or)\b/i)[0] ?? phrase;
  return /^(?:(?:an?|the|each|every|all|any|some|no|one|its|their|his|her|our|your)\s|[^a-z])/.test(phrase) ||
    /(?:s|ing|ity|ness|[ae]nce|ment|people|children|data|content|information|text|access|mode|support|tracking|history|software|hardware|mail|csv|pdf|media|feedback|traffic|[tsc]ion)$/i.test(
      head,
    )
    ? phrase
    : `${/^(?:[aeio]|un(?!i))/i.test(phrase) ? "an" : "a"} ${phrase}`;
}

/** `Must be interruptible` and `Does not block` want the subject that stands above them. */
export const withSubject = (text: string, subject: string): string =>
  /^(?:must|should|shall|will|can|cannot|may|does|is|are|has)\s/i.test(text)
    ? `${subject} ${text.charAt(0).toLowerCase()}${text.slice(1)}`
    : text;

/** `Photo Upload Flow` → `photo upload flow`; abbreviations and names keep their capitals. */
export function sentenceCased(phrase: string): string {
  const words = phrase.split(" ");
  const isTitleCased = words.length > 1 && words.every((word) => !/^\p{Ll}/u.test(word) || word.length <= 4);
  return isTitleCased
    ? words
        .map((word) =>
          word
            .split("-")
            .map((part) => uncapitalized(part))
            .join("-"),
        )
        .join(" ")
    : uncapitalized(phrase);
}

const properNames =
  /^(?:Google|Facebook|Apple|Stripe|Slack|GitHub|Gitlab|Twitter|Linkedin|Amazon|Azure|Firebase|Firestore|Supabase|Postgres|Redis|Docker|Kubernetes|React|Vue|Angular|Node|Python|Java|Rust|Swift|Kotlin|English|German|French|Spanish|Polish|Dutch|Korean|Chrome|Safari|Firefox|Edge|Android|Windows|Linux|Microsoft|Prisma|Sentry|Twilio|Sendgrid|Resend|Git|Unity|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|January|February|March|April|May|June|July|August|September|October|November|December|Markdown|Zod|Jest|Vite|Whatsapp|Instagram|Telegram|Discord|Notion|Jira|Gmail|Outlook|Excel|Thai|Japanese|Chinese|Italian|Portuguese|Russian|I)\b/;

/** Without `(see FR-1)` and its like, which a list tells in its dependencies. */
export const withoutReferences = (text: string): string =>
  text.replaceAll(
    /\s*[([](?:see|cf\.?|depends on|requires|builds on|as in|per|siehe|v[ée]ase|voir)\b[^()[\]]*\d[^()[\]]*[)\]]/gi,
    "",
  );

/** Without the closing full stop, and without blanks. */
export const withoutStop = (text: string): string =>
  text
    .trim()
    .replace(/[.;,。]+$/u, "")
    .trim();

/** Cuts at a clause or word so that at most `limit` characters stand, and never leaves a bracket or a code span open. */
export function shortened(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const withoutBrackets = text
    .replace(/\s*\([^()]*\)\s*$/, "")
    .replaceAll(/\s*\((?:e\.g\.|i\.e\.|for example)[^()]*\)/g, "");
  if (withoutBrackets.length <= limit) return withoutBrackets;
  const bare = withoutBrackets.replaceAll(/\s*\((?=[^()`]*\s)[^()`]*\)/g, "");
  if (bare.length <= limit) return bare;
  const clause = isEnglish(withoutBrackets)
    ? clauseWithin(withoutBrackets, limit)
    : foreignClause(withoutBrackets, limit);
  if (clause !== undefined) return clause;
  const words = withoutBrackets
    .slice(0, limit + 1)
    .split(" ")
    .slice(0, -1)
    .join(" ");
  return balanced(withoutDanglingWords(words));
}

// After these stands what may go from a title without changing what is to be done.
const asideStart =
  /\s*(?:,?\s+(?:so that|in order to|because|including|such as|with the following|which|while|rather than|instead of|allowing|enabling|ensuring|to (?:avoid|allow|enable|ensure|prevent|support|view|maintain|access|provide|protect|switch|keep|help|see|show|make))\b)\s*/g;
const clauseStart =
  /\s*(?:[;—–]|,?\s+(?:without|whether|where|when|if|unless|until|and then|based on|using|via|by|for|with|to|and|or|across|on|in|from|at|upon|as|after|before|during)\b|,)\s*/g;

function clauseWithin(text: string, limit: number): string | undefined {
  const strong = [...text.matchAll(/\s*[;—–]\s*|\.\s/g)]
    .map(({ index }) => index)
    .find((index) => index >= 24 && index <= limit && isBalanced(text.slice(0, index)));
  if (strong !== undefined) return withoutDanglingWords(text.slice(0, strong));
  const aside = cutsOf(text, asideStart, limit).findLast((index) => index >= 32);
  if (aside !== undefined) return withoutDanglingWords(text.slice(0, aside));
  const last = cutsOf(text, clauseStart, limit).at(-1);
  return last === undefined ? undefined : withoutHalfClause(andMore(text, last, limit));
}

/** `… when all steps` has lost its verb: the clause goes as a whole, if enough stands before it. */
function withoutHalfClause(text: string): string {
  const clause = /^(.{24,}?)\s+(?:when|if|that|which|where|while|unless|until|once)\s+(.+)$/i.exec(text);
  if (clause?.[1] === undefined || clause[2] === undefined) return text;
  const hasVerb = clause[2]
    .split(/\s+/)
    .some(
      (word, index) =>
        index > 0 &&
        (/^(?:is|are|was|were|has|have|can|must|should|will|does|do|not)$/i.test(word) ||
          baseOfThirdPerson(word) !== undefined ||
          baseOfParticiple(word) !== undefined),
    );
  const startsWithVerb = baseOfThirdPerson(firstWordOf(clause[2])) !== undefined;
  return hasVerb || startsWithVerb ? text : withoutDanglingWords(clause[1]);
}

const firstWordOf = (text: string): string => text.split(/\s+/)[0] ?? "";

/** Another language's clauses are only told by their punctuation. */
function foreignClause(text: string, limit: number): string | undefined {
  const last = cutsOf(text, /\s*[;:：,、，—–]\s*|\s+(?:und|oder|y|o|et|ou|e|en|of)\s+/gu, limit).at(-1);
  return last === undefined || last < limit / 2 ? undefined : withoutDanglingWords(text.slice(0, last));
}

const cutsOf = (text: string, start: RegExp, limit: number): readonly number[] =>
  [...text.matchAll(start)]
    .map(({ index }) => index)
    .filter((index) => index >= 28 && index <= limit && isBalanced(text.slice(0, index)));

/** An enumeration that is cut says so: `comparing the working directory, staging and more`. */
function andMore(text: string, at: number, limit: number): string {
  const kept = withoutDanglingWords(text.slice(0, at));
  const goesOn = /^\s*(?:,|and\b|or\b)/.test(text.slice(at));
  // Half of `both … and …` is neither.
  const pair = /^(.{20,}?)(?:\s+(?:in|for|with|of|on|to|from))?\s+both\s+(?!.*\sand\s)/i.exec(kept)?.[1];
  if (goesOn && pair !== undefined) return withoutDanglingWords(pair);
  if (!goesOn || !/,\s[^,]{2,40}$/.test(kept) || !/\s(?:and|or)\s/.test(text.slice(at))) return kept;
  // What a thing comes with is no part of an enumeration.
  const apart = /^(.{20,}),\s(?:with|without|for|in|by|so|using|via|on|at|to|from|including)\s[^,]*$/.exec(
    kept,
  )?.[1];
  if (apart !== undefined) return withoutDanglingWords(apart);
  const more = " and more";
  if (kept.length + more.length <= limit) return `${kept}${more}`;
  return `${kept.replace(/,\s[^,]+$/, "")}${more}`;
}

const isBalanced = (text: string): boolean =>
  text.split("`").length % 2 === 1 &&
  text.split("(").length === text.split(")").length &&
  text.split('"').length % 2 === 1;

/** Where the first bracket stands that is never closed. */
function openBracket(text: string): number {
  const open: number[] = [];
  for (const { 0: bracket, index } of text.matchAll(/[()]/g)) {
    if (bracket === "(") open.push(index);
    else open.pop();
  }
  return open[0] ?? -1;
}

const dangling =
  /[\s,:;—–-]+(?:a|an|the|of|to|for|with|and|or|in|on|at|by|from|as|that|which|their|its|all|into|per|via|using|when|if|is|are|be|any|each|both|either|upon|rather|than|even|only|allowing|between|where|while|without|suitable|returning|after|before|during|across|whether|en|para|que|de|del|la|el|los|las|con|por|y|und|oder|mit|von|vom|für|der|die|das|den|dem|ein|eine|einen|bei|beim|im|zu|zum|zur|auf|nur|basad[oa]s?|le|les|des|du|et|pour|avec|dans|sur|um|uma|em|da|do)$/i;

/** Without the article, preposition or conjunction that a cut left at the end. */
export function withoutDanglingWords(text: string): string {
  const cut = text.replace(/[\s,:;—–-]+$/, "");
  return dangling.test(cut) ? withoutDanglingWords(cut.replace(dangling, "")) : cut;
}

function balanced(text: string): string {
  let result = text;
  if (result.split("`").length % 2 === 0) result = result.slice(0, result.lastIndexOf("`"));
  const open = openBracket(result);
  if (open >= 0) result = result.slice(0, open);
  if (result.split('"').length % 2 === 0) result = result.slice(0, result.lastIndexOf('"'));
  return withoutDanglingWords(result.trim());
}
