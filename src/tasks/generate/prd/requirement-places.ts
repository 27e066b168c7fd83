import { headingWords, isPlainlyRequirements } from "./heading-kind.ts";
import type { Endpoint, SectionKind, Story } from "./model.ts";
import { everyOne, own } from "./points.ts";
import type { RequirementReader } from "./requirement-reader.ts";
import type { Kinded } from "./sections.ts";
import { constraintKinds, topmost } from "./sections.ts";

/** What requirements can be read from. */
interface Sources {
  readonly kinded: readonly Kinded[];
  readonly stories: readonly Story[];
  readonly endpoints: readonly Endpoint[];
}

/** Reads the requirements from the plainest place that has any, and what bears an id elsewhere too. */
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

function readPlace({ kinded, stories, endpoints }: Sources, reader: RequirementReader): SectionKind {
  const required = topmost(kinded, "requirements");
  const plain = required.filter(({ chapter }) => isPlainlyRequirements(chapter.text));
  // `General requirements` are those besides the features, not all there are.
  const isRest = plain.length === 0 && required.some(({ chapter }) => saysRest(chapter.text));
  const places = plain.length > 0 ? plain : required;
  for (const { chapter } of isRest ? [...places, ...topmost(kinded, "features")] : places)
    reader.readPlace(chapter);
  if (reader.found.length > 0) return "requirements";
  for (const { chapter } of topmost(kinded, "features")) reader.readPlace(chapter);
  if (reader.found.length > 0) return "features";
  for (const story of stories) reader.add(story);
  if (reader.found.length > 0) return "stories";
  for (const kind of ["criteria", "scope"] as const) {
    for (const { chapter } of topmost(kinded, kind)) reader.readPlace(chapter);
    if (reader.found.length > 0) return kind;
  }
  return readPlainWords({ kinded, stories, endpoints }, reader);
}

const saysRest = (heading: string): boolean =>
  /^(?:general|common|other|additional|further|cross-cutting|shared|global)\b/.test(headingWords(heading));

/** Where no section is one of requirements: points under unrecognized headings, routes, plans and prose. */
function readPlainWords({ kinded, endpoints }: Sources, reader: RequirementReader): SectionKind {
  const attempts: readonly (readonly [SectionKind, () => void])[] = [
    ["other", () => readUnnamed(kinded, reader)],
    ["endpoints", () => readRoutes(endpoints, reader)],
    ["technical", () => readTopmost(kinded, ["endpoints", "technical", "design"], reader)],
    [
      "plan",
      () => {
        for (const { chapter } of topmost(kinded, "plan")) reader.readHeadings(chapter);
      },
    ],
    ["other", () => readProse(kinded, reader)],
  ];
  for (const [place, attempt] of attempts) {
    attempt();
    if (reader.found.length > 0) return place;
  }
  return "other";
}

function readUnnamed(kinded: readonly Kinded[], reader: RequirementReader): void {
  for (const { chapter, kind } of kinded)
    if (kind === "other" && everyOne(own(chapter)).some(({ form }) => form === "item" || form === "table"))
      reader.readPlace({ ...chapter, below: [...own(chapter)] });
}

function readRoutes(endpoints: readonly Endpoint[], reader: RequirementReader): void {
  for (const { method, path, purpose, line } of endpoints) {
    const text = `\`${method} ${path}\`${purpose === null ? "" : `: ${purpose}`}`;
    reader.add({ id: null, title: null, text, line, criteria: [] });
  }
}

function readTopmost(
  kinded: readonly Kinded[],
  kinds: readonly SectionKind[],
  reader: RequirementReader,
): void {
  for (const kind of kinds) for (const { chapter } of topmost(kinded, kind)) reader.readPlace(chapter);
}

function readProse(kinded: readonly Kinded[], reader: RequirementReader): void {
  for (const { chapter, kind } of kinded) if (kind === "other" || kind === "scope") reader.readProse(chapter);
}
