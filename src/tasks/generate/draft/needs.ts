import { indexesOf } from "../indexes-of.ts";
import { citedKeys, requirementKey } from "../prd/labels.ts";
import type { Model, Prd } from "../prd/model.ts";
import { textsOf } from "../prd/points.ts";
import type { NounPhrase } from "./language.ts";
import { nounPhrasesOf, stemOf, wordsOf } from "./language.ts";
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
  const likely = likelyNeeds([...units, ...models.map(unitOfModel)]);
  for (const { from, to } of [...units.flatMap((unit) => modelsNamedIn(unit, models)), ...likely]) {
    const [user, used] = [keyOf.get(from) ?? from, keyOf.get(to) ?? to];
    // Stories are in the order of work.
    if (user === from || order.indexOf(used) < order.indexOf(user)) add(user, used);
  }
  for (const draft of drafts.filter(({ comesLast }) => comesLast))
    for (const id of testedBy(draft, bundles)) add(draft.key, keyOf.get(id) ?? id);
  return drafts.map((draft) => ({ ...draft, needs: direct(needs, draft.key) }));
}

interface Need {
  readonly from: string;
  readonly to: string;
}

/** A unit needs the models whose names it has in inline code. */
const modelsNamedIn = ({ key, text }: Unit, models: readonly Model[]): readonly Need[] =>
  models
    .filter(({ name }) => text.includes(`\`${name}\``))
    .map(({ name }) => ({ from: key, to: modelKey(name) }));

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
  const nouns = wordsOf(spelled.toLowerCase()).map(stemOf);
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

/** The likely needs of all units, the most certain first. */
function likelyNeeds(units: readonly Unit[]): readonly Need[] {
  const things = new Things(units);
  const needs = units.flatMap(({ key }, from) =>
    things.candidatesFor(from).map((to) => ({
      from: key,
      to: units[to]?.key ?? "",
      sureness: things.surenessOf(from, to),
    })),
  );
  return needs.filter(({ sureness }) => sureness > 0).toSorted((a, b) => b.sureness - a.sureness);
}

const isInside = ({ place }: NounPhrase): boolean => place !== "aside";

/** The head of a phrase: `record` in `person record`. */
const headOf = ({ nouns }: NounPhrase): string => nouns.at(-1) ?? "";

/** The last two nouns of a phrase, the modifier and the head. */
const pairIn = ({ nouns }: NounPhrase): string => nouns.slice(-2).join(" ");

/** Phrases by the thing that they name. */
type Named = ReadonlyMap<string, readonly NounPhrase[]>;

/** The things that the units of a PRD name, and how units use each other's results. */
class Things {
  readonly #units: readonly Unit[];
  /** The first unit that speaks of logging in. */
  readonly #login: number;
  /** The phrases of each unit by the thing that they name, without actors such as the system and users. */
  readonly #named: readonly Named[];
  /** The units that name each thing. */
  readonly #naming: ReadonlyMap<string, readonly number[]>;
  /** The first unit that names each thing as something new. */
  readonly #introducers: ReadonlyMap<string, number>;
  /** The first unit of each area. */
  readonly #openers: ReadonlyMap<string, number>;
  /** The words of the heading above each unit. */
  readonly #headings: readonly ReadonlySet<string>[];

  constructor(units: readonly Unit[]) {
    this.#units = units;
    this.#login = units.findIndex(({ text }) => login.test(text));
    this.#headings = units.map(({ area }) => new Set(wordsOf((area ?? "").toLowerCase()).map(stemOf)));
    const named = namedThings(units);
    this.#naming = indexesOf(named.map((names) => names.keys()));
    const actors = actorsAmong(units, this.#countOf);
    this.#named = named.map((names) => new Map([...names].filter(([thing]) => !actors.has(thing))));
    const isNew = (phrases: readonly NounPhrase[]): boolean => phrases.some(({ isGiven }) => !isGiven);
    this.#introducers = firstIndexes(
      this.#named.map((names) => [...names].flatMap(([thing, phrases]) => (isNew(phrases) ? [thing] : []))),
    );
    this.#openers = firstIndexes(units.map(({ area }) => (area === null ? [] : [area])));
  }

  /** The units that a unit may use: comparing all pairs would take minutes for thousands of requirements. */
  candidatesFor(from: number): readonly number[] {
    const isSource = (to: number, thing: string): boolean =>
      this.#units[to]?.isRecord === true || this.#names(to, thing, ({ isKept }) => isKept);
    const sources = [...(this.#named[from]?.keys() ?? [])].flatMap((thing) => [
      this.#introducers.get(thing) ?? -1,
      ...(this.#naming.get(thing) ?? []).filter((to) => isSource(to, thing)),
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
    return to < from ? this.#surenessOfEarlier(from, to, shared) : 0;
  }

  #surenessOfEarlier(from: number, to: number, shared: readonly string[]): number {
    const [area, areaOfOther] = [this.#units[from]?.area, this.#units[to]?.area];
    const isOpener = this.#openers.get(areaOfOther ?? "") === to;
    if (isOpener && area === areaOfOther) return this.#surenessOfOpener(from, to, shared);
    const first = shared.filter((thing) => this.#introduces(to, thing));
    const common = first.filter((thing) => this.#isCommon(thing));
    if (isOpener) return common.length > 0 ? 6 : 0;
    if (common.some((thing) => this.#names(to, thing, (phrase) => phrase.isMade))) return 3;
    const inBoth = (isMeant: (phrase: NounPhrase) => boolean): boolean =>
      first.some((thing) => [from, to].every((index) => this.#names(index, thing, isMeant)));
    if (inBoth(({ place }) => place === "name")) return 2;
    const isSaid = inBoth(({ place }) => place === "subject" || place === "object");
    if (area === areaOfOther) return isSaid && this.#joins(to, shared) ? 2 : 0;
    const nouns = first.filter(isOneNoun);
    return nouns.length > 1 && nouns.some((thing) => this.#names(from, thing, isInside)) ? 2 : 0;
  }

  /** The same for the first unit of the area. */
  #surenessOfOpener(from: number, to: number, shared: readonly string[]): number {
    const isBinding = (thing: string): boolean =>
      (this.#introduces(to, thing) || this.#headings[to]?.has(thing) === true) &&
      [from, to].some((index) => this.#names(index, thing, ({ place }) => place !== "part"));
    if (shared.length > 0) return shared.some(isBinding) ? 5 : 0;
    const things = [...(this.#named[to]?.keys() ?? [])];
    return things.some((thing) => this.#isCommon(thing) && this.#introduces(to, thing)) ? 4 : 0;
  }

  /** The things that both units name, at least one of them as a noun. */
  #shared(one: number, other: number): readonly string[] {
    const isNoun = (index: number, thing: string): boolean =>
      this.#names(index, thing, ({ place }) => place !== "verb");
    return [...(this.#named[one]?.keys() ?? [])].filter(
      (thing) => this.#named[other]?.has(thing) && (isNoun(one, thing) || isNoun(other, thing)),
    );
  }

  #names(index: number, thing: string, isMeant: (phrase: NounPhrase) => boolean): boolean {
    return this.#named[index]?.get(thing)?.some(isMeant) === true;
  }

  /** Whether a unit is the first to name a thing as something new, in its main clause or its points. */
  #introduces(index: number, thing: string): boolean {
    return this.#introducers.get(thing) === index && this.#names(index, thing, isInside);
  }

  readonly #countOf = (thing: string): number => this.#naming.get(thing)?.length ?? 0;

  /** Whether at least 10% of the units name a thing, and more than one. */
  #isCommon(thing: string): boolean {
    return this.#countOf(thing) >= Math.max(2, this.#units.length / 10);
  }

  /** Whether a unit is the first to name two of these things together. */
  #joins(to: number, things: readonly string[]): boolean {
    const nouns = things.filter(isOneNoun);
    const isFirst = (one: string, two: string): boolean =>
      this.#naming.get(one)?.find((index) => this.#named[index]?.has(two)) === to;
    return nouns.some((one, at) => nouns.slice(at + 1).some((two) => isFirst(one, two)));
  }
}

const isOneNoun = (thing: string): boolean => !thing.includes(" ");

function namedThings(units: readonly Unit[]): readonly Named[] {
  const every = units.flatMap(({ phrases }) => phrases);
  const kinds = Map.groupBy(every, headOf);
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

/** The things that a quarter of the units name, at least two of them and a third of these phrases as a subject. */
function actorsAmong(units: readonly Unit[], countOf: (thing: string) => number): ReadonlySet<string> {
  const subjects = Map.groupBy(
    units.flatMap(({ phrases }) => phrases.filter(({ place }) => place === "subject")),
    headOf,
  );
  const actors = [...subjects].filter(([thing, { length }]) => {
    const count = countOf(thing);
    return length >= Math.max(2, count / 3) && count >= units.length / 4;
  });
  return new Set(actors.map(([thing]) => thing));
}

const firstIndexes = (names: readonly (readonly string[])[]): ReadonlyMap<string, number> =>
  new Map([...indexesOf(names)].map(([name, [first = -1]]) => [name, first]));
