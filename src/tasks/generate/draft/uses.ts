import type { NounPhrase } from "./noun-phrases.ts";

/** A requirement or model that others can depend on. */
export interface Unit {
  readonly key: string;
  readonly area: string | null;
  readonly phrases: readonly NounPhrase[];
  /** Whether it lists the fields of a record. The first phrase names the record. */
  readonly isRecord: boolean;
  /** The lemmas of its verbs. `log in` is one verb. */
  readonly deeds: ReadonlySet<string>;
  /** The lemmas of its other words, and its phrasal verbs. */
  readonly marks: ReadonlySet<string>;
}

/** Words that imply a user who is logged in. */
const loggedIn = "own authentication authenticated unauthorized session login logout signin signout".split(
  " ",
);
const isSaid = ({ role }: NounPhrase): boolean => role === "object" || role === "name" || role === "subject";

/** The things that the units of a PRD name, and how each unit relates to them. */
export class Things {
  readonly units: readonly Unit[];
  /** The things that each unit names, without actors such as the system and users. */
  readonly #named: readonly ReadonlySet<string>[];
  /** The first unit that names a thing as something new. */
  readonly #first = new Map<string, number>();
  /** The words before each head noun: `person` before `record`. */
  readonly #modifiers = new Map<string, Set<string>>();
  readonly #login: number;

  constructor(units: readonly Unit[]) {
    this.units = units;
    const all = units.flatMap(({ phrases }) => phrases);
    for (const { nouns } of all) {
      const modifiers = this.#modifiers.get(nouns.at(-1) ?? "") ?? new Set();
      this.#modifiers.set(nouns.at(-1) ?? "", new Set([...modifiers, ...nouns.slice(-2, -1)]));
    }
    const named = units.map(({ phrases }) => new Set(phrases.flatMap((phrase) => this.#of(phrase))));
    const subjects = Map.groupBy(
      all.filter(({ role }) => role === "subject"),
      ({ nouns }) => nouns.at(-1) ?? "",
    );
    const isActor = (thing: string): boolean => {
      const count = named.filter((names) => names.has(thing)).length;
      return (subjects.get(thing)?.length ?? 0) >= Math.max(2, count / 3);
    };
    const actors = new Set([...subjects.keys()].filter(isActor));
    this.#named = named.map((names) => new Set([...names].filter((name) => !actors.has(name))));
    for (const [index, { phrases }] of units.entries())
      for (const thing of phrases.filter(({ isGiven }) => !isGiven).flatMap((phrase) => this.#of(phrase)))
        if (!this.#first.has(thing)) this.#first.set(thing, index);
    this.#login = units.findIndex((unit) => isLogin(unit));
  }

  /** The things that two units both name. */
  shared(one: number, other: number): readonly string[] {
    return [...(this.#named[one] ?? [])].filter((thing) => this.#named[other]?.has(thing));
  }

  /** `person record` names `person` and `person record`, and also `record` if there is only one kind of record. */
  #of({ nouns }: NounPhrase): readonly string[] {
    const head = nouns.at(-1) ?? "";
    if (nouns.length === 1) return [head];
    const isOneKind = (this.#modifiers.get(head)?.size ?? 0) < 2;
    return [...nouns.slice(0, -1), ...(isOneKind ? [head] : []), nouns.slice(-2).join(" ")];
  }

  /** The first unit of an area. */
  opener(area: string | null): number {
    return area === null ? -1 : this.units.findIndex((unit) => unit.area === area);
  }

  /** Whether a unit is the first to name a thing, in its main clause or its points. */
  introduces(index: number, thing: string): boolean {
    const isMain = (phrase: NounPhrase): boolean => isSaid(phrase) || phrase.role === "part";
    return this.#first.get(thing) === index && this.#has(index, thing, isMain);
  }

  /** Whether a unit creates a thing that at least 15% of the units name. */
  brings(index: number, thing: string): boolean {
    const count = this.#named.filter((names) => names.has(thing)).length;
    return count / this.units.length >= 0.15 && this.#has(index, thing, ({ isMade }) => isMade);
  }

  isInSentence(index: number, thing: string): boolean {
    return this.#has(index, thing, isSaid);
  }

  /** Whether no earlier unit shares a thing with the other one. */
  isFirstOfAll(index: number, of: number): boolean {
    return this.#named
      .slice(0, index)
      .every((_, other) => other === of || this.shared(other, of).length === 0);
  }

  /** Whether a unit stores all things of a kind that the other one handles: `store all trade data in a database`. */
  keepsAll(index: number, maker: number): boolean {
    const { deeds, phrases = [] } = this.units[index] ?? {};
    const kept = phrases.filter(({ isAll }) => isAll).flatMap((phrase) => this.#of(phrase));
    const isObject = ({ role }: NounPhrase): boolean => role === "object";
    return deeds?.has("store") === true && kept.some((thing) => this.#has(maker, thing, isObject));
  }

  /** Whether a unit is the login and the other one needs a user who is logged in. */
  letsIn(index: number, user: number): boolean {
    return this.#login === index && loggedIn.some((mark) => this.units[user]?.marks.has(mark));
  }

  /** Whether two units are alternatives of the same kind: `Google integration` and `Facebook integration`. */
  isParallel(one: number, other: number): boolean {
    const [a, b] = [one, other].map((index) => this.units[index]?.phrases.find(isSaid)?.nouns ?? []);
    return (
      a?.at(-2) !== undefined && b?.at(-2) !== undefined && a.at(-1) === b.at(-1) && a.at(-2) !== b.at(-2)
    );
  }

  #has(index: number, thing: string, isMeant: (phrase: NounPhrase) => boolean): boolean {
    const { phrases = [] } = this.units[index] ?? {};
    return phrases.some((phrase) => isMeant(phrase) && this.#of(phrase).includes(thing));
  }
}

const isLogin = ({ deeds, phrases }: Unit): boolean =>
  deeds.has("login") ||
  deeds.has("signin") ||
  phrases.some((phrase) => isSaid(phrase) && /^(?:login|authentication)$/.test(phrase.nouns.at(-1) ?? ""));
