import type { Requirement } from "../prd/prd.ts";
import { isOrder, isStatement, readClause } from "../wording/clause.ts";
import { completeLead, openLead } from "../wording/complete-lead.ts";
import { isBaseVerb } from "../wording/english-verbs.ts";
import { imperativeOf, isGenericSubject } from "../wording/imperative.ts";
import { isEnglish } from "../wording/is-english.ts";
import { firstSentence, withoutFollowing } from "../wording/sentences.ts";
import {
  capitalized,
  sentenceCased,
  shortened,
  uncapitalized,
  withoutReferences,
  withoutStop,
} from "../wording/text-case.ts";
import type { Deliverable } from "./draft.ts";

const limit = 70;

/** A title as a person would write it on a list: an order, short, with the thing's own name. */
export function titleOf(requirement: Requirement, deliverable: Deliverable): string {
  const target = deliverable === "quality" && requirement.english ? targetTitle(requirement) : undefined;
  if (target !== undefined) return tidy(target);
  const title = orderOf(requirement, deliverable);
  // What is read or run is written; everything else may be added.
  return deliverable === "document" || deliverable === "test" ? title.replace(/^Add /, "Write ") : title;
}

/** `Response time` and `< 50 ms for a million records` make `Keep response time < 50 ms …`. */
function targetTitle({ title, text }: Requirement): string | undefined {
  if (title === null || title === text) return undefined;
  const target = withoutStop(firstSentence(text));
  if (/^(?:[<>≤≥~≈±\d]|under|below|over|above|within|less|more|at (?:most|least)|up to)/i.test(target))
    return `Keep ${sentenceCased(title)} ${/^[~≈±\d]/.test(target) ? "at " : ""}${uncapitalized(target)}`;
  return imperativeOf(target) === undefined ? `Meet the ${sentenceCased(title)} target: ${uncapitalized(target)}` : undefined;
}

function orderOf(requirement: Requirement, deliverable: Deliverable): string {
  const { title, text, details } = requirement;
  const sentence = withoutReferences(firstSentence(text));
  const fromText = imperativeOf(
    wholeLead(
      sentence,
      details.map((detail) => detail.text),
    ),
  );
  if (!requirement.english) return tidy(foreignTitle(title, sentence, fromText));
  if (title === null) return tidy(fromText ?? orderFromPhrase(sentence, deliverable));
  if (isOrder(title) && !isNamed(title)) return tidy(title);
  const isWhole =
    readClause(sentence) !== undefined && sentence !== title && openLead(sentence) === undefined;
  // A sentence tells more than its heading, as long as it is short enough to be a title.
  if (fromText !== undefined && isWhole && fromText.length <= limit) return tidy(fromText);
  return tidy(orderFromPhrase(withContents(title, requirement), deliverable));
}

/** `Capture Mode System` and `Build Process Integration` begin with a verb's letters and name a thing. */
const isNamed = (title: string): boolean =>
  /^(?:capture|state|build|transition|record|process|test|design|control|access|search|order|schedule|report|review|score|display|filter|update|change|release|import|export|track|monitor|audit|log)\s/i.test(
    title,
  ) &&
  /\s(?:system|engine|algorithm|integration|flow|mode|management|handling|support|processing|service|module|rules|storage|selection|generation|validation|calculation|detection|navigation|controls?|interface|layer|pipeline|framework|structure|page|screen|form|panel|view|dashboard|visualization|functionality|history|log|strategy|policy|requirements)$/i.test(
    title,
  );

/** Another language's words cannot be made into an order: the heading or the sentence itself has to do. */
function foreignTitle(title: string | null, sentence: string, order: string | undefined): string {
  if (title === null)
    return (order ?? withoutFollowing(sentence)).replace(
      /\s+(?:en|para|que|de|con|por|basad[oa]s? en|für|mit|von)$/i,
      "",
    );
  const isShort =
    title.split(/\s+/).length <= 2 && /^[\p{Script=Latin}\s/-]+$/u.test(title) && sentence !== title;
  return isShort ? `${title}: ${sentence.replace(/[:：]$/, "")}` : title;
}

/** `Users must be able to log in using:` says too little without the points below it. */
function wholeLead(sentence: string, details: readonly string[]): string {
  if (!/[:：]$/.test(sentence)) return sentence;
  const [first, ...others] = details.map((detail) => headOf(detail));
  const completed = first === undefined ? undefined : completeLead(sentence, first);
  const subject = /^((?:[^`,]|`[^`]*`)+?)\s+(?:must|shall|should|will)\s*:$/i.exec(sentence)?.[1];
  if (/^(?:when|if|once|after|upon|on|before)\b[^,:]*:$/i.test(sentence) && completed !== undefined)
    return completed;
  const demanding =
    /^((?:the |a |an |each )?[\w() -]{3,50}?)\s+(?:must|shall|should|will)\s+(?:require|implement|support|provide)\s*:$/i.exec(
      sentence,
    )?.[1];
  if (demanding !== undefined && !isGenericSubject(demanding) && !/\busers?$/i.test(demanding))
    return `Implement ${uncapitalized(demanding)}`;
  if (
    subject !== undefined &&
    !/\b(?:users?|system|app|application|platform)$/i.test(subject) &&
    details.length > 1
  )
    return `Implement ${uncapitalized(subject)}`;
  if (completed === undefined || /\bbe:$/i.test(sentence)) return completed ?? withoutFollowing(sentence);
  return /\b(?:must|shall|should|will|to):$/i.test(sentence) ? completed : `${completed}${listed(others)}`;
}

/** A point without what stands in brackets or after a colon. */
const headOf = (detail: string): string =>
  withoutStop(detail.replace(/\s*[(（].*$/u, "").replace(/\s*[:：–—]\s.*$/u, ""));

function listed(others: readonly string[]): string {
  const short = others
    .filter((other) => other.split(/\s+/).length <= 4)
    .slice(0, 2)
    .map((other) => uncapitalized(other));
  if (short.length === 0) return "";
  return short.length === others.length
    ? `${short.length > 1 ? `, ${short[0]}` : ""} and ${short.at(-1)}`
    : `, ${short.join(", ")}`;
}

/** A name of one word says more with what is in it: `Plans (Monthly, Annual)`. */
function withContents(title: string, { details, text }: Requirement): string {
  if (title.split(/\s+/).length > 1 || /[(:]/.test(title)) return title;
  if (/^\p{Ll}/u.test(text) && title.length + text.length < limit - 12)
    return `${title}: ${withoutStop(text)}`;
  const heads = details
    .map((detail) => headOf(detail.text))
    .filter((head) => head.split(/\s+/).length <= 3 && head.length > 1);
  if (heads.length < 2 && details.length >= 2) {
    const longer = details
      .map((detail) => headOf(detail.text))
      .filter((head) => head.split(/\s+/).length <= 6)
      .slice(0, 2);
    return longer.length === 2 ? `${title} (${longer.map((head) => uncapitalized(head)).join(", ")})` : title;
  }
  return heads.length >= 2 ? `${title} (${heads.slice(0, 4).join(", ")})` : title;
}

const verbFor: Readonly<Record<Deliverable, string>> = {
  setup: "Set up",
  model: "Define",
  logic: "Implement",
  job: "Schedule",
  endpoint: "Create",
  integration: "Integrate",
  screen: "Build",
  quality: "Meet",
  test: "Write",
  document: "Write",
  release: "Prepare",
};

/** A thing's name made into an order; a sentence in another language stays as it is. */
function orderFromPhrase(phrase: string, deliverable: Deliverable): string {
  const text = withoutStop(withoutFollowing(phrase));
  if ((isOrder(text) && !isNamed(text)) || !isEnglish(text)) return text;
  if (readClause(text) !== undefined || isStatement(text)) return `Make sure ${uncapitalized(text)}`;
  const gerund = /^(\w+ing)\s/.exec(text);
  if (gerund !== null && isBaseVerb(gerund[1]?.replace(/ing$/, "") ?? "")) return text;
  return `${/\bintegration\b/i.test(text) && deliverable === "integration" ? "Build" : verbFor[deliverable]} ${/^(?:the|a|an|all|each)\b/i.test(text) ? "" : articleFor(text)}${sentenceCased(text)}`;
}

const articleFor = (phrase: string): string =>
  /\b(?:page|screen|form|modal|dialog|dashboard|gallery|flow|wizard|editor|panel|bar|menu|portal|selector|engine|algorithm|system|service|pipeline|component|table|model|schema)$/i.test(
    phrase.replace(/\s*\([^)]*\)$/, ""),
  ) && !/^(?:the|a)\b/i.test(phrase)
    ? "the "
    : "";

function tidy(title: string): string {
  const plain = withoutStop(title)
    .replaceAll(/\*\*|__/g, "")
    .replaceAll(/\b(?:ALL|NOT|ONLY|UP TO|NO|ANY|EACH|EVERY|NEVER|ALWAYS|MUST|AND|OR|CUMULATIVE)\b/g, (word) =>
      word.toLowerCase(),
    )
    .replaceAll(/\s+/g, " ")
    .replace(/\s*\((?:optional|required|p\d|mvp|new)\)$/i, "")
    .replace(/[\s:：—–-]+$/u, "");
  // A title must not look like a mark of status or a range of tasks.
  return capitalized(withoutStop(shortened(plain, limit))).replaceAll(/[✅☑✔❌🟢🔵🟡🔴]\s*/gu, "") || plain;
}
