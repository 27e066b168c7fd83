import { citedKeys, requirementKey } from "../prd/ids.ts";
import type { Model, Part, Prd } from "../prd/model.ts";
import type { Draft } from "./draft.ts";
import { wordsOf } from "./language.ts";
import type { NounPhrase } from "./noun-phrases.ts";
import { nounPhrasesOf } from "./noun-phrases.ts";
import type { Bundle } from "./requirement-drafts.ts";
import { modelKey } from "./section-drafts.ts";
import type { Unit } from "./uses.ts";
import { likelyNeeds } from "./uses.ts";

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
