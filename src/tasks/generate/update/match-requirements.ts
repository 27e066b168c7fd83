import { requirementKey } from "../prd/labels.ts";
import type { Prd, Requirement } from "../prd/model.ts";
import { linesOf, normalized } from "../requirement-text.ts";

/** A requirement of one or both versions of a PRD. */
export interface RequirementMatch {
  readonly old: Requirement | null;
  readonly now: Requirement | null;
  /** If only one version has it: the requirement of the other version that its text is now, or was, a part of. */
  readonly other: Requirement | null;
  /** Whether its meaning changed. References to requirements that only got another id don't count. */
  readonly isChanged: boolean;
  /** Whether it mentions other ids than before, such as the new id of a requirement that only got another one. */
  readonly mentionsNewIds: boolean;
  /** Whether it only lost words. */
  readonly isShortened: boolean;
}

/** The similarity from which two texts count as versions of the same requirement. */
const alike = 0.5;
/** The share of its words from which a text counts as part of another. */
const contained = 0.75;

/** A requirement in a form that can be compared with another version, in which ids may differ. */
interface Entry {
  readonly requirement: Requirement;
  readonly key: string;
  readonly whole: string;
  readonly words: ReadonlySet<string>;
  /** Whether its id, such as `Requirement 3`, only says that it is the third: another text there is another requirement. */
  readonly isPlace: boolean;
  /** The ids that it mentions, in order. */
  readonly named: readonly string[];
}

type EntryPair = readonly [old: Entry, now: Entry];

/** Matches the requirements of two versions of a PRD, by text first and id second. */
export function matchRequirements(before: Prd, after: Prd): readonly RequirementMatch[] {
  const [old, now] = [entriesOf(before), entriesOf(after)];
  const weigh = weigherFor([...old, ...now]);
  const pairs = bestPairs(old, now, weigh);
  const partnerOf = new Map(pairs.flatMap(([one, other]) => [[one, other] as const, [other, one] as const]));
  const nowOf = new Map(pairs.map(([one, other]) => [one.requirement.id, other.requirement.id]));
  const isUnmatched = (entry: Entry): boolean => !partnerOf.has(entry);
  const only = (entry: Entry, others: readonly Entry[]) => {
    const place = others.find((one) => isPartOf(entry, one, partnerOf.get(one), weigh));
    const same = { isChanged: false, mentionsNewIds: false, isShortened: false };
    return { old: null, now: null, other: place?.requirement ?? null, ...same };
  };
  return [
    ...pairs.map((pair) => describe(pair, nowOf)),
    ...now.filter(isUnmatched).map((entry) => ({ ...only(entry, old), now: entry.requirement })),
    ...old.filter(isUnmatched).map((entry) => ({ ...only(entry, now), old: entry.requirement })),
  ];
}

function entriesOf({ ids, requirements }: Prd): readonly Entry[] {
  const all = [...new Set([...ids, ...requirements.map(({ id }) => id)])].toSorted(
    (one, other) => other.length - one.length,
  );
  const anyId = all.map((id) => id.replaceAll(/[^\p{L}\p{N}\s]/gu, "\\$&")).join("|") || "(?!)";
  const pattern = new RegExp(`(?<![\\w.-])(?:${anyId})(?!\\w|[.-]\\w)`, "g");
  return requirements.map((requirement) => {
    const lines = linesOf(requirement);
    // Ids can change between versions, so they are replaced by a placeholder.
    const whole = lines.map((text) => normalized(text.replaceAll(pattern, "§"))).join("\n");
    const named = lines.flatMap((text) => text.match(pattern) ?? []);
    const { id } = requirement;
    const isPlace = id.startsWith("Requirement ") && !ids.includes(id);
    return { requirement, key: requirementKey(id), whole, words: wordsIn(whole), isPlace, named };
  });
}

/** Also finds the words of languages that put no spaces between them. */
const segmenter = new Intl.Segmenter(undefined, { granularity: "word" });

const wordsIn = (text: string): ReadonlySet<string> =>
  new Set([...segmenter.segment(text)].flatMap(({ isWordLike, segment }) => (isWordLike ? [segment] : [])));

type Weigh = (words: Iterable<string>) => number;

/** Weighs words: rare ones most, while frequent ones, as in `The system must`, hardly count. */
function weigherFor(entries: readonly Entry[]): Weigh {
  const occurrences = Map.groupBy(
    entries.flatMap(({ words }) => [...words]),
    (word) => word,
  );
  const weights = new Map(
    [...occurrences].map(([word, { length }]) => [word, Math.log((entries.length + 1) / length)]),
  );
  return (words) => [...words].reduce((sum, word) => sum + (weights.get(word) ?? 0), 0);
}

/**
 * The best pairs in the order of the new version, with each entry in at most one. Of equally good ones, the earlier
 * pair wins.
 */
function bestPairs(old: readonly Entry[], now: readonly Entry[], weigh: Weigh): readonly EntryPair[] {
  const used = new Set<Entry>();
  const isUnused = (entry: Entry): boolean => !used.has(entry);
  const pairUp = (candidatesFor: (entry: Entry) => readonly Entry[]): readonly EntryPair[] =>
    old
      .filter(isUnused)
      .flatMap((one) =>
        candidatesFor(one).map((other) => ({ pair: [one, other] as const, value: rate(one, other, weigh) })),
      )
      .filter(({ value }) => value > 0)
      .toSorted((one, other) => other.value - one.value)
      .flatMap(({ pair }) => {
        if (!pair.every(isUnused)) return [];
        for (const entry of pair) used.add(entry);
        return [pair];
      });
  // Equal texts come first, because no other pair is rated higher: most requirements don't change.
  const byText = Map.groupBy(now, ({ whole }) => whole);
  const equal = pairUp(({ whole }) => byText.get(whole) ?? []);
  const left = now.filter(isUnused);
  return [...equal, ...pairUp(() => left)].toSorted(
    ([, one], [, other]) => one.requirement.line - other.requirement.line,
  );
}

/** How well two entries match; 0 if they don't. */
function rate(old: Entry, now: Entry, weigh: Weigh): number {
  const isSameId = old.key === now.key;
  const bonus = (isSameId ? 0.4 : 0) + (old.requirement.area === now.requirement.area ? 0.05 : 0);
  if (old.whole === now.whole) return 2 + bonus;
  const common = 2 * weigh(shared(old.words, now.words));
  const similarity = common / (weigh(old.words) + weigh(now.words)) || 0;
  const sameId = old.isPlace || now.isPlace ? alike / 2 : 0;
  const least = isSameId ? sameId : alike;
  const isEnough = similarity >= least || isIn(old, now, weigh) || isIn(now, old, weigh);
  return isEnough ? similarity + bonus : 0;
}

/** Whether an entry says what another one says. A single word can be in any text. */
const isIn = ({ words }: Entry, place: Entry, weigh: Weigh): boolean =>
  words.size > 1 &&
  weigh(shared(words, place.words)) >= contained * weigh(words) &&
  [...words].every((word) => !/^\d/.test(word) || place.words.has(word));

const shared = (one: ReadonlySet<string>, other: ReadonlySet<string>): readonly string[] =>
  [...one].filter((word) => other.has(word));

/** @param nowOf - the new id of each requirement that both versions have */
function describe([old, now]: EntryPair, nowOf: ReadonlyMap<string, string>): RequirementMatch {
  const named = old.named.map((id) => nowOf.get(id) ?? id);
  const isChanged = old.whole !== now.whole || named.join("\n") !== now.named.join("\n");
  const mentionsNewIds = old.named.join("\n") !== now.named.join("\n");
  const isShortened = isChanged && shared(now.words, old.words).length === now.words.size;
  return { old: old.requirement, now: now.requirement, other: null, isChanged, mentionsNewIds, isShortened };
}

/** Whether the text of an entry is in `place`, a requirement of the other version, but not in its partner. */
const isPartOf = (entry: Entry, place: Entry, partner: Entry | undefined, weigh: Weigh): boolean =>
  partner !== undefined && isIn(entry, place, weigh) && !isIn(entry, partner, weigh);
