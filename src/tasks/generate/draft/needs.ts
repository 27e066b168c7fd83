import { bearersOf } from "../bearers-of.ts";
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
        ...(sentence === title ? [] : nounPhrasesOf(sentence).map(inSentence)),
        ...points.flatMap((point) => nounPhrasesOf(point, "part")),
      ]
    : codeNames([title, text, ...points].join(" "));
  // Without nouns to compare, areas say nothing.
  return { key, area: isEnglish ? area : null, isRecord, phrases, text: [title, text, ...points].join(" ") };
}

/** Without a verb that the tagger recognizes, a sentence is still not a name. */
const inSentence = (phrase: NounPhrase): NounPhrase =>
  phrase.place === "name" ? { ...phrase, place: "part" } : phrase;

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
  return {
    key: modelKey(name),
    area: null,
    isRecord: true,
    text: "",
    phrases: [nameOf(stemsIn(spelled), true)],
  };
}

const stemsIn = (text: string): readonly string[] => wordsOf(text.toLowerCase()).map(stemOf);

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
function likelyNeeds(all: readonly Unit[]): readonly Need[] {
  const things = new Things(all);
  const needs = things.units.flatMap((from) =>
    things
      .candidatesFor(from)
      .map((to) => ({ from: from.key, to: to.key, sureness: things.surenessOf(from, to) })),
  );
  return needs.filter(({ sureness }) => sureness > 0).toSorted((a, b) => b.sureness - a.sureness);
}

const isInside = ({ place }: NounPhrase): boolean => place !== "aside";

/** The head of a phrase: `record` in `person record`. */
const headOf = ({ nouns }: NounPhrase): string => nouns.at(-1) ?? "";

/** The last two nouns of a phrase, the modifier and the head. */
const pairIn = ({ nouns }: NounPhrase): string => nouns.slice(-2).join(" ");

interface NamingUnit extends Unit {
  /** Its place among the units. */
  readonly place: number;
  /** Its phrases by the thing that they name. */
  readonly things: ReadonlyMap<string, readonly NounPhrase[]>;
}

const names = ({ things }: NamingUnit, thing: string, isMeant: (phrase: NounPhrase) => boolean): boolean =>
  things.get(thing)?.some(isMeant) === true;

/** The things that the units of a PRD name, and how units use each other's results. */
class Things {
  readonly units: readonly NamingUnit[];
  /** The first unit that speaks of logging in. */
  readonly #login: NamingUnit | undefined;
  /** The units that name each thing. */
  readonly #naming: ReadonlyMap<string, readonly NamingUnit[]>;
  /** The units that name each thing as something new. */
  readonly #introducing: ReadonlyMap<string, readonly NamingUnit[]>;
  readonly #areas: ReadonlyMap<string | null, readonly NamingUnit[]>;

  constructor(units: readonly Unit[]) {
    this.units = withThings(units);
    this.#login = this.units.find(({ text }) => login.test(text));
    this.#naming = bearersOf(this.units, ({ things }) => things.keys());
    this.#introducing = bearersOf(this.units, (unit) =>
      [...unit.things.keys()].filter((thing) => names(unit, thing, ({ isGiven }) => !isGiven)),
    );
    this.#areas = Map.groupBy(this.units, ({ area }) => area);
  }

  /** The units that a unit may use: comparing all pairs would take minutes for thousands of requirements. */
  candidatesFor(from: NamingUnit): readonly NamingUnit[] {
    const sources = [...from.things.keys()].flatMap((thing) => [
      this.#introducing.get(thing)?.[0],
      ...(this.#naming.get(thing) ?? []).filter(
        (to) => to.isRecord || names(to, thing, ({ isKept }) => isKept),
      ),
    ]);
    return [...new Set([this.#login, this.#openerOf(from), ...sources])]
      .filter((to) => to !== undefined)
      .toSorted((one, other) => one.place - other.place);
  }

  /** The first unit of its area. */
  #openerOf({ area }: NamingUnit): NamingUnit | undefined {
    return area === null ? undefined : this.#areas.get(area)?.[0];
  }

  /** How certain it is that one unit uses the result of another. `docs/generate.md` explains the rules. */
  surenessOf(from: NamingUnit, to: NamingUnit): number {
    if (from === to || from.isRecord) return 0;
    const isEarlier = to.place < from.place;
    if (isEarlier && to === this.#login && loggedIn.test(from.text)) return 6;
    const shared = sharedThings(from, to);
    if (to.isRecord && to.phrases[0] && shared.includes(pairIn(to.phrases[0]))) return 9;
    const isKept = (thing: string): boolean =>
      names(to, thing, (phrase) => phrase.isKept) && names(from, thing, ({ place }) => place === "object");
    if (shared.some(isKept)) return 7;
    return isEarlier ? this.#surenessOfEarlier(from, to, shared) : 0;
  }

  #surenessOfEarlier(from: NamingUnit, to: NamingUnit, shared: readonly string[]): number {
    const isOpener = this.#openerOf(to) === to;
    if (isOpener && from.area === to.area) return this.#surenessOfOpener(from, to, shared);
    const first = shared.filter((thing) => this.#introduces(to, thing));
    const common = first.filter((thing) => this.#isCommon(thing));
    if (isOpener) return common.length > 0 ? 6 : 0;
    if (common.some((thing) => names(to, thing, (phrase) => phrase.isMade))) return 3;
    const inBoth = (...places: readonly NounPhrase["place"][]): boolean =>
      first.some((thing) =>
        [from, to].every((unit) => names(unit, thing, ({ place }) => places.includes(place))),
      );
    if (inBoth("name")) return 2;
    if (from.area === to.area) return inBoth("subject", "object") && this.#joins(to, shared) ? 2 : 0;
    const nouns = first.filter(isOneNoun);
    return nouns.length > 1 && nouns.some((thing) => names(from, thing, isInside)) ? 2 : 0;
  }

  /** The same for the first unit of the area. */
  #surenessOfOpener(from: NamingUnit, to: NamingUnit, shared: readonly string[]): number {
    const heading = stemsIn(to.area ?? "");
    const isBinding = (thing: string): boolean =>
      (this.#introduces(to, thing) || heading.includes(thing)) &&
      [from, to].some((unit) => names(unit, thing, ({ place }) => place !== "part"));
    return shared.some(isBinding) ? 5 : 0;
  }

  /** Whether a unit is the first to name a thing as something new, in its main clause or its points. */
  #introduces(unit: NamingUnit, thing: string): boolean {
    return this.#introducing.get(thing)?.[0] === unit && names(unit, thing, isInside);
  }

  /** Whether at least 10% of the units name a thing, and more than one. */
  #isCommon(thing: string): boolean {
    return (this.#naming.get(thing)?.length ?? 0) >= Math.max(2, this.units.length / 10);
  }

  /** Whether a unit is the first to name two of these things together. */
  #joins(to: NamingUnit, things: readonly string[]): boolean {
    const nouns = things.filter(isOneNoun);
    const isFirst = (one: string, two: string): boolean =>
      this.#naming.get(one)?.find((unit) => unit.things.has(two)) === to;
    return nouns.some((one, at) => nouns.slice(at + 1).some((two) => isFirst(one, two)));
  }
}

const sharedThings = (one: NamingUnit, other: NamingUnit): readonly string[] =>
  [...one.things.keys()].filter((thing) => other.things.has(thing));

const isOneNoun = (thing: string): boolean => !thing.includes(" ");

/** Adds the things that the units name, without actors such as the system and users. */
function withThings(units: readonly Unit[]): readonly NamingUnit[] {
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
  const all = units.map((unit, place) => ({ ...unit, place, things: bearersOf(unit.phrases, thingsOf) }));
  const actors = actorsAmong(all);
  return all.map((unit) => ({
    ...unit,
    things: new Map([...unit.things].filter(([thing]) => !actors.has(thing))),
  }));
}

/** The things that a quarter of the units name, at least two of them and a third of these phrases as a subject. */
function actorsAmong(units: readonly NamingUnit[]): ReadonlySet<string> {
  const naming = bearersOf(units, ({ things }) => things.keys());
  const subjects = Map.groupBy(
    units.flatMap(({ phrases }) => phrases.filter(({ place }) => place === "subject")),
    headOf,
  );
  const actors = [...subjects].filter(([thing, { length }]) => {
    const count = naming.get(thing)?.length ?? 0;
    return length >= Math.max(2, count / 3) && count >= units.length / 4;
  });
  return new Set(actors.map(([thing]) => thing));
}
