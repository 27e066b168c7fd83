import { stemsOf } from "../../lint/rule.ts";
import { bearersOf } from "../bearers-of.ts";
import { citedKeys, requirementKey } from "../prd/labels.ts";
import type { Model, Prd } from "../prd/model.ts";
import { textsOf } from "../prd/points.ts";
import type { NounPhrase } from "./language.ts";
import { nounPhrasesOf, stemOf, wordsOf } from "./language.ts";
import type { Draft } from "./plan.ts";
import { saidBy } from "./plan.ts";
import type { Bundle } from "./requirement-drafts.ts";
import { modelKey } from "./section-drafts.ts";

type Needs = ReadonlyMap<string, Set<string>>;

/** Adds the keys of the drafts that each draft uses, without cycles or transitive needs, and which of them are guesses. */
export function withNeeds(
  { language, models }: Prd,
  drafts: readonly Draft[],
  bundles: readonly Bundle[],
): readonly Draft[] {
  const needs: Needs = new Map(drafts.map(({ key }) => [key, new Set()]));
  const needed = new Set<string>();
  const add = (from: string, to: string): void => {
    // Only what something needs can close a cycle.
    const isCycle = from === to || (needed.has(from) && reaches(needs, to, from));
    if (isCycle || !needs.has(to)) return;
    needs.get(from)?.add(to);
    needed.add(to);
  };
  const keyOf = new Map(drafts.flatMap(({ key, requirements }) => requirements.map((id) => [id, key])));
  for (const { key, needs: named } of drafts) for (const need of named) add(key, keyOf.get(need) ?? need);
  const isEnglish = language === "en";
  const units = bundles.map((bundle) => unitOf(bundle, isEnglish));
  const stated = new Set(drafts.filter(({ hasStatedNeeds }) => hasStatedNeeds).map(({ key }) => key));
  const order = drafts.map(({ key }) => key);
  // Names in code are not words that requirements share by chance.
  const likely = likelyNeeds([...units, ...models.map(unitOfModel)], isEnglish ? 0.2 : 0);
  const addNamed = (all: readonly Need[]): void => {
    for (const { from, to } of all) {
      const [user, used] = [keyOf.get(from) ?? from, keyOf.get(to) ?? to];
      // Stories are in the order of work.
      const isInOrder = user === from || order.indexOf(used) < order.indexOf(user);
      if (isInOrder && !stated.has(user)) add(user, used);
    }
  };
  addNamed(units.flatMap((unit) => modelsNamedIn(unit, models)));
  const testedBy = testedAmong(bundles);
  for (const draft of drafts.filter(({ comesLast }) => comesLast))
    for (const id of testedBy(draft)) add(draft.key, keyOf.get(id) ?? id);
  const sure = new Map([...needs].map(([key, own]) => [key, new Set(own)]));
  addNamed(likely);
  return drafts.map((draft) => {
    const own = direct(needs, draft.key);
    return { ...draft, needs: own, guesses: own.filter((need) => !sure.get(draft.key)?.has(need)) };
  });
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

/** The needs of a draft that none of its other needs implies. */
function direct(needs: Needs, key: string): readonly string[] {
  const own = [...(needs.get(key) ?? [])];
  const implied = new Set(own.flatMap((need) => [...(needs.get(need) ?? [])]));
  for (const need of implied) for (const next of needs.get(need) ?? []) implied.add(next);
  return own.filter((need) => !implied.has(need));
}

/** The share of its words, weighed by rarity, that a requirement has in common with a test of it, at least. */
const testedShare = 0.5;

/** For a test, the requirements that its title cites, else those of whose words it has more than half, else all. */
function testedAmong(bundles: readonly Bundle[]): (test: Draft) => readonly string[] {
  const citing = bearersOf(bundles, (bundle) => bundle.map(({ id }) => requirementKey(id)));
  const stemsIn = (bundle: Bundle): ReadonlySet<string> =>
    stemsOf(bundle.flatMap(({ title, text }) => [title, text]).join(" "));
  const naming = bearersOf(bundles, stemsIn);
  const weightOf = (stem: string): number => 1 / (naming.get(stem)?.length ?? 1);
  const whole = new Map(
    bundles.map((bundle) => [bundle, [...stemsIn(bundle)].reduce((sum, stem) => sum + weightOf(stem), 0)]),
  );
  const named = (test: Draft): readonly Bundle[] => {
    const common = new Map<Bundle, number>();
    for (const stem of stemsOf(saidBy(test).join(" ")))
      for (const bundle of naming.get(stem) ?? [])
        common.set(bundle, (common.get(bundle) ?? 0) + weightOf(stem));
    return bundles.filter((one) => (common.get(one) ?? 0) > testedShare * (whole.get(one) ?? 0));
  };
  return (test) => {
    const cited = citedKeys(test.title).flatMap((key) => citing.get(key) ?? []);
    const tested = [cited, named(test), bundles].find((found) => found.length > 0) ?? [];
    return tested.map(([{ id }]) => id);
  };
}

function unitOf(bundle: Bundle, isEnglish: boolean): Unit {
  const [{ id: key, area, title, text, lead, parts }] = bundle;
  const isRecord = bundle.length > 1;
  const points = isRecord ? bundle.map((field) => field.text) : textsOf(parts);
  const sentence = isRecord ? (lead.at(-1)?.text ?? "") : text;
  const phrases = isEnglish
    ? [
        ...(title === null ? [] : nounPhrasesOf(title, "part")),
        ...(sentence === title ? [] : nounPhrasesOf(sentence.replace(role, "").replace(benefit, ""))),
        ...points.flatMap((point) => nounPhrasesOf(point, "part")),
      ]
    : codeNames([title, text, ...points].join(" "));
  // Without nouns to compare, areas say nothing.
  return { key, area: isEnglish ? area : null, isRecord, phrases, text: [title, text, ...points].join(" ") };
}

/** `As a collector, ` says who acts, not what is used. */
const role = /^as an? [^,]{2,40},?\s+(?=i\b)/i;
/** `so that I can see all my orders` says what it is good for. */
const benefit = /,?\s+so(?: that)? (?:i|we|they|the|my|users?)\b.*$/is;

const nameOf = (nouns: readonly string[]): NounPhrase => ({
  nouns,
  place: "part",
  isGiven: false,
  isKept: false,
});

/** The names in inline code, which are the same in every language. The folders of a path are not what it is about. */
const codeNames = (text: string): readonly NounPhrase[] =>
  [...text.matchAll(/`([^`]+)`/g)].flatMap(([, code = ""]) =>
    (code.includes("/") ? [] : (code.match(/[\w.]{4,}/g) ?? [])).map((name) => nameOf([name])),
  );

/** A model as a unit. Text that says "verification token" refers to `VerificationToken`. */
function unitOfModel({ name }: Model): Unit {
  const spelled = name.replaceAll(/[`*]/g, "").replaceAll(/(?<=[a-z])(?=[A-Z])|_/g, " ");
  return {
    key: modelKey(name),
    area: null,
    isRecord: true,
    text: "",
    phrases: [nameOf(stemsIn(spelled))],
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

/**
 * The likely needs of all units, the most certain first. `docs/generate.md` explains the rules.
 * @param share - what a unit brings to another must be named in more than this share of the units
 */
function likelyNeeds(all: readonly Unit[], share: number): readonly Need[] {
  const units = withThings(all);
  const things = new Things(units, share);
  const users = units.filter(({ isRecord }) => !isRecord);
  const needsOf = (usedBy: (from: NamingUnit) => readonly NamingUnit[]): readonly Need[] =>
    users.flatMap((from) => usedBy(from).map((to) => ({ from: from.key, to: to.key })));
  return [
    ...needsOf((from) => things.holdersFor(from)),
    ...needsOf((from) => things.loginFor(from)),
    ...needsOf((from) => things.sourcesFor(from)),
  ];
}

type Place = NounPhrase["place"];

/** The head of a phrase: `record` in `person record`. */
const headOf = ({ nouns }: NounPhrase): string => nouns.at(-1) ?? "";

/** The last two nouns of a phrase, the modifier and the head. */
const pairIn = ({ nouns }: NounPhrase): string => nouns.slice(-2).join(" ");

interface NamingUnit extends Unit {
  /** Its number among the units. */
  readonly number: number;
  /** Its phrases by the thing that they name. */
  readonly things: ReadonlyMap<string, readonly NounPhrase[]>;
}

const names = ({ things }: NamingUnit, thing: string, ...places: readonly Place[]): boolean =>
  things.get(thing)?.some(({ place }) => places.includes(place)) === true;

/** Whether a unit makes a thing that the heading above it names: `Provide a video player` below `Video Player`. */
const makesNamed = ({ text, things }: NamingUnit, heading: readonly string[]): boolean =>
  /\b(?:add|create|display|have|implement|include|offer|provide|show)s? an? /i.test(text) &&
  heading.some((thing) => things.has(thing));

/** The record that a unit lists the fields of, or the things that it stores all of. */
const heldBy = ({ isRecord, phrases }: NamingUnit): readonly string[] =>
  isRecord
    ? phrases.slice(0, 1).map(pairIn)
    : phrases.filter(({ isKept }) => isKept).flatMap(({ nouns }) => nouns);

/** The things that the units of a PRD name, and how units use each other's results. */
class Things {
  readonly #count: number;
  readonly #share: number;
  /** The first unit that speaks of logging in. */
  readonly #login: NamingUnit | undefined;
  /** The units that name each thing. */
  readonly #naming: ReadonlyMap<string, readonly NamingUnit[]>;
  readonly #holders: ReadonlyMap<string, readonly NamingUnit[]>;
  readonly #areas: ReadonlyMap<string | null, readonly NamingUnit[]>;

  constructor(units: readonly NamingUnit[], share: number) {
    this.#count = units.length;
    this.#share = share;
    this.#login = units.find(({ text }) => login.test(text));
    this.#naming = bearersOf(units, ({ things }) => things.keys());
    this.#holders = bearersOf(units, heldBy);
    this.#areas = Map.groupBy(units, ({ area }) => area);
  }

  /** The records that a unit names, and the units that store all of what it handles. */
  holdersFor(from: NamingUnit): readonly NamingUnit[] {
    return [...from.things.keys()].flatMap((thing) =>
      (this.#holders.get(thing) ?? []).filter((to) => to.isRecord || names(from, thing, "object")),
    );
  }

  loginFor({ number, text }: NamingUnit): readonly NamingUnit[] {
    return this.#login && this.#login.number < number && loggedIn.test(text) ? [this.#login] : [];
  }

  /** The earlier units that were the first to name what a unit names. The first one of its area brings the heading. */
  sourcesFor(from: NamingUnit): readonly NamingUnit[] {
    const opener = from.area === null ? undefined : this.#areas.get(from.area)?.[0];
    const heading = stemsIn(from.area ?? "");
    const used = [...from.things.keys()].filter(
      (thing) => heading.includes(thing) || names(from, thing, "subject", "object", "aside", "part"),
    );
    const sources = Map.groupBy(used, (thing) =>
      heading.includes(thing) && opener?.things.has(thing) ? opener : this.#naming.get(thing)?.[0],
    );
    const found = [...sources].flatMap(([to, brought]) => {
      if (to === undefined || to.number >= from.number) return [];
      const weight = brought.reduce((sum, thing) => sum + this.#weightOf(thing, from, to), 0);
      return weight > (to === opener ? 0 : this.#share) ? [to] : [];
    });
    const isForAll = opener !== undefined && opener.number < from.number && makesNamed(opener, heading);
    return found.length === 0 && isForAll ? [opener] : found;
  }

  /** The share of the units that name a thing; half of it if the source names it aside or as known; 0 if it acts in both. */
  #weightOf(thing: string, from: NamingUnit, to: NamingUnit): number {
    const onlyActs = ![from, to].some((unit) => names(unit, thing, "object", "aside", "part", "verb"));
    if (onlyActs) return 0;
    const share = (this.#naming.get(thing)?.length ?? 0) / this.#count;
    const isNew = to.things.get(thing)?.some(({ place, isGiven }) => !isGiven && place !== "aside");
    return isNew ? share : share / 2;
  }
}

/** Adds the things that the units name, without actors such as the system and users. */
function withThings(units: readonly Unit[]): readonly NamingUnit[] {
  const every = units.flatMap(({ phrases }) => phrases);
  const kinds = Map.groupBy(every, headOf);
  const isOneKind = new Map(
    [...kinds].map(([head, own]) => {
      const modifiers = own.flatMap(({ nouns }) => nouns.at(-2) ?? []);
      // `Recording` is mostly the only noun of its phrase, so `screen recording` and `camera recording` are recordings too.
      return [head, new Set(modifiers).size < 2 || modifiers.length < own.length / 3];
    }),
  );
  // `person record` names `person` and `person record`, and `record` if there is only one kind of record.
  const thingsOf = (phrase: NounPhrase): readonly string[] => {
    const { nouns } = phrase;
    if (nouns.length === 1) return nouns;
    return [...(isOneKind.get(headOf(phrase)) ? nouns : nouns.slice(0, -1)), pairIn(phrase)];
  };
  const all = units.map((unit, number) => ({ ...unit, number, things: bearersOf(unit.phrases, thingsOf) }));
  const actors = actorsAmong(all);
  return all.map((unit) => ({
    ...unit,
    things: new Map([...unit.things].filter(([thing]) => !actors.has(thing))),
  }));
}

/** Users, and the things that act: at least two of their phrases, and a third of the units that name them, are subjects. */
function actorsAmong(units: readonly NamingUnit[]): ReadonlySet<string> {
  const naming = bearersOf(units, ({ things }) => things.keys());
  const subjects = Map.groupBy(
    units.flatMap(({ phrases }) => phrases.filter(({ place }) => place === "subject")),
    headOf,
  );
  const actors = [...subjects].filter(
    ([thing, { length }]) => length >= Math.max(2, (naming.get(thing)?.length ?? 0) / 3),
  );
  return new Set(["user", ...actors.map(([thing]) => thing)]);
}
