import { asDemand } from "../wording/as-demand.ts";
import { firstWord, readClause } from "../wording/clause.ts";
import { baseOfParticiple } from "../wording/english-verbs.ts";
import { isGenericSubject } from "../wording/imperative.ts";
import { isPeople } from "../wording/people.ts";
import { sentencesOf } from "../wording/sentences.ts";
import { capitalized } from "../wording/text-case.ts";

/** What a sentence of plain prose says where it asks for something. */
const demanding =
  /\b(?:must|shall|should|needs? to|has to|have to|(?:can|will) (?:be able to|see|choose|create|add|edit|delete|send|receive|pay|book|search|find|upload|download|share|leave|accept|sign))\b/i;

const thing = "[^,.]{1,60}?";
const relative = "(?:where|that|which|in which|with which|through which)";

/** `We want to build an app where …` and `A website where …` say no more than what follows them. */
const plan = new RegExp(
  String.raw`^(?:we (?:want|need|plan|intend|are going|would like) (?:to (?:build|make|create|develop|offer) ${thing}|(?:an?|the) ${thing}) ${relative}|(?:an?|the) (?:[\w-]+ ){0,4}(?:website|app|application|tool|service|platform|site|program|bot|game|portal) (?:where|in which|with which|through which)) `,
  "i",
);

/** `Owners should post a walk, and walkers must be notified` asks for two things. */
const nextDemand = /,? and (?=(?:[\w'’-]+ ){1,8}(?:must|shall|should|has to|have to|needs? to)\b)/i;

/** So does `Raters listen to it and the tool computes a score`. */
function parted(text: string): readonly string[] {
  const parts: string[] = [];
  for (const part of text.split(nextDemand).flatMap((each) => each.split(nextSubject))) {
    if (parts.length === 0 || asksFor(part) || tells(capitalized(part))) parts.push(part);
    else parts.push(`${parts.pop() ?? ""} and ${part}`);
  }
  return parts;
}

const nextSubject = /,? and (?=(?:the|our|others|[\w-]+s)\s)/;

/** What is ruled out in prose. */
const refused = /^no\b|\b(?:will|shall|do|does|is|are) not\b|\bwon['’]t\b|\bout of scope\b/i;

/** What people do and think today, rather than what they shall be let do. */
const ofToday =
  /\b(?:works?|lives?|wants?|needs?|likes?|loves?|hates?|knows?|thinks?|forgets?|loses?|spends?|complains?|struggles?|prefers?|rel(?:y|ies)|expects?|currently|today|nowadays|often|usually|mostly)\b/i;

/** Parts the sentences of a paragraph into those that ask for something, and the others. */
export function demandsInProse(
  paragraph: string,
  isOfProduct: boolean,
): { readonly demands: readonly string[]; readonly others: readonly string[] } {
  const sentences = sentencesIn(paragraph);
  const isDemand = (text: string) => asksFor(text) || (isOfProduct && tells(text));
  return {
    demands: sentences.filter((text) => isDemand(text)),
    others: sentences.filter((text) => !isDemand(text)),
  };
}

/** Whether prose says somewhere what must be, or what it plans: then its plain sentences tell of the product too. */
export const describesProduct = (prose: string): boolean =>
  plan.test(prose) || sentencesIn(prose).some((text) => asksFor(text));

/** Whether prose that asks for nothing tells of so much that it can only be the product. */
export const tellsMuch = (paragraph: string): boolean =>
  sentencesIn(paragraph).filter((text) => tells(text)).length >= 2;

const sentencesIn = (prose: string): readonly string[] =>
  sentencesOf(prose)
    .map((text) => text.replace(plan, ""))
    .flatMap((text) => parted(text))
    .map((text) => capitalized(text));

const asksFor = (text: string): boolean => demanding.test(text) && !/\?$/.test(text) && !refused.test(text);

/** `Teachers see the result`, `The tool computes a score`, `The recording is deleted`: what is so once the product is there. */
function tells(text: string): boolean {
  if (
    /\?$|^(?:we|i|it|this|that|there|these|those)\b/i.test(text) ||
    refused.test(text) ||
    ofToday.test(text)
  )
    return false;
  if (asDemand(text) !== text) return true;
  const clause = readClause(text);
  if (clause?.modal === "can") return isPeople(clause.subject) || isGenericSubject(clause.subject);
  return (
    clause?.modal === "is" &&
    /^(?:the|each|every|all)\s/i.test(clause.subject) &&
    baseOfParticiple(firstWord(clause.predicate)) !== undefined
  );
}
