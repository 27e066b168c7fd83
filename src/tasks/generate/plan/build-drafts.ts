import type { DataModel, Prd, Requirement } from "../prd/prd.ts";
import { WordWeights } from "../wording/word-weights.ts";
import { shareCriteria } from "./acceptance-drafts.ts";
import type { Context } from "./context.ts";
import { deliverableOf } from "./deliverable-of.ts";
import { distinctTitles } from "./distinct-titles.ts";
import type { Draft } from "./draft.ts";
import { endpointDraft } from "./endpoint-draft.ts";
import { calledEndpoints, ownerOfEndpoint } from "./endpoint-owner.ts";
import { mergeDrafts } from "./merge-drafts.ts";
import { modelDraft } from "./model-draft.ts";
import { stackOf } from "./propose-files.ts";
import { requirementDrafts } from "./requirement-draft.ts";
import { qualityDrafts, setupDrafts, testDrafts } from "./section-drafts.ts";
import { shareNotes, shareStories } from "./share-remarks.ts";
import { storyDrafts } from "./story-drafts.ts";
/** Turns what a PRD asks for into tasks, one deliverable each, not yet in order. */
export function buildDrafts(prd: Prd): readonly Draft[] {
  const wordsOf = (requirement: Requirement) => allWords(requirement);
  const context: Context = {
    prd,
    called: new Map(),
    weights: new WordWeights(prd.requirements.map((requirement) => wordsOf(requirement))),
    stack: stackOf(
      [
        ...prd.notes.map(({ text }) => text),
        ...prd.filePaths,
        ...prd.requirements.map(({ text }) => text),
      ].join("\n"),
    ),
    wordsOf,
  };
  const models = prd.models.map((model) => ({ model, owners: ownersOfModel(model, prd.requirements) }));
  const endpoints = prd.endpoints.map((endpoint) => ({
    endpoint,
    owner: ownerOfEndpoint(endpoint, context),
  }));
  const absorbed = new Set([
    ...models.flatMap(({ owners }) => owners.map(({ id }) => id)),
    ...endpoints.flatMap(({ owner }) => (owner.defines ? [owner.requirement?.id ?? ""] : [])),
  ]);
  const { notes, rest } = shareNotes(context);
  const stories = shareStories(context);
  const drafts = [
    ...setupDrafts(rest, context),
    ...models.map(({ model, owners }) => modelDraft(model, owners, context)),
    ...requirementDrafts(
      { ...context, called: calledEndpoints(endpoints) },
      absorbed,
      notes,
      stories.matched,
    ),
    ...endpoints.map(({ endpoint, owner }) => endpointDraft(endpoint, owner, context)),
    ...testDrafts(rest, context),
    ...qualityDrafts(rest, context),
    ...storyDrafts(stories.unmatched, context),
  ];
  return shareCriteria(
    distinctTitles(mergeDrafts(drafts)),
    prd.notes.filter(({ kind }) => kind === "criteria"),
    context,
  );
}

const allWords = ({ title, text, details, criteria, code }: Requirement): string =>
  [
    title ?? "",
    text,
    ...details.flatMap((detail) => [detail.text, ...detail.details.map((inner) => inner.text)]),
    ...criteria,
    ...code.map((sample) => sample.text),
  ].join("\n");

/** The requirements whose whole matter is a model: it stands in their fence, or they define its table. */
function ownersOfModel(model: DataModel, requirements: readonly Requirement[]): readonly Requirement[] {
  const inFence = requirements.filter(({ code }) =>
    code.some(({ line, text }) => line === model.line && text.includes(model.name)),
  );
  const defining = requirements.filter(
    ({ text, title }) =>
      deliverableOf(`${title ?? ""} ${text}`) === "model" && new RegExp(`\\b${model.name}\\b`).test(text),
  );
  const only = inFence.filter(({ details, code }) => details.length === 0 && code.length === 1);
  return [...new Set([...only, ...defining])];
}
