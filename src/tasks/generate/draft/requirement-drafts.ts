import { dependencyLine, isGeneric, withoutColon } from "../prd/labels.ts";
import type { Part, Prd, Quantity, Requirement, Section } from "../prd/model.ts";
import { current, textsOf } from "../prd/points.ts";
import { isNoun, wordsOf } from "./language.ts";
import type { Draft } from "./plan.ts";
import { templates } from "./templates.ts";
import {
  isNominal,
  joined,
  plainHeading,
  productOf,
  titleOfContent,
  titleOfLead,
  titleOfName,
  titleOfSentence,
  withoutReferences,
} from "./title.ts";

/** Requirements for one task, in document order: usually one, or all fields of one record. */
export type Bundle = readonly [Requirement, ...Requirement[]];

/** The requirements to build. Those that list the fields of one record are bundled. */
export function bundlesOf({ requirements, language }: Prd): readonly Bundle[] {
  const bundles: [Requirement, ...Requirement[]][] = [];
  for (const requirement of requirements.filter(({ optional }) => optional === null)) {
    const [first] = bundles.at(-1) ?? [];
    const isSame = first !== undefined && leadOf(first) !== "" && leadOf(first) === leadOf(requirement);
    if (language === "en" && isSame && isField(first) && isField(requirement))
      bundles.at(-1)?.push(requirement);
    else bundles.push([requirement]);
  }
  return bundles;
}

const leadOf = ({ lead }: Requirement): string => lead.at(-1)?.text ?? "";

/** `Name (text, required)`: a name with its type in parentheses. */
function isField({ title, text, parts }: Requirement): boolean {
  const name = /^([^()]+?)\s*\([^()]*\)$/.exec(text)?.[1];
  if (name === undefined || title !== null || parts.length > 0) return false;
  const words = wordsOf(name);
  const isName = words.length === 1 || /^\w+(?:ed|st)\b/.test(name) || isNominal(name);
  return isName && words.length <= 3;
}

/** One draft for each bundle. */
export function requirementDrafts(prd: Prd, bundles: readonly Bundle[]): readonly Draft[] {
  const product = productOf(
    prd.language === "en"
      ? prd.requirements.flatMap(({ text, parts }) => [text, ...parts.map((part) => part.text)])
      : [],
  );
  const now = (one: Requirement): Requirement => ({ ...one, parts: current(one.parts) });
  return bundles.map(([first, ...others]) => draftOf(prd, [now(first), ...others.map(now)], product));
}

function draftOf(prd: Prd, bundle: Bundle, product: string | null): Draft {
  const [requirement] = bundle;
  const own = bundle.flatMap(({ criteria }) => criteria.map(({ text }) => text));
  const limits = bundle.flatMap((one) => limitsOf(prd, one));
  const points = stepsOf(bundle, prd.language === "en");
  const steps = distinct([...bundle.flatMap((one) => introductionOf(prd, one, points)), ...points]);
  return {
    key: requirement.id,
    title: titleOf(prd, bundle, product),
    phase: plainHeading(requirement.area ?? areaAt(prd, requirement.line) ?? "") || prd.title,
    requirements: bundle.map(({ id }) => id),
    files: distinct([...steps, ...own].flatMap(pathsIn)),
    method: null,
    path: null,
    steps,
    verification: distinct([
      ...(own.length > 0 ? own : points.filter((step) => !/[:：]$/.test(step))),
      ...limits,
    ]),
    hasOwnCriteria: own.length > 0 || limits.length > 0,
    needs: bundle.flatMap(({ references }) => references),
    comesLast: false,
  };
}

const path =
  /`((?:\.{0,2}\/)?(?:[\w@.()[\]{}-]+\/)*[\w@()[\].{}-]+\.(?:[cm]?[jt]sx?|py|go|rs|java|kt|swift|cs|rb|php|vue|svelte|astro|sql|prisma|json|ya?ml|toml|css|scss|html|md|sh|ipynb|proto|graphql|tf|ex|exs|dart|env))(?::\d+)?`/g;

/** The file paths in backticks, in order. */
export const pathsIn = (text: string): readonly string[] =>
  [...text.matchAll(path)].flatMap(([, found = ""]) => (/^(?:\.\w+)?$/.test(found) ? [] : [found]));

export const distinct = (texts: readonly string[]): readonly string[] => [...new Set(texts)];

/** The sections that contain a line, outermost first. */
export const sectionsAround = ({ sections }: Prd, line: number): readonly Section[] =>
  sections.filter((one) => one.heading !== "" && one.line < line && one.endLine >= line);

/** The heading of the innermost section that contains a line. */
export const sectionAt = (prd: Prd, line: number): string | null =>
  sectionsAround(prd, line).at(-1)?.heading ?? null;

/** The heading of the innermost section around a line that names an area. The document's title is not one. */
export function areaAt(prd: Prd, line: number): string | null {
  const section = sectionsAround(prd, line).at(-1);
  const above = prd.sections[section?.parent ?? 0];
  const heading = section?.heading ?? "";
  // Below the document's title, the area is the whole document.
  if (section?.depth === 1 && heading.includes(prd.title)) return null;
  // `To do` under each of several headings names none of them.
  const isRepeated = prd.sections.some(
    (one) => one !== section && one.heading === heading && one.kind === section?.kind,
  );
  const isBelowArea = above !== undefined && above.depth > 1 && (isRepeated || isGeneric(heading));
  return (isBelowArea ? above : section)?.heading ?? null;
}

function titleOf(prd: Prd, bundle: Bundle, product: string | null): string {
  const title = shortTitleOf(prd, bundle, product);
  return isSingleWord(title) ? withContent(title, bundle[0], product) : title;
}

/** `Plans`, but not a phrase in a language that is written without spaces. */
const isSingleWord = (title: string): boolean => /^[^\s\p{Script=Han}\p{Script=Hiragana}]+$/u.test(title);

/** `Plans: Monthly, Annual`, or `Storage: Keep all events for 90 days`. */
function withContent(name: string, { title, text, parts }: Requirement, product: string | null): string {
  const isLead = /[:：]$/.test(text) || text === title;
  const points = isLead ? parts.map(stepOf) : [text];
  return titleOfContent(name, points, product) ?? name;
}

function shortTitleOf({ language }: Prd, bundle: Bundle, product: string | null): string {
  const [requirement, ...others] = bundle;
  const { id, title, text, parts, area } = requirement;
  const isEnglish = language === "en";
  if (others.length === 0 && title !== null) {
    if (!isEnglish) return plainHeading(title);
    // `Network errors: The system must show a message` is about the message.
    const deed = titleOfSentence(text, product);
    const isDeed = parts.length === 0 && product !== null && deed !== titleOfSentence(text, null);
    return isDeed ? deed : titleOfName(title);
  }
  const [sentence, points] = others.length > 0 ? [leadOf(requirement), bundle] : [text, parts];
  if (!/[:：]$/.test(sentence)) return titleOfSentence(saidIn(requirement, isEnglish), product);
  const texts = points.map((point) => point.text);
  return (
    titleOfLead(sentence, texts, isEnglish, product) ??
    `${plainHeading(area ?? withoutColon(sentence))} (${id})`
  );
}

/** The text of a requirement, including an open lead-in such as `Users must be able to:`. */
function saidIn(requirement: Requirement, isEnglish: boolean): string {
  const lead = withoutColon(leadOf(requirement));
  const whole = joined(lead, requirement.text, isEnglish);
  return whole.startsWith(`${lead} `) ? whole : requirement.text;
}

/** Words that introduce points are in one step with them up to this length. */
const longestStep = 160;

/** The parts of a requirement, after its sentence unless the title says it. */
function stepsOf(bundle: Bundle, isEnglish: boolean): readonly string[] {
  const steps = bundle.flatMap((requirement) => {
    const { title, text, line } = requirement;
    const parts = requirement.parts.filter((part) => !dependencyLine.test(part.text));
    const introduces = /[:：]$/.test(text);
    if (parts.length > 0 && (title === null ? introduces : title === text)) return pointsOf(parts);
    const own = parts.filter(({ label }) => label === null);
    const whole = stepOf({ text, line, label: null, parts: own });
    if (introduces && whole.length <= longestStep)
      return [withoutColon(whole), ...pointsOf(parts.filter(({ label }) => label !== null))];
    return [introduces && own.length > 0 ? text : sentenceOf(requirement, isEnglish), ...pointsOf(parts)];
  });
  return distinct(steps.map(withoutReferences));
}

/** The words that introduce points, if they have a number that no step has: `On desktop (>1024px):`. */
function introductionOf(
  { quantities }: Prd,
  { id, text }: Requirement,
  steps: readonly string[],
): readonly string[] {
  const isUnsaid = quantities.some(
    ({ owner, text: number }) =>
      owner.kind === "requirement" &&
      owner.id === id &&
      text.includes(number) &&
      !steps.some((step) => step.includes(number)),
  );
  return isUnsaid && /[:：]$/.test(text) ? [withoutReferences(withoutColon(text))] : [];
}

/**
 * The sentence of a requirement, with its title if the sentence continues it: `Restore purchases: supported on iOS`.
 */
function sentenceOf(requirement: Requirement, isEnglish: boolean): string {
  const { title, text } = requirement;
  const goesOn = title !== null && /^\p{Ll}/u.test(text);
  return withoutColon(goesOn ? `${withoutColon(title)}: ${text}` : saidIn(requirement, isEnglish));
}

/** The limit of lint for the steps of a task. */
const mostSteps = 10;

/** One step for each point, or for each label if there are too many points. */
export function pointsOf(parts: readonly Part[]): readonly string[] {
  if (parts.length <= mostSteps) return parts.map(stepOf);
  return [...Map.groupBy(parts, ({ label }) => label)].flatMap(([label, own]) =>
    label === null
      ? own.map(stepOf)
      : [`${withoutColon(label)}: ${own.map((part) => stepOf({ ...part, label: null })).join("; ")}`],
  );
}

/** A point on one line, with the points below it and its label, unless that is generic, such as `Requirements`. */
export function stepOf({ label, text, parts }: Part): string {
  const below = parts.map(stepOf).join("; ");
  const head = /[?？]$/.test(text) ? text : `${withoutColon(text)}:`;
  const whole = below === "" ? text : `${head} ${below}`;
  return label === null || isGeneric(label) ? whole : `${withoutColon(label)}: ${whole}`;
}

/** A criterion for each limit on a count, with the last value inside the limit and the first outside. */
function limitsOf({ quantities, language }: Prd, { id, text, parts }: Requirement): readonly string[] {
  if (language !== "en") return [];
  const said = [text, ...textsOf(parts)];
  return quantities
    .filter(({ owner }) => owner.kind === "requirement" && owner.id === id)
    .flatMap((limit) => {
      const words = isInclusive(limit) ? countIn(limit, said) : null;
      const next = limit.bound === "max" ? limit.value + 1 : limit.value - 1;
      return words === null ? [] : [templates.limit(words, `${limit.value}`, `${next}`)];
    });
}

/** Not `fewer than 5` or `over 100`, which leave the number itself out. */
const isInclusive = ({ text, value }: Quantity): boolean =>
  Number.isInteger(value) &&
  value > 0 &&
  !/[<>]|\b(?:under|below|over|above|(?<!no more |not more |no fewer |no less )than|before|exceed\w*)\b/i.test(
    text,
  );

const measured: ReadonlySet<string> = new Set([...Intl.supportedValuesOf("unit"), "pixel", "px"]);

/** Higher limits on things tell what a system bears rather than what it refuses: `support up to 5,000 members`. */
const mostThings = 100;

/**
 * A limit with what it counts: `up to 500 characters`, `at most 5 photos`; null for one that is measured, such as
 * `within 2 seconds`. A minimum needs a unit, because `at least 50 users` may be what a system bears.
 */
function countIn({ text, value, unit, bound }: Quantity, said: readonly string[]): string | null {
  const isLimit = bound === "max" || bound === "min";
  if (unit !== null) return isLimit && /^[a-z]{3,}$/.test(unit) && !measured.has(unit) ? text : null;
  const rest = said.find((one) => one.includes(text))?.split(text)[1] ?? "";
  const words = wordsOf(rest);
  // `failed logins`, `concurrent users`
  const first = words.findIndex(({ tag }) => tag !== "ADJ" && tag !== "VERB");
  const after = words.findIndex((word, at) => at >= first && !isNoun(word));
  const last = words.at(after < 0 ? -1 : after - 1);
  return bound === "max" && value <= mostThings && isNoun(words[first])
    ? text + rest.slice(0, last?.end)
    : null;
}
