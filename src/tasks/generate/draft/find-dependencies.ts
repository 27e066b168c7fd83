import type { Model, Part, Prd } from "../prd/model.ts";
import type { Draft } from "./draft.ts";
import { wordsOf } from "./language.ts";
import { nounPhrasesOf } from "./noun-phrases.ts";
import type { Bundle } from "./requirement-drafts.ts";
import { modelKey } from "./section-drafts.ts";
import type { Link, Signs, Unit } from "./uses.ts";
import { linksOf } from "./uses.ts";

/** What each sign is worth; `docs/generate.md` tells where the figures are from. */
const weights: Readonly<Record<keyof Signs, number>> = {
  sameArea: 0.9,
  opensArea: 1.4,
  isNext: 0.8,
  hasNoArea: 0.6,
  isLater: -1.1,
  firstNames: 1.6,
  rareness: -0.9,
  isAbout: 1,
  inPassing: -1.1,
  isFirst: 0.8,
  sameVerb: -1,
  commonness: 0.7,
  distance: 0.8,
  bringsIn: 3,
  defines: 4,
};
const bias = -2.65;

/** The drafts with the keys of the drafts they use, without cycles and without what follows from another need. */
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
  const links = language === "en" ? likelyLinks([...bundles.map(unitOf), ...models.map(unitOfModel)]) : [];
  for (const { from, to } of links) addNeed(needs, from, to);
  const last = drafts.filter(({ comesLast }) => comesLast).map(({ key }) => key);
  const built = bundles.map(([{ id }]) => id);
  for (const from of last) for (const to of built) addNeed(needs, from, to);
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

/** The two likeliest uses of each unit that are more likely than not, the likeliest of all first. */
function likelyLinks(units: readonly Unit[]): readonly { readonly from: string; readonly to: string }[] {
  const rated = linksOf(units).map((link) => ({ ...link, value: likelihoodOf(link) }));
  const kept = [...Map.groupBy(rated, ({ from }) => from).values()].flatMap((links) =>
    links
      .filter(({ value }) => value > 0)
      .toSorted((a, b) => b.value - a.value)
      .slice(0, 2),
  );
  return kept
    .toSorted((a, b) => b.value - a.value)
    .map(({ from, to }) => ({ from: units[from]?.key ?? "", to: units[to]?.key ?? "" }));
}

const likelihoodOf = ({ signs }: Link): number =>
  Object.entries(weights).reduce((sum, [sign, weight]) => sum + weight * signs[sign as keyof Signs], bias);

/** `VerificationToken` is named by what uses a verification token. */
function unitOfModel({ name }: Model): Unit {
  const words = wordsOf(
    name
      .replaceAll(/[`*]/g, "")
      .replaceAll(/(?<=[a-z])(?=[A-Z])|_/g, " ")
      .toLowerCase(),
  );
  const nouns = words.map(({ lemma }) => lemma);
  const phrase = {
    nouns,
    isGiven: true,
    isAll: false,
    isMade: false,
    isNew: false,
    role: "subject",
    verb: null,
  } as const;
  return { key: modelKey(name), area: null, isRecord: true, phrases: [phrase] };
}

function unitOf(bundle: Bundle): Unit {
  const [{ id, area, title, text, lead, parts }] = bundle;
  const base = { key: id, area, isRecord: bundle.length > 1 };
  if (bundle.length > 1) {
    const fields = bundle.flatMap((field) => nounPhrasesOf(field.text, "part"));
    return { ...base, phrases: [...nounPhrasesOf(lead.at(-1)?.text ?? ""), ...fields] };
  }
  const named = title === null ? [] : nounPhrasesOf(title, "name");
  const said = text === title ? [] : nounPhrasesOf(text);
  return { ...base, phrases: [...named, ...said, ...parts.flatMap(phrasesOfPart)] };
}

const phrasesOfPart = ({ text, parts }: Part): Unit["phrases"] => [
  ...nounPhrasesOf(text, "part"),
  ...parts.flatMap(phrasesOfPart),
];
