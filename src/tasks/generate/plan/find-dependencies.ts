import type { DataModel } from "../prd/prd.ts";
import { meaningfulWords, WordWeights } from "../wording/word-weights.ts";
import type { Draft } from "./draft.ts";
import { endpointWords } from "./endpoint-words.ts";
import { concernsModel, mentions } from "./model-mention.ts";
import { isStorage } from "./storage.ts";

const makes =
  /^(?:create|add|define|build|implement|register|upload|store|save|set up|integrate|write|generate|pull|load|import|fetch|collect|let (?:\w+ ){1,3}?(?:create|add|register|upload|record|log|register|sign up|submit|build|start|place|book|compose|define|order|borrow|reserve|request|invite))\b/i;
const handles =
  /\b(?:edit|update|delete|remove|view|list|search|filter|sort|export|share|rename|archive|restore|duplicate|reorder|mark|display|show|calculate|reset|prevent|track|preview|download|send|play|navigate|validate|handle|keep|make|book|borrow|reserve|cancel|move|approve|accept|decline|reject|convert|deduplicate|merge|publish|compare|override|release)\b/i;

/** What comes from outside builds on nothing that other tasks make. */
const brings = /^(?:pull|load|import|fetch|collect)\b/i;

/**
 * What each task builds on, as keys: what the PRD refers to, the model it works on, the thing it handles, the
 * names in code that an earlier task brings in. Only tasks before it in `ordered` count, so no cycle can be.
 */
export function findDependencies(
  ordered: readonly Draft[],
  models: readonly DataModel[],
): ReadonlyMap<string, readonly string[]> {
  const weights = new WordWeights(ordered.map(({ title, words }) => `${title} ${words}`));
  const read = ordered.map((draft) => readDraft(draft));
  const carriers = new Map(
    ordered.flatMap((draft) => draft.requirements.map((id) => [id, draft.key] as const)).toReversed(),
  );
  const needed = new Map<string, readonly string[]>();
  for (const [index, draft] of ordered.entries()) {
    const before = read.slice(0, index);
    const keys = new Set(before.map(({ key }) => key));
    const told = draft.needs.map((need) => (keys.has(need) ? need : (carriers.get(need) ?? need)));
    const found =
      draft.deliverable === "test" || draft.deliverable === "quality" || draft.deliverable === "release"
        ? testedTasks(draft, before, weights)
        : builtOn(read[index], before, weights, models);
    needed.set(
      draft.key,
      [...new Set([...told, ...found])].filter((key) => keys.has(key) && key !== draft.key),
    );
  }
  return withoutDetours(needed, ordered);
}

interface ReadDraft {
  readonly key: string;
  readonly draft: Draft;
  readonly words: ReadonlySet<string>;
  /** What it makes: its title's words without the verb. */
  readonly object: ReadonlySet<string>;
  readonly identifiers: ReadonlySet<string>;
  readonly introduced: ReadonlySet<string>;
}

function readDraft(draft: Draft): ReadDraft {
  const object = draft.title
    .replace(makes, "")
    .replace(/\s+and\s+(?=[a-z]+\s+(?:them|it|the|an?|their|its)\b).*$/i, "")
    .replace(/\s+(?:for|with|in|on|to|from|of|when|after|if|as|using|via|by)\b.*$/i, "");
  return {
    key: draft.key,
    draft,
    words: meaningfulWords(`${draft.title} ${draft.words}`),
    object: meaningfulWords(object),
    identifiers: identifiersIn(draft.words),
    introduced: identifiersIn(`${draft.title}\n${draft.steps[0] ?? ""}`),
  };
}

const identifiersIn = (text: string): ReadonlySet<string> =>
  new Set(
    [...text.matchAll(/`([\w./-]{4,})(?:\([^`]*\))?`/g)].flatMap(([, name]) =>
      name === undefined || /^(?:true|false|null|string|number)$/.test(name) ? [] : [name],
    ),
  );

function builtOn(
  task: ReadDraft | undefined,
  before: readonly ReadDraft[],
  weights: WordWeights,
  models: readonly DataModel[],
): readonly string[] {
  if (task === undefined) return [];
  const { draft } = task;
  const setup = before.filter((other) => other.draft.deliverable === "setup").map(({ key }) => key);
  const onModels = before
    .filter(
      (other) =>
        other.draft.deliverable === "model" &&
        other.draft.deliverable !== draft.deliverable &&
        usesModel(task, other, models),
    )
    .map(({ key }) => key);
  const referenced =
    draft.deliverable === "model"
      ? before
          .filter((other) => other.draft.deliverable === "model" && refersTo(draft, other.draft))
          .map(({ key }) => key)
      : [];
  const makers =
    (handles.test(draft.title) && !brings.test(draft.title)) ||
    draft.deliverable === "screen" ||
    draft.deliverable === "endpoint"
      ? makersOf(task, before, weights)
      : [];
  const introducers = before
    .filter((other) =>
      [...other.introduced].some(
        (name) => task.identifiers.has(name) && firstToName(name, before) === other.key,
      ),
    )
    .map(({ key }) => key);
  const found = [
    ...onModels,
    ...referenced,
    ...makers,
    ...introducers.slice(0, 3),
    ...relatedTask(task, before, weights),
    ...routeTasks(task, before, weights),
    ...occasionTasks(task, before, weights),
  ];
  if (found.length > 0) return found;
  const usual =
    firstOfArea(task, before) ??
    areaTask(task, before) ??
    storageTask(task, before) ??
    kindredTask(task, before, weights);
  if (usual !== undefined) return [usual];
  const record = recordTask(task, before);
  return record === undefined ? setup : [record];
}

/** Where a PRD gives no model, the task that brings in a record's fields stands in for one. */
function recordTask(task: ReadDraft, before: readonly ReadDraft[]): string | undefined {
  const makers = before.filter(
    (other) => !other.key.startsWith("model ") && other.draft.steps[0]?.startsWith("Add the fields") === true,
  );
  const speaking = (words: ReadonlySet<string>) =>
    makers.find((maker) => [...handledObject(maker.draft.title)].some((word) => words.has(word)))?.key;
  return (
    speaking(meaningfulWords(task.draft.title)) ??
    speaking(task.words) ??
    (showsRecords.test(task.draft.title) ? makers[0]?.key : undefined)
  );
}

const showsRecords =
  /\b(?:filter|search|sort|calculat|analytic|metric|chart|statistic|report|summar|display|show|view|list|export)/i;

/** `Refresh aggregated statistics` comes after the area that is headed `Aggregation`. */
function areaTask(task: ReadDraft, before: readonly ReadDraft[]): string | undefined {
  const title = meaningfulWords(task.draft.title);
  return before.find(({ draft: { area, deliverable } }) => {
    if (area === null || area === task.draft.area || ["model", "setup"].includes(deliverable)) return false;
    return [...meaningfulWords(area.replaceAll(generalAreaWords, ""))].some((word) => title.has(word));
  })?.key;
}

const generalAreaWords =
  /\b(?:logic|management|data|core|basic|advanced|general|features?|interface|design|custom|display|tracking|integration|handling|progress|requirements|support|experience|settings|access|performance|visual|view)\b/gi;

/** A rule comes after the first task of its area, for want of a plainer one; so does what handles the area's own matter. */
function firstOfArea({ draft }: ReadDraft, before: readonly ReadDraft[]): string | undefined {
  const object = [...handledObject(draft.title)];
  const area = meaningfulWords(draft.area ?? "");
  const isOfArea = object.length > 0 && object.every((word) => area.has(word));
  return isRule.test(draft.title) || isOfArea ? ownArea(draft, before)[0]?.key : undefined;
}

/** `Show all orders of the day` comes after `Let customers order …`, wherever that stands. */
function kindredTask(
  { draft }: ReadDraft,
  before: readonly ReadDraft[],
  weights: WordWeights,
): string | undefined {
  if (!isBehaviour(draft)) return undefined;
  const words = meaningfulWords(draft.title);
  const object = handledObject(draft.title);
  const [best] = before
    .filter((other) => isBehaviour(other.draft) || other.draft.deliverable === "endpoint")
    .map((other) => ({
      key: other.key,
      score: Math.max(
        weights.similarity(words, meaningfulWords(other.draft.title)),
        makesAll(other.draft, object) ? 1 : 0,
      ),
    }))
    .toSorted((a, b) => b.score - a.score);
  return best !== undefined && best.score >= 0.3 ? best.key : undefined;
}

const isBehaviour = ({ deliverable }: Draft): boolean =>
  ["logic", "screen", "job", "integration"].includes(deliverable);

/** `Let employees book a room` makes what `Cancel a booking` handles. */
function makesAll({ title }: Draft, object: ReadonlySet<string>): boolean {
  const words = meaningfulWords(title);
  return object.size > 0 && makesOrLets.test(title) && [...object].every((word) => words.has(word));
}

const makesOrLets = /^(?:let|create|add|build|record|register|store|save|upload|define)\b/i;

const ownArea = ({ area }: Draft, before: readonly ReadDraft[]): readonly ReadDraft[] =>
  before.filter(
    ({ draft }) =>
      draft.area !== null && draft.area === area && !["model", "setup"].includes(draft.deliverable),
  );

/** `Store all trade data in a cloud database` is what everything that keeps data stands on. */
const storageTask = ({ draft }: ReadDraft, before: readonly ReadDraft[]): string | undefined =>
  keepsData.test(draft.title) ? before.find((other) => isStorage(other.draft))?.key : undefined;

const keepsData =
  /\b(?:data|records?|sync\w*|synchroni\w+|offline|persist|back ?up|export|import|create|add new|save|store)\b/i;

/** A route comes after the work it hands over to, and a screen after the route that it calls: told by the path's words. */
function routeTasks(task: ReadDraft, before: readonly ReadDraft[], weights: WordWeights): readonly string[] {
  const { deliverable, path, needs } = task.draft;
  if (deliverable === "screen") {
    return before
      .filter(({ draft }) => draft.method === "GET" && draft.area === task.draft.area)
      .filter(({ draft }) => isSpokenOf(endpointWords(draft.path ?? ""), task.words, weights))
      .slice(0, 2)
      .map(({ key }) => key);
  }
  if (deliverable !== "endpoint" || needs.length > 0) return [];
  const words = endpointWords(path ?? "");
  const served = before.findLast(
    ({ draft }) =>
      ["logic", "job", "integration"].includes(draft.deliverable) &&
      isSpokenOf(words, meaningfulWords(draft.title), weights),
  );
  return served === undefined ? [] : [served.key];
}

/** `Send a mail after registration` comes after what lets people register, `Generate slots from the working hours` after those. */
function occasionTasks(
  { draft }: ReadDraft,
  before: readonly ReadDraft[],
  weights: WordWeights,
): readonly string[] {
  const occasion = /\s(?:after|upon|on|when|once|if|from the|based on|replying to)\s+(.+)$/i.exec(
    draft.title,
  )?.[1];
  if (occasion === undefined || !isBehaviour(draft)) return [];
  const words = weights.known(meaningfulWords(occasion));
  const [best] = before
    .filter((other) => isBehaviour(other.draft))
    .map((other) => ({
      key: other.key,
      score: weights.similarity(words, meaningfulWords(other.draft.title)),
    }))
    .toSorted((a, b) => b.score - a.score);
  return best !== undefined && best.score >= 0.5 ? [best.key] : [];
}

function isSpokenOf(words: ReadonlySet<string>, by: ReadonlySet<string>, weights: WordWeights): boolean {
  const known = weights.known(words);
  return known.size > 0 && weights.similarity(known, by) >= 0.6;
}

const isRule =
  /^(?:make|keep|never|position|include|limit|allow|prevent|restrict|handle|enforce|refuse|reject|block|reset|log|support|validate|save|persist)\b/i;

/** What handles or rules a thing comes after it: the most similar task of its area. */
function relatedTask(task: ReadDraft, before: readonly ReadDraft[], weights: WordWeights): readonly string[] {
  const { title, deliverable } = task.draft;
  if (deliverable === "endpoint" || deliverable === "model") return [];
  if (!isRule.test(title) && !handles.test(title)) return [];
  const object = handledObject(title);
  const [best] = ownArea(task.draft, before)
    .map((other) => ({
      key: other.key,
      // What a title is about counts more than what is said in passing.
      score:
        0.5 * weights.similarity(object, handledObject(other.draft.title)) +
        0.2 * weights.similarity(object, meaningfulWords(other.draft.title)) +
        0.3 * weights.similarity(object, other.words),
    }))
    .toSorted((a, b) => b.score - a.score);
  return best !== undefined && best.score >= 0.3 ? [best.key] : [];
}

/** `Let members search the catalogue by name` handles the catalogue. */
function handledObject(title: string): ReadonlySet<string> {
  const order = title.replace(/^let\s+[\w-]+\s+/i, "").replace(/^\w+(?:(?:,\s*|\s+and\s+|\/)\w+)*\s+/, "");
  return meaningfulWords(
    order
      .replace(/^sure (?:that )?/i, "")
      .replace(/\s+(?:does|do|is|are|can|cannot|has|have|must)\b.*$/i, "")
      .replace(/\s+(?:for|with|in|on|to|from|of|when|after|if|as|using|via|by|that|which|who)\b.*$/i, ""),
  );
}

const usesModel = (task: ReadDraft, { draft }: ReadDraft, models: readonly DataModel[]): boolean => {
  const model = models.find(({ name }) => draft.key === `model ${name}`);
  return model === undefined
    ? mentions(task.words, draft.title.replace(/^(?:Create|Define) the |(?: record)? model$/g, ""))
    : concernsModel(task.words, model);
};

/** `user_id (references users)` */
function refersTo({ words }: Draft, other: Draft): boolean {
  const name = other.key.replace(/^model /, "");
  return new RegExp(
    `\\breferences\\s+(?:\\w+\\.)?${escaped(name)}\\b|\\b${escaped(name.replace(/s$/, ""))}_?id\\b`,
    "i",
  ).test(words);
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** The tasks that make what this one handles: the nearest two whose whole object it speaks of. */
function makersOf(task: ReadDraft, before: readonly ReadDraft[], weights: WordWeights): readonly string[] {
  const candidates = before.filter(
    (other) =>
      makes.test(other.draft.title) &&
      other.draft.deliverable !== "setup" &&
      other.object.size > 0 &&
      other.draft.deliverable !== "model" &&
      // Two routes beside each other make nothing for one another; what does is told by their paths.
      !(other.draft.deliverable === "endpoint" && task.draft.deliverable === "endpoint"),
  );
  return candidates
    .map((other) => ({
      key: other.key,
      score: weights.similarity(other.object, task.words) + (other.draft.area === task.draft.area ? 0.15 : 0),
    }))
    .filter(({ score }) => score >= 0.75)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, 2)
    .map(({ key }) => key);
}

const firstToName = (name: string, before: readonly ReadDraft[]): string | undefined =>
  before.find(({ introduced }) => introduced.has(name))?.key;

/** A test comes after what it tests: the task each of its lines is about. Where none is, everything nobody builds on yet. */
function testedTasks(draft: Draft, before: readonly ReadDraft[], weights: WordWeights): readonly string[] {
  const isPlayed = draft.key.startsWith("stories") || draft.key.startsWith("acceptance");
  const built = before.filter(
    (other) =>
      !["test", "quality", "release", "document"].includes(other.draft.deliverable) &&
      // A story is played through on what people see, not on a table.
      !(isPlayed && other.draft.deliverable === "model"),
  );
  const lines = draft.words.split("\n").slice(0, 16);
  const found = lines.flatMap((line) => {
    const words = weights.known(meaningfulWords(line));
    const best = built
      .map(({ key, words: whole }) => ({ key, score: weights.similarity(words, whole) }))
      .toSorted((a, b) => b.score - a.score)[0];
    return best !== undefined && best.score >= 0.3 ? [best.key] : [];
  });
  if (found.length > 0) return found;
  const last = new Map(built.map(({ key, draft: { area } }) => [area, key]));
  return [...last.values()].slice(-6);
}

/** Leaves out a dependency that another one implies, so that the lists stay short. */
function withoutDetours(
  needed: ReadonlyMap<string, readonly string[]>,
  ordered: readonly Draft[],
): ReadonlyMap<string, readonly string[]> {
  const reach = new Map<string, ReadonlySet<string>>();
  const direct = new Map<string, readonly string[]>();
  for (const { key } of ordered) {
    const needs = needed.get(key) ?? [];
    const implied = new Set(needs.flatMap((need) => [...(reach.get(need) ?? [])]));
    direct.set(
      key,
      needs.filter((need) => !implied.has(need)),
    );
    reach.set(key, new Set([...needs, ...implied]));
  }
  return direct;
}
