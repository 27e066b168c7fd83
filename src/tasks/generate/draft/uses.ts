import type { NounPhrase } from "./noun-phrases.ts";

/** A part of a PRD that others can build on. */
export interface Unit {
  readonly key: string;
  readonly area: string | null;
  readonly phrases: readonly NounPhrase[];
  /** It lists the fields of a record, which its first phrase names. */
  readonly isRecord: boolean;
  /** It begins with the case that it is about: `When a member logs in, …` */
  readonly isCase: boolean;
  /** The lemmas of what it does; `log in` is one. */
  readonly deeds: ReadonlySet<string>;
  /** The lemmas of its other words. */
  readonly marks: ReadonlySet<string>;
}

/** What only people who are logged in have or do. */
const loggedIn = "own authentication authenticated unauthorized session login logout signin signout".split(
  " ",
);
const sentenceRoles: readonly NounPhrase["role"][] = ["object", "name", "subject"];
const mainRoles = [...sentenceRoles, "of", "part"];

/** The things that the units of a PRD name, and who names, makes, keeps or opens what. */
export class Things {
  /** What each unit names, and the same without what it says of all there are. */
  readonly #named: readonly ReadonlySet<string>[];
  readonly #used: readonly ReadonlySet<string>[];
  readonly #first = new Map<string, number>();
  readonly #madeBy = new Map<string, number>();
  readonly #count = new Map<string, number>();
  readonly #actors = new Map<string, number>();
  /** The words before each head noun: `person` before `record`. */
  readonly #modifiers = new Map<string, Set<string>>();
  readonly #login: number;
  readonly units: readonly Unit[];

  constructor(units: readonly Unit[]) {
    this.units = units;
    for (const { phrases } of units) for (const phrase of phrases) this.#countHead(phrase);
    const all = units.map(({ phrases }) => new Set(phrases.flatMap((phrase) => this.of(phrase))));
    for (const things of all)
      for (const thing of things) this.#count.set(thing, (this.#count.get(thing) ?? 0) + 1);
    const withoutActors = (things: Iterable<string>): ReadonlySet<string> =>
      new Set([...things].filter((thing) => !this.#isActor(thing)));
    this.#named = all.map(withoutActors);
    this.#used = units.map(({ phrases }) =>
      withoutActors(phrases.filter(isUse).flatMap((phrase) => this.of(phrase))),
    );
    for (const [index, { phrases }] of units.entries())
      for (const phrase of phrases) this.#note(phrase, index);
    this.#login = this.#findLogin();
  }

  /** What one unit uses and another one names. */
  shared(from: number, to: number): readonly string[] {
    return [...(this.#used[from] ?? [])].filter((thing) => this.#named[to]?.has(thing));
  }

  /** `person record` names a person and a person record, and a record too where there is only one kind. */
  of({ nouns, role }: NounPhrase): readonly string[] {
    const head = nouns.at(-1) ?? "";
    if (role === "whom") return [];
    if (nouns.length === 1) return [head];
    const isOneKind = (this.#modifiers.get(head)?.size ?? 0) < 2;
    return [...nouns.slice(0, -1), ...(isOneKind ? [head] : []), nouns.slice(-2).join(" ")];
  }

  /** The first unit of an area. */
  opener(area: string | null): number {
    return area === null ? -1 : this.units.findIndex((unit) => unit.area === area);
  }

  isFirstToName(index: number, thing: string): boolean {
    return this.#first.get(thing) === index;
  }

  /** No unit before it names anything of the other one. */
  isFirstOfAll(index: number, of: number): boolean {
    const things = [...(this.#named[of] ?? [])];
    return !this.#named
      .slice(0, index)
      .some((names, other) => other !== of && things.some((thing) => names.has(thing)));
  }

  /** It creates what many others name and the other one uses. */
  brings(index: number, thing: string, user: number): boolean {
    const isCommon = (this.#count.get(thing) ?? 1) / this.units.length >= 0.15;
    return (
      this.#madeBy.get(thing) === index &&
      isCommon &&
      this.#has(user, thing, (phrase) => isUse(phrase) && usingRoles.has(phrase.role))
    );
  }

  /** A thing that is in its main clause or in its points. */
  isMain(index: number, thing: string): boolean {
    return this.#has(index, thing, ({ role }) => mainRoles.includes(role));
  }

  isInSentence(index: number, thing: string): boolean {
    return this.#has(index, thing, ({ role }) => sentenceRoles.includes(role));
  }

  /** `store all trade data in a database`: anything that makes a trade needs that. */
  keepsAll(index: number, maker: number): boolean {
    if (!this.#isKeeper(index) || this.#isKeeper(maker)) return false;
    const { phrases = [] } = this.units[index] ?? {};
    const hasPlace = ({ verb }: NounPhrase) =>
      phrases.some((other) => other.role === "adverbial" && other.verb === verb);
    return this.#makes(
      maker,
      phrases
        .filter((phrase) => phrase.isAll && phrase.role === "object" && hasPlace(phrase))
        .flatMap((phrase) => this.of(phrase)),
    );
  }

  /** Storing a thing waits for no one who makes it. */
  isKeptBy(keeper: number, maker: number, things: readonly string[]): boolean {
    return this.#isKeeper(keeper) && this.#makes(maker, things);
  }

  /** It lets people in, and the other one is about those who are. */
  letsIn(index: number, user: number): boolean {
    return this.#login === index && loggedIn.some((mark) => this.units[user]?.marks.has(mark));
  }

  /** `Google integration` and `Facebook integration`: two of a kind. */
  isParallel(one: number, other: number): boolean {
    const [a, b] = [this.#main(one)?.nouns ?? [], this.#main(other)?.nouns ?? []];
    return a.length > 1 && b.length > 1 && a.at(-1) === b.at(-1) && a.at(-2) !== b.at(-2);
  }

  isSameVerb(one: number, other: number): boolean {
    const verb = this.#mainVerb(one);
    return verb !== null && verb === this.#mainVerb(other);
  }

  #main(index: number): NounPhrase | undefined {
    return this.units[index]?.phrases.find(({ role }) => sentenceRoles.includes(role));
  }

  #mainVerb(index: number): string | null {
    return this.units[index]?.phrases.find(({ role }) => role === "object")?.verb ?? null;
  }

  #isKeeper(index: number): boolean {
    const { deeds, marks } = this.units[index] ?? {};
    return deeds?.has("store") === true || deeds?.has("persist") === true || marks?.has("store") === true;
  }

  #makes(index: number, things: readonly string[]): boolean {
    return things.some((thing) =>
      this.#has(index, thing, ({ role, isGiven }) => role === "object" && !isGiven),
    );
  }

  #has(index: number, thing: string, isMeant: (phrase: NounPhrase) => boolean): boolean {
    const { phrases = [] } = this.units[index] ?? {};
    return phrases.some((phrase) => isMeant(phrase) && this.of(phrase).includes(thing));
  }

  #findLogin(): number {
    const doing = this.units.findIndex(
      ({ deeds, isCase }) => !isCase && (deeds.has("login") || deeds.has("signin")),
    );
    if (doing >= 0) return doing;
    const isLogin = ({ nouns, role }: NounPhrase) =>
      sentenceRoles.includes(role) && /^(?:login|authentication)$/.test(nouns.at(-1) ?? "");
    return this.units.findIndex(({ phrases }) => phrases.some(isLogin));
  }

  #countHead({ nouns, role }: NounPhrase): void {
    const head = nouns.at(-1) ?? "";
    if (role === "subject" || role === "whom") this.#actors.set(head, (this.#actors.get(head) ?? 0) + 1);
    const modifiers = this.#modifiers.get(head) ?? new Set();
    this.#modifiers.set(head, nouns.length > 1 ? modifiers.add(nouns.at(-2) ?? "") : modifiers);
  }

  /** Who acts rather than what is acted on: the system, users. */
  #isActor(thing: string): boolean {
    return (this.#actors.get(thing) ?? 0) >= Math.max(2, (this.#count.get(thing) ?? 0) / 3);
  }

  #note(phrase: NounPhrase, index: number): void {
    if (phrase.isGiven) return;
    for (const thing of this.of(phrase)) {
      if (!this.#first.has(thing)) this.#first.set(thing, index);
      if (phrase.isMade && !this.#madeBy.has(thing)) this.#madeBy.set(thing, index);
    }
  }
}

const usingRoles: ReadonlySet<NounPhrase["role"]> = new Set(["subject", "object", "of", "adverbial"]);

/** `Store all habits` says nothing on whether there have to be any. */
const isUse = ({ role, isAll }: NounPhrase): boolean => !(isAll && role === "object");
