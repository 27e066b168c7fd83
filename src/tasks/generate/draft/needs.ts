import { citedKeys, requirementKey } from "../prd/ids.ts";
import type { Model, Part, Prd } from "../prd/model.ts";
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
  for (const { from, to } of likelyNeeds([...units, ...models.map(unitOfModel)])) add(from, to);
  for (const draft of drafts.filter(({ comesLast }) => comesLast))
    for (const id of testedBy(draft, bundles)) add(draft.key, id);
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

const textsOf = (parts: readonly Part[]): readonly string[] =>
  parts.flatMap((part) => [part.text, ...textsOf(part.parts)]);

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
    units
      .map((other, to) => ({ from: key, to: other.key, sureness: things.surenessOf(from, to) }))
      .filter(({ sureness }) => sureness > 0)
      .toSorted((a, b) => b.sureness - a.sureness)
      .slice(0, mostNeeds),
  );
  return kept.toSorted((a, b) => b.sureness - a.sureness);
}

/** How far after a unit another one still counts as near. */
const nearby = 3;

const isInside = ({ place }: NounPhrase): boolean => place !== "aside";

/** The things that the units of a PRD name, and how units use each other's results. */
class Things {
  readonly #units: readonly Unit[];
  /** The first unit that speaks of logging in. */
  readonly #login: number;
  /** The phrases of each unit by the thing that they name, without actors such as the system and users. */
  readonly #named: readonly ReadonlyMap<string, readonly NounPhrase[]>[];

  constructor(units: readonly Unit[]) {
    this.#units = units;
    this.#login = units.findIndex(({ text }) => login.test(text));
    const kinds = Map.groupBy(
      units.flatMap(({ phrases }) => phrases),
      ({ nouns }) => nouns.at(-1),
    );
    // `person record` names `person` and `person record`, and `record` if there is only one kind of record.
    const thingsOf = ({ nouns }: NounPhrase): readonly string[] => {
      const modifiers = new Set(kinds.get(nouns.at(-1))?.flatMap((other) => other.nouns.at(-2) ?? []));
      const pair = nouns.slice(-2).join(" ");
      return nouns.length === 1 ? nouns : [...(modifiers.size < 2 ? nouns : nouns.slice(0, -1)), pair];
    };
    const named = units.map(({ phrases }) => {
      const all = phrases.flatMap((phrase) => thingsOf(phrase).map((thing) => ({ thing, phrase })));
      const byThing = Map.groupBy(all, ({ thing }) => thing);
      return new Map([...byThing].map(([thing, own]) => [thing, own.map(({ phrase }) => phrase)]));
    });
    const isActor = (thing: string): boolean => {
      const subjects = (kinds.get(thing) ?? []).filter(({ place }) => place === "subject");
      return subjects.length >= Math.max(2, named.filter((names) => names.has(thing)).length / 3);
    };
    const actors = new Set([...kinds.keys()].filter((thing) => thing !== undefined && isActor(thing)));
    this.#named = named.map((names) => new Map([...names].filter(([thing]) => !actors.has(thing))));
  }

  /** How certain it is that one unit uses the result of another. `docs/generate.md` explains the rules. */
  surenessOf(from: number, to: number): number {
    const [unit, other] = [this.#units[from], this.#units[to]];
    if (unit === undefined || other === undefined || from === to || unit.isRecord) return 0;
    if (to < from && to === this.#login && loggedIn.test(unit.text)) return 6;
    const shared = this.#shared(from, to);
    if (other.isRecord && shared.includes(other.phrases[0]?.nouns.slice(-2).join(" ") ?? "")) return 9;
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
    if (area !== null && this.#units.findIndex((unit) => unit.area === area) === to)
      return first.length > 0 ? 6 : isNear ? 3 : 0;
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
    const first = this.#named.findIndex((names) => names.get(thing)?.some(({ isGiven }) => !isGiven));
    return first === index && this.#names(index, thing, isInside);
  }

  /** Whether a unit creates a thing that at least 15% of the units name. */
  #brings(index: number, thing: string): boolean {
    const count = this.#named.filter((names) => names.has(thing)).length;
    return count / this.#units.length >= 0.15 && this.#names(index, thing, ({ isMade }) => isMade);
  }
}
