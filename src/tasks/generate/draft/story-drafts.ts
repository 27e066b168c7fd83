import { stemsOf } from "../../lint/rule.ts";
import { bearersOf } from "../bearers-of.ts";
import { citedKeys, dependencyLine, requirementKey } from "../prd/labels.ts";
import type { Prd, Story } from "../prd/model.ts";
import { textsOf, textsOfAll } from "../prd/points.ts";
import type { Draft } from "./plan.ts";
import { draftAt, merged } from "./plan.ts";
import { pathsIn, pointsOf, stepOf } from "./requirement-drafts.ts";
import { isNominal, plainHeading, titleOfName, titleOfSentence } from "./title.ts";

/** A story that is work of its own, with the section that its criteria are in. */
export interface Told {
  readonly story: Story;
  readonly section: string;
  readonly words: ReadonlySet<string>;
  /** The words of each of its sentences. */
  readonly sentences: readonly ReadonlySet<string>[];
  /** Whether the titles of all such stories are names. */
  readonly isNamed: boolean;
}

/** The most requirements that one story takes. */
const mostRequirements = 4;
/** The share of its words, weighed by rarity, that a requirement has in common with its story, at least. */
const share = 0.35;
/** How much more a requirement has in common with its story, or with one sentence of it, than with any other. */
const lead = 1.1;

/**
 * Adds a task for each told story, with the requirements that are plainly about it. The criteria of scenarios (`Given
 * …`) test what several requirements build, so they stay apart.
 */
export function withStories(prd: Prd, told: readonly Told[], drafts: readonly Draft[]): readonly Draft[] {
  const storyOf = told.length === 0 ? new Map<string, Told>() : storiesOf(prd, told);
  const gathered = Map.groupBy(drafts, ({ key }) => storyOf.get(key));
  return [
    ...told.map((one) => draftOf(prd, one, told, gathered.get(one) ?? [])),
    ...(gathered.get(undefined) ?? []),
  ];
}

/** The stories with criteria that belong to no requirement. Criteria of a section with several stories stay apart. */
export function toldStories(prd: Prd): readonly Told[] {
  const sectionAt = new Map(prd.criteria.map(({ line, section }) => [line, section]));
  const told = prd.stories.flatMap((story) => {
    const section = sectionAt.get(story.criteria[0]?.line ?? 0);
    const isScenario = story.criteria.some(({ text }) => /^given\b/i.test(text));
    if (section === undefined || isScenario) return [];
    const sentences = saidBy(story).map(stemsOf);
    return [{ story, section, sentences, words: new Set(sentences.flatMap((stems) => [...stems])) }];
  });
  const bySection = Map.groupBy(told, ({ section }) => section);
  const own = told.filter(({ section }) => bySection.get(section)?.length === 1);
  // If `Filter Visitors` says what to do, so does `Export Visitors`, which the tagger reads as a name.
  const isNamed = own.every(({ story }) => isNominal(story.title ?? ""));
  return own.map((one) => ({ ...one, isNamed }));
}

const saidBy = ({ title, text, criteria, details }: Story): readonly string[] => [
  title ?? "",
  text,
  ...textsOfAll(criteria),
  ...details.map(stepOf),
];

/** The story of each requirement that is plainly about one. Rare words count most. */
function storiesOf(prd: Prd, told: readonly Told[]): ReadonlyMap<string, Told> {
  const telling = bearersOf(told, ({ words }) => words);
  const rarity = (word: string): number => Math.log((told.length + 1) / (telling.get(word)?.length ?? 0.5));
  const weightOf = (words: readonly string[]): number =>
    words.reduce((total, word) => total + rarity(word), 0);
  const found = prd.requirements.flatMap(({ id, title, text, parts }) => {
    const words = [...stemsOf([title, text, ...textsOf(parts)].join(" "))];
    const shares = told.map((one) => {
      const common = words.filter((word) => one.words.has(word));
      return { id, one, common, weight: weightOf(common) };
    });
    const closeness = ({ one, common, weight }: (typeof shares)[number]): number =>
      weight + Math.max(...one.sentences.map((stems) => weightOf(common.filter((word) => stems.has(word)))));
    const best = leaderOf(shares, ({ weight }) => weight) ?? leaderOf(shares, closeness);
    return best !== undefined && best.weight >= share * weightOf(words) ? [best] : [];
  });
  const taken = [...Map.groupBy(found, ({ one }) => one).values()].flatMap((own) =>
    own.toSorted((a, b) => b.weight - a.weight).slice(0, mostRequirements),
  );
  return new Map(taken.map(({ id, one }) => [id, one]));
}

/** The one with the highest value, if that leads the next by a factor. */
function leaderOf<T>(all: readonly T[], measure: (one: T) => number): T | undefined {
  const [best, second] = all
    .map((one) => ({ one, value: measure(one) }))
    .toSorted((one, other) => other.value - one.value);
  return best !== undefined && best.value >= lead * (second?.value ?? 0) ? best.one : undefined;
}

/** The stories that a line such as `Depends on: US-1` names. */
function prerequisitesOf({ details }: Story, told: readonly Told[]): readonly string[] {
  const cited = details
    .filter(({ text }) => dependencyLine.test(text))
    .flatMap(({ text }) => citedKeys(text));
  return told.flatMap(({ story }) => (cited.includes(requirementKey(story.id ?? "")) ? [keyOf(story)] : []));
}

const keyOf = ({ line }: Story): string => `story ${line}`;

function draftOf(prd: Prd, one: Told, told: readonly Told[], own: readonly Draft[]): Draft {
  const { story, section, isNamed } = one;
  const { id, title, text, line, details } = story;
  const isName = prd.language === "en" && isNamed;
  const criteria = textsOfAll(story.criteria);
  const needs = prerequisitesOf(story, told);
  const draft = draftAt(prd, line, {
    key: keyOf(story),
    title: title === null ? titleOfSentence(text) : isName ? titleOfName(title) : plainHeading(title),
    requirements: [id ?? section],
    files: criteria.flatMap(pathsIn),
    // A title says the sentence only in short.
    steps: [
      ...(title === null && details.length + own.length > 0 ? [] : [text]),
      ...textsOfAll(pointsOf(details.filter(({ text: said }) => !dependencyLine.test(said)))),
    ],
    criteria,
    needs,
    hasStatedNeeds: needs.length > 0,
  });
  return merged(draft, own);
}
