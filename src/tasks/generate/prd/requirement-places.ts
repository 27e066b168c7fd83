import type { SectionKind } from "./heading-kind.ts";
import { isPlainlyRequirements } from "./heading-kind.ts";
import { beginsStory, continuesStory } from "./labels.ts";
import type { Endpoint, Part, Passage, Story } from "./model.ts";
import type { Point } from "./points.ts";
import { everyOne, own } from "./points.ts";
import { isCover } from "./points-of-sections.ts";
import type { OpenRequirement } from "./requirement-reader.ts";
import { RequirementReader } from "./requirement-reader.ts";
import type { Kinded } from "./sections.ts";
import { constraintKinds, topmost } from "./sections.ts";

/** Reads the requirements from the most explicit place that has any, and entries with an id from everywhere else. */
export function readRequirements(
  kinded: readonly Kinded[],
  stories: readonly Story[],
  endpoints: readonly Endpoint[],
  reader: RequirementReader,
): SectionKind {
  const place = readPlace(kinded, stories, endpoints, reader);
  for (const { chapter } of topmost(kinded, "quality")) reader.readLabelled(chapter, true);
  for (const { chapter, kind, parent } of kinded)
    if (kind === "other" && place !== kind && parent !== null && !isCover(chapter, kind))
      reader.readObligations(chapter, "item");
  for (const { chapter, kind } of kinded) {
    const isElsewhere = kind !== place && !["quality", "testing"].includes(kind) && constraintKinds.has(kind);
    if (isElsewhere) reader.readLabelled(chapter);
  }
  return place;
}

/** Tries the places that can list requirements, the most explicit first, and stops at the first that has any. */
function readPlace(
  kinded: readonly Kinded[],
  stories: readonly Story[],
  endpoints: readonly Endpoint[],
  reader: RequirementReader,
): SectionKind {
  const of = (...kinds: readonly SectionKind[]): readonly Point[] =>
    kinds.flatMap((kind) => topmost(kinded, kind)).map(({ chapter }) => chapter);
  const required = of("requirements");
  const plain = required.filter(({ text }) => isPlainlyRequirements(text));
  const others = kinded.filter(({ kind }) => kind === "other").map(({ chapter }) => chapter);
  const boxed = others.filter((one) => everyOne(own(one)).some(({ isDone }) => isDone !== null));
  const listed = boxed.length > 0 ? boxed : others.filter(hasList);
  const readAll = (sections: readonly Point[]): void => each(sections, (one) => reader.readPlace(one));
  const attempts: readonly (readonly [SectionKind, () => void])[] = [
    ["requirements", () => readAll(plain.length > 0 ? plain : required)],
    ["features", () => readAll(of("features"))],
    [
      "stories",
      () =>
        each(stories, (one) => reader.add(one.id, { ...one, criteria: [...one.criteria, ...one.details] })),
    ],
    ["criteria", () => readAll(of("criteria"))],
    ["scope", () => readAll(of("scope"))],
    ["other", () => readAll(listed.map((one) => ({ ...one, below: [...own(one)] })))],
    ["endpoints", () => each(endpoints, (one) => reader.add(null, { text: textOf(one), line: one.line }))],
    ["plan", () => each(of("plan"), (one) => reader.readHeadings(one))],
    ["other", () => each([...others, ...of("scope")], (one) => reader.readObligations(one, "line"))],
  ];
  for (const [place, attempt] of attempts) {
    attempt();
    if (reader.found.length + reader.unread.length > 0) return place;
  }
  return "other";
}

function each<T>(all: readonly T[], read: (one: T) => void): void {
  for (const one of all) read(one);
}

const hasList = (section: Point): boolean =>
  everyOne(own(section)).some(({ form }) => form === "item" || form === "table");

const textOf = ({ method, path, purpose }: Endpoint): string =>
  `\`${method} ${path}\`${purpose === null ? "" : `: ${purpose}`}`;

/** The stories of sections, read like requirements. Other points count only if no point has the form of a story. */
export function readStories(kinded: readonly Kinded[]): readonly Story[] {
  const reader = new RequirementReader(kinded, []);
  for (const { chapter } of topmost(kinded, "stories")) reader.readPlace(chapter);
  const all = reader.found.map(storyOf);
  const told = all.filter(
    ({ id, text, criteria, details }) =>
      id !== null || beginsStory(text) || criteria.length + details.length > 0,
  );
  return told.length > 0 ? told : all;
}

/** A scenario is a criterion as a whole. */
function storyOf({ label, title, text: said, parts, criteria, line }: OpenRequirement): Story {
  const isSentence = ({ text }: Part): boolean => beginsStory(text) || continuesStory(text);
  const sentence = parts.filter(isSentence).map((part) => part.text);
  const text = [...(said === title && sentence.length > 0 ? [] : [said]), ...sentence].join(" ");
  const below = parts.filter((part) => !isSentence(part)).flatMap(passages);
  const isScenario = /^given\b.*\bthen\b/i.test(text);
  const checks = isScenario ? [{ text, line }] : criteria;
  const name = title?.replace(/^scenario[^:]*:\s*/i, "") ?? null;
  return {
    id: label?.id ?? null,
    title: name,
    text,
    criteria: checks,
    details: isScenario ? [] : below,
    line,
  };
}

const passages = ({ text, line, parts }: Part): readonly Passage[] => [
  { text, line },
  ...parts.flatMap(passages),
];
