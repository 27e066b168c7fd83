import type { NounPhrase } from "./noun-phrases.ts";

/** A part of a PRD that others can build on. */
export interface Unit {
  readonly key: string;
  readonly area: string | null;
  readonly phrases: readonly NounPhrase[];
  /** It lists the fields of a record, which its first phrase names. */
  readonly isRecord: boolean;
  /** The lemmas of what it does; `log in` is one. */
  readonly deeds: ReadonlySet<string>;
  /** The lemmas of its other words. */
  readonly marks: ReadonlySet<string>;
}

/** What only people who are logged in have or do. */
const loggedIn = "own authentication authenticated unauthorized session login logout signin signout".split(
  " ",
);
const isSaid = ({ role }: NounPhrase): boolean => role === "object" || role === "name" || role === "subject";

/** The things that the units of a PRD name, and who names, keeps or opens what. */
export class Things {
  readonly units: readonly Unit[];
  /** What each unit names, those who act left out: the system, users. */
  readonly #named: readonly ReadonlySet<string>[];
  /** The first unit to name a thing as something new. */
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

  /** What two units both name. */
  shared(one: number, other: number): readonly string[] {
    return [...(this.#named[one] ?? [])].filter((thing) => this.#named[other]?.has(thing));
  }

  /** `person record` names a person and a person record, and a record too where there is only one kind. */
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

  /** It is the first to name a thing, in its main clause or in its points. */
  introduces(index: number, thing: string): boolean {
    const isMain = (phrase: NounPhrase): boolean => isSaid(phrase) || phrase.role === "part";
    return this.#first.get(thing) === index && this.#has(index, thing, isMain);
  }

  /** It creates what at least one in six names. */
  brings(index: number, thing: string): boolean {
    const count = this.#named.filter((names) => names.has(thing)).length;
    return count / this.units.length >= 0.15 && this.#has(index, thing, ({ isMade }) => isMade);
  }

  isInSentence(index: number, thing: string): boolean {
    return this.#has(index, thing, isSaid);
  }

  /** No unit before it names anything of the other one. */
  isFirstOfAll(index: number, of: number): boolean {
    return this.#named
      .slice(0, index)
      .every((_, other) => other === of || this.shared(other, of).length === 0);
  }

  /** `store all trade data in a database`: anything that makes a trade needs that. */
  keepsAll(index: number, maker: number): boolean {
    const { deeds, phrases = [] } = this.units[index] ?? {};
    const kept = phrases.filter(({ isAll }) => isAll).flatMap((phrase) => this.#of(phrase));
    const isObject = ({ role }: NounPhrase): boolean => role === "object";
    return deeds?.has("store") === true && kept.some((thing) => this.#has(maker, thing, isObject));
  }

  /** It lets people in, and the other one is about those who are. */
  letsIn(index: number, user: number): boolean {
    return this.#login === index && loggedIn.some((mark) => this.units[user]?.marks.has(mark));
  }

  /** `Google integration` and `Facebook integration`: two of a kind. */
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
