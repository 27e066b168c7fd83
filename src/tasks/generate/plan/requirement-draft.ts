import { filePathsOf } from "../prd/file-paths.ts";
import type { Note, Requirement, UserStory } from "../prd/prd.ts";
import { isOrder } from "../wording/clause.ts";
import { storyAsSentence } from "../wording/story-sentence.ts";
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
import { saysMore, usualWork } from "./usual-work.ts";
export function requirementDrafts(
  context: Context,
  absorbed: ReadonlySet<string>,
  notes: ReadonlyMap<string, readonly Note[]>,
  stories: ReadonlyMap<string, readonly UserStory[]>,
): readonly Draft[] {
  const { requirements } = context.prd;
  return requirements.flatMap((told) => {
    const requirement = { ...told, text: storyAsSentence(told.text) };
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
    const parts = splitRequirement(requirement);
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
  const { prd, stack } = context;
  const fields = holdsFields(requirement, prd.requirements)
    ? prd.requirements.filter(({ parent }) => parent === requirement.id)
    : [];
  const whole = fields.length === 0 ? requirement : withFields(requirement, fields);
  const words = context.wordsOf(whole);
  const deliverable = fields.length > 0 ? "model" : deliverableFor(requirement);
  const title = fields.length > 0 ? fieldsTitle(requirement) : titleOf(requirement, deliverable);
  const models = modelsOf(words, prd.models);
  const steps = stepsOf(
    whole,
    deliverable,
    title,
    deliverable === "logic" || deliverable === "screen" || deliverable === "job" ? models : [],
  );
  const usual = usualWork(deliverable, title);
  const isDone = deliverable === "document" || deliverable === "test" || deliverable === "release";
  const deed =
    whole.details.length === 0 && isProgramming(deliverable) && deliverable !== "job"
      ? deedOf(title, models[0]?.name ?? null)
      : null;
  const verification = tellingCriteria(
    [
      ...stories.flatMap(({ criteria }) => criteria),
      ...criteriaOf(whole, isDone ? usual.criteria : deed?.criteria),
    ],
    whole,
    title,
    usual.criteria,
  );
  const named = [
    ...new Set([requirement, ...fields].flatMap((part) => filePathsOf(context.wordsOf(part)))),
  ].slice(0, 8);
  return {
    key: requirement.id,
    deliverable,
    title,
    area: requirement.area,
    requirements: [
      ...(requirement.parent === null ? [] : [requirement.parent]),
      requirement.id,
      ...fields.map(({ id }) => id),
      ...stories.flatMap(({ id }) => (id === null ? [] : [id])),
    ],
    files: named.length > 0 ? named : proposedFile(deliverable, fileName(requirement, title), stack),
    method: null,
    path: null,
    steps: fitted([
      ...steps,
      ...(steps.length + notes.length < 2 ? usual.steps : []),
      ...notes.map(({ text }) => noteStep(text)),
      ...testStep(deliverable, verification, steps.length),
    ]),
    verification,
    words,
    needs: [...requirement.references, ...(context.called.get(requirement.id) ?? [])],
  };
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

/** Where the PRD's own criteria only say the title again, the usual of its kind is added. */
function tellingCriteria(
  criteria: readonly string[],
  { id, english }: Requirement,
  title: string,
  usual: readonly string[],
): readonly string[] {
  const clean = cleanCriteria(criteria).map((criterion) =>
    isSame(criterion, title) && !english ? `A test for ${id} shows: ${criterion}` : criterion,
  );
  const own = clean.filter((criterion) => !isSame(criterion, title));
  const isTold = own.some((criterion) => saysMore(criterion, title));
  return (isTold ? own : cleanCriteria([...own, ...usual])).slice(0, 9);
}

const isSame = (criterion: string, title: string): boolean =>
  criterion.toLowerCase().replace(/\s*\([^)]*\)$/, "") === title.toLowerCase().replace(/\s*\([^)]*\)$/, "");

const fileName = ({ title, area }: Requirement, taskTitle: string): string =>
  area ?? title ?? taskTitle.replace(/^\w+\s+(?:users?\s+\w+\s+)?/, "");

const noteStep = (text: string): string => (isOrder(text) ? text : `Keep to: ${text}`);

/** What has no points of its own still has something to test; it names what. */
function testStep(
  deliverable: Deliverable,
  verification: readonly string[],
  steps: number,
): readonly string[] {
  const [first] = verification;
  if (
    first === undefined ||
    steps > 7 ||
    ["test", "document", "release", "setup", "quality"].includes(deliverable)
  )
    return [];
  const untested = verification.find((criterion) => !/^(?:tests?|a test|the pipeline)\b/i.test(criterion));
  if (untested === undefined) return [];
  if (/[^\p{Script=Latin}\p{Script=Common}]/u.test(first)) return [];
  return [`Write a test for: ${untested}`];
}
