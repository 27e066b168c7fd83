import { vagueVerification } from "../../lint/rules/vague-verification.ts";
import type { CodeSample, Detail, Requirement } from "../prd/prd.ts";
import { labelledText } from "../prd/requirement-id.ts";
import { asDemand } from "../wording/as-demand.ts";
import { infinitive, isOrder, isPlural, isStatement, isThing, leadingVerbs } from "../wording/clause.ts";
import { completeLead } from "../wording/complete-lead.ts";
import { factOf, withoutJudging } from "../wording/fact.ts";
import { imperativeOf, isGenericSubject } from "../wording/imperative.ts";
import { isEnglish } from "../wording/is-english.ts";
import { sentencesOf, withoutFollowing } from "../wording/sentences.ts";
import {
  capitalized,
  sentenceCased,
  shortened,
  uncapitalized,
  withIndefinite,
  withoutReferences,
  withoutStop,
} from "../wording/text-case.ts";
import { meaningfulWords } from "../wording/word-weights.ts";
import { measurableCriteria } from "./measurable-criteria.ts";
import { isFieldList } from "./steps.ts";

const most = 8;
const longest = 220;

/** What is to be seen once a requirement is met: its own criteria first, then the facts and limits it states. */
export function criteriaOf(requirement: Requirement, more: readonly string[] = []): readonly string[] {
  const { title, text, details, criteria } = requirement;
  const isNamed = text === title && details.length > 0;
  const facts =
    !isNamed && (details.length === 0 || !/[:：]$/.test(text))
      ? sentencesOf(text).map((sentence) => factOf(sentence) ?? toldFact(sentence, requirement))
      : [];
  const detailFacts = isFieldList(text, details)
    ? fieldFacts(requirement)
    : details
        .filter(({ text: point }) => !isExample(point))
        .flatMap((detail) => factsOfDetail(detail, requirement));
  const limits = [text, ...details.map((detail) => detail.text)].flatMap((line) =>
    measurableCriteria(line, thingOf(requirement)),
  );
  const samples = requirement.code.flatMap((sample) => sampleFact(sample));
  const all = [...criteria, ...limits, ...facts, ...detailFacts, ...samples, ...more];
  const clean = cleanCriteria(all);
  return clean.length > 0 ? clean.slice(0, most) : [fallback(requirement)];
}

/** What only shows how something may look can be neither done nor checked. */
const isExample = (text: string): boolean => /^(?:examples?|e\.g\.|for (?:example|instance))\b/i.test(text);

/** The members that a sample shows have to be there. */
function sampleFact({ text, line }: CodeSample): readonly string[] {
  const members = [...text.matchAll(/^(\s+)["']?([A-Za-z_]\w*)["']?\??\s*:/gm)];
  const indent = Math.min(...members.map(([, blanks = ""]) => blanks.length));
  const names = [
    ...new Set(
      members.flatMap(([, blanks = "", name = ""]) => (blanks.length === indent ? [`\`${name}\``] : [])),
    ),
  ];
  if (names.length < 2) return [];
  return [
    `It has ${names.slice(0, 8).join(", ")}${names.length > 8 ? " and the others" : ""}, as in the sample in line ${line} of the PRD`,
  ];
}

/** What a requirement is about, in one or two words: `the photo upload flow`. */
function thingOf({ title, text }: Requirement): string {
  if (title !== null) return uncapitalized(title.replace(/\s*\([^)]*\)$/, ""));
  const subject = /^(?:the |a |an |each )?([\w -]{3,40}?)\s+(?:must|shall|should|will|can|is|are)\b/i.exec(
    text,
  )?.[1];
  return subject === undefined || isGenericSubject(subject) ? "the value" : uncapitalized(subject);
}

/** A record holds all its fields, and is refused without those that it needs. */
function fieldFacts(requirement: Requirement): readonly string[] {
  const owner = ownerOf(requirement) ?? "the record";
  const names = requirement.details.map(({ text }) => ({
    name: text
      .replace(/\s*[(:].*$/, "")
      .split("/")
      .map((part) => uncapitalized(part))
      .join("/"),
    isNeeded: /\brequired\b/i.test(text),
  }));
  const needed = names.filter(({ isNeeded }) => isNeeded).map(({ name }) => name);
  return [
    `${capitalized(owner)} is stored and read back with ${names.map(({ name }) => name).join(", ")}`,
    ...(needed.length > 0 && needed.length < names.length
      ? [`Saving without ${needed.join(", or without ")} is refused and names what is missing`]
      : []),
  ];
}

/** What a lead's points belong to: `create a new trade entry with the following fields:` has `a new trade entry`. */
function ownerOf({ title, text }: Requirement): string | undefined {
  if (title !== null) return title;
  const holder =
    /^((?:the |a |an |each |every )?[\w -]{3,40}?)\s+(?:must|shall|should|will)\s+(?:include|contain|have)\b/i.exec(
      text,
    )?.[1];
  if (holder !== undefined) return holder;
  const order = imperativeOf(withoutFollowing(text)) ?? "";
  if (/^Make /.test(order)) return subjectOf(text);
  const verbs = leadingVerbs(uncapitalized(order.replace(/^Let \w+ (?:\w+ly )?/, "")), infinitive);
  const object = verbs?.rest.trim().replace(/\s+(?:with|in|on|to|from|for|when|after|by)\b.*$/i, "");
  return object === undefined || object === "" ? subjectOf(text) : object;
}

const noAndState = /^no\s+|\s+(?:required|needed|allowed|necessary)$/gi;

function factsOfDetail(detail: Detail, requirement: Requirement): readonly string[] {
  const { text } = detail;
  if (/^no\s/i.test(text) && isEnglish(text))
    return [`There ${isPlural(text.replace(noAndState, "")) ? "are" : "is"} ${uncapitalized(text)}`];
  const completed = completeLead(requirement.text, text);
  const told = completed === undefined ? factOf(text) : factOf(completed);
  if (told !== undefined) return [withGroup(nested({ ...detail, text: told }), detail)];
  const below = detail.details.map(({ text: inner }) => factOf(inner)).filter((fact) => fact !== undefined);
  return below.length > 0 ? below : [plainFact(nested(detail), requirement)];
}

const nested = ({ text, details }: Detail): string =>
  details.length === 0
    ? text
    : `${text.replace(/[:：]$/, "")}: ${details.map((inner) => withoutStop(inner.text)).join("; ")}`;

const withGroup = (fact: string, { group }: Detail): string =>
  group === null || group.length > 30 || !/^[\p{L}\s/&-]+$/u.test(group)
    ? fact
    : `${group}: ${uncapitalized(fact)}`;

/** `We import invoices every hour` → `The system imports …` */
function toldFact(sentence: string, requirement: Requirement): string {
  const demand = requirement.english ? asDemand(sentence) : sentence;
  const fact = demand === sentence ? undefined : factOf(demand.replace(/^we must/i, "The system must"));
  return fact ?? plainFact(sentence, requirement);
}

/** A thing that is only named has to be found in what it is named under. */
function plainFact(text: string, requirement: Requirement): string {
  const point = withoutStop(withoutJudging(text));
  if (!requirement.english) return point;
  if (whatUsersDo.test(point) && isOrder(point)) return `A user can ${uncapitalized(point)}`;
  if (!isEnglish(point) || isStatement(point)) return point;
  return requirement.quality ? targetFact(point, requirement) : partFact(point, requirement);
}

const whatUsersDo =
  /^(?:view|see|search|filter|sort|list|navigate|browse|log|sign|switch|toggle|scroll|click|select|choose|pick|name|compare)\b/i;

/** `< 50 ms` is a target of what the requirement is headed by. */
const targetFact = (point: string, { title }: Requirement): string =>
  title !== null && /^[^\p{L}`"]/u.test(point) ? `${title}: ${point}` : point;

function partFact(point: string, requirement: Requirement): string {
  const owner = sentenceCased(ownerOf(requirement) ?? "");
  if (owner === "" || /^(?:the )?system$/i.test(owner) || isHeading(point, requirement, owner))
    return isThing(point) && !isHeading(point, requirement, "")
      ? `There ${isPlural(point) ? "are" : "is"} ${withIndefinite(uncapitalized(point))}`
      : point;
  const name = capitalized(owner.replace(/\s*\([^)]*\)$/, "").replace(/^an? /i, "the "));
  if (isOrder(point) || /^\p{Ll}/u.test(point)) return `${name}: ${uncapitalized(point)}`;
  return `${name} ${isPlural(name) ? "include" : "includes"} ${uncapitalized(point)}`;
}

/** `User Accounts (Optional)` says no more than the heading `User Accounts`. */
const isHeading = (point: string, { title, text }: Requirement, owner: string): boolean =>
  point === owner || point.replace(/\s*\([^)]*\)$/, "") === title || (owner !== "" && point === text);

const subjectOf = (text: string): string | undefined => {
  return !/[:：]$/.test(text)
    ? undefined
    : /^(?:[^,]*, )?((?:the |a |an |each )?[\w -]{3,40}?)\s+(?:must|shall|should|will)\b/i.exec(text)?.[1];
};

/** Where nothing that can be checked could be made of a requirement, a test has to name it. */
function fallback({ id, title, text }: Requirement): string {
  return `A test named for \`${id}\` covers: ${shortened(withoutStop(title ?? text).replace(/[:：]$/, ""), longest - 40)}`;
}

/** Criteria that can be checked, each said once, none longer than a line or two. */
export function cleanCriteria(criteria: readonly string[]): readonly string[] {
  const kept: { text: string; words: ReadonlySet<string> }[] = [];
  for (const criterion of criteria) {
    const text = capitalized(shortened(tidy(criterion), longest));
    const words = new Set(wordsWithSense(text));
    if (
      text.length < 4 ||
      isVague(text) ||
      kept.some((other) => isWithin(words, other.words) || other.text === text)
    )
      continue;
    const vaguer = kept.findIndex((other) => isWithin(other.words, words));
    if (vaguer < 0) kept.push({ text, words });
    else kept[vaguer] = { text, words };
  }
  const said = kept.map(({ text }) => text);
  const telling = said.filter((text) => !bareName.test(text));
  return telling.length > 0 ? telling : said;
}

/** `Calendar` names what is built and says nothing that could be checked. */
const bareName = /^\p{Script=Latin}+$/u;

/** `with Google` and `using Google` say the same; `not` and numbers never get lost. */
const wordsWithSense = (text: string): readonly string[] => [
  ...meaningfulWords(text),
  ...(text.match(/\b(?:not|never|no|cannot|only|new)\b|\d+/gi) ?? []),
];

const isWithin = (part: ReadonlySet<string>, whole: ReadonlySet<string>): boolean =>
  part.size > 0 && [...part].every((word) => whole.has(word));

const tidy = (criterion: string): string =>
  withoutStop(withoutJudging(withoutReferences(withoutId(criterion))))
    .replace(/^\[[ xX]\]\s*/, "")
    .replace(/^(?:[Aa]nd|[Bb]ut)\s+(?=\p{Ll})/u, "")
    .replace(/^(?:\p{Extended_Pictographic}|\u{FE0F}|\s)+/u, "")
    .replaceAll(/\*\*|__/g, "")
    .replace(/[:：]$/, "")
    .trim();

/** `AC-7: The page …` says all it says without its id. */
function withoutId(criterion: string): string {
  const label = labelledText(criterion);
  return label?.family === "criterion" && label.rest !== "" ? label.rest : criterion;
}

/** Asks the lint rule itself, so that nothing is written that it would complain about. */
function isVague(text: string): boolean {
  const list = { tasks: [{ verification: [{ text, textSpan: { start: 0, end: 0 } }] }] };
  return (
    [...vagueVerification.find(list as unknown as Parameters<typeof vagueVerification.find>[0])].length > 0
  );
}
