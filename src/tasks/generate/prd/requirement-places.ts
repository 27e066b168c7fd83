import { headingWords, isPlainlyRequirements } from "./heading-kind.ts";
import type { Endpoint, SectionKind, Story } from "./model.ts";
import type { Point } from "./outline.ts";
import { everyOne, own } from "./points.ts";
import type { RequirementReader } from "./requirement-reader.ts";
import type { Kinded } from "./sections.ts";
import { constraintKinds, topmost } from "./sections.ts";

/** The sources of requirements. */
interface Sources {
  readonly kinded: readonly Kinded[];
  readonly stories: readonly Story[];
  readonly endpoints: readonly Endpoint[];
}

/** Reads the requirements from the most explicit place that has any, and entries with an id from everywhere else. */
export function readRequirements(sources: Sources, reader: RequirementReader): SectionKind {
  const { kinded } = sources;
  const place = readPlace(sources, reader);
  for (const { chapter } of topmost(kinded, "quality")) reader.readLabelled(chapter, true);
  for (const { chapter, kind } of kinded) {
    const isElsewhere = kind !== place && !["quality", "testing"].includes(kind) && constraintKinds.has(kind);
    if (isElsewhere || (kind === "requirements" && !reader.read.has(chapter.line)))
      reader.readLabelled(chapter);
  }
  return place;
}

/** Tries the places that can list requirements, the most explicit first, and stops at the first that has any. */
function readPlace({ kinded, stories, endpoints }: Sources, reader: RequirementReader): SectionKind {
  const readKinds = (...kinds: readonly SectionKind[]): void =>
    each(
      kinds.flatMap((kind) => topmost(kinded, kind)),
      ({ chapter }) => reader.readPlace(chapter),
    );
  const attempts: readonly (readonly [SectionKind, () => void])[] = [
    ["requirements", () => readRequired(kinded, reader)],
    ["features", () => readKinds("features")],
    ["stories", () => each(stories, (story) => reader.add(story))],
    ["criteria", () => readKinds("criteria")],
    ["scope", () => readKinds("scope")],
    ["other", () => each(unnamed(kinded), (section) => reader.readPlace(section))],
    ["endpoints", () => each(endpoints, (endpoint) => reader.add(storyOf(endpoint)))],
    ["technical", () => readKinds("endpoints", "technical", "design")],
    ["plan", () => each(topmost(kinded, "plan"), ({ chapter }) => reader.readHeadings(chapter))],
    ["other", () => each(withProse(kinded), (section) => reader.readProse(section))],
  ];
  for (const [place, attempt] of attempts) {
    attempt();
    if (reader.found.length > 0) return place;
  }
  return "other";
}

function each<T>(all: readonly T[], read: (one: T) => void): void {
  for (const one of all) read(one);
}

function readRequired(kinded: readonly Kinded[], reader: RequirementReader): void {
  const required = topmost(kinded, "requirements");
  const plain = required.filter(({ chapter }) => isPlainlyRequirements(chapter.text));
  // `General requirements` supplement the features.
  const isRest = plain.length === 0 && required.some(({ chapter }) => saysRest(chapter.text));
  const places = plain.length > 0 ? plain : required;
  for (const { chapter } of isRest ? [...places, ...topmost(kinded, "features")] : places)
    reader.readPlace(chapter);
}

const saysRest = (heading: string): boolean =>
  /^(?:general|common|other|additional|further|cross-cutting|shared|global)\b/.test(headingWords(heading));

/** Sections with unrecognized headings that contain a list or table, without their subsections. */
const unnamed = (kinded: readonly Kinded[]): readonly Point[] =>
  kinded
    .filter(({ kind }) => kind === "other")
    .map(({ chapter }) => ({ ...chapter, below: [...own(chapter)] }))
    .filter(({ below }) => everyOne(below).some(({ form }) => form === "item" || form === "table"));

const withProse = (kinded: readonly Kinded[]): readonly Point[] =>
  kinded.flatMap(({ chapter, kind }) => (kind === "other" || kind === "scope" ? [chapter] : []));

const storyOf = ({ method, path, purpose, line }: Endpoint) => {
  const text = `\`${method} ${path}\`${purpose === null ? "" : `: ${purpose}`}`;
  return { id: null, title: null, text, line, criteria: [] };
};
