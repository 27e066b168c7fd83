import type { DataModel, Endpoint, Note, Prd, Requirement, UserStory } from "../prd/prd.ts";
import { labelledText } from "../prd/requirement-id.ts";
import { sentenceCased } from "../wording/text-case.ts";
import { filePathsOf } from "../prd/read-prd.ts";
import { meaningfulWords, WordWeights } from "../wording/word-weights.ts";
import { isOrder } from "../wording/clause.ts";
import { cleanCriteria, criteriaOf } from "./criteria.ts";
import { deedOf } from "./deed.ts";
import { deliverableOf } from "./deliverable-of.ts";
import type { Deliverable, Draft } from "./draft.ts";
import { endpointDraft } from "./endpoint-draft.ts";
import { modelDraft } from "./model-draft.ts";
import { proposedFile, stackOf } from "./propose-files.ts";
import { qualityDrafts, setupDrafts, testDrafts } from "./section-drafts.ts";
import { fieldSteps, fitted, isField, isProgramming, stepsOf } from "./steps.ts";
import { storyDrafts } from "./story-drafts.ts";
import { titleOf } from "./title.ts";

/** For each requirement the endpoints that it calls. */
function calledEndpoints(endpoints: readonly { endpoint: Endpoint; owner: EndpointOwner }[]): ReadonlyMap<string, readonly string[]> {
  const called = new Map<string, readonly string[]>();
  for (const { endpoint, owner } of endpoints) {
    if (!owner.calls || owner.requirement === null) continue;
    const { id } = owner.requirement;
    called.set(id, [...(called.get(id) ?? []), `${endpoint.method} ${endpoint.path}`]);
  }
  return called;
}

export interface Context {
  /** For each requirement the endpoints that it calls. */
  readonly called: ReadonlyMap<string, readonly string[]>;
  readonly prd: Prd;
  readonly weights: WordWeights;
  readonly stack: ReturnType<typeof stackOf>;
  readonly wordsOf: (requirement: Requirement) => string;
}

/** Turns what a PRD asks for into tasks, one deliverable each, not yet in order. */
export function buildDrafts(prd: Prd): readonly Draft[] {
  const wordsOf = (requirement: Requirement) => allWords(requirement);
  const context: Context = {
    prd,
    called: new Map(),
    weights: new WordWeights(prd.requirements.map((requirement) => wordsOf(requirement))),
    stack: stackOf([...prd.notes.map(({ text }) => text), ...prd.filePaths, ...prd.requirements.map(({ text }) => text)].join("\n")),
    wordsOf,
  };
  const models = prd.models.map((model) => ({ model, owners: ownersOfModel(model, prd.requirements) }));
  const endpoints = prd.endpoints.map((endpoint) => ({ endpoint, owner: ownerOfEndpoint(endpoint, context) }));
  const absorbed = new Set([...models.flatMap(({ owners }) => owners.map(({ id }) => id)), ...endpoints.flatMap(({ owner }) => (owner.defines ? [owner.requirement?.id ?? ""] : []))]);
  const { notes, rest } = shareNotes(context);
  const stories = shareStories(context);
  const drafts = [
    ...setupDrafts(rest, context),
    ...models.map(({ model, owners }) => modelDraft(model, owners, context)),
    ...requirementDrafts({ ...context, called: calledEndpoints(endpoints) }, absorbed, notes, stories.matched),
    ...endpoints.map(({ endpoint, owner }) => endpointDraft(endpoint, owner, context)),
    ...testDrafts(rest, context),
    ...qualityDrafts(rest, context),
    ...storyDrafts(stories.unmatched, context),
  ];
  return shareCriteria(drafts, prd.notes.filter(({ kind }) => kind === "criteria"), context);
}

const allWords = ({ title, text, details, criteria, code }: Requirement): string =>
  [title ?? "", text, ...details.flatMap((detail) => [detail.text, ...detail.details.map((inner) => inner.text)]), ...criteria, ...code.map((sample) => sample.text)].join("\n");

function requirementDrafts(
  context: Context,
  absorbed: ReadonlySet<string>,
  notes: ReadonlyMap<string, readonly Note[]>,
  stories: ReadonlyMap<string, readonly UserStory[]>,
): readonly Draft[] {
  const { requirements } = context.prd;
  return requirements.flatMap((requirement) => {
    if (absorbed.has(requirement.id)) return [];
    const children = requirements.filter(({ parent }) => parent === requirement.id);
    const parent = requirements.find(({ id }) => id === requirement.parent);
    // The fields of a record are one deliverable, whatever ids they bear; so is a parent that only heads its parts.
    if (parent !== undefined && holdsFields(parent, requirements)) return [];
    if (children.length > 0 && !holdsFields(requirement, requirements) && requirement.details.length === 0 && requirement.code.length === 0) return [];
    return [requirementDraft(requirement, context, notes.get(requirement.id) ?? [], stories.get(requirement.id) ?? [])];
  });
}

/** `FR-3: Each record must contain:` with `FR-3.1 Name (text, required)` … below it. */
function holdsFields(requirement: Requirement, requirements: readonly Requirement[]): boolean {
  const children = requirements.filter(({ parent }) => parent === requirement.id);
  const fields = children.filter(({ text, title }) => isField(title === null ? text : `${title}: ${text}`) || /\((?:automatically|auto)/i.test(text));
  return children.length >= 2 && fields.length >= children.length / 2;
}

function requirementDraft(requirement: Requirement, context: Context, notes: readonly Note[], stories: readonly UserStory[]): Draft {
  const { prd, stack } = context;
  const fields = holdsFields(requirement, prd.requirements) ? prd.requirements.filter(({ parent }) => parent === requirement.id) : [];
  const whole = fields.length === 0 ? requirement : withFields(requirement, fields);
  const words = context.wordsOf(whole);
  const deliverable = fields.length > 0 ? "model" : requirement.quality ? "quality" : deliverableOf(`${requirement.title ?? ""} ${requirement.text}`);
  const title = fields.length > 0 ? fieldsTitle(requirement) : titleOf(requirement, deliverable);
  const models = prd.models.filter((model) => concernsModel(meaningfulWords(words), model)).toSorted((one, other) => fieldsNamed(words, other) - fieldsNamed(words, one));
  const steps = stepsOf(whole, deliverable, title, deliverable === "logic" || deliverable === "screen" || deliverable === "job" ? models : []);
  const verification = cleanCriteria([...stories.flatMap(({ criteria }) => criteria), ...criteriaOf(whole, whole.details.length === 0 && isProgramming(deliverable) ? deedOf(title, models[0]?.name ?? null).criteria : [])]).slice(0, 9);
  const named = [...new Set([requirement, ...fields].flatMap((part) => filePathsOf(context.wordsOf(part))))].slice(0, 8);
  return {
    key: requirement.id,
    deliverable,
    title,
    area: requirement.area,
    requirements: [...(requirement.parent === null ? [] : [requirement.parent]), requirement.id, ...fields.map(({ id }) => id), ...stories.flatMap(({ id }) => (id === null ? [] : [id]))],
    files: named.length > 0 ? named : proposedFile(deliverable, fileName(requirement, title), stack),
    method: null,
    path: null,
    steps: fitted([...steps, ...notes.map(({ text }) => noteStep(text)), ...testStep(deliverable, verification, steps.length)]),
    verification,
    words,
    needs: [...requirement.references, ...(context.called.get(requirement.id) ?? [])],
  };
}

function withFields(requirement: Requirement, fields: readonly Requirement[]): Requirement {
  const details = fields.map(({ title, text, line }) => ({ text: title === null ? text : `${title}: ${text}`, line, group: null, details: [] }));
  return { ...requirement, details: [...requirement.details, ...details] };
}

function fieldsTitle({ text }: Requirement): string {
  const subject = /^(?:each|every|the|a|an)?\s*([\w -]+?)\s+(?:must|shall|should|will|has|have|contains?)\b/i.exec(text)?.[1];
  return `Create the ${subject?.toLowerCase().replace(/\s+records?$/, " record") ?? "record"} model`;
}

const fileName = ({ title, area }: Requirement, taskTitle: string): string => area ?? title ?? taskTitle.replace(/^\w+\s+(?:users?\s+\w+\s+)?/, "");

const noteStep = (text: string): string => (isOrder(text) ? text : `Keep to: ${text}`);

/** What has no points of its own still has something to test; it names what. */
function testStep(deliverable: Deliverable, verification: readonly string[], steps: number): readonly string[] {
  const [first] = verification;
  if (first === undefined || steps > 7 || ["test", "document", "release", "setup", "quality"].includes(deliverable)) return [];
  if (/[^\p{Script=Latin}\p{Script=Common}]/u.test(first)) return [];
  return [`Write a test for: ${first}`];
}

const fieldsNamed = (words: string, { fields }: DataModel): number => {
  const spoken = meaningfulWords(words);
  return fields.filter((field) => !commonFields.test(field.name) && mentions(spoken, field.name)).length;
};

const commonFields = /^_?(?:id|uuid|name|type|title|status|state|date|time|value|key|data|description|created_?(?:at|on|date|by)?|updated_?(?:at|on)?|deleted_?at|timestamp|order|(?:user|owner|parent|\w+)_?id|is_?active|notes?|language|provider)$/i;

/** Whether a text speaks of a model: by its name, or by fields that only it can have. */
export function concernsModel(words: ReadonlySet<string>, { name, fields }: DataModel): boolean {
  if (mentions(words, name)) return true;
  const named = fields.filter((field) => !commonFields.test(field.name) && mentions(words, field.name));
  return named.length >= 2 || named.some((field) => meaningfulWords(field.name.replaceAll("_", " ")).size >= 2 || field.name.length >= 8);
}

/** True where every word of a name is among a text's words. */
export function mentions(words: ReadonlySet<string>, name: string): boolean {
  const parts = [...meaningfulWords(name.replaceAll("_", " "))];
  return parts.length > 0 && parts.every((part) => words.has(part));
}

/** The requirements whose whole matter is a model: it stands in their fence, or they define its table. */
function ownersOfModel(model: DataModel, requirements: readonly Requirement[]): readonly Requirement[] {
  const inFence = requirements.filter(({ code }) => code.some(({ line, text }) => line === model.line && text.includes(model.name)));
  const defining = requirements.filter(
    ({ text, title }) => deliverableOf(`${title ?? ""} ${text}`) === "model" && new RegExp(`\\b${model.name}\\b`).test(text),
  );
  const only = inFence.filter(({ details, code }) => details.length === 0 && code.length === 1);
  return [...new Set([...only, ...defining])];
}

export interface EndpointOwner {
  readonly requirement: Requirement | null;
  /** The requirement is about nothing but this endpoint, so that the endpoint's task carries it alone. */
  readonly defines: boolean;
  /** The requirement calls the endpoint, so that the endpoint comes first. */
  readonly calls: boolean;
}

function ownerOfEndpoint(endpoint: Endpoint, context: Context): EndpointOwner {
  const { prd, weights, wordsOf } = context;
  const bare = endpoint.path.replace(/\/$/, "");
  const naming = prd.requirements.find((requirement) => hasPath(wordsOf(requirement), endpoint));
  if (naming !== undefined) {
    const isDefinition = !/\b(?:fetch|call|request|consume|via|poll)/i.test(naming.text.split(bare)[0] ?? "") && hasPath(`${naming.title ?? ""} ${naming.text}`, endpoint);
    return { requirement: naming, defines: isDefinition, calls: !isDefinition };
  }
  const pathWords = meaningfulWords(bare.replaceAll(/[/:{}_-]/g, " "));
  const purposeWords = meaningfulWords(endpoint.purpose ?? "");
  const scored = prd.requirements.map((requirement) => {
    const whole = meaningfulWords(wordsOf(requirement));
    const byPath = weights.similarity(pathWords, whole);
    return { requirement, score: purposeWords.size === 0 ? byPath : 0.7 * weights.similarity(purposeWords, whole) + 0.3 * byPath };
  });
  const best = scored.toSorted((a, b) => b.score - a.score)[0];
  const isEndpoint = /\bendpoint\b/i.test(best?.requirement.text ?? "");
  if (best === undefined || best.score < (isEndpoint ? 0.35 : 0.5)) return { requirement: null, defines: false, calls: false };
  return { requirement: best.requirement, defines: isEndpoint && best.requirement.details.length === 0, calls: deliverableOf(best.requirement.text) === "screen" };
}

const hasPath = (text: string, { method, path }: Endpoint): boolean =>
  new RegExp(`\\b${method}\\b[\`\\s|:*]*${path.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")}(?![\\w/])`).test(text);

/** Gives each consideration to the requirement it speaks of most plainly; the rest stay for tasks of their own. */
function shareNotes({ prd, weights, wordsOf }: Context): { notes: ReadonlyMap<string, readonly Note[]>; rest: readonly Note[] } {
  const notes = new Map<string, readonly Note[]>();
  const rest: Note[] = [];
  const wordSets = prd.requirements.map((requirement) => ({ id: requirement.id, words: meaningfulWords(wordsOf(requirement)) }));
  for (const note of prd.notes) {
    const words = meaningfulWords(note.text);
    const canShare = (note.kind === "technical" || note.kind === "design" || note.kind === "data") && words.size >= 4 && note.text.length < 200 && !/[:：]$|^[✅☑✔❌]/u.test(note.text);
    const best = canShare ? wordSets.map(({ id, words: whole }) => ({ id, score: weights.similarity(words, whole) })).toSorted((a, b) => b.score - a.score)[0] : undefined;
    const given = notes.get(best?.id ?? "") ?? [];
    const whole = wordSets.find(({ id }) => id === best?.id)?.words;
    const saysMore = [...words].some((word) => whole?.has(word) === false);
    if (best !== undefined && best.score >= 0.5 && !saysMore) continue;
    if (best !== undefined && best.score >= 0.5 && given.length < 2) notes.set(best.id, [...given, note]);
    else rest.push(note);
  }
  return { notes, rest };
}

/** A story with criteria of its own lends them to the requirement that fulfils it. */
function shareStories({ prd, weights, wordsOf }: Context): { matched: ReadonlyMap<string, readonly UserStory[]>; unmatched: readonly UserStory[] } {
  const matched = new Map<string, readonly UserStory[]>();
  const unmatched: UserStory[] = [];
  const isRequirement = new Set(prd.requirements.map(({ line }) => line));
  for (const story of prd.stories.filter(({ line }) => !isRequirement.has(line))) {
    const words = meaningfulWords(`${story.title ?? ""} ${story.want}`);
    const best = prd.requirements
      .map((requirement) => ({ id: requirement.id, score: weights.similarity(words, meaningfulWords(wordsOf(requirement))) }))
      .toSorted((a, b) => b.score - a.score)[0];
    const given = matched.get(best?.id ?? "") ?? [];
    if (best !== undefined && best.score >= 0.45 && story.criteria.length > 0 && given.length === 0) matched.set(best.id, [story]);
    else unmatched.push(story);
  }
  return { matched, unmatched };
}

/** Acceptance criteria of the whole go to the task they are about; those of none are checked at the end. */
function shareCriteria(drafts: readonly Draft[], criteria: readonly Note[], { weights }: Context): readonly Draft[] {
  const wordSets = drafts.map((draft) => meaningfulWords(`${draft.title} ${draft.words}`));
  const given = new Map<number, string[]>();
  const left: Note[] = [];
  for (const note of criteria) {
    const { text } = note;
    const words = meaningfulWords(text);
    const scores = wordSets.map((whole) => weights.similarity(words, whole));
    const best = scores.indexOf(Math.max(...scores));
    if ((scores[best] ?? 0) >= 0.5 && (given.get(best)?.length ?? 0) < 4) given.set(best, [...(given.get(best) ?? []), text]);
    else left.push(note);
  }
  const shared = drafts.map((draft, index) => ({ ...draft, verification: cleanCriteria([...(given.get(index) ?? []), ...draft.verification]).slice(0, 10) }));
  return [...shared, ...acceptanceDrafts(left)];
}

/** One task for each heading of three criteria or more; the others are checked together. */
function acceptanceDrafts(notes: readonly Note[]): readonly Draft[] {
  const groups = new Map<string, string[]>();
  const count = (group: string | null) => notes.filter((note) => note.group === group).length;
  for (const { group, text } of notes) {
    const name = group === null || count(group) < 3 || /acceptance|criteri/i.test(group) ? "" : (labelledText(group)?.rest ?? group);
    groups.set(name, [...(groups.get(name) ?? []), text]);
  }
  return [...groups].flatMap(([name, criteria]) => acceptanceTasks(name, cleanCriteria(criteria)));
}

function acceptanceTasks(name: string, clean: readonly string[]): readonly Draft[] {
  const size = 8;
  const title = name === "" ? "Check the remaining acceptance criteria" : `Check the acceptance criteria of ${sentenceCased(name)}`;
  return Array.from({ length: Math.ceil(clean.length / size) }, (_, index) => {
    const part = clean.slice(index * size, (index + 1) * size);
    return {
      key: `acceptance ${name} ${index + 1}`,
      deliverable: "test" as const,
      title: `${title}${clean.length > size ? `, part ${index + 1}` : ""}`,
      area: null,
      requirements: [],
      files: [],
      method: null,
      path: null,
      steps: fitted(part.map((criterion) => `Show that this holds: ${criterion}`)),
      verification: part,
      words: part.join("\n"),
      needs: [],
    };
  });
}

export { fieldSteps };
