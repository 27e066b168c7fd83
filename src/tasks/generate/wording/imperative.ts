import type { Clause } from "./clause.ts";
import {
  firstWord,
  infinitive,
  isOrder,
  isPlural,
  joinVerbs,
  leadingVerbs,
  readClause,
  splitCondition,
} from "./clause.ts";
import { baseOfGerund, baseOfParticiple, isBaseVerb, thirdPerson } from "./english-verbs.ts";
import { isDuty, isPeople } from "./people.ts";
import { capitalized, uncapitalized, withoutStop } from "./text-case.ts";

const genericSubject =
  /^(?:(?:the|this|our|all)\s+)?(?:(?:new|entire|whole|overall)\s+)?(?:system|app|application|platform|product|service|software|website|web ?app|site|solution|tool|feature|library|program|package|module|project|game|bot|extension|plugin|backend|frontend|server|client|implementation|team|we|developers?|it|component)(?:\s+(?:itself|also))?$/i;

/** True for `The system` and its like, which a title does without. */
export const isGenericSubject = (subject: string): boolean => genericSubject.test(subject.trim());

/**
 * What has to be done for a requirement to hold, as a person would write it on a list: `The system must display
 * X` → `Display X`, `Users can sort Y` → `Let users sort Y`. Undefined where the sentence has no form it knows.
 */
export function imperativeOf(sentence: string): string | undefined {
  const text = withoutStop(foreignImperative(sentence) ?? sentence);
  if (text !== withoutStop(sentence)) return capitalized(text);
  const none = /^no\s+(.+?)(?:\s+(?:is|are))?(?:\s+(?:required|needed|necessary|allowed))?$/i.exec(text);
  if (none?.[1] !== undefined && readClause(text) === undefined)
    return `Make sure there ${isPlural(none[1]) ? "are" : "is"} no ${uncapitalized(none[1])}`;
  const clause = readClause(text);
  if (clause === undefined) {
    const { condition, main } = splitCondition(text);
    return isOrder(main) ? withCondition(main, condition) : undefined;
  }
  return withCondition(imperativeFrom(clause), clause.condition);
}

/** `El sistema debe permitir …`, `Das System muss … anzeigen`: without subject and modal, these are titles already. */
function foreignImperative(sentence: string): string | undefined {
  return /^(?:(?:el|la) (?:sistema|aplicación|app|plataforma) (?:debe|deberá|debería)(?: poder)?|o sistema deve(?:rá)?|le système doit|il sistema deve|das system (?:muss|soll)|die (?:anwendung|app) (?:muss|soll)|het systeem moet|система должна) (.+)$/is.exec(
    sentence,
  )?.[1];
}

function withCondition(imperative: string, condition: string | null): string {
  if (condition === null) return capitalized(imperative);
  const [order, when] = withNounFirst(imperative, condition);
  return `${capitalized(order)} ${uncapitalized(when)}`;
}

/** `mark it as free` and `when a tool is returned`: what comes first now has to say what `it` is. */
function withNounFirst(imperative: string, condition: string): readonly [string, string] {
  const noun =
    /^(?:when|if|once|after|whenever|as soon as)\s+((?:an?|the) [\w-]+(?: [\w-]+)??)\s+(?:is|has|was)\b/i.exec(
      condition,
    )?.[1];
  if (noun === undefined || !/^\w+ it\b/i.test(imperative)) return [imperative, condition];
  return [imperative.replace(/\bit\b/, noun), condition.replace(noun, "it")];
}

function imperativeFrom(clause: Clause): string {
  const { subject, modal, negated, predicate } = clause;
  const who = uncapitalized(subject);
  if (negated) return negatedImperative(clause);
  if (/^(?:no|none|nobody|only)\b/i.test(subject) || /^only\b/i.test(predicate))
    return `make sure ${statementOf(clause)}`;
  if (modal === "is") return madeToBe(who, predicate);
  const able = /^be (?:able|allowed|permitted) to (.+)$/is.exec(predicate)?.[1];
  if (able !== undefined) return isGenericSubject(subject) ? able : `let ${who} ${able}`;
  if (modal === "can") return isGenericSubject(subject) ? predicate : `let ${who} ${predicate}`;
  const [, adverb = "", state] = stateOf.exec(predicate) ?? [];
  if (state !== undefined)
    return madeToBe(isGenericSubject(subject) ? theWhole(subject) : who, `${keptAdverb(adverb)}${state}`);
  return activeImperative(subject, who, predicate);
}

/** `be shown`, `only be shown`, `still be clearly accessible` */
const stateOf = /^((?:only|always|still|also|never|[a-z]+ly) )?be\s+(.+)$/is;

/** `make X still accessible` keeps its adverb, `show X` does without `always`. */
const keptAdverb = (adverb: string): string => (/^(?:only|always|also)? ?$/i.test(adverb) ? "" : adverb);

function activeImperative(subject: string, who: string, predicate: string): string {
  if (isGenericSubject(subject)) return genericImperative(subject, predicate);
  const held = /^(?:also |all )?(include|contain|have|show|display|list)\s+(.+)$/is.exec(predicate);
  if (held?.[2] !== undefined && /^(?:include|contain|have)$/i.test(held[1] ?? "") && !/:$/.test(held[2])) {
    return `include ${held[2]} in ${withArticle(who)}`;
  }
  if (isPeople(subject)) return peopleImperative(who, predicate);
  return `make ${withArticle(who)} ${predicate}`;
}

/** What people shall do is made possible for them, unless it is a duty; what they shall receive is sent to them. */
function peopleImperative(who: string, predicate: string): string {
  const received = /^(?:receive|get)\s+((?:an?|the)\b.+)$/i.exec(predicate)?.[1];
  if (received !== undefined)
    return `${/\b(?:(?:e-?)?mail|notification|message|sms|alert|reminder|push|confirmation|link|code)\b/i.test(received) ? "send" : "give"} ${who} ${received}`;
  return isDuty(predicate) ? `require ${who} to ${predicate}` : `let ${who} ${predicate}`;
}

const withArticle = (noun: string): string =>
  isPlural(noun) || /^(?:the|a|an|each|every|all|any|this|its|their|our|my|[`"A-Z])/.test(noun)
    ? noun
    : `the ${noun}`;

// These say what the whole does by itself, and make no order.
const selfActing =
  /^(?:only |always |also )?(?:work|interoperate|comply|function|operate|respond|(?:load|start|scale)(?!\s+(?:the|an?|all|each|every|any|its|their|[\w-]+s)\b)|feel|look|remain|stay|run on|run in|run without|integrate seamlessly)\b/i;

function genericImperative(subject: string, predicate: string): string {
  if (selfActing.test(predicate)) return `make ${theWhole(subject)} ${predicate}`;
  const allowed = /^(?:only )?(?:also )?(?:allow|enable|let|permit)\s+(?:for\s+)?(.+?)\s+to\s+(.+)$/is.exec(
    predicate,
  );
  if (allowed?.[1] !== undefined && allowed[1].split(/\s+/).length <= 6 && !/\bup$/i.test(allowed[1]))
    return `let ${allowed[1]} ${allowed[2]}`;
  return (
    addition(predicate) ??
    (isBaseVerb(firstWord(predicate)) || /^\w+ly\s/.test(predicate) ? predicate : `make it ${predicate}`)
  );
}

/** `provide an export` → `add an export`, `provide the ability to export` → `export`, `have 80% coverage` → `reach …` */
function addition(predicate: string): string | undefined {
  const ability =
    /^(?:provide|offer|feature)\s+(?:users? with\s+)?the ability (?:for users? )?to\s+(.+)$/is.exec(
      predicate,
    )?.[1];
  if (ability !== undefined) return ability;
  const provided = /^(?:provide|offer|feature)\s+(?:users? with\s+)?(.+[^:])$/is.exec(predicate)?.[1];
  if (provided !== undefined) return `add ${provided}`;
  const having = /^(?:include|have|contain)\s+(.+)$/is.exec(predicate)?.[1];
  if (having === undefined) return undefined;
  return `${/^(?:at least |over |[<>≥≤]\s*)?\d+(?:\.\d+)?\s*%/.test(having) ? "reach" : "add"} ${having}`;
}

/** `Passwords be hashed with X` → `hash passwords with X`; `the page be responsive` → `make the page responsive`. */
function madeToBe(who: string, state: string): string {
  // `be kept and an error shown` has a second subject, which no order could take along.
  if (/^\w+\s+and\s+(?:an?|the)\s\w+\s\w+/i.test(state))
    return `make sure ${who} ${isPlural(who) ? "are" : "is"} ${state}`;
  const verbs = leadingVerbs(state, baseOfParticiple);
  if (
    verbs !== undefined &&
    !/^(?:based|limited|related|required|needed|supposed|allowed|done|completed?|mixed|closed|connected|associated)\b/i.test(
      state,
    )
  ) {
    const active = joinVerbs({ ...verbs, rest: "" }, (verb) => verb);
    return `${active} ${withArticle(who)}${verbs.rest}`.trim();
  }
  const limited = /^(?:limited|restricted) to\s+(.+)$/is.exec(state)?.[1];
  if (limited !== undefined) return `limit ${withArticle(who)} to ${limited}`;
  if (
    /^(?:at most|at least|less than|more than|under|below|over|above|within|between|up to|[<>≥≤±~≈]|\d)/i.test(
      state,
    )
  ) {
    return `keep ${withArticle(who)} ${/^[\d±~≈]/.test(state) ? "at " : ""}${state}`;
  }
  return `make ${withArticle(who)} ${state}`;
}

function negatedImperative(clause: Clause): string {
  const { subject, predicate } = clause;
  const passive = /^be\s+(.+)$/is.exec(predicate)?.[1] ?? (clause.modal === "is" ? predicate : undefined);
  if (passive !== undefined && leadingVerbs(passive, baseOfParticiple) !== undefined)
    return `keep ${uncapitalized(subject)} from being ${passive}`;
  return `make sure ${statementOf(clause)}`;
}

/** The clause as a fact, for `make sure …` and for a criterion: `the system does not log passwords`. */
export function statementOf(clause: Clause): string {
  const { subject, modal, negated, predicate } = clause;
  const who = isGenericSubject(subject) ? theWhole(subject) : uncapitalized(subject);
  const plural = isPlural(subject) || /^(?:we|developers)$/i.test(subject);
  const able = modal === "can" ? predicate : /^be able to (.+)$/is.exec(predicate)?.[1];
  if (able !== undefined) return `${who} ${negated ? "cannot" : "can"} ${able}`;
  const [, adverb = "", state] = modal === "is" ? ["", "", predicate] : (stateOf.exec(predicate) ?? []);
  const verb = plural ? "are" : "is";
  if (state !== undefined) return `${who} ${verb} ${negated ? "not " : ""}${adverb}${state}`;
  return `${who} ${finite(predicate, plural, negated)}`;
}

/** `This App` → `the app` */
const theWhole = (subject: string): string =>
  `the ${subject.replace(/^(?:the|this|our)\s+/i, "").toLowerCase()}`;

function finite(predicate: string, plural: boolean, negated: boolean): string {
  if (negated) return `${plural ? "do" : "does"} not ${predicate}`;
  if (plural) return predicate;
  const verbs = leadingVerbs(predicate, infinitive);
  if (verbs !== undefined) return joinVerbs({ ...verbs, rest: conjugatedLater(verbs.rest) }, thirdPerson);
  const [first = "", ...rest] = predicate.split(" ");
  return /^[a-z]+$/.test(first) && !/ly$/.test(first) ? [thirdPerson(first), ...rest].join(" ") : predicate;
}

/** `saves reflections and associate them` has a second verb after the first one's object. */
const conjugatedLater = (rest: string): string =>
  rest.replaceAll(
    /(\s(?:and|or)\s+)([a-z]+)(?=\s+(?:the|a|an|them|it|their|its|each|all|any|at|to|when|if|clear)\b)/g,
    (whole, joint: string, verb: string) => (isBaseVerb(verb) ? `${joint}${thirdPerson(verb)}` : whole),
  );

/** `prevent users from modifying X` as a fact: `users cannot modify X`. */
export function preventionAsFact(predicate: string): string | undefined {
  const match = /^(?:prevent|stop|block|prohibit|keep)\s+(.+?)\s+from\s+(\w+ing)\b(.*)$/is.exec(predicate);
  const base = match === null ? undefined : baseOfGerund(match[2] ?? "");
  return match?.[1] === undefined || base === undefined
    ? undefined
    : `${match[1]} cannot ${base}${match[3] ?? ""}`;
}
