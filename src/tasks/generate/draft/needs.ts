import { indexesOf } from "../indexes-of.ts";
import { citedKeys, requirementKey } from "../prd/labels.ts";
import type { Model, Prd } from "../prd/model.ts";
import { textsOf } from "../prd/points.ts";
import type { NounPhrase } from "./language.ts";
import { nounPhrasesOf, wordsOf } from "./language.ts";
import type { Draft } from "./plan.ts";
import type { Bundle } from "./requirement-drafts.ts";
import { modelKey } from "./section-drafts.ts";

type Needs = ReadonlyMap<string, Set<string>>;

/** Adds the keys of the drafts that each draft uses, without cycles or transitive needs. */
export function withNeeds(
  { language, models }: Prd,
  drafts: readonly Draft[],
  bundles: readonly Bundle[],
): readonly Draft[] {
  const needs: Needs = new Map(drafts.map(({ key }) => [key, new Set()]));
  const add = (from: string, to: string): void => {
    if (from !== to && needs.has(to) && !reaches(needs, to, from)) needs.get(from)?.add(to);
  };
  const keyOf = new Map(drafts.flatMap(({ key, requirements }) => requirements.map((id) => [id, key])));
  for (const { key, needs: named } of drafts) for (const need of named) add(key, keyOf.get(need) ?? need);
  const units = bundles.map((bundle) => unitOf(bundle, language === "en"));
  const order = drafts.map(({ key }) => key);
  for (const { from, to } of likelyNeeds([...units, ...models.map(unitOfModel)])) {
    const [user, used] = [keyOf.get(from) ?? from, keyOf.get(to) ?? to];
    // Stories are in the order of work.
    if (user === from || order.indexOf(used) < order.indexOf(user)) add(user, used);
  }
  for (const draft of drafts.filter(({ comesLast }) => comesLast))
    for (const id of testedBy(draft, bundles)) add(draft.key, keyOf.get(id) ?? id);
  return drafts.map((draft) => ({ ...draft, needs: direct(needs, draft.key) }));
}

function reaches(needs: Needs, from: string, to: string): boolean {
  const seen = new Set([from]);
  for (const key of seen) for (const next of needs.get(key) ?? []) seen.add(next);
  return seen.has(to);
}

const direct = (needs: Needs, key: string): readonly string[] => {
  const own = [...(needs.get(key) ?? [])];
  return own.filter((need) => !own.some((other) => other !== need && reaches(needs, other, need)));
};

/** The requirements that a test's title cites, else all. */
function testedBy({ title }: Draft, bundles: readonly Bundle[]): readonly string[] {
  const cited = citedKeys(title);
  const tested = bundles.filter((bundle) => bundle.some(({ id }) => cited.includes(requirementKey(id))));
  return (tested.length > 0 ? tested : bundles).map(([{ id }]) => id);
}

function unitOf(bundle: Bundle, isEnglish: boolean): Unit {
  const [{ id: key, area, title, text, lead, parts }] = bundle;
  const isRecord = bundle.length > 1;
  const points = isRecord ? bundle.map((field) => field.text) : textsOf(parts);
  const sentence = isRecord ? (lead.at(-1)?.text ?? "") : text;
  const phrases = isEnglish
    ? [
        ...(title === null ? [] : nounPhrasesOf(title, "name")),
        ...(sentence === title ? [] : nounPhrasesOf(sentence)),
        ...points.flatMap((point) => nounPhrasesOf(point, "part")),
      ]
    : codeNames([title, text, ...points].join(" "));
  // Without nouns to compare, areas say nothing.
  return { key, area: isEnglish ? area : null, isRecord, phrases, text: [title, text, ...points].join(" ") };
}

const nameOf = (nouns: readonly string[], isGiven = false): NounPhrase => ({
  nouns,
  place: "name",
  isGiven,
  isMade: false,
  isKept: false,
});

/** The names in inline code, which are the same in every language. */
const codeNames = (text: string): readonly NounPhrase[] =>
  [...text.matchAll(/`([^`]+)`/g)].flatMap(([, code = ""]) =>
    (code.match(/[\w.]{4,}/g) ?? []).map((name) => nameOf([name])),
  );

/** A model as a unit. Text that says "verification token" refers to `VerificationToken`. */
function unitOfModel({ name }: Model): Unit {
  const spelled = name.replaceAll(/[`*]/g, "").replaceAll(/(?<=[a-z])(?=[A-Z])|_/g, " ");
  const nouns = wordsOf(spelled.toLowerCase()).map(({ lemma }) => lemma);
  return { key: modelKey(name), area: null, isRecord: true, text: "", phrases: [nameOf(nouns, true)] };
}

/** A requirement or model that others can depend on. */
interface Unit {
  readonly key: string;
  readonly area: string | null;
  /** Its words, for the one need that no noun names: that a user is logged in. */
  readonly text: string;
  readonly phrases: readonly NounPhrase[];
  /** Whether it lists the fields of a record. The first phrase names the record. */
  readonly isRecord: boolean;
}

const login = /\b(?:log|sign)(?:ged|ed|s)?[ -]?in\b|\bauthentica/i;
/** Words that imply a user who is logged in. */
const loggedIn =
  /\b(?:logged|signed)[ -]in\b|\b(?:log|sign) ?out\b|\bauthenticated\b|\bunauthori[sz]ed\b|\bown\b/i;

interface Need {
  readonly from: string;
  readonly to: string;
  readonly sureness: number;
}

/** The maximum number of needs of a unit. */
const mostNeeds = 3;

/** The most certain needs of each unit, the most certain first. */
function likelyNeeds(units: readonly Unit[]): readonly Need[] {
  const things = new Things(units);
  const kept = units.flatMap(({ key }, from) =>
    things
      .candidatesFor(from)
      .map((to) => ({ from: key, to: units[to]?.key ?? "", sureness: things.surenessOf(from, to) }))
      .filter(({ sureness }) => sureness > 0)
      .toSorted((a, b) => b.sureness - a.sureness)
      .slice(0, mostNeeds),
  );
  return kept.toSorted((a, b) => b.sureness - a.sureness);
}

/** How far after a unit another one still counts as near. */
const nearby = 3;

const isInside = ({ place }: NounPhrase): boolean => place !== "aside";

/** The head of a phrase: `record` in `person record`. */
const headOf = ({ nouns }: NounPhrase): string => nouns.at(-1) ?? "";

/** The last two nouns of a phrase, the modifier and the head. */
const pairIn = ({ nouns }: NounPhrase): string => nouns.slice(-2).join(" ");

/** The things that the units of a PRD name, and how units use each other's results. */
class Things {
  readonly #units: readonly Unit[];
  /** The first unit that speaks of logging in. */
  readonly #login: number;
  /** The phrases of each unit by the thing that they name, without actors such as the system and users. */
  readonly #named: readonly ReadonlyMap<string, readonly NounPhrase[]>[];
  /** The number of units that name each thing. */
  readonly #counts: ReadonlyMap<string, number>;
  /** The first unit of each area. */
  readonly #openers: ReadonlyMap<string, number>;
  /** The first unit that names each thing as something new. */
  readonly #introducers: ReadonlyMap<string, number>;
  /** The units that list the fields of a thing, and those that store all of them. */
  readonly #records: ReadonlyMap<string, readonly number[]>;
  readonly #keepers: ReadonlyMap<string, readonly number[]>;

  constructor(units: readonly Unit[]) {
    this.#units = units;
    this.#login = units.findIndex(({ text }) => login.test(text));
    this.#openers = firstIndexes(units.map(({ area }) => (area === null ? [] : [area])));
    const named = namedThings(units);
    this.#counts = countsOf(named);
    const actors = actorsAmong(units, this.#counts);
    this.#named = named.map((names) => new Map([...names].filter(([thing]) => !actors.has(thing))));
    const thingsWith = (isMeant: (phrase: NounPhrase) => boolean): readonly (readonly string[])[] =>
      this.#named.map((names) => [...names].flatMap(([thing, own]) => (own.some(isMeant) ? [thing] : [])));
    this.#introducers = firstIndexes(thingsWith(({ isGiven }) => !isGiven));
    this.#keepers = indexesOf(thingsWith(({ isKept }) => isKept));
    this.#records = indexesOf(
      units.map(({ isRecord, phrases: [name] }) => (isRecord && name ? [pairIn(name)] : [])),
    );
  }

  /** The units that one can depend on, in order. Of units that count the same, the first suffice. */
  candidatesFor(from: number): readonly number[] {
    const sources = [...(this.#named[from]?.keys() ?? [])].flatMap((thing) => [
      this.#introducers.get(thing) ?? -1,
      ...[this.#records, this.#keepers].flatMap((units) => units.get(thing)?.slice(0, mostNeeds + 1) ?? []),
    ]);
    const opener = this.#openers.get(this.#units[from]?.area ?? "") ?? -1;
    return [...new Set([this.#login, opener, ...sources])].filter((to) => to >= 0).toSorted((a, b) => a - b);
  }

  /** How certain it is that one unit uses the result of another. `docs/generate.md` explains the rules. */
  surenessOf(from: number, to: number): number {
    const [unit, other] = [this.#units[from], this.#units[to]];
    if (unit === undefined || other === undefined || from === to || unit.isRecord) return 0;
    if (to < from && to === this.#login && loggedIn.test(unit.text)) return 6;
    const shared = this.#shared(from, to);
    if (other.isRecord && other.phrases[0] && shared.includes(pairIn(other.phrases[0]))) return 9;
    const isKept = (thing: string): boolean =>
      this.#names(to, thing, (phrase) => phrase.isKept) &&
      this.#names(from, thing, ({ place }) => place === "object");
    if (shared.some(isKept)) return 7;
    return to < from && shared.length > 0 ? this.#surenessOfEarlier(from, to, shared) : 0;
  }

  #surenessOfEarlier(from: number, to: number, shared: readonly string[]): number {
    const [area, areaOfOther] = [this.#units[from]?.area ?? null, this.#units[to]?.area ?? null];
    const first = shared.filter((thing) => this.#introduces(to, thing));
    const isNear = from - to <= nearby;
    if (area !== null && this.#openers.get(area) === to) return first.length > 0 ? 6 : isNear ? 3 : 0;
    const isOutside = area === null || area !== areaOfOther;
    if (isOutside && first.length > 1 && first.some((thing) => this.#names(from, thing, isInside))) return 5;
    const isObject = (thing: string): boolean =>
      this.#names(to, thing, ({ place }) => place === "object" || place === "name") &&
      this.#names(from, thing, ({ place }) => place !== "part");
    if (isNear && area === areaOfOther && first.some(isObject)) return 3;
    return first.some((thing) => this.#brings(to, thing)) ? 2 : 0;
  }

  #shared(one: number, other: number): readonly string[] {
    return [...(this.#named[one]?.keys() ?? [])].filter((thing) => this.#named[other]?.has(thing));
  }

  #names(index: number, thing: string, isMeant: (phrase: NounPhrase) => boolean): boolean {
    return this.#named[index]?.get(thing)?.some(isMeant) === true;
  }

  /** Whether a unit is the first to name a thing as something new, in its main clause or its points. */
  #introduces(index: number, thing: string): boolean {
    return this.#introducers.get(thing) === index && this.#names(index, thing, isInside);
  }

  /** Whether a unit creates a thing that at least 15% of the units name. */
  #brings(index: number, thing: string): boolean {
    return (
      (this.#counts.get(thing) ?? 0) / this.#units.length >= 0.15 &&
      this.#names(index, thing, ({ isMade }) => isMade)
    );
  }
}

/** The phrases of each unit by the thing that they name. */
function namedThings(units: readonly Unit[]): readonly ReadonlyMap<string, readonly NounPhrase[]>[] {
  const kinds = Map.groupBy(
    units.flatMap(({ phrases }) => phrases),
    headOf,
  );
  const isOneKind = new Map(
    [...kinds].map(([head, own]) => [head, new Set(own.flatMap(({ nouns }) => nouns.at(-2) ?? [])).size < 2]),
  );
  // `person record` names `person` and `person record`, and `record` if there is only one kind of record.
  const thingsOf = (phrase: NounPhrase): readonly string[] => {
    const { nouns } = phrase;
    if (nouns.length === 1) return nouns;
    return [...(isOneKind.get(headOf(phrase)) ? nouns : nouns.slice(0, -1)), pairIn(phrase)];
  };
  return units.map(({ phrases }) => {
    const all = phrases.flatMap((phrase) => thingsOf(phrase).map((thing) => ({ thing, phrase })));
    const byThing = Map.groupBy(all, ({ thing }) => thing);
    return new Map([...byThing].map(([thing, own]) => [thing, own.map(({ phrase }) => phrase)]));
  });
}

const countsOf = (named: readonly ReadonlyMap<string, unknown>[]): ReadonlyMap<string, number> =>
  new Map([...indexesOf(named.map((names) => names.keys()))].map(([thing, { length }]) => [thing, length]));

/** The things that are the subject of at least two phrases, and as often as a third of the units name them. */
function actorsAmong(units: readonly Unit[], counts: ReadonlyMap<string, number>): ReadonlySet<string> {
  const subjects = Map.groupBy(
    units.flatMap(({ phrases }) => phrases.filter(({ place }) => place === "subject")),
    headOf,
  );
  const actors = [...subjects].filter(
    ([thing, { length }]) => length >= Math.max(2, (counts.get(thing) ?? 0) / 3),
  );
  return new Set(actors.map(([thing]) => thing));
}

const firstIndexes = (names: readonly (readonly string[])[]): ReadonlyMap<string, number> =>
  new Map([...indexesOf(names)].map(([name, [first = -1]]) => [name, first]));
