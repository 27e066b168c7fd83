import type { CodeSample, DataModel, Detail, Requirement } from "../prd/prd.ts";
import { asDemand } from "../wording/as-demand.ts";
import { firstWord, isOrder, isStatement, isThing, readClause } from "../wording/clause.ts";
import { completeLead } from "../wording/complete-lead.ts";
import { baseOfThirdPerson } from "../wording/english-verbs.ts";
import { imperativeOf, isGenericSubject } from "../wording/imperative.ts";
import { isEnglish } from "../wording/is-english.ts";
import { sentencesOf } from "../wording/sentences.ts";
import {
  capitalized,
  shortened,
  uncapitalized,
  withoutReferences,
  withoutStop,
} from "../wording/text-case.ts";
import { meaningfulWords } from "../wording/word-weights.ts";
import { deedOf } from "./deed.ts";
import type { Deliverable } from "./draft.ts";

const most = 10;
const longest = 260;

/** What there is to do for a requirement, in the order the PRD tells it, with the names it uses. */
export function stepsOf(
  requirement: Requirement,
  deliverable: Deliverable,
  title: string,
  models: readonly DataModel[],
): readonly string[] {
  const { text, details, code } = requirement;
  // A heading above nothing but a sample tells no more than the title.
  const isHeading = code.length > 0 && text === requirement.title;
  const opening = isHeading ? [] : openingStep(requirement, deliverable, title, models[0]?.name ?? null);
  const steps = [
    ...opening,
    ...groupedSteps(requirement, deliverable),
    ...code.map((sample) => codeStep(sample)),
    ...models.slice(0, 1).map((model) => modelStep(model, deliverable)),
    ...(details.length === 0 && isProgramming(deliverable) && deliverable !== "job"
      ? deedOf(title, models[0]?.name ?? null).steps
      : []),
  ];
  return fitted(steps.length === 0 ? [capitalized(withoutStop(text))] : steps, most - 2);
}

/** What a program has to do, as against what is written, tested or set up once. */
export const isProgramming = (deliverable: Deliverable): boolean =>
  ["logic", "screen", "job", "integration"].includes(deliverable);

/** The requirement in its own words, unless the title or the points below say it already. */
function openingStep(
  { text, details, english }: Requirement,
  deliverable: Deliverable,
  title: string,
  model: string | null,
): readonly string[] {
  const [first = "", ...others] = sentencesOf(text);
  const points = details.length;
  const opening = imperativeOf(first) ?? (english && isThing(first) ? orderOf(first, deliverable) : first);
  const order = [opening, ...others].join(". ");
  const said = withoutReferences(withoutStop(order).replace(/[:：]$/, ""));
  const isDeed = deliverable !== "job" && tellsAll(deedOf(title, model).steps, title);
  if (points === 0 && said === title && isDeed) return [];
  if (points > 0 && (/[:：]$/.test(text) || said.length <= title.length + 12)) return [];
  // Prose of several sentences tells several steps.
  if (english && said.length > longest && others.length > 0)
    return [opening, ...others.map((sentence) => orderOf(sentence, deliverable))].map((step) =>
      capitalized(withoutReferences(withoutStop(step))),
    );
  return [capitalized(said)];
}

/** Whether the steps name everything that the title does, but for its verb and who is let do it. */
function tellsAll(steps: readonly string[], title: string): boolean {
  const named = meaningfulWords(steps.join(" "));
  const object = title.replace(/^let\s+[\w-]+\s+/i, "").replace(/^\w+(?:(?:,\s*|\s+and\s+|\/)\w+)*\s+/, "");
  return steps.length > 0 && [...meaningfulWords(object)].every((word) => named.has(word));
}

function groupedSteps(
  { details, text: lead, english }: Requirement,
  deliverable: Deliverable,
): readonly string[] {
  if (isFieldList(lead, details)) return fieldSteps(details.map((detail) => detail.text));
  return details.map((detail) => stepOf(detail, lead, deliverable, english));
}

/** Whether the points below a lead name what a record holds, rather than what has to be done. */
export function isFieldList(lead: string, details: readonly Detail[]): boolean {
  // What a view shows is no record.
  if (/\b(?:display|show|render|list)s?\b[^:]*:$/i.test(lead) && !/\bstor|\brecord\b|\bsav/i.test(lead))
    return false;
  if (details.length < 2 || details.some(({ details: below, group }) => below.length > 0 || group !== null))
    return false;
  if (details.every(({ text }) => isField(text))) return true;
  const announces =
    /\b(?:fields?|attributes?|columns?|propert(?:y|ies)|information|metadata|details|parameters)\b[^:]*:$/i.test(
      lead,
    );
  // A name such as `Stop loss level` may look like an order; most of them tell.
  const names = details.filter(({ text }) => !isOrder(text) && !isStatement(text) && isEnglish(text));
  return announces && names.length >= details.length * 0.6;
}

/** `Name (text, required, max 100 characters)`, `` `user_id` (foreign key) ``, `Symbol/Ticker (required)` */
export const isField = (text: string): boolean =>
  /^`?[\p{L}_][\p{L}\w ./-]{0,40}`?\s*(?:[:：]|\()\s*.*\b(?:text|string|int(?:eger)?|number|numeric|decimal|float|bool(?:ean)?|date|datetime|time(?:stamp)?|uuid|enum|json|array|required|optional|foreign key|primary key|automatically|references|max|min|nullable|unique)\b/iu.test(
    text,
  );

/** Fields several to a step: a step for each would be no step. */
export function fieldSteps(fields: readonly string[]): readonly string[] {
  const size = Math.max(fields.join("").length < 90 ? 8 : 4, Math.ceil(fields.length / 4));
  const steps: string[] = [];
  for (let at = 0; at < fields.length; at += size) {
    const names = fields.slice(at, at + size).map((field) => withoutStop(field));
    steps.push(`Add the fields ${names.join("; ")}`);
  }
  return steps;
}

function stepOf(detail: Detail, lead: string, deliverable: Deliverable, english: boolean): string {
  const { text, details, group } = detail;
  const completed = completeLead(lead, text);
  const order =
    completed === undefined
      ? english
        ? orderOf(text, deliverable)
        : text
      : (orderWithoutSubject(lead, text) ?? imperativeOf(completed) ?? orderOf(text, deliverable));
  const below = details.length === 0 ? "" : `: ${details.map((inner) => withoutStop(inner.text)).join("; ")}`;
  const prefix =
    group === null ||
    group.length > 28 ||
    /^(?:when|if|during|after|before)\b/i.test(group) ||
    completed !== undefined
      ? ""
      : `${group}: `;
  const said = `${withoutStop(order).replace(/[:：]$/, "")}${below}`;
  return capitalized(`${prefix}${prefix === "" ? said : uncapitalized(said)}`);
}

/** `Account deletion must:` and `Require a password` need no `Make account deletion require …`. */
function orderWithoutSubject(lead: string, point: string): string | undefined {
  // `a capture mode that:` and `logs every click` is to log every click.
  const deed = /\bthat:$/i.test(lead) ? baseOfThirdPerson(firstWord(point)) : undefined;
  if (deed !== undefined) return `${deed}${point.trim().slice(firstWord(point).length)}`;
  const [, subject = "", verb = ""] =
    /^(?:.*,\s+)?((?:the |a |an |each )?[\w() -]{3,50}?)\s+(?:must|shall|should|will)\b\s*([a-z]*)\s*:$/i.exec(
      lead,
    ) ?? [];
  if (subject === "" || isGenericSubject(subject) || /\busers?$/i.test(subject)) return undefined;
  if (verb === "") return isOrder(point) ? point : undefined;
  return /^(?:require|implement|support|provide|validate|enforce|display|show|track)$/i.test(verb)
    ? `${verb} ${uncapitalized(point)}`
    : undefined;
}

const nounStep: Readonly<Record<Deliverable, string>> = {
  setup: "Set up",
  model: "Add",
  logic: "Add",
  job: "Add",
  endpoint: "Add",
  integration: "Add",
  screen: "Add",
  quality: "Meet",
  test: "Test",
  document: "Describe",
  release: "Prepare",
};

function orderOf(text: string, deliverable: Deliverable): string {
  if (isOrder(text) || !isEnglish(text)) return text;
  // A target is nothing that could be added.
  if (deliverable === "quality" && readClause(text) === undefined) return text;
  const order = imperativeOf(asDemand(capitalized(text)));
  if (order !== undefined) return order;
  if (isStatement(text) || /[:：]\s/.test(text) || /^[^\p{L}`"]/u.test(text) || /^\w+ing\s/.test(text))
    return text;
  return `${nounStep[deliverable]} ${uncapitalized(text)}`;
}

function codeStep({ language, text, line }: CodeSample): string {
  const name =
    /\b(?:interface|type|class|model|table(?: if not exists)?|function|def|const)\s+["`]?(\w+)/i.exec(
      text,
    )?.[1];
  const what =
    name === undefined ? `the ${language === "" ? "sample" : `${language} sample`}` : `\`${name}\``;
  return `Follow ${what} as the PRD gives it in line ${line}`;
}

function modelStep({ name, fields }: DataModel, deliverable: Deliverable): string {
  const names = fields
    .slice(0, 8)
    .map((field) => `\`${field.name}\``)
    .join(", ");
  return `${deliverable === "screen" ? "Take the data from" : "Work on"} \`${name}\` (${names}${fields.length > 8 ? ", …" : ""})`;
}

/** At most so many steps: neighbours are joined, so that nothing the PRD says gets lost. */
export function fitted(steps: readonly string[], limit: number = most): readonly string[] {
  const distinct = [...new Set(steps.map((step) => step.replaceAll(/\s+/g, " ").trim()))].filter(
    (step) => step !== "",
  );
  if (distinct.length <= limit) return distinct.map((step) => shortened(step, 400));
  const size = Math.ceil(distinct.length / limit);
  const joined: string[] = [];
  for (let at = 0; at < distinct.length; at += size) joined.push(distinct.slice(at, at + size).join("; "));
  return joined.map((step) => shortened(step, longest * 2));
}
