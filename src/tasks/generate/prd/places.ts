import { spelled } from "./declarations.ts";
import type { SectionKind } from "./heading-kind.ts";
import { isPlainlyRequirements } from "./heading-kind.ts";
import { bears, beginsStory, citedKeys, continuesStory, requirementKey } from "./labels.ts";
import type { Endpoint, Requirement, RequirementGroup, Story, Unread } from "./model.ts";
import type { Point } from "./points.ts";
import {
  detailsIn,
  everyOne,
  hasLabel,
  isHeading,
  isStory,
  numberOf,
  own,
  passagesOf,
  textsOf,
} from "./points.ts";
import type { OpenRequirement } from "./requirements.ts";
import { RequirementReader } from "./requirements.ts";
import type { Kinded } from "./sections.ts";
import { constraintKinds, isCover, isUnbuilt, topmost } from "./sections.ts";

/** Reads the requirements from the most explicit place that has any, and entries with an id from everywhere else. */
export function readRequirements(
  kinded: readonly Kinded[],
  stories: readonly Story[],
  endpoints: readonly Endpoint[],
  unread: readonly Unread[],
): { readonly reader: RequirementReader; readonly place: SectionKind | null } {
  const reader = new RequirementReader(kinded, unread);
  const of = (kind: SectionKind): readonly Point[] => topmost(kinded, kind).map(({ chapter }) => chapter);
  const listed = (sections: readonly Point[]) => () => {
    for (const section of sections) reader.readPlace(section);
  };
  const required = of("requirements");
  const plain = required.filter(({ text }) => isPlainlyRequirements(text));
  const secondary = required.filter((one) => !plain.includes(one));
  // `Browser Requirements` alone are not all that the product does.
  const partial = [...secondary, ...of("features")].toSorted((one, other) => one.line - other.line);
  // The most explicit place comes first.
  const places: readonly (readonly [SectionKind, () => void])[] = [
    ["requirements", listed(plain)],
    ["features", listed(partial)],
    [
      "stories",
      () => {
        for (const { id, details, criteria, ...one } of stories) {
          const hasCriteria = criteria.length > 0;
          const own = hasCriteria ? criteria : passagesOf(details);
          reader.add(id, { ...one, criteria: [...own], parts: hasCriteria ? [...details] : [] });
        }
      },
    ],
    ["plan", listed(of("plan").filter(isTaskList))],
    ["criteria", listed(of("criteria"))],
    ["scope", listed(of("scope"))],
    ["other", listed(listsIn(kinded))],
    [
      "endpoints",
      () => {
        const points = kinded.flatMap(({ chapter }) => everyOne(own(chapter)));
        const at = new Map(points.map((point) => [point.line, point]));
        for (const one of endpoints)
          reader.add(null, {
            ...detailsIn(at.get(one.line)?.below ?? []),
            text: spelled(one),
            line: one.line,
          });
      },
    ],
    [
      "plan",
      () => {
        for (const one of of("plan")) reader.readHeadings(one);
      },
    ],
    [
      "other",
      () => {
        for (const { kind, chapter } of kinded) if (kind === "other") reader.readObligations(chapter, "line");
      },
    ],
  ];
  // Beside stories to build, a list that is all ticked only sums them up.
  const isTold = stories.some((one) => !isUnbuilt(one));
  const found = places.find(([, read]) => {
    read();
    if (isTold && reader.found.every(({ optional }) => optional !== null)) return false;
    return reader.found.length + reader.unread.length > 0;
  });
  const place = found?.[0] ?? null;
  readElsewhere(kinded, place, place === "requirements" ? secondary : [], reader);
  return { reader, place };
}

/** `Tasks` above points that all have boxes, some of them open, as in an issue that collects others. */
const isTaskList = ({ text, below }: Point): boolean =>
  /tasks?$/i.test(text) &&
  below.some(({ isDone }) => isDone === false) &&
  below.every(({ isDone, form }) => form === "item" && isDone !== null);

/** The sections of unknown kinds with points, tables or lines with an id (`B1. …`), without their subsections. */
const listsIn = (kinded: readonly Kinded[]): readonly Point[] =>
  kinded.flatMap(({ kind, chapter }) => {
    const below = [...own(chapter)];
    const hasList = everyOne(below).some(
      (one) => one.form === "item" || one.form === "table" || isLineWithId(one),
    );
    return kind === "other" && hasList ? [{ ...chapter, below }] : [];
  });

const isLineWithId = (point: Point): boolean => {
  const label = point.form === "line" ? bears(point) : null;
  return label?.isSetOff === true && !label.isBare;
};

/** Reads what other sections require: points that go on counting, entries with an id, and points that oblige. */
function readElsewhere(
  kinded: readonly Kinded[],
  place: SectionKind | null,
  secondary: readonly Point[],
  reader: RequirementReader,
): void {
  const mayRequire = kinded.filter(({ kind }) => constraintKinds.has(kind));
  for (const { chapter } of mayRequire) reader.readContinued(chapter);
  for (const { chapter } of mayRequire.filter(({ kind }) => kind === "quality"))
    reader.readLabelled(chapter, true);
  for (const { chapter } of mayRequire.filter((one) => mayOblige(one, place)))
    reader.readObligations(chapter, "item");
  const isSecondary = ({ chapter }: Kinded): boolean =>
    secondary.some(({ line, endLine }) => line <= chapter.line && chapter.endLine <= endLine);
  for (const one of mayRequire.filter((each) => isSecondary(each) || mayHaveIds(each, place)))
    reader.readLabelled(one.chapter, false);
}

function mayOblige({ kind, parent, chapter }: Kinded, place: SectionKind | null): boolean {
  // Beside a list of requirements, the scope only sums it up.
  const isScope = kind === "scope" && place !== "requirements" && place !== "features";
  return (kind === "other" || isScope) && place !== kind && parent !== null && !isCover(chapter, kind);
}

/** `Feature 2: Accounts` below a heading such as `Dependencies` belongs to another document. */
const mayHaveIds = ({ kind, chapter }: Kinded, place: SectionKind | null): boolean =>
  ![place, "quality", "testing"].includes(kind) && !(kind === "dependencies" && bears(chapter) === null);

/** The stories of sections, read like requirements. Other points count only if no point has the form of a story. */
export function readStories(kinded: readonly Kinded[]): readonly Story[] {
  const reader = new RequirementReader(kinded, []);
  // `## Tasks` with headings such as `### T-001: Title` has the form of stories.
  const plans = topmost(kinded, "plan").filter(({ chapter }) =>
    chapter.below.some((point) => isHeading(point) && hasLabel(point)),
  );
  for (const { chapter } of [...topmost(kinded, "stories"), ...plans])
    reader.readPlace(isStory(chapter) ? { ...chapter, text: "", below: [chapter] } : chapter);
  const all = reader.found.map(storyOf);
  const told = all.filter(
    ({ id, text, criteria, details }) =>
      id !== null || beginsStory(text) || criteria.length + details.length > 0,
  );
  return told.length > 0 ? told : all;
}

/** A scenario is a criterion as a whole. */
function storyOf({ label, title, text: said, parts, criteria, optional, line }: OpenRequirement): Story {
  const sentences = Map.groupBy(parts, ({ text }) => beginsStory(text) || continuesStory(text));
  const sentence = (sentences.get(true) ?? []).map((part) => part.text);
  const text = [...(said === title && sentence.length > 0 ? [] : [said]), ...sentence].join(" ");
  const isScenario = /^given\b.*\bthen\b/i.test(text);
  return {
    id: label?.id ?? null,
    title: title?.replace(/^scenario[^:]*:\s*/i, "") ?? null,
    text,
    criteria: isScenario ? [{ text, line }] : criteria,
    details: isScenario ? [] : (sentences.get(false) ?? []),
    optional,
    line,
  };
}

/** Gives each requirement its id, in document order, and resolves the references between requirements. */
export function nameRequirements({ found, groups }: RequirementReader): {
  readonly requirements: readonly Requirement[];
  readonly groups: readonly RequirementGroup[];
} {
  const open = withoutRepeats(found.toSorted((one, other) => one.line - other.line));
  const ids = idsFor(open);
  // If several requirements have one key, a reference means the first.
  const byKey = new Map([...ids.values()].toReversed().map((id) => [requirementKey(id), id]));
  const requirements = open.map((one) => {
    const id = ids.get(one) ?? "";
    const said = [one.title ?? "", one.text, ...textsOf(one.parts)];
    const cited = citedKeys(said.join("\n")).flatMap((key) => byKey.get(key) ?? []);
    const references = [...new Set(cited)].filter((other) => other !== id);
    const { label, number, heading, isQuality, ...rest } = one;
    return { ...rest, id, kind: isQuality ? ("quality" as const) : ("functional" as const), references };
  });
  const named = groups.map(({ id, text, line, members }) => ({
    id,
    text,
    line,
    requirements: [...members].flatMap((one) => ids.get(one) ?? []),
  }));
  return { requirements, groups: named.filter((group) => group.requirements.length > 0) };
}

/** A document may repeat itself: an entry with the same id or title and the same words is the same requirement. */
function withoutRepeats(open: readonly OpenRequirement[]): readonly OpenRequirement[] {
  const keyOf = ({ label, title, text, parts, line }: OpenRequirement): string =>
    JSON.stringify([
      ...(label === null && (title === null || parts.length === 0) ? [line, text] : [label?.id]),
      title,
      text,
      ...textsOf(parts),
    ]);
  return [...Map.groupBy(open, keyOf).values()].flatMap((same) => same.slice(0, 1));
}

function idsFor(open: readonly OpenRequirement[]): ReadonlyMap<OpenRequirement, string> {
  const ids = new Map<OpenRequirement, string>();
  const used = new Set<string>();
  const give = (one: OpenRequirement, id: string): void => {
    let unique = id;
    // A second `FR-1` is `FR-1b`; after `FR-1z` comes `FR-1-27`.
    for (let copy = 2; used.has(unique); copy++)
      unique = copy <= 26 ? `${id}${String.fromCharCode(96 + copy)}` : `${id}-${copy}`;
    used.add(unique);
    ids.set(one, unique);
  };
  for (const one of open) if (one.label !== null) give(one, one.label.id);
  // `FR-1` and `Requirement 1` are the same reference, so another requirement can't have the second name.
  for (const key of [...used].map(requirementKey).filter((one) => one.startsWith("#")))
    used.add(`Requirement ${key.slice(1)}`);
  const numbered = open.filter(({ label, number }) => label === null && number !== null);
  const restarts = new Set(numbered.map(({ number }) => number)).size < numbered.length;
  const headings = [...new Set(numbered.map(({ heading }) => heading?.line))];
  for (const one of numbered) {
    // Numbers that restart under each heading get the heading's number as a prefix, or its position without one.
    const prefix = numberOf(one.heading?.text ?? "") ?? headings.indexOf(one.heading?.line) + 1;
    give(one, `Requirement ${restarts && one.heading !== null ? `${prefix}.` : ""}${one.number}`);
  }
  // The number of a point that was left out is not free: the PRD still calls that point by it.
  let next = restarts ? 1 : Math.max(0, ...numbered.map(({ number }) => number ?? 0)) + 1;
  for (const one of open.filter((each) => !ids.has(each))) {
    while (used.has(`Requirement ${next}`)) next += 1;
    give(one, `Requirement ${next}`);
  }
  return ids;
}
