import { citedKeys, requirementKey } from "../prd/ids.ts";
import type { Model, Part, Prd, Requirement } from "../prd/model.ts";
import type { Draft } from "./draft.ts";
import type { Word } from "./language.ts";
import { wordsOf } from "./language.ts";
import { nounPhrasesOf } from "./noun-phrases.ts";
import type { Bundle } from "./requirement-drafts.ts";
import { modelKey } from "./section-drafts.ts";
import type { Unit } from "./uses.ts";
import { Things } from "./uses.ts";

/** Adds the keys of the drafts that each draft uses, without cycles or transitive needs. */
export function withNeeds(
  { language, models }: Prd,
  drafts: readonly Draft[],
  bundles: readonly Bundle[],
): readonly Draft[] {
  const needs = new Map<string, Set<string>>(drafts.map(({ key }) => [key, new Set()]));
  const keyOf = new Map(
    drafts.flatMap(({ key, requirements }) => requirements.map((id) => [id, key] as const)),
  );
  for (const draft of drafts)
    for (const need of draft.needs) addNeed(needs, draft.key, keyOf.get(need) ?? need);
  const links =
    language === "en"
      ? likelyLinks([...bundles.map(unitOf), ...models.map(unitOfModel)])
      : linksOfNames(bundles);
  for (const { from, to } of links) addNeed(needs, from, to);
  for (const draft of drafts.filter(({ comesLast }) => comesLast))
    for (const id of testedBy(draft, bundles, language === "en")) addNeed(needs, draft.key, id);
  return drafts.map((draft) => ({ ...draft, needs: direct(needs, draft.key) }));
}

function addNeed(needs: ReadonlyMap<string, Set<string>>, from: string, to: string): void {
  if (from !== to && needs.has(to) && !reaches(needs, to, from)) needs.get(from)?.add(to);
}

function reaches(needs: ReadonlyMap<string, ReadonlySet<string>>, from: string, to: string): boolean {
  const open = [from];
  const seen = new Set(open);
  for (let key = open.pop(); key !== undefined; key = open.pop()) {
    if (key === to) return true;
    for (const next of needs.get(key) ?? []) {
      if (!seen.has(next)) open.push(next);
      seen.add(next);
    }
  }
  return false;
}

const direct = (needs: ReadonlyMap<string, ReadonlySet<string>>, key: string): readonly string[] => {
  const own = [...(needs.get(key) ?? [])];
  return own.filter((need) => !own.some((other) => other !== need && reaches(needs, other, need)));
};

/** The tested requirements: those cited in the test's title, else those that share a name with it, else all. */
function testedBy({ title }: Draft, bundles: readonly Bundle[], isEnglish: boolean): readonly string[] {
  const cited = new Set(citedKeys(title));
  const names = namesIn([title], isEnglish);
  const isCited = ({ id }: Requirement): boolean => cited.has(requirementKey(id));
  const isNamed = (one: Requirement): boolean =>
    namesIn(saidIn(one), isEnglish).some((name) => names.includes(name));
  const tested = [isCited, isNamed, () => true].map((isMeant) =>
    bundles.filter((bundle) => bundle.some(isMeant)),
  );
  return tested.find(({ length }) => length > 0)?.map(([{ id }]) => id) ?? [];
}

/** Names in inline code, and in English also pairs of nouns: `stats table`. */
function namesIn(texts: readonly string[], isEnglish: boolean): readonly string[] {
  const phrases = isEnglish ? texts.flatMap((text) => nounPhrasesOf(text)) : [];
  const nouns = phrases.flatMap((phrase) =>
    phrase.nouns.length > 1 ? [phrase.nouns.slice(-2).join(" ")] : [],
  );
  return [...texts.flatMap(codeNames), ...nouns];
}

const codeNames = (text: string): readonly string[] =>
  [...text.matchAll(/`([^`]+)`/g)].flatMap(([, code = ""]) => code.match(/[\w.]{4,}/g) ?? []);

const saidIn = ({ title, text, parts }: Requirement): readonly string[] => [
  title ?? "",
  text,
  ...textsOf(parts),
];

interface NeedLink {
  readonly from: string;
  readonly to: string;
}

/** For languages other than English: a requirement needs the first one that has the same name in inline code. */
function linksOfNames(bundles: readonly Bundle[]): readonly NeedLink[] {
  const first = new Map<string, string>();
  return bundles.flatMap(([requirement]) => {
    const names = saidIn(requirement).flatMap(codeNames);
    const links = names.map((name) => ({ from: requirement.id, to: first.get(name) ?? requirement.id }));
    for (const name of names) if (!first.has(name)) first.set(name, requirement.id);
    return links;
  });
}

/** The maximum number of needs of a unit. The most certain ones are kept. */
const mostNeeds = 3;

/** The most certain needs of each unit, sorted by certainty. */
function likelyLinks(units: readonly Unit[]): readonly NeedLink[] {
  const things = new Things(units);
  const kept = units.flatMap((unit, from) =>
    units
      .map(({ key }, to) => ({ from: unit.key, to: key, sureness: surenessOf(things, from, to) }))
      .filter(({ sureness }) => sureness > 0)
      .toSorted((a, b) => b.sureness - a.sureness)
      .slice(0, mostNeeds),
  );
  return kept.toSorted((a, b) => b.sureness - a.sureness);
}

/** How certain it is that one unit uses the result of another. `docs/generate.md` explains the rules. */
function surenessOf(things: Things, from: number, to: number): number {
  const [unit, other] = [things.units[from], things.units[to]];
  if (unit === undefined || other === undefined || from === to || unit.isRecord) return 0;
  const shared = things.shared(from, to);
  if (other.isRecord && shared.includes(nameOf(other))) return 9;
  const isEarlier = to < from;
  if (isEarlier && things.letsIn(to, from)) return 6;
  if (shared.length === 0 || things.isParallel(from, to)) return 0;
  if (things.keepsAll(to, from)) return 7;
  return isEarlier ? surenessOfEarlier(things, from, to, shared) : 0;
}

/** The first unit of an area counts as the base of this many units after it if they share a name. */
const nearby = 3;

function surenessOfEarlier(things: Things, from: number, to: number, shared: readonly string[]): number {
  const { area = null } = things.units[from] ?? {};
  const first = shared.filter((thing) => things.introduces(to, thing));
  const opens = things.opener(area) === to;
  if (opens && first.length > 0) return 5 + Math.min(first.length, 2) / 2;
  if (area === null) return to === from - 1 ? 4 : 0;
  if (area !== things.units[to]?.area && first.length > 1) return 5;
  if (opens && from - to <= nearby) return 3;
  const isSaid = first.some((thing) => [from, to].every((index) => things.isInSentence(index, thing)));
  const isMade = first.some((thing) => things.brings(to, thing));
  return isMade || (isSaid && things.isFirstOfAll(to, from)) ? 2 : 0;
}

/** The name of the record whose fields a unit lists. */
const nameOf = (unit: Unit): string => unit.phrases[0]?.nouns.slice(-2).join(" ") ?? "";

/** A model as a unit. Text that says "verification token" refers to `VerificationToken`. */
function unitOfModel({ name }: Model): Unit {
  const spelled = name
    .replaceAll(/[`*]/g, "")
    .replaceAll(/(?<=[a-z])(?=[A-Z])|_/g, " ")
    .toLowerCase();
  const nouns = wordsOf(spelled).map(({ lemma }) => lemma);
  const phrases = [{ nouns, isGiven: true, isAll: false, isMade: false, role: "part" as const }];
  return { key: modelKey(name), area: null, isRecord: true, phrases, deeds: new Set(), marks: new Set() };
}

function unitOf(bundle: Bundle): Unit {
  const [requirement] = bundle;
  const { id, area, title, text, lead, parts } = requirement;
  const isRecord = bundle.length > 1;
  const words = saidIn(requirement).map(wordsOf);
  const deeds = new Set(words.slice(0, 2).flatMap(deedsIn));
  const said = [
    ...(title === null ? [] : nounPhrasesOf(title, "name")),
    ...(text === title ? [] : nounPhrasesOf(text)),
    ...textsOf(parts).flatMap((part) => nounPhrasesOf(part, "part")),
  ];
  const fields = bundle.flatMap((field) => nounPhrasesOf(field.text, "part"));
  const phrases = isRecord ? [...nounPhrasesOf(lead.at(-1)?.text ?? ""), ...fields] : said;
  return { key: id, area, isRecord, phrases, deeds, marks: new Set(words.flatMap(marksIn)) };
}

const textsOf = (parts: readonly Part[]): readonly string[] =>
  parts.flatMap((part) => [part.text, ...textsOf(part.parts)]);

/** A phrasal verb as one word: `log in` and `logged-in` are `login`. Null for a noun such as `a first sign-in`. */
function phrasalAt(words: readonly Word[], index: number): string | null {
  const { text = "", lemma = "", tag } = words[index] ?? {};
  const isJoined = words[index + 1]?.text === "-";
  const particle = words[index + (isJoined ? 2 : 1)]?.text ?? "";
  const isPhrasal =
    tag === "VERB" && (!isJoined || text.endsWith("ed")) && /^(?:in|out|up|off)$/.test(particle);
  return isPhrasal ? `${lemma}${particle}` : null;
}

const deedsIn = (words: readonly Word[]): readonly string[] =>
  words.flatMap(({ lemma, tag }, index) => (tag === "VERB" ? [phrasalAt(words, index) ?? lemma] : []));

const marksIn = (words: readonly Word[]): readonly string[] =>
  words.flatMap(({ lemma, tag }, index) => {
    const phrasal = phrasalAt(words, index);
    return phrasal === null && (tag === "VERB" || tag === "PROPN") ? [] : [phrasal ?? lemma];
  });
