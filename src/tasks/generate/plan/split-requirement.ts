import type { Detail, Requirement } from "../prd/prd.ts";
import { infinitive, leadingVerbs, readClause, splitCondition } from "../wording/clause.ts";
import { completeLead, openLead } from "../wording/complete-lead.ts";
import { isGenericSubject } from "../wording/imperative.ts";
import { isPeople } from "../wording/people.ts";
import { meaningfulWords } from "../wording/word-weights.ts";
import { isFieldList } from "./steps.ts";

const most = 12;

/**
 * The deliverables of a requirement, each as a requirement with the same id. `Users must be able to:` with a list
 * below it asks for as many things as the list has points; a flow with its steps is one thing.
 */
export function splitRequirement(requirement: Requirement): readonly Requirement[] {
  const { details, code, english, text } = requirement;
  if (english && details.length === 0 && code.length === 0) return splitDeeds(requirement);
  if (!english || code.length > 0 || details.length < 2 || details.length > most) return [requirement];
  if (isFieldList(text, details) || details.some(({ group }) => group !== null)) return [requirement];
  const parts = isListOfOrders(text, details)
    ? details.map((detail) => partOf(requirement, detail))
    : (partsByClause(requirement) ?? partsByDepth(requirement));
  return parts.length < 2 ? [requirement] : shareCriteria(requirement, parts);
}

const basicDeeds = /^(?:create|add|view|read|list|edit|update|modify|delete|remove|archive|publish)$/;

/** `Admins can create, update, and delete products` asks for three things; two verbs are often one (`edit and update`). */
function splitDeeds(requirement: Requirement): readonly Requirement[] {
  const [, lead = "", predicate = ""] =
    /^(.{2,60}?\b(?:can|must be able to|should be able to|(?:must|should|shall) (?:allow|let) [\w ]{3,30}? to))\s+(.+)$/i.exec(
      requirement.text,
    ) ?? [];
  const verbs = leadingVerbs(predicate, infinitive);
  if (verbs === undefined || verbs.verbs.length < 3 || !verbs.verbs.every((verb) => basicDeeds.test(verb)))
    return [requirement];
  const parts = verbs.verbs.map((verb) => ({
    ...requirement,
    title: null,
    text: `${lead} ${verb}${verbs.rest}`,
    criteria: [],
  }));
  return shareCriteria(requirement, parts);
}

/** `The system must:` above points that each begin with a verb of their own, or `must implement:` above things. */
function isListOfOrders(lead: string, details: readonly Detail[]): boolean {
  const open = openLead(lead);
  if (open === undefined || !hasNoSubjectOfItsOwn(lead)) return false;
  const texts = details.map(({ text }) => text);
  if (/\b(?:must|shall|should|will|can|able to|allowed to|them to|users? to|to)$/i.test(open))
    return texts.every((text) => completeLead(lead, text) !== undefined);
  return (
    /\b(?:must|shall|should|will)\s+(?:implement|provide|offer|have)$/i.test(open) &&
    texts.every((text) => text.split(/\s+/).length >= 3)
  );
}

function hasNoSubjectOfItsOwn(lead: string): boolean {
  const subject = /^(.{2,60}?)\s+(?:must|shall|should|will|can)\b/i.exec(splitCondition(lead).main)?.[1];
  return subject !== undefined && (isGenericSubject(subject) || isPeople(subject));
}

/** Below a heading, points such as `Users can …` and `The system must …` are each a requirement with a subject. */
function partsByClause(requirement: Requirement): readonly Requirement[] | undefined {
  const { details, text, title } = requirement;
  if (text !== title || !details.every((detail) => isOwnClause(detail))) return undefined;
  return details.map((detail) => ({
    ...requirement,
    title: null,
    text: detail.text,
    details: detail.details,
    criteria: [],
    line: detail.line,
  }));
}

/** Below a name, a point with points of its own is a thing to build by itself; the plain points stay with the name. */
function partsByDepth(requirement: Requirement): readonly Requirement[] {
  const { details, text } = requirement;
  const deep = details.filter((detail) => isDeep(detail));
  if (deep.length === 0 || readClause(text) !== undefined || text.split(/\s+/).length > 5) return [];
  const plain = details.filter((detail) => !isDeep(detail));
  const rest = plain.length === 0 ? [] : [{ ...requirement, details: plain }];
  return [...rest, ...deep.map((detail) => ({ ...partOf(requirement, detail), title: null }))];
}

/** `Retries: 5 attempts` with what follows them below; a label such as `Fields:` only heads what stands there. */
const isDeep = ({ text, details }: Detail): boolean =>
  details.length >= 2 && !/[:：]$/.test(text) && text.split(/\s+/).length >= 3;

function isOwnClause({ text }: Detail): boolean {
  const clause = readClause(text);
  return (
    clause !== undefined &&
    clause.modal !== "is" &&
    !clause.negated &&
    (isGenericSubject(clause.subject) || isPeople(clause.subject))
  );
}

const partOf = (requirement: Requirement, detail: Detail): Requirement => ({
  ...requirement,
  title: null,
  text: completeLead(requirement.text, detail.text) ?? detail.text,
  details: detail.details,
  criteria: [],
  line: detail.line,
});

/** Each criterion goes to the part that it shares most words with. */
function shareCriteria({ criteria }: Requirement, parts: readonly Requirement[]): readonly Requirement[] {
  const owners = criteria.map((criterion) => closestPart(parts, criterion));
  return parts.map((part, index) => ({
    ...part,
    criteria: criteria.filter((_, at) => owners[at] === index),
  }));
}

/** The part that a remark on the whole requirement shares most words with; the first where it is about none. */
export function closestPart(parts: readonly Requirement[], remark: string): number {
  const said = meaningfulWords(remark);
  const shared = parts.map(({ text }) => [...meaningfulWords(text)].filter((word) => said.has(word)).length);
  return shared.indexOf(Math.max(...shared));
}
