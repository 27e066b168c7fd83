import { filePathsOf } from "../prd/file-paths.ts";
import type { Note, Requirement, UserStory } from "../prd/prd.ts";
import { asDemand } from "../wording/as-demand.ts";
import { isOrder, isStatement, readClause } from "../wording/clause.ts";
import { baseOfGerund } from "../wording/english-verbs.ts";
import { factOf } from "../wording/fact.ts";
import { withoutSmallWords } from "../wording/foreign-order.ts";
import { imperativeOf } from "../wording/imperative.ts";
import { storyAsSentence } from "../wording/story-sentence.ts";
import { capitalized, uncapitalized } from "../wording/text-case.ts";
import type { Context } from "./context.ts";
import { cleanCriteria, criteriaOf } from "./criteria.ts";
import { deedOf } from "./deed.ts";
import { deliverableOf } from "./deliverable-of.ts";
import type { Deliverable, Draft } from "./draft.ts";
import { modelsOf } from "./model-mention.ts";
import { proposedFile } from "./propose-files.ts";
import { closestPart, splitRequirement } from "./split-requirement.ts";
import { fitted, isField, isProgramming, stepsOf } from "./steps.ts";
import { titleOf } from "./title.ts";
import { topicCriteria } from "./topic-criteria.ts";
import { saysMore, usualWork } from "./usual-work.ts";
export function requirementDrafts(
  context: Context,
  absorbed: ReadonlySet<string>,
  notes: ReadonlyMap<string, readonly Note[]>,
  stories: ReadonlyMap<string, readonly UserStory[]>,
): readonly Draft[] {
  const { requirements } = context.prd;
  return requirements.flatMap((told) => {
    const requirement = { ...told, ...asSentences(told) };
    if (absorbed.has(requirement.id)) return [];
    const children = requirements.filter(({ parent }) => parent === requirement.id);
    const parent = requirements.find(({ id }) => id === requirement.parent);
    // The fields of a record are one deliverable, whatever ids they bear; so is a parent that only heads its parts.
    if (parent !== undefined && holdsFields(parent, requirements)) return [];
    if (
      children.length > 0 &&
      !holdsFields(requirement, requirements) &&
      requirement.details.length === 0 &&
      requirement.code.length === 0
    )
      return [];
    const parts = isCarriedByOthers(requirement, requirements)
      ? [requirement]
      : splitRequirement(requirement);
    const about = (remark: string, index: number) => closestPart(parts, remark) === index;
    return parts.map((part, index) => ({
      ...requirementDraft(
        part,
        context,
        (notes.get(requirement.id) ?? []).filter(({ text }) => about(text, index)),
        (stories.get(requirement.id) ?? []).filter(({ want }) => about(want, index)),
      ),
      key: index === 0 ? requirement.id : `${requirement.id} part ${index + 1}`,
    }));
  });
}

/** Stories and what is only told of the program become sentences with a subject. */
const asSentences = ({ title, text, english }: Requirement): Pick<Requirement, "title" | "text"> => {
  if (!english) return { title, text: storyAsSentence(text) };
  const heading = title === null ? null : asDemand(title);
  return {
    title: heading === null || heading === title ? title : (imperativeOf(heading) ?? title),
    text: asDemand(storyAsSentence(text)),
  };
};

/** Where each deed of `create, view, edit and delete X` has a requirement of its own, the umbrella needs no parts. */
function isCarriedByOthers({ id, area, text }: Requirement, requirements: readonly Requirement[]): boolean {
  if (!/\b(?:create|add)\b.*\b(?:delete|remove|archive)\b/i.test(text)) return false;
  const others = requirements.filter((other) => other.id !== id && other.area === area);
  return (
    others.filter((other) => /\b(?:create|add|view|edit|update|delete|remove)\b/i.test(other.text)).length >=
    3
  );
}

/** `FR-3: Each record must contain:` with `FR-3.1 Name (text, required)` … below it. */
function holdsFields(requirement: Requirement, requirements: readonly Requirement[]): boolean {
  const children = requirements.filter(({ parent }) => parent === requirement.id);
  const fields = children.filter(
    ({ text, title }) =>
      isField(title === null ? text : `${title}: ${text}`) || /\((?:automatically|auto)/i.test(text),
  );
  return children.length >= 2 && fields.length >= children.length / 2;
}

function requirementDraft(
  requirement: Requirement,
  context: Context,
  notes: readonly Note[],
  stories: readonly UserStory[],
): Draft {
  const fields = fieldsOf(requirement, context);
  const whole = fields.length === 0 ? requirement : withFields(requirement, fields);
  const words = context.wordsOf(whole);
  const deliverable = fields.length > 0 ? "model" : deliverableFor(requirement);
  const title = fields.length > 0 ? fieldsTitle(requirement) : titleOf(requirement, deliverable);
  const models = modelsOf(words, context.prd.models);
  const steps = stepsOf(whole, deliverable, title, worksOnModels.has(deliverable) ? models : []);
  const work = { whole, deliverable, title, model: models[0]?.name ?? null };
  const verification = verificationOf(work, steps, stories);
  return {
    key: requirement.id,
    deliverable,
    title,
    area: requirement.area,
    requirements: carriedIds(requirement, fields, stories),
    files: filesOf(requirement, fields, title, deliverable, context),
    method: null,
    path: null,
    steps: fitted([
      ...steps,
      ...(steps.length + notes.length < 2 && whole.english ? usualWork(deliverable, title).steps : []),
      ...notes.map(({ text }) => noteStep(text)),
      ...testStep(work, verification, steps.length),
    ]),
    verification,
    words,
    needs: [...requirement.references, ...(context.called.get(requirement.id) ?? [])],
  };
}

/** What is known of a task before its criteria and last steps are. */
interface Work {
  readonly whole: Requirement;
  readonly deliverable: Deliverable;
  readonly title: string;
  /** The record it works on, if it works on one. */
  readonly model: string | null;
}

const worksOnModels: ReadonlySet<Deliverable> = new Set(["logic", "screen", "job"]);

const fieldsOf = (requirement: Requirement, { prd }: Context): readonly Requirement[] =>
  holdsFields(requirement, prd.requirements)
    ? prd.requirements.filter(({ parent }) => parent === requirement.id)
    : [];

const carriedIds = (
  { id, parent }: Requirement,
  fields: readonly Requirement[],
  stories: readonly UserStory[],
): readonly string[] => [
  ...(parent === null ? [] : [parent]),
  id,
  ...fields.map((field) => field.id),
  ...stories.flatMap((story) => (story.id === null ? [] : [story.id])),
];

function filesOf(
  requirement: Requirement,
  fields: readonly Requirement[],
  title: string,
  deliverable: Deliverable,
  context: Context,
): readonly string[] {
  const named = new Set([requirement, ...fields].flatMap((part) => filePathsOf(context.wordsOf(part))));
  return named.size > 0
    ? [...named].slice(0, 8)
    : proposedFile(deliverable, fileName(requirement, title), context.stack);
}

/** The PRD's criteria and facts, and what follows from the deed; where these only say the title again, the usual of its kind. */
function verificationOf(
  { whole, deliverable, title, model }: Work,
  steps: readonly string[],
  stories: readonly UserStory[],
): readonly string[] {
  const usual = usualWork(deliverable, title).criteria;
  const purpose = purposeFact(steps[0]);
  const topics = whole.details.length === 0 && whole.english ? topicCriteria(whole.text) : [];
  const facts = criteriaOf(whole, deedCriteria(whole, deliverable, title, model));
  const told = [
    ...stories.flatMap(({ criteria }) => criteria),
    ...purpose,
    // What a thing is for says more than that it is there.
    ...facts.filter(
      (fact) =>
        purpose.length === 0 || !/^The [\w -]+? (?:implements|provides|supports|exposes)\b/.test(fact),
    ),
    ...topics,
    ...(isDelivered.has(deliverable) ? usual : []),
  ];
  const own = cleanCriteria(told)
    .map((criterion) =>
      isSame(criterion, title) && !whole.english ? `A test for ${whole.id} shows: ${criterion}` : criterion,
    )
    .filter((criterion) => !isSame(criterion, title) && !isItsName(criterion, title));
  const isTold = own.some((criterion) => saysMore(criterion, title));
  return (isTold ? own : [...own, ...cleanCriteria(usual)]).slice(0, 9);
}

/** Of a document, a test or a release the PRD tells what it is, and hardly ever when it is good. */
const isDelivered: ReadonlySet<Deliverable> = new Set(["document", "test", "release"]);

const deedCriteria = (
  { details }: Requirement,
  deliverable: Deliverable,
  title: string,
  model: string | null,
): readonly string[] =>
  details.length === 0 && isProgramming(deliverable) && deliverable !== "job"
    ? deedOf(title, model).criteria
    : [];

const isSame = (criterion: string, title: string): boolean => bare(criterion) === bare(title);

/** `Dark mode` under `Implement dark mode` is a name, and nothing that could be checked. */
const isItsName = (criterion: string, title: string): boolean =>
  !isStatement(criterion) &&
  readClause(criterion) === undefined &&
  bare(title).replace(/^(?:implement|add|build|create|integrate|define|write|prepare) (?:the )?/, "") ===
    bare(criterion);

const bare = (text: string): string => text.toLowerCase().replace(/\s*\([^)]*\)$/, "");

/** `Implement git init to initialize a repository` is seen in this: with `git init`, a repository is initialized. */
function purposeFact(order: string | undefined): readonly string[] {
  const [, thing, to, gerund, rest = ""] =
    /^(?:implement|add|provide|support|expose|build|create)\s+((?:`[^`]+`|[^`,:])+?)\s+(?:to\s+(\S+)|(?:for\s+)?(\w+ing))\s+([^,:;]+)$/i.exec(
      order ?? "",
    ) ?? [];
  const verb = to ?? baseOfGerund(gerund ?? "");
  // `for switching branches and checking out files` has two deeds, of which one would get lost.
  const isOne = !/^and\b|\b(?:and|or) \w+ing\b/i.test(rest) && !/\b(?:and|or)$/i.test(thing ?? "");
  const fact =
    !isOne || thing === undefined || verb === undefined ? undefined : factOf(`${capitalized(verb)} ${rest}`);
  return fact === undefined ? [] : [`With ${thing}, ${uncapitalized(fact)}`];
}

/** What has no points of its own still has something to test; it names what. */
function testStep(
  { whole, deliverable }: Work,
  verification: readonly string[],
  steps: number,
): readonly string[] {
  if (steps > 7 || ["test", "document", "release", "setup", "quality"].includes(deliverable)) return [];
  if (!whole.english) return [`Write a test for ${whole.id}`];
  const untested = verification.find((criterion) => !/^(?:tests?|a test|the pipeline)\b/i.test(criterion));
  if (untested !== undefined) return [`Write a test for: ${untested}`];
  return steps < 2 ? ["Write the tests that the criteria name, and see them fail first"] : [];
}

const deliverableFor = ({ quality, title, text }: Requirement): Deliverable =>
  quality ? "quality" : deliverableOf(`${title ?? ""} ${text}`);

function withFields(requirement: Requirement, fields: readonly Requirement[]): Requirement {
  const details = fields.map(({ title, text, line }) => ({
    text: title === null ? text : `${title}: ${text}`,
    line,
    group: null,
    details: [],
  }));
  return { ...requirement, details: [...requirement.details, ...details] };
}

function fieldsTitle({ text }: Requirement): string {
  const subject =
    /^(?:each|every|the|a|an)?\s*([\w -]+?)\s+(?:must|shall|should|will|has|have|contains?)\b/i.exec(
      text,
    )?.[1];
  return `Create the ${subject?.toLowerCase().replace(/\s+records?$/, " record") ?? "record"} model`;
}

const fileName = ({ title, area, english }: Requirement, taskTitle: string): string =>
  area ??
  title ??
  (english ? taskTitle.replace(/^\w+\s+(?:users?\s+\w+\s+)?/, "") : withoutSmallWords(taskTitle));

const noteStep = (text: string): string => (isOrder(text) ? text : `Keep to: ${text}`);
