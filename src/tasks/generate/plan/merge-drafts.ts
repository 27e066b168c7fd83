import { meaningfulWords } from "../wording/word-weights.ts";
import { cleanCriteria } from "./criteria.ts";
import type { Draft } from "./draft.ts";
import { fitted } from "./steps.ts";
import { saysMore, usualWork } from "./usual-work.ts";

/** Makes one task of those that a PRD asks for twice, so that nothing is done twice. */
export function mergeDrafts(drafts: readonly Draft[]): readonly Draft[] {
  const merged = new Map<string, Draft>();
  for (const draft of drafts) {
    const deed = deedOf(draft);
    const twin = merged.get(deed);
    merged.set(deed, twin === undefined ? draft : joined(twin, draft));
  }
  return withoutUmbrellas([...merged.values()]);
}

/**
 * The same for tasks that do the same in the same area, whoever is let do it: `Let users add visits to person
 * records` and `Add new visits to any person record`. Two words are too few to tell.
 */
function deedOf({ key, title, area, method }: Draft): string {
  const words = [...meaningfulWords(title.replace(/^let (?:all |the )?[\w-]+ /i, ""))];
  if (method !== null || words.length < 3) return key;
  // `region 1` and `region 2` are two, though a figure alone carries no meaning elsewhere.
  const figures = title.match(/\d+/g) ?? [];
  return `${area ?? ""}: ${[...words.toSorted(), ...figures].join(" ")}`;
}

const joined = (one: Draft, other: Draft): Draft => ({
  ...one,
  requirements: [...new Set([...one.requirements, ...other.requirements])],
  files: [...new Set([...one.files, ...other.files])].slice(0, 8),
  steps: fitted(testsLast([...one.steps, ...other.steps.filter((step) => isNew(step, one))])),
  verification: cleanCriteria([
    ...one.verification,
    ...other.verification.filter((criterion) => isNew(criterion, one)),
  ]).slice(0, 9),
  words: `${one.words}\n${other.words}`,
  // A task that needs the other one now needs this one, and none needs itself.
  needs: [...one.needs, ...other.needs].filter((need) => need !== one.key && need !== other.key),
});

const isTest = (step: string): boolean => step.startsWith("Write a test for:");

/** What both say is tested once all of it is done. */
const testsLast = (steps: readonly string[]): readonly string[] => [
  ...steps.filter((step) => !isTest(step)),
  ...steps.filter(isTest),
];

/** What a twin says of its own, beyond the title that both share and what goes with every work of the kind. */
const isNew = (text: string, { title, deliverable }: Draft): boolean =>
  saysMore(text, title) &&
  !isTest(text) &&
  ![...usualWork(deliverable, title).steps, ...usualWork(deliverable, title).criteria].includes(text);

const everything = /\bcreate,\s+(?:read|view),\s+(?:update|edit),?\s+and\s+delete\s+(.+)$/i;

/** `create, read, update, and delete X` is carried by the tasks that create, view, edit and delete X, where there are such. */
function withoutUmbrellas(drafts: readonly Draft[]): readonly Draft[] {
  const carried = new Map<string, string[]>();
  const dropped = new Set<string>();
  for (const draft of drafts) {
    const parts = partsOf(draft, drafts);
    if (parts.length < 3) continue;
    dropped.add(draft.key);
    for (const part of parts)
      carried.set(part.key, [...(carried.get(part.key) ?? []), ...draft.requirements]);
  }
  return drafts
    .filter(({ key }) => !dropped.has(key))
    .map((draft) => ({
      ...draft,
      requirements: [...new Set([...(carried.get(draft.key) ?? []), ...draft.requirements])],
    }));
}

function partsOf(umbrella: Draft, drafts: readonly Draft[]): readonly Draft[] {
  const object = everything.exec(umbrella.title)?.[1];
  if (object === undefined) return [];
  const words = [...meaningfulWords(object)];
  return drafts.filter(
    (draft) =>
      draft !== umbrella &&
      draft.area === umbrella.area &&
      /^(?:let \w+ )?(?:create|add|view|edit|update|delete|remove)\b/i.test(draft.title) &&
      words.every((word) => meaningfulWords(draft.title).has(word)),
  );
}
