import type { UserStory } from "../prd/prd.ts";
import { isEnglish } from "../wording/is-english.ts";
import { shortened, uncapitalized } from "../wording/text-case.ts";
import { meaningfulWords } from "../wording/word-weights.ts";
import type { Context } from "./context.ts";
import { cleanCriteria } from "./criteria.ts";
import type { Draft } from "./draft.ts";
import { proposedFile } from "./propose-files.ts";
import { fitted } from "./steps.ts";

const most = 8;
const least = 3;

/** The user stories are played through once everything is there; each is a test from the user's side. */
export function storyDrafts(stories: readonly UserStory[], context: Context): readonly Draft[] {
  const groups = byArea(stories, context);
  return [...groups].flatMap(([area, own]) =>
    Array.from({ length: Math.ceil(own.length / most) }, (_, part) =>
      storyDraft(area, own.slice(part * most, (part + 1) * most), own.length > most ? part + 1 : 0, context),
    ),
  );
}

/** By the area that the stories' requirements stand in, as long as there are enough of them to part. */
function byArea(
  stories: readonly UserStory[],
  { prd, weights, wordsOf }: Context,
): ReadonlyMap<string | null, readonly UserStory[]> {
  const groups = new Map<string | null, UserStory[]>();
  for (const story of stories) {
    const words = meaningfulWords(`${story.title ?? ""} ${story.want}`);
    const best = prd.requirements
      .map(({ area }, index) => ({
        area,
        score: weights.similarity(words, meaningfulWords(wordsOf(prd.requirements[index] ?? emptyOf(prd)))),
      }))
      .toSorted((a, b) => b.score - a.score)[0];
    const area = stories.length <= most ? null : (best?.area ?? null);
    groups.set(area, [...(groups.get(area) ?? []), story]);
  }
  return withoutSmall(groups);
}

/** One or two stories make no task of their own: those of several areas are played through together. */
function withoutSmall(
  groups: ReadonlyMap<string | null, readonly UserStory[]>,
): ReadonlyMap<string | null, readonly UserStory[]> {
  const large = [...groups].filter(([, own]) => own.length >= least);
  const small = [...groups].filter(([, own]) => own.length < least).flatMap(([, own]) => own);
  return small.length === 0
    ? groups
    : new Map([...large, [large.length === 0 ? null : "the other areas", small] as const]);
}

function emptyOf({ requirements }: Context["prd"]): Context["prd"]["requirements"][number] {
  const [first] = requirements;
  if (first === undefined) throw new Error("Expected a PRD with requirements");
  return first;
}

function storyDraft(
  area: string | null,
  stories: readonly UserStory[],
  part: number,
  context: Context,
): Draft {
  return {
    key: `stories ${area ?? ""} ${part}`,
    deliverable: "test",
    title: `Play through the user stories${area === null ? "" : ` of ${area}`}${part === 0 ? "" : `, part ${part}`}`,
    area: null,
    requirements: stories.flatMap(({ id }) => (id === null ? [] : [id])),
    files: proposedFile("test", `${area ?? ""} user stories`, context.stack),
    method: null,
    path: null,
    steps: fitted([
      ...stories.map(
        (story) => `Play through ${story.id ?? "the story"}: ${story.title ?? shortened(story.want, 160)}`,
      ),
      ...(stories.length === 1 ? ["Write down what stood in the way, and mend it"] : []),
    ]),
    verification: cleanCriteria(stories.map((story) => factOfStory(story))),
    words: stories.map(({ want, title }) => `${title ?? ""} ${want}`).join("\n"),
    needs: [],
  };
}

function factOfStory({ role, want }: UserStory): string {
  if (!isEnglish(want)) return want;
  const name = inThirdPerson(role ?? "user");
  const who = /^(?:a|an|the)\s/i.test(name)
    ? name
    : `${/^[aeiou]/i.test(name) && !/^us/i.test(name) ? "an" : "a"} ${uncapitalized(name)}`;
  return `${who} can ${uncapitalized(inThirdPerson(want.replace(/^(?:to|be able to)\s+/i, "")))}`;
}

const inThirdPerson = (want: string): string =>
  want
    .replaceAll(/\bI(?:'m| am)\b/g, "they are")
    .replaceAll(/\bI was\b/g, "they were")
    .replaceAll(/\bI've\b/g, "they have")
    .replaceAll(/\bI\b/g, "they")
    .replaceAll(/\bmy\b/g, "their")
    .replaceAll(/\bmyself\b/g, "themselves")
    .replaceAll(/\bme\b/g, "them")
    .replaceAll(/\bmine\b/g, "theirs");
