import { requirementKey } from "../prd/ids.ts";
import type { Prd, Requirement } from "../prd/model.ts";
import type { Entry } from "./requirement-words.ts";
import { entriesOf } from "./requirement-words.ts";
import { WordWeights } from "./words.ts";

/** A requirement in both versions of a PRD. */
export interface Pair {
  readonly old: Requirement;
  readonly now: Requirement;
  /** Whether its meaning changed. References to requirements that only got another id don't count. */
  readonly isChanged: boolean;
  /** Whether the new text only repeats part of the old one: the rest moved to other requirements or was removed. */
  readonly isShortened: boolean;
}

/** How the requirements of two versions of a PRD correspond. */
export interface Matching {
  readonly pairs: readonly Pair[];
  readonly added: readonly Requirement[];
  readonly removed: readonly Requirement[];
  /** The removed requirements whose text is now part of another one, with that one. */
  readonly mergedInto: ReadonlyMap<Requirement, Requirement>;
  /** The added requirements whose text was part of another one, with that one. */
  readonly splitFrom: ReadonlyMap<Requirement, Requirement>;
}

/** From this similarity on, two texts count as versions of the same requirement. */
const alike = 0.5;
/** From this similarity on, so do two texts in the same place between the same neighbours. */
const related = 0.2;
/** From this share of its words on, a text counts as contained in another. */
const contained = 0.75;
const bonusOfId = 0.4;
/** A list number is a weaker sign than an id: it changes when an item is inserted before it. */
const bonusOfPlace = 0.35;

type EntryPair = readonly [old: Entry, now: Entry];

/** Matches the requirements of two versions of a PRD, by text first and by id second. */
export function matchRequirements(before: Prd, after: Prd): Matching {
  const [old, now] = [entriesOf(before), entriesOf(after)];
  const weights = new WordWeights([old, now].map((entries) => entries.map(({ words }) => words)));
  const pairs = pairUp(old, now, weights);
  const partnerOf = new Map(pairs.flatMap(([one, other]) => [[one, other] as const, [other, one] as const]));
  const removed = old.filter((entry) => !partnerOf.has(entry));
  const added = now.filter((entry) => !partnerOf.has(entry));
  const whereSaid = (entries: readonly Entry[], places: readonly Entry[]) =>
    new Map(
      entries.flatMap((entry) => {
        const place = places.find((one) => isTakenIn(entry, one, partnerOf.get(one), weights));
        return place ? [[entry.requirement, place.requirement] as const] : [];
      }),
    );
  return {
    pairs: pairs.map((pair) => describe(pair, pairs, weights)),
    added: added.map(({ requirement }) => requirement),
    removed: removed.map(({ requirement }) => requirement),
    mergedInto: whereSaid(removed, [...pairs.map(([, one]) => one), ...added]),
    splitFrom: whereSaid(added, [...pairs.map(([one]) => one), ...removed]),
  };
}

/** How well two entries match; 0 or less if they don't. */
type Rate = (old: Entry, now: Entry) => number;

function pairUp(old: readonly Entry[], now: readonly Entry[], weights: WordWeights): readonly EntryPair[] {
  const pairs: EntryPair[] = [];
  const sameWhole: Rate = (one, other) => (one.whole === other.whole ? 1 + closeness(one, other) : 0);
  const sameSaying: Rate = (one, other) =>
    one.saying === other.saying && one.saying !== "" ? 1 + closeness(one, other) : 0;
  const similar: Rate = (one, other) => {
    const similarity = weights.similarity(one.words, other.words);
    return similarity >= alike || hasSameId(one, other) ? similarity + closeness(one, other) : 0;
  };
  const samePlace: Rate = (one, other) => {
    const similarity = weights.similarity(one.words, other.words);
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

/** Whether the neighbours of one entry are paired with the neighbours of the other. */
function isBetweenSame([old, before]: Placed, [now, after]: Placed, pairs: readonly EntryPair[]): boolean {
  const [oldAt, nowAt] = [before.indexOf(old), after.indexOf(now)];
  return [-1, 1].every((step) => {
    const [one, other] = [before[oldAt + step], after[nowAt + step]];
    return one === undefined || other === undefined
      ? one === other
      : pairs.some((pair) => pair[0] === one && pair[1] === other);
  });
}

/** The best pairs, with each entry in at most one. Of equally good ones, the earlier pair wins. */
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
  const named = old.named.map((id) => nowOf.get(id) ?? id);
  const isChanged = old.whole !== now.whole || named.join("\n") !== now.named.join("\n");
  const isLess = now.words.size < old.words.size && weights.containment(now.words, old.words) >= 0.95;
  return {
    old: old.requirement,
    now: now.requirement,
    isChanged,
    isShortened: isChanged && isLess,
  };
}

/** Whether the text of an entry is contained in `place`, a requirement of the other version, but not in its partner. */
function isTakenIn(entry: Entry, place: Entry, partner: Entry | undefined, weights: WordWeights): boolean {
  const says = ({ words }: Entry): boolean => weights.containment(entry.words, words) >= contained;
  const hasNumbers = [...entry.words].every((word) => !/^\d/.test(word) || place.words.has(word));
  if (!says(place) || !hasNumbers) return false;
  return partner === undefined ? place.words.size > entry.words.size : !says(partner);
}
