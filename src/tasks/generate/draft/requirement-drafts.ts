import { kindOfWords } from "../prd/heading-kind.ts";
import {
  dependencyLine,
  isGeneric,
  isIds,
  negates,
  obliges,
  withoutColon,
  withoutReferences,
} from "../prd/labels.ts";
import type { Part, Passage, Prd, Quantity, Requirement } from "../prd/model.ts";
import { current, describes, enumeration, textsOf, textsOfAll } from "../prd/points.ts";
import { example, quotation } from "../prd/quantities.ts";
import { hasVerb, isNoun, wordsOf } from "./language.ts";
import type { Draft } from "./plan.ts";
import { areaAt, distinct, draftAt, merged } from "./plan.ts";
import { templates } from "./templates.ts";
import {
  isCondition,
  isNominal,
  isOneSentence,
  isSystemDeed,
  joined,
  plainHeading,
  titleOfContent,
  titleOfLead,
  titleOfName,
  titleOfSentence,
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
function isField({ text }: Requirement): boolean {
  const name = /^([^()]+?)\s*\([^()]*\)$/.exec(text)?.[1];
  if (name === undefined) return false;
  const words = wordsOf(name);
  return words.length <= 3 && (words.length === 1 || /^\w+(?:ed|st)\b/.test(name) || isNominal(name));
}

/** One draft for each bundle. */
export function requirementDrafts(prd: Prd, bundles: readonly Bundle[]): readonly Draft[] {
  const now = (one: Requirement): Requirement => ({ ...one, parts: current(one.parts) });
  return bundles.map((bundle) => {
    const [first, ...others] = [now(bundle[0]), ...bundle.slice(1).map(now)] as const;
    const title = titleOf(prd, [first, ...others]);
    // The title of several says what introduces them.
    const draft = (one: Requirement): Draft =>
      draftOf(prd, others.length > 0 ? { ...one, lead: [] } : one, title);
    return merged(draft(first), others.map(draft));
  });
}

function draftOf(prd: Prd, requirement: Requirement, title: string): Draft {
  const { id, line, area, criteria, references, code } = requirement;
  const steps = stepsOf(requirement, prd.language === "en");
  const points = steps.map(({ text }) => text);
  const isNamed = area !== null && !isGeneric(area);
  return draftAt(prd, line, {
    key: id,
    title,
    phase: plainHeading((isNamed ? area : areaAt(prd, line)) ?? "") || prd.title,
    requirements: [id],
    files: distinct([...points, ...textsOfAll(criteria)].flatMap(pathsIn)),
    steps: distinct(withCode(steps, code)),
    criteria: textsOfAll(criteria),
    points: asCriteria(requirement, points, prd.language === "en"),
    limits: limitsOf(prd, requirement),
    needs: references,
    hasStatedNeeds: references.length > 0 && requirement.parts.some(({ text }) => dependencyLine.test(text)),
  });
}

/** A longer lead-in would make each of its points unreadable. */
const shortLead = 60;

/** The steps as criteria. Points that say the opposite, or nothing, without the words above them are given these words. */
function asCriteria(
  { title, text }: Requirement,
  steps: readonly string[],
  isEnglish: boolean,
): readonly string[] {
  const [lead = "", ...below] = steps;
  const isFragment = (point: string): boolean => /^[\p{Ll}`]/u.test(point);
  // `The worker must not:`, and `Reject:` below a title
  const needsLead =
    negates(withoutColon(lead)) || (title !== null && lead.length <= shortLead && below.every(isFragment));
  const isLed = lead === text && /[:：]$/.test(lead) && needsLead;
  const said = isLed ? below.map((point) => joined(lead, point, isEnglish)) : steps;
  return said.filter((point) => !/[:：]$/.test(point));
}

/** Longer code stays in the PRD. */
const mostCodeLines = 40;

/** Adds each block of code to the step that it comes after. */
export function withCode(steps: readonly Passage[], code: readonly Passage[]): readonly string[] {
  const short = code.filter(({ text }) => text.split("\n").length <= mostCodeLines);
  const after = Map.groupBy(short, ({ line }) => steps.findLast((step) => step.line < line) ?? steps[0]);
  return steps.map((step) => [step.text, ...(after.get(step) ?? []).map(fenced)].join("\n"));
}

function fenced({ text }: Passage): string {
  const marks = text.match(/`{3,}/g) ?? [];
  const fence = "`".repeat(Math.max(3, ...marks.map(({ length }) => length + 1)));
  return `${fence}\n${text}\n${fence}`;
}

const path =
  /`((?:\.{0,2}\/)?(?:[\w@.()[\]{}-]+\/)*[\w@()[\].{}-]+\.(?:[cm]?[jt]sx?|py|go|rs|java|kt|swift|cs|rb|php|vue|svelte|astro|sql|prisma|json|ya?ml|toml|css|scss|html|md|sh|ipynb|proto|graphql|tf|ex|exs|dart|env))(?::\d+)?`/g;

/** The file paths in backticks, in order, without those of examples. `/main.html` is a page of a site. */
export const pathsIn = (text: string): readonly string[] =>
  [...text.replaceAll(example, "").replaceAll(quotation, "").matchAll(path)].flatMap(([, found = ""]) =>
    /^(?:\.\w+)?$|^\/[^/]+\.html$/.test(found) ? [] : [found],
  );

function titleOf(prd: Prd, bundle: Bundle): string {
  const title = shortTitleOf(prd, bundle);
  const [{ title: name, text, parts }] = bundle;
  // `Plans`, but not a phrase in a language that is written without spaces.
  if (!/^[^\s\p{Script=Han}\p{Script=Hiragana}]+$/u.test(title)) {
    const isOnlyValue = bundle.length === 1 && parts.length === 0 && isValueOf(bundle[0]);
    if (!isOnlyValue || (prd.language === "en" && hasVerb(text))) return title;
    return `${plainHeading(name ?? title)}: ${text.replace(/[.。]$/, "")}`;
  }
  // `Plans: Monthly, Annual`, or `Storage: Keep all events for 90 days`
  const isLead = /[:：]$/.test(text) || text === name;
  // The points of `The worker must not:` alone say the opposite.
  if (isLead && negates(withoutColon(text))) return title;
  return titleOfContent(title, isLead ? parts.map(stepOf) : [text]) ?? title;
}

function shortTitleOf({ language }: Prd, bundle: Bundle): string {
  const [requirement, ...others] = bundle;
  const { id, title, text, parts, area } = requirement;
  const isEnglish = language === "en";
  if (others.length === 0 && title !== null) {
    if (!isEnglish) return plainHeading(title);
    const said = saidIn({ ...requirement, text: title }, true);
    if (said !== title) return titleOfSentence(said);
    // `Network errors: The system must show a message` is about the message.
    return parts.length === 0 && isSystemDeed(text) ? titleOfSentence(text) : titleOfName(title);
  }
  const [sentence, points] = others.length > 0 ? [leadOf(requirement), bundle] : [text, parts];
  if (!/[:：]$/.test(sentence)) return titleOfSentence(saidIn(requirement, isEnglish));
  return (
    titleOfLead(sentence, textsOfAll(points), isEnglish) ??
    `${plainHeading(area ?? withoutColon(sentence))} (${id})`
  );
}

/**
 * The text of a requirement, with a lead-in that it completes (`Users must be able to:`), that limits it (`If offline:`)
 * or without which it is only a name (`Remove these files:`).
 */
function saidIn(requirement: Requirement, isEnglish: boolean): string {
  const { title, text } = requirement;
  const lead = withoutColon(leadOf(requirement));
  const whole = joined(lead, text, isEnglish);
  const isCompleted = whole.startsWith(`${lead} `) || (isEnglish && isCondition(lead));
  const isOnlyName = title === null && isBareName(text);
  return isCompleted || (lead !== "" && isOnlyName && (!isEnglish || hasVerb(lead))) ? whole : text;
}

/** `game.js`, `dark mode`, `A sender` */
const isBareName = (text: string): boolean =>
  /^[\p{Ll}`]/u.test(text) || (text.split(/\s+/).length <= 4 && isNominal(text));

/** Ids below a label such as `Depends on`, `Test` or `Jira Issue`, unlike an error code. */
function isReference(part: Part): boolean {
  const label = part.label ?? "";
  const isOfKind =
    describes(label) ||
    /\b(?:issue|ticket)s?$/i.test(label) ||
    ["dependencies", "requirements", "testing"].includes(kindOfWords(label));
  return isOfKind && isIds(part.text);
}

/** Words that introduce points are in one step with them up to this length. */
const longestStep = 160;

/** The sentence of a requirement, unless the title says it, and its parts. */
function stepsOf(requirement: Requirement, isEnglish: boolean): readonly Passage[] {
  const { title, text, line } = requirement;
  const parts = requirement.parts.filter((part) => !dependencyLine.test(part.text) && !isReference(part));
  const introduces = /[:：]$/.test(text);
  const own = parts.filter(({ label }) => label === null);
  const whole = withoutColon(stepOf({ text, line, label: null, parts: own }));
  const steps = (sentence: string, below: readonly Part[]): readonly Passage[] =>
    [{ text: sentence, line }, ...pointsOf(below)].flatMap((step) =>
      step.text === "" ? [] : [{ ...step, text: withoutReferences(step.text) }],
    );
  const isOneLead = title === null && introduces && isOneSentence(text);
  const said = isOneLead ? titleOfLead(text, textsOfAll(parts), isEnglish) : title;
  const isSaid = said !== null && (isOneLead || withoutColon(said) === withoutColon(text));
  // The title says words that introduce points, but not all their numbers and parentheses: `On desktop (>1024px):`.
  const isCut =
    /\d/.test(text) || (text.match(/\([^()]*\)/g) ?? []).some((remark) => !said?.includes(remark));
  if (parts.length > 0 && !negates(withoutColon(text)) && isSaid)
    return steps(introduces && isCut ? text : "", parts);
  if (introduces && whole.length <= longestStep)
    return steps(
      whole,
      parts.filter(({ label }) => label !== null),
    );
  return steps(introduces ? text : sentenceOf(requirement, isEnglish), parts);
}

/** A shorter text says nothing without its title: `3 seconds`. */
const shortText = 20;

/** Names without a verb say nothing without their title either: `Training, Game, Cup`. */
const isEnumeration = /^(?:[^\s,，、.:]+(?: [^\s,，、.:(][^\s,，、.:]*){0,2}(?: \([^()]*\))?(?:, ?|$)){3,}$/u;

/** Whether a text says nothing without the title of its requirement: `First paint` above `3 seconds`. */
const isValueOf = ({ title, text }: Requirement): boolean =>
  title !== null && title.toLowerCase() !== text.toLowerCase() && text.length <= shortText;

/** The sentence of a requirement, with its title if the sentence needs it: `Restore purchases: supported on iOS`. */
function sentenceOf(requirement: Requirement, isEnglish: boolean): string {
  const { title, text } = requirement;
  const goesOn =
    title !== null &&
    title !== text &&
    (/^\p{Ll}/u.test(text) || isEnumeration.test(text) || isValueOf(requirement));
  return withoutColon(goesOn ? `${withoutColon(title)}: ${text}` : saidIn(requirement, isEnglish));
}

/** The limit of lint for the steps of a task. */
const mostSteps = 10;

/** One step for each point, or for each label if there are too many points, or only names in code below it. */
export function pointsOf(parts: readonly Part[]): readonly Passage[] {
  const stepAt = (part: Part): Passage => ({ text: stepOf(part), line: part.line });
  const areMany = parts.length > mostSteps;
  if (!areMany && !parts.some(isInCode)) return parts.map(stepAt);
  return [...Map.groupBy(parts, labelOfStep)].flatMap(([label, own]) => {
    if (label === null || !(areMany || own.every(isInCode))) return own.map(stepAt);
    const text = enumeration(own.map((part) => stepOf({ ...part, label: null })));
    return [stepAt({ label, text, line: own[0]?.line ?? 0, parts: [] })];
  });
}

/** The label of a point. A long lead-in that neither limits nor negates adds nothing to points with names of their own. */
export function labelOfStep({ label, text }: Part): string | null {
  // `No login in the first version.` says something by itself.
  const isKept =
    label === null || (label.length <= shortLead && isOneSentence(label)) || /[.。]$/.test(label);
  if (isKept) return label;
  const isNamed = /^[^:：.!?]{1,60}[:：]\s/.test(text);
  return isNamed && !isCondition(label) && !negates(label) && !obliges(label) ? null : label;
}

const isInCode = ({ text, parts }: Part): boolean => /^`[^`]+`$/.test(text) && parts.length === 0;

/** A point on one line, with the points below it and its label, unless that is generic, such as `Requirements`. */
export function stepOf(part: Part): string {
  const { text, parts } = part;
  const label = labelOfStep(part);
  const below = enumeration(parts.map(stepOf));
  const head = /[.?。？]$/.test(text) ? text : `${withoutColon(text)}:`;
  const whole = below === "" ? text : `${head} ${below}`;
  return label === null || isGeneric(label) ? whole : `${withoutColon(label)}: ${whole}`;
}

/** A criterion for each limit on a count, with the last value inside the limit and the first outside. */
function limitsOf({ quantities, language }: Prd, { id, text, parts }: Requirement): readonly string[] {
  if (language !== "en") return [];
  const said = [text, ...textsOf(parts)];
  return quantities
    .filter(({ owner }) => owner.kind === "requirement" && owner.id === id)
    .flatMap((limit, at, all) => {
      const words = isInclusive(limit) ? countIn(limit, said) : null;
      // The second end of a range is the upper one.
      const { text: before, value: least = limit.value } = all[at - 1] ?? {};
      const isUpper =
        limit.bound === "max" || (limit.bound === "range" && before === limit.text && least < limit.value);
      const next = isUpper ? limit.value + 1 : limit.value - 1;
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
  const rest = said.find((one) => one.includes(text))?.split(text)[1] ?? "";
  // `Up to 5 lists (gold), 1 list (free)`
  if (/^[^.;()]*\([^()]*\)\s*(?:[/,;|]|and|or)\s*\d/.test(rest)) return null;
  if (bound === "range") return unit === "character" ? rangeIn(text, said) : null;
  const isLimit = bound === "max" || bound === "min";
  if (unit !== null) return isLimit && /^[a-z]{3,}$/.test(unit) && !measured.has(unit) ? text : null;
  const words = wordsOf(rest);
  // `failed logins`, `concurrent users`
  const first = words.findIndex(({ tag }) => tag !== "ADJ" && tag !== "VERB");
  const after = words.findIndex((word, at) => at >= first && !isNoun(word));
  const last = words.at(after < 0 ? -1 : after - 1);
  return bound === "max" && value <= mostThings && isNoun(words[first])
    ? text + rest.slice(0, last?.end)
    : null;
}

/** `3-20 characters`, `between 3 and 20 characters`, but not `3 and 20 characters`. */
function rangeIn(text: string, said: readonly string[]): string | null {
  const whole = /\d and /.test(text) ? `between ${text}` : text;
  return said.some((one) => one.includes(whole)) ? whole : null;
}
