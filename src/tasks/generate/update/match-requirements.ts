import { requirementKey } from "../prd/ids.ts";
import type { Prd, Requirement } from "../prd/model.ts";
import type { Words } from "./requirement-words.ts";
import { detailsOf, RequirementWords } from "./requirement-words.ts";
import { WordWeights, wordsIn } from "./words.ts";

/** A requirement in both versions of a PRD. */
export interface Pair {
  readonly old: Requirement;
  readonly now: Requirement;
  /** Whether it says something else. Ids that it names and that are only other ones by now do not count. */
  readonly isChanged: boolean;
  /** Whether what it says now is all in what it said: the rest went to other requirements, or is gone. */
  readonly isShortened: boolean;
}

/** What became of the requirements of a PRD from one version to the next. */
export interface Matching {
  readonly pairs: readonly Pair[];
  readonly added: readonly Requirement[];
  readonly removed: readonly Requirement[];
  /** Of the removed ones those that another requirement says now, with that one. */
  readonly mergedInto: ReadonlyMap<Requirement, Requirement>;
  /** Of the added ones those that another requirement said before, with that one. */
  readonly splitFrom: ReadonlyMap<Requirement, Requirement>;
}

interface Entry {
  readonly requirement: Requirement;
  readonly words: Words;
  readonly all: ReadonlySet<string>;
}

/** From this similarity on, two texts are taken for versions of one. */
const alike = 0.5;
/** From this similarity on, what is in the same place between the same neighbours is. */
const related = 0.2;
/** From this share on, one text is taken to say another. */
const contained = 0.75;
const bonusOfId = 0.4;
/** The number of an item in a list is not a name: it changes with every item put before it. */
const bonusOfPlace = 0.35;

/** Matches the requirements of two versions of a PRD, by what they say first and by their ids second. */
export function matchRequirements(before: Prd, after: Prd): Matching {
  const [old, now] = [entriesOf(before), entriesOf(after)];
  const weights = new WordWeights([old, now].map((entries) => entries.map(({ all }) => all)));
  const pairs = pairUp(old, now, weights);
  const matched = new Set(pairs.flat());
  const [removed, added] = [old, now].map((entries) => entries.filter((entry) => !matched.has(entry)));
  const sources = [...pairs.map(([one]) => one), ...(removed ?? [])];
  const targets = [...pairs.map(([, one]) => one), ...(added ?? [])];
  const partnerOf = new Map(pairs.flatMap(([one, other]) => [[one, other] as const, [other, one] as const]));
  const taken = (entry: Entry, places: readonly Entry[]) =>
    places.find((place) => isTakenIn(entry, place, partnerOf.get(place), weights))?.requirement;
  return {
    pairs: pairs.map((pair) => describe(pair, pairs, weights)),
    added: (added ?? []).map(({ requirement }) => requirement),
    removed: (removed ?? []).map(({ requirement }) => requirement),
    mergedInto: found(removed ?? [], (entry) => taken(entry, targets)),
    splitFrom: found(added ?? [], (entry) => taken(entry, sources)),
  };
}

function entriesOf(prd: Prd): readonly Entry[] {
  const words = new RequirementWords(prd);
  return prd.requirements.map((requirement) => {
    const said = words.of(requirement);
    return { requirement, words: said, all: wordsIn(said.whole) };
  });
}

type EntryPair = readonly [Entry, Entry];
/** How well two entries fit; 0 and less where they don't. */
type Rate = (old: Entry, now: Entry) => number;

function pairUp(old: readonly Entry[], now: readonly Entry[], weights: WordWeights): readonly EntryPair[] {
  const sameWhole: Rate = (one, other) =>
    one.words.whole === other.words.whole ? 1 + closeness(one, other) : 0;
  const sameSaying: Rate = (one, other) =>
    one.words.saying === other.words.saying && one.words.saying !== "" ? 1 + closeness(one, other) : 0;
  const similar: Rate = (one, other) => {
    const similarity = weights.similarity(one.all, other.all);
    const isNamedSame = hasSameId(one, other);
    return similarity >= alike || isNamedSame ? similarity + closeness(one, other) : 0;
  };
  const pairs: EntryPair[] = [];
  const samePlace: Rate = (one, other) => {
    const similarity = weights.similarity(one.all, other.all);
    return similarity >= related && isBetweenSame([one, old], [other, now], pairs) ? similarity : 0;
  };
  for (const rate of [sameWhole, sameSaying, similar, samePlace]) {
    const matched = new Set(pairs.flat());
    const isFree = (entry: Entry): boolean => !matched.has(entry);
    pairs.push(...bestPairs(old.filter(isFree), now.filter(isFree), rate));
  }
  return pairs;
}

type Placed = readonly [Entry, readonly Entry[]];

/** Whether what comes before and after the one is what comes before and after the other. */
function isBetweenSame([old, before]: Placed, [now, after]: Placed, pairs: readonly EntryPair[]): boolean {
  const [oldAt, nowAt] = [before.indexOf(old), after.indexOf(now)];
  return [-1, 1].every((step) => {
    const [one, other] = [before[oldAt + step], after[nowAt + step]];
    return one === undefined || other === undefined
      ? one === other
      : pairs.some((pair) => pair[0] === one && pair[1] === other);
  });
}

/** The pairs that fit best, each entry in one at most; of those that fit alike, the earlier ones. */
function bestPairs(old: readonly Entry[], now: readonly Entry[], rate: Rate): readonly EntryPair[] {
  const rated = old
    .flatMap((one) => now.map((other) => ({ pair: [one, other] as const, value: rate(one, other) })))
    .filter(({ value }) => value > 0)
    .toSorted((one, other) => other.value - one.value);
  const used = new Set<Entry>();
  return rated.flatMap(({ pair }) => {
    if (pair.some((entry) => used.has(entry))) return [];
    for (const entry of pair) used.add(entry);
    return [pair];
  });
}

function closeness(one: Entry, other: Entry): number {
  const isPlace = /^Requirement \d/.test(one.requirement.id);
  const sameId = hasSameId(one, other) ? (isPlace ? bonusOfPlace : bonusOfId) : 0;
  return sameId + (one.requirement.area === other.requirement.area ? 0.05 : 0);
}

const hasSameId = (one: Entry, other: Entry): boolean =>
  requirementKey(one.requirement.id) === requirementKey(other.requirement.id);

function describe([old, now]: EntryPair, pairs: readonly EntryPair[], weights: WordWeights): Pair {
  const nowOf = new Map(pairs.map(([one, other]) => [one.requirement.id, other.requirement.id]));
  const named = old.words.named.map((id) => nowOf.get(id) ?? id);
  const isChanged = old.words.whole !== now.words.whole || named.join("\n") !== now.words.named.join("\n");
  return {
    old: old.requirement,
    now: now.requirement,
    isChanged,
    isShortened: isChanged && now.all.size < old.all.size && weights.containment(now.all, old.all) >= 0.95,
  };
}

/** Whether one version's text came to be said in another requirement of the other version, which did not say it. */
function isTakenIn(entry: Entry, place: Entry, partner: Entry | undefined, weights: WordWeights): boolean {
  if (weights.containment(entry.all, place.all) < contained || !hasNumbersOf(entry, place)) return false;
  return partner === undefined
    ? place.all.size > entry.all.size
    : weights.containment(entry.all, partner.all) < contained;
}

const hasNumbersOf = (part: Entry, whole: Entry): boolean =>
  [...part.all].every((word) => !/^\d/.test(word) || whole.all.has(word));

function found(
  entries: readonly Entry[],
  find: (entry: Entry) => Requirement | undefined,
): ReadonlyMap<Requirement, Requirement> {
  return new Map(
    entries.flatMap((entry) => {
      const place = find(entry);
      return place === undefined ? [] : [[entry.requirement, place] as const];
    }),
  );
}

/** The points below a requirement that are gone from one version to the next, and those that are new. */
export function differencesOf({ old, now }: Pick<Pair, "old" | "now">): {
  readonly gone: readonly string[];
  readonly come: readonly string[];
} {
  const [before, after] = [detailsOf(old), detailsOf(now)];
  return {
    gone: before.filter((detail) => !after.includes(detail)),
    come: after.filter((detail) => !before.includes(detail)),
  };
}
