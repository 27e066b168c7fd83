import type { NounPhrase } from "./noun-phrases.ts";

/** A part of a PRD that others can build on. */
export interface Unit {
  readonly key: string;
  readonly area: string | null;
  readonly phrases: readonly NounPhrase[];
  /** It lists the fields of a record, which its first phrase names. */
  readonly isRecord: boolean;
}

/** What speaks for or against one unit using another, as counts and yes (1) or no (0). */
export interface Signs {
  readonly sameArea: number;
  /** The other one opens the area of both. */
  readonly opensArea: number;
  /** Neither has an area, and the other one comes right before. */
  readonly isNext: number;
  readonly hasNoArea: number;
  readonly isLater: number;
  /** How many of the things that both name are first named by the other one, two at most. */
  readonly firstNames: number;
  /** How rare those are. */
  readonly rareness: number;
  /** The other one brings in what this one uses and many others name: `create new habits`. */
  readonly bringsIn: number;
  /** A thing that both name is the subject of the other one: `Account deletion must …` */
  readonly isAbout: number;
  /** None of the things first named by the other one stands in its main clause. */
  readonly inPassing: number;
  /** The other one is the first of all that name anything of this one. */
  readonly isFirst: number;
  /** The same verb on another object: two of a kind. */
  readonly sameVerb: number;
  /** The largest share of units that name a thing that both name. */
  readonly commonness: number;
  readonly distance: number;
  /** The other one lists the fields of a record that both name. */
  readonly defines: number;
}

/** The things that each unit names, and who names or brings them in first. */
class Things {
  readonly named: readonly ReadonlySet<string>[];
  /** The same without what a unit says of all there are. */
  readonly used: readonly ReadonlySet<string>[];
  readonly first = new Map<string, number>();
  readonly broughtIn = new Map<string, number>();
  private readonly count = new Map<string, number>();
  private readonly actors = new Map<string, number>();
  private readonly modifiers = new Map<string, Set<string>>();
  private readonly units: readonly Unit[];

  constructor(units: readonly Unit[]) {
    this.units = units;
    for (const { phrases } of units) for (const phrase of phrases) this.countHead(phrase);
    const all = units.map(({ phrases }) => new Set(phrases.flatMap((phrase) => this.of(phrase))));
    const used = units.map(
      ({ phrases }) =>
        new Set(phrases.filter((phrase) => this.isUse(phrase)).flatMap((phrase) => this.of(phrase))),
    );
    for (const things of all)
      for (const thing of things) this.count.set(thing, (this.count.get(thing) ?? 0) + 1);
    this.named = all.map((things) => new Set([...things].filter((thing) => !this.isActor(thing))));
    this.used = used.map((things) => new Set([...things].filter((thing) => !this.isActor(thing))));
    for (const [index, { phrases }] of units.entries())
      for (const phrase of phrases) this.note(phrase, index);
  }

  private countHead({ nouns, role }: NounPhrase): void {
    const head = nouns.at(-1) ?? "";
    if (role === "subject" || role === "whom") this.actors.set(head, (this.actors.get(head) ?? 0) + 1);
    const modifiers = this.modifiers.get(head) ?? new Set();
    this.modifiers.set(head, nouns.length > 1 ? modifiers.add(nouns.at(-2) ?? "") : modifiers);
  }

  /** `person record` names a person and a person record, and a record too where there is only one kind. */
  of({ nouns, role }: NounPhrase): readonly string[] {
    const head = nouns.at(-1) ?? "";
    if (role === "whom") return [];
    if (nouns.length === 1) return [head];
    const isOneKind = (this.modifiers.get(head)?.size ?? 0) < 2;
    return [...nouns.slice(0, -1), ...(isOneKind ? [head] : []), nouns.slice(-2).join(" ")];
  }

  /** Who acts rather than what is acted on: the system, users. */
  private isActor(thing: string): boolean {
    const acts = this.actors.get(thing) ?? 0;
    return acts >= Math.max(2, (this.count.get(thing) ?? 0) / 2);
  }

  private note(phrase: NounPhrase, index: number): void {
    if (phrase.isGiven) return;
    for (const thing of this.of(phrase)) {
      if (!this.first.has(thing)) this.first.set(thing, index);
      if (phrase.isMade && !this.broughtIn.has(thing)) this.broughtIn.set(thing, index);
    }
  }

  share(thing: string): number {
    return (this.count.get(thing) ?? 1) / this.units.length;
  }

  rareness(thing: string): number {
    return -Math.log(this.share(thing)) / Math.log(this.units.length + 1);
  }

  uses(index: number, thing: string): boolean {
    return (
      this.units[index]?.phrases.some(
        (phrase) =>
          ["subject", "object", "of", "adverbial"].includes(phrase.role) &&
          this.isUse(phrase) &&
          this.of(phrase).includes(thing),
      ) ?? false
    );
  }

  /** `Store all habits` says nothing on whether there have to be any. */
  private isUse({ role, isAll }: NounPhrase): boolean {
    return !(isAll && role === "object");
  }

  in(index: number, thing: string, ...roles: readonly NounPhrase["role"][]): boolean {
    return (
      this.units[index]?.phrases.some(
        (phrase) => roles.includes(phrase.role) && this.of(phrase).includes(thing),
      ) ?? false
    );
  }
}

export interface Link {
  readonly from: number;
  readonly to: number;
  readonly signs: Signs;
}

/** Every pair of units that name a thing in common, with the signs for the first using the second. */
export function linksOf(units: readonly Unit[]): readonly Link[] {
  const things = new Things(units);
  return units.flatMap((_, from) =>
    units.flatMap((__, to) => {
      const shared = [...(things.used[from] ?? [])].filter((thing) => things.named[to]?.has(thing));
      return from === to || shared.length === 0 || units[from]?.isRecord
        ? []
        : [{ from, to, signs: signsOf(units, things, from, to, shared) }];
    }),
  );
}

const yes = (value: boolean): number => (value ? 1 : 0);

function signsOf(
  units: readonly Unit[],
  things: Things,
  from: number,
  to: number,
  shared: readonly string[],
): Signs {
  const area = units[from]?.area ?? null;
  const sameArea = area !== null && units[to]?.area === area;
  const own = shared.filter((thing) => things.first.get(thing) === to);
  const inMain = own.filter((thing) => things.in(to, thing, "object", "of", "name", "subject", "part"));
  return {
    sameArea: yes(sameArea),
    opensArea: yes(sameArea && units.findIndex((unit) => unit.area === area) === to),
    isNext: yes(area === null && to === from - 1),
    hasNoArea: yes(area === null),
    isLater: yes(to > from),
    firstNames: Math.min(2, own.length),
    rareness: Math.min(
      1.5,
      own.reduce((sum, thing) => sum + things.rareness(thing), 0),
    ),
    isAbout: yes(own.some((thing) => things.in(to, thing, "subject"))),
    inPassing: yes(own.length > 0 && inMain.length === 0),
    isFirst: yes(
      !things.named
        .slice(0, to)
        .some(
          (names, index) =>
            index !== from && [...(things.named[from] ?? [])].some((thing) => names.has(thing)),
        ),
    ),
    sameVerb: yes(mainVerb(units[from]) !== null && mainVerb(units[from]) === mainVerb(units[to])),
    commonness: Math.max(...shared.map((thing) => things.share(thing))),
    distance: Math.min(10, Math.abs(from - to)) / 10,
    defines: yes(units[to]?.isRecord === true && shared.some((thing) => thing === nameOf(units[to]))),
    bringsIn: yes(
      shared.some(
        (thing) =>
          things.broughtIn.get(thing) === to && things.share(thing) >= 0.15 && things.uses(from, thing),
      ),
    ),
  };
}

/** The record that a unit lists the fields of. */
const nameOf = (unit: Unit | undefined): string | undefined => unit?.phrases[0]?.nouns.slice(-2).join(" ");

const mainVerb = (unit: Unit | undefined): string | null =>
  unit?.phrases.find(({ role }) => role === "object")?.verb ?? null;
