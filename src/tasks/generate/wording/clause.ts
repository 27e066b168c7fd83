import { baseOfParticiple, baseOfThirdPerson, isBaseVerb } from "./english-verbs.ts";
/** An English requirement taken apart: `When C, S must [not] P`. */
export interface Clause {
  /** `when a user logs in`, or null. */
  readonly condition: string | null;
  readonly subject: string;
  readonly modal: "must" | "can" | "is";
  readonly negated: boolean;
  /** A bare infinitive and what follows it; after `is`, what follows `is`. */
  readonly predicate: string;
}

const conditionFirst =
  /^((?:when|if|once|after|upon|while|before|whenever|as soon as|during|on|at|for|in case|unless|until)\b(?:[^,:`"()]|`[^`]*`|"[^"]*"|\([^)]*\)){3,120})[,:]\s+(.+)$/is;
const modalWord =
  /^((?:[^`"(]|`[^`]*`|"[^"]*"|\([^)]*\))*?)\s+(must|shall|should|will|needs? to|has to|have to|is required to|are required to|can|may|could|cannot|can't|mustn't|shouldn't|won't)(?:\s+(also|only|always|either))?(?:\s+(not|never|NOT|NEVER))?\s+(.+)$/is;
const beWord = /^((?:[^`"(]|`[^`]*`|"[^"]*"|\([^)]*\)){2,80}?)\s+(is|are)\s+(not\s+|never\s+)?(.+)$/is;

/** Reads `The system must …`, `Users can …`, `If C, the job should …`, `Records are …`; undefined for anything else. */
export function readClause(sentence: string): Clause | undefined {
  const { condition, main } = splitCondition(sentence);
  const withModal = modalWord.exec(main);
  if (withModal !== null) return modalClause(condition, withModal);
  const withBe = mainVerb(beWord.exec(main));
  // In `Screens work offline; changes are kept` and `… sync once the network is back` the verb is a later clause's.
  if (withBe?.[1] === undefined || laterClause.test(withBe[1])) return undefined;
  if (isBaseVerb(firstWord(main)) && (isImperativeStart(main) || withBe[1].split(/\s+/).length > 4))
    return undefined;
  return {
    condition,
    subject: withBe[1].trim(),
    modal: "is",
    negated: withBe[3] !== undefined,
    predicate: withBe[4] ?? "",
  };
}

const laterClause = /;|\s(?:once|when|while|until|unless|because)\s/i;

/** In `a line that is not valid is skipped` the second `is` is the sentence's own. */
function mainVerb(match: RegExpExecArray | null): readonly (string | undefined)[] | null {
  const [, subject = "", verb = "", not = "", rest = ""] = match ?? [];
  if (!/\s(?:that|which|who)$/.test(subject)) return match;
  const main = beWord.exec(rest);
  return main?.[1] === undefined || /[,;.]/.test(main[1])
    ? match
    : [undefined, `${subject} ${verb} ${not}${main[1]}`, ...main.slice(2)];
}

/** Parts `When C, …` from what follows. */
export function splitCondition(sentence: string): { condition: string | null; main: string } {
  const match = conditionFirst.exec(sentence);
  return match?.[1] === undefined || match[2] === undefined
    ? { condition: null, main: sentence }
    : { condition: match[1], main: match[2] };
}

function modalClause(condition: string | null, match: RegExpExecArray): Clause | undefined {
  const [, subject = "", word = "", adverb, not, predicate = ""] = match;
  // `The guest sees the list and may …` has its own verb before the conjunction.
  if (/\s(?:is|are|has)\s|\s(?:and|or|but)$/i.test(subject)) return undefined;
  // A subject this long has a verb of its own, and the modal belongs to a later clause.
  if (
    subject.split(/\s+/).length > 14 ||
    subject.trim() === "" ||
    (isBaseVerb(firstWord(subject)) && !/^(?:the|each|all|a)\b/i.test(subject) && isImperativeStart(subject))
  )
    return undefined;
  const negated = not !== undefined || /n't$|cannot/i.test(word);
  const modal = /^(?:can|may|could|cannot|can't)/i.test(word) ? "can" : "must";
  const kept = adverb !== undefined && /only|always/i.test(adverb) ? `${adverb.toLowerCase()} ` : "";
  return { condition, subject: subject.trim(), modal, negated, predicate: `${kept}${predicate}` };
}

/** `Search results must …` begins with a verb's letters, `Search the results that must …` with a verb. */
const isImperativeStart = (subject: string): boolean =>
  /^\w+\s+(?:the|a|an|all|each|every|any|new|its|their|users?)\b/i.test(subject);

export const firstWord = (text: string): string => /^[A-Za-z'-]+/.exec(text.trim())?.[0] ?? "";

// These are nouns or adjectives as often as verbs: `Refresh token`, `Clear pricing`, `Secure cookies`.
const ambiguous =
  /^(?:access|address|auto|base|clear|coach|complete|correct|control|design|direct|email|form|hover|index|key|label|limit|link|live|log|name|note|open|order|post|preview|process|rate|record|refresh|report|request|response|result|return|review|sample|scale|schedule|score|screen|search|secure|sign|stage|state|style|support|tag|target|test|type|upgrade|view|watermark|watch|click|snapshot|trace|trigger|prompt|share|status|query|queue|route|place|position|list|load|batch|filter|sort|document|contact|detail|default|balance|block|map|focus|animate|change|release|transfer|transition|purchase|play|drag|content|issue|plan|answer|attempt|comment|copy|count|cycle|delay|exit|feature|finish|format|guard|guide|halt|help|host|jump|launch|layer|lead|mask|master|mount|offer|package|pause|quote|rank|restart|reward|scan|scope|scroll|seed|service|ship|signal|stream|stretch|strip|structure|supply|swap|switch|sync|tap|train|trim|tune|use|walk|zoom|download|upload|unsubscribe)$/i;
// After them these show that the word before is a noun's companion, not an order.
const companion =
  /^(?:prices?|amount|levels?|costs?|numbers?|targets?|tokens?|path|bar|buttons?|flows?|page|screen|form|field|input|overlay|animation|thumbnail|notifications?|prompts?|indicator|icon|function|functionality|capability|capabilities|system|engine|service|api|logic|mode|history|results?|limits?|limiting|rate|time|date|size|settings|preferences|options?|dashboard|panel|modal|dialog|menu|cards?|chart|graph|gallery|selection|editor|picker|tool|workflow|management|tracking|monitoring|handling|support|integration|migration|verification|validation|authentication|cookies|comparison|storage|sharing|pricing|schedule|strategy|process|policy|considerations|requirements|experience|interface|layout|loading|sources?|points?|events?|boundar(?:y|ies)|stubs?|value|readers?|ratio|labels|partners?|order|pipeline|scripts?|distribution|navigation|hierarchy|typography|cta|separation|visual|distinction|language|communication|documentation|states?|fulfil?lment|links?|windows?)\b/i;

// Far oftener nouns than verbs at the beginning of a line: only what follows can show that they are orders.
const nounFirst =
  /^(?:screen|focus|form|color|state|index|design|hover|stage|round|segment|mention|pick|fix|repair|rate|sample|style|signal|error|plan|host|key|base|win|trade|print|backfill|target|label|input|output|cost|price|lead|cut|model|voice|touch|contact|mail|message|note|page|point|queue|score|type|value|word|range|order)$/i;
const objectBegins =
  /^(?:the|a|an|all|each|every|any|its|their|his|her|our|your|this|these|those|users?|it|them|what|which|how|whether|when|in|on|at|to|for|by|with|from|only|no|both|multiple|several|new|existing|past|current|previous|next|custom|[`"'\d].*)$/i;

/** `Permanently delete …` is an order, `Daily check …` is none. */
const earlyAdverb =
  /^(?!(?:daily|weekly|monthly|yearly|hourly|early|only|family|reply|apply|supply|assembly)\s)[a-z]+ly\s+(?=[a-z])/i;

/** Whether a text begins with a verb that tells somebody to do something: `Send a mail` does, `Search history` does not. */
export function isOrder(text: string): boolean {
  const plain = text.trim().replace(earlyAdverb, "");
  const [first = "", second = "", third = ""] = plain.split(/\s+/);
  const [verb = "", ...alternatives] = first.split("/");
  if (!isBaseVerb(verb) || /^(?:is|are|can|must|should|will|may)$/i.test(second)) return false;
  if (alternatives.some((word) => !isBaseVerb(word)) || /^[^\p{L}\p{N}`"'([<[#.@$€]/u.test(second))
    return false;
  if (
    nounFirst.test(verb) &&
    !objectBegins.test(second) &&
    !/s$/.test(second) &&
    !/^(?:and|or)$/i.test(second)
  )
    return false;
  if (/^(?:expires?|must|should|are|is|can|will|last|stay|have|has)$/i.test(third)) return false;
  if (!ambiguous.test(verb)) return true;
  // `Search answers within …` tells what the search does.
  if (
    /^(?:answers|returns|loads|takes|runs|completes|opens|responds|works|shows|gives|finds|starts|ends|fails|stays|keeps)$/i.test(
      second,
    )
  )
    return false;
  // `View time records` has its object's head in third place.
  if (
    /^(?:view|search|list|sort|filter|delete|share|track|display)$/i.test(verb) &&
    /[a-z]s$/.test(third) &&
    !companion.test(third)
  )
    return true;
  return (
    !companion.test(second) &&
    !(
      companion.test(third) &&
      /^(?:[A-Za-z-]+)$/.test(second) &&
      !/^(?:the|a|an|all|each|their|its|new|current|and|or)$/i.test(second) &&
      /^(?:clear|secure|complete|direct|correct|live|default|auto)$/i.test(verb)
    ) &&
    second !== ""
  );
}

/** The infinitives at the beginning of a predicate, `calculate and display`, with the adverb before them and the rest. */
export interface LeadingVerbs {
  readonly adverb: string;
  readonly verbs: readonly string[];
  /** What stands between and after the verbs, to put them back together. */
  readonly joints: readonly string[];
  readonly rest: string;
}

/** Splits `automatically calculate and display X` into its verbs; `form` reads one word, as infinitive or participle. */
export function leadingVerbs(
  predicate: string,
  form: (word: string) => string | undefined,
): LeadingVerbs | undefined {
  const [, adverb = "", afterAdverb = ""] =
    /^((?:(?:[a-z]+ly|also|always|only|never|then|both)\s+)*)(.*)$/is.exec(predicate) ?? [];
  const verbs: string[] = [];
  const joints: string[] = [];
  let rest = afterAdverb;
  for (;;) {
    const word = firstWord(rest);
    const verb = form(word);
    if (verb === undefined) break;
    verbs.push(verb);
    rest = rest.trimStart().slice(word.length);
    const joint = /^(?:\s*,\s*(?:and\s+|or\s+)?|\s+and\s+|\s+or\s+|\/)(?=[A-Za-z])/.exec(rest)?.[0];
    if (joint === undefined || form(firstWord(rest.slice(joint.length))) === undefined) break;
    joints.push(joint);
    rest = rest.slice(joint.length);
  }
  return verbs.length === 0 ? undefined : { adverb: adverb.trim(), verbs, joints, rest };
}

export const infinitive = (word: string): string | undefined =>
  isBaseVerb(word) ? word.toLowerCase() : undefined;

/** Puts `leadingVerbs` together again, each verb in another form. */
export function joinVerbs(
  { adverb, verbs, joints, rest }: LeadingVerbs,
  form: (verb: string) => string,
): string {
  const joined = verbs.map((verb, index) => `${form(verb)}${joints[index] ?? ""}`).join("");
  return `${adverb === "" ? "" : `${adverb} `}${joined}${rest}`;
}

const uncountable = /\b(?:data|content|information|text|feedback|traffic|history|status|access)$/i;
const pluralHeads =
  /^(?:people|children|data points|criteria|media files|they|these|those|both|all|users|both)\b/i;

/** Whether `are` goes with a noun phrase, judged by the noun before its first preposition. */
export function isPlural(phrase: string): boolean {
  if (/^(?:each|every|a|an|one|no)\s/i.test(phrase)) return false;
  if (uncountable.test(phrase)) return false;
  if (pluralHeads.test(phrase)) return true;
  const withoutCode = phrase.replaceAll(/\([^)]*\)/g, "").trim();
  const head =
    withoutCode.split(
      /\s+(?:of|in|for|on|with|from|to|by|that|which|at|per|without|using|via|after|before|between|within|across|under|as|during|when|into)\s/i,
    )[0] ?? withoutCode;
  if (/\w\s+(?:and|&)\s+\w|,\s*\w+\s+and\s/.test(head) && !/^(?:the )?\w+ and \w+ \w+$/i.test(head))
    return true;
  const noun =
    head
      .trim()
      .split(/\s+/)
      .at(-1)
      ?.replaceAll(/[^\p{L}]/gu, "") ?? "";
  return (
    /s$/i.test(noun) &&
    !/(?:ss|us|is|news|access|status|progress|https|css|ios|aws|js)$/i.test(noun) &&
    !/^[A-Z]{2,}S$/.test(noun)
  );
}

// No noun has these forms, so that what stands before them is a subject.
const onlyVerb =
  /^(?:expires?|begins?|arrives?|lasts?|waits?|receives?|activates?|animates?|appears?|expands?|collapses?|remains?|persists?|exists?|contains?|requires?|dims?|fades?|happens?|occurs?|applies|apply|depends?|disappears?|navigates?|recalculates?|adapts?|allows?|shows|provides?|enables?|prevents?)$/;

/** Whether a remark says something by itself (`Slides can be dragged`), rather than naming a thing or asking for one. */
export function isStatement(text: string): boolean {
  const words = text.replaceAll(/`[^`]*`|"[^"]*"|\([^)]*\)/g, "x").split(/\s+/);
  if (isOrder(text)) return false;
  // `--by FIELD` groups by the field's value.
  if (text.startsWith("`") && baseOfThirdPerson(words[1] ?? "") !== undefined && words.length > 2)
    return true;
  return words.slice(1, 9).some((word, index) => {
    // `Incoming mails create a ticket`
    if (
      /[^s]s$/.test(words[index] ?? "") &&
      isBaseVerb(word) &&
      /^(?:an?|the|each|all|every|their|its|no)$/.test(words[index + 2] ?? "")
    )
      return true;
    if (
      /^(?:is|are|was|were|has|have|can|cannot|must|should|will|may|does|do|shall|stays?|becomes?|gets?|sees?|only)$/i.test(
        word,
      )
    )
      return true;
    const next = words[index + 2] ?? "";
    if (onlyVerb.test(word) && next !== "") return true;
    return (
      baseOfThirdPerson(word) !== undefined &&
      next !== "" &&
      !/^(?:and|or|of|for|with|in|on|to|at|by|as|per|via|from|during|after|before|while|when|if|across|between|within|without|only|,|&|page|table|list|view|form|link|label)$/i.test(
        next,
      ) &&
      /^[a-z]+$/.test(word)
    );
  });
}

/** Whether a text names something by three words or more: `Clear navigation between two sections`, no sentence and no order. */
export const isThing = (text: string): boolean =>
  !isOrder(text) &&
  !isStatement(text) &&
  !/^(?:they|it|this|these|those|we|if|when|each|every|only|there|with|on|in|at|for|from|by|to|after|before|and|or)\b/i.test(
    text,
  ) &&
  !/[:：;]\s/.test(text) &&
  /^\p{L}/u.test(text) &&
  baseOfParticiple(firstWord(text)) === undefined &&
  text.split(/\s+/).length >= 3;
