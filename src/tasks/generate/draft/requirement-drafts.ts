import type { Part, Prd, Quantity, Requirement } from "../prd/model.ts";
import { dependencyLine } from "../prd/name-requirements.ts";
import type { Draft } from "./draft.ts";
import { wordsOf } from "./language.ts";
import { plainHeading } from "./plain-heading.ts";
import { templates } from "./templates.ts";
import type { TitleContext } from "./title.ts";
import {
  firstSentence,
  isNominal,
  productOf,
  titleOfLead,
  titleOfName,
  titleOfSentence,
  uncapitalized,
  withoutReferences,
  withPoints,
} from "./title.ts";

/** Requirements for one task, in document order: usually one, or all fields of one record. */
export type Bundle = readonly [Requirement, ...Requirement[]];

/** The requirements to build. Those that list the fields of one record are bundled. */
export function bundlesOf({ requirements, language }: Prd): readonly Bundle[] {
  const bundles: [Requirement, ...Requirement[]][] = [];
  for (const requirement of requirements.filter(({ optional }) => optional === null)) {
    const last = bundles.at(-1);
    const isField = language === "en" && last !== undefined && isFieldOfSame(last[0], requirement);
    if (isField) last.push(requirement);
    else bundles.push([requirement]);
  }
  return bundles;
}

const isFieldOfSame = (first: Requirement, next: Requirement): boolean =>
  first.lead.length > 0 && leadOf(first) === leadOf(next) && isField(first) && isField(next);

const leadOf = ({ lead }: Requirement): string => lead.at(-1)?.text ?? "";

/** `Name (text, required)`: a name with its type in parentheses. */
function isField({ title, text, parts }: Requirement): boolean {
  const name = /^([^()]+?)\s*\([^()]*\)$/.exec(text)?.[1];
  if (name === undefined || title !== null || parts.length > 0) return false;
  const words = wordsOf(name);
  const isParticiple = /(?:ed|st)$/.test(words[0]?.text ?? "");
  return words.length <= 3 && (words.length === 1 || isParticiple || isNominal(name));
}

/** One draft for each bundle. */
export function requirementDrafts(prd: Prd, bundles: readonly Bundle[]): readonly Draft[] {
  const context = {
    product: productOf(
      prd.requirements.flatMap(({ text, parts }) => [text, ...parts.map((part) => part.text)]),
    ),
  };
  return bundles.map((bundle) => draftOf(prd, bundle, context));
}

function draftOf(prd: Prd, bundle: Bundle, context: TitleContext): Draft {
  const [requirement] = bundle;
  const own = bundle.flatMap(({ criteria }) => criteria.map(({ text }) => text));
  const limits = bundle.flatMap(({ id }) => limitsOf(prd, id));
  const steps = stepsOf(bundle, prd.language === "en");
  return {
    key: requirement.id,
    title: titleOf(prd, bundle, context),
    phase: phaseOf(prd, requirement),
    requirements: bundle.map(({ id }) => id),
    files: filesOf(prd, bundle),
    method: null,
    path: null,
    steps,
    verification: distinct(own.length > 0 ? [...own, ...limits] : [...steps, ...limits]),
    hasOwnCriteria: own.length > 0 || limits.length > 0,
    needs: bundle.flatMap(({ references }) => references),
    comesLast: false,
  };
}

const distinct = (texts: readonly string[]): readonly string[] => [...new Set(texts)];

/** The area of the requirement, else its section. */
function phaseOf(prd: Prd, { area, line }: Requirement): string {
  return plainHeading(area ?? sectionAt(prd, line) ?? "") || prd.title;
}

/** The heading of the innermost section that contains a line. */
export function sectionAt({ sections }: Prd, line: number): string | null {
  const around = sections.filter(
    (section) => section.heading !== "" && section.line < line && section.endLine >= line,
  );
  return around.at(-1)?.heading ?? null;
}

function titleOf({ language }: Prd, bundle: Bundle, context: TitleContext): string {
  const [{ id, title, text, lead, parts, kind, area }] = bundle;
  const sentence = bundle.length > 1 ? leadOf(bundle[0]) : text;
  if (language !== "en") return plainHeading(title ?? "") || foreignTitle(bundle[0]);
  if (bundle.length === 1 && title !== null) return titleOfName(title, kind === "quality");
  if (/[:：]$/.test(sentence)) {
    const points = parts.map((part) => part.text);
    return (
      titleOfLead(sentence, points, context) ?? `${plainHeading(area ?? withoutColon(sentence))} (${id})`
    );
  }
  return titleOfSentence(joined(lead.at(-1)?.text, sentence), context);
}

/** A title in another language, verbatim. Points follow words that introduce them (`Actualizar logo en:`). */
function foreignTitle({ id, text, parts, area }: Requirement): string {
  const lead = withoutColon(firstSentence(text));
  if (!/[:：]$/.test(text.trim()) || parts.length === 0) return lead;
  const points = parts.map((part) => firstSentence(part.text));
  return withPoints(points, (all) => `${lead}: ${all}`) ?? `${plainHeading(area ?? lead)} (${id})`;
}

export const withoutColon = (text: string): string => text.replace(/\s*[:：]$/, "");

/** Joins a lead-in that ends in `to` or an auxiliary verb: `Users must be able to:` and `View their profile`. */
function joined(lead: string | undefined, text: string): string {
  const open = lead === undefined ? undefined : wordsOf(withoutColon(lead)).at(-1);
  if (lead === undefined || open === undefined || (open.tag !== "AUX" && open.text !== "to")) return text;
  return `${withoutColon(lead)} ${uncapitalized(text)}`;
}

/** The parts of a requirement, after its sentence unless that only introduces them. */
function stepsOf(bundle: Bundle, isEnglish: boolean): readonly string[] {
  const steps = bundle.flatMap((requirement) => {
    const points = pointsOf(
      requirement.parts.filter(({ text }) => !reason.test(text) && !dependencyLine.test(text)),
    );
    const isSaid =
      points.length > 0 && (/[:：]$/.test(requirement.text) || requirement.text === requirement.title);
    return isSaid ? points : [sentenceOf(requirement), ...points];
  });
  const samples = bundle.flatMap(({ code }) => code.map(({ line }) => templates.sample(line)));
  return distinct([
    ...steps.map((step) => withoutReferences(step)),
    ...(isEnglish ? samples.slice(0, 3) : []),
  ]);
}

/** `Why it matters: …` is not a step. */
const reason = /^why\b[^:]*:/i;

/**
 * The sentence of a requirement. If it continues the bold title, it includes it: `Restore purchases: supported on
 * iOS`.
 */
function sentenceOf({ title, text, lead }: Requirement): string {
  if (title !== null && /^\p{Ll}/u.test(text)) return `${withoutColon(title)}: ${withoutColon(text)}`;
  return withoutColon(joined(lead.at(-1)?.text, text));
}

/** The limit of lint for the steps of a task. */
const mostSteps = 10;

/** One step for each point, or for each label if there are too many points. */
function pointsOf(parts: readonly Part[]): readonly string[] {
  if (parts.length <= mostSteps) return parts.map(stepOf);
  return [...Map.groupBy(parts, ({ label }) => label)].flatMap(([label, own]) =>
    label === null
      ? own.map(stepOf)
      : [`${withoutColon(label)}: ${own.map((part) => stepOf({ ...part, label: null })).join("; ")}`],
  );
}

/** A point on one line, with its label and the points below it. */
export function stepOf({ label, text, parts }: Part): string {
  const below = parts.map(stepOf).join("; ");
  const whole = below === "" ? text : `${text}${/[:：]$/.test(text) ? "" : ":"} ${below}`;
  return label === null ? whole : `${withoutColon(label)}: ${whole}`;
}

/** A criterion for each limit on a count, with the last value inside the limit and the first outside. */
function limitsOf({ quantities, language }: Prd, id: string): readonly string[] {
  if (language !== "en") return [];
  return quantities
    .filter(({ owner }) => owner.kind === "requirement" && owner.id === id)
    .filter((quantity) => isCounted(quantity))
    .map(({ text, value, bound }) =>
      (bound === "max" ? templates.upperLimit : templates.lowerLimit)(text, value),
    );
}

const measured: ReadonlySet<string> = new Set([...Intl.supportedValuesOf("unit"), "pixel", "px"]);

/**
 * Inclusive limits on counts: `up to 500 characters`; not `under 2 seconds` (measured) or `fewer than 5` (exclusive).
 */
function isCounted({ text, value, unit, bound }: Quantity): boolean {
  const isCount = unit !== null && /^[a-z]{3,}$/.test(unit) && !measured.has(unit);
  const isInclusive = !/[<>]|\b(?:under|below|over|above|than|before|exceed\w*)\b/i.test(text);
  return (
    isCount && isInclusive && Number.isInteger(value) && value > 0 && (bound === "max" || bound === "min")
  );
}

function filesOf({ filePaths }: Prd, bundle: Bundle): readonly string[] {
  const named = filePaths.filter(({ line }) =>
    bundle.some((requirement) => line >= requirement.line && line <= requirement.endLine),
  );
  return distinct(named.map(({ text }) => text));
}
