import { readEndpoints, spells } from "./endpoints.ts";
import { citedKeys, requirementKey } from "./ids.ts";
import { languageOf } from "./language.ts";
import type {
  CodeSample,
  Constraint,
  Criterion,
  Endpoint,
  Model,
  Part,
  Passage,
  Prd,
  Requirement,
  SectionKind,
} from "./model.ts";
import { readModels } from "./models.ts";
import { nameRequirements } from "./name-requirements.ts";
import type { Point } from "./outline.ts";
import { readOutline } from "./outline.ts";
import { everyOne, linesBelow, own } from "./points.ts";
import type { PointAt } from "./points-of-sections.ts";
import { pointsAt, unintroduced } from "./points-of-sections.ts";
import { quantitiesOf } from "./prd-quantities.ts";
import { readQuestions } from "./questions.ts";
import { readRequirements } from "./requirement-places.ts";
import { RequirementReader } from "./requirement-reader.ts";
import type { Kinded } from "./sections.ts";
import { classify, constraintKinds, sectionOf, titleOf, topmost, withTaken } from "./sections.ts";
import { readStories } from "./stories.ts";
import { unreadLines } from "./unread.ts";

/** Reads a PRD from its text. The file name gives the title if the PRD has none. */
export function readPrdModel(source: string, fileName: string): Prd {
  const { root, lineCount, unread } = readOutline(source);
  const kinded = classify(root);
  const stories = readStories(topmost(kinded, "stories").map(({ chapter }) => chapter));
  const reader = new RequirementReader();
  const sections = kinded.map((one) => sectionOf(one));
  const routes = readEndpoints(source.split(/\r\n?|\n/), sections);
  const place = readRequirements({ kinded, stories, endpoints: routes }, reader);
  const { requirements, groups } = nameRequirements(reader);
  const { taken } = reader;
  const models = modelsOf(kinded);
  const declared = new Set(
    [
      ...models.flatMap((model) => [model, ...model.fields]),
      ...routes.flatMap((endpoint) => [endpoint, ...endpoint.statuses, ...endpoint.rules]),
    ].map(({ line }) => line),
  );
  const points = kinded.flatMap((one) => pointsAt(one, taken));
  const asked = [...topmost(kinded, "questions"), ...topmost(kinded, "decisions")]
    .toSorted((one, other) => one.chapter.line - other.chapter.line)
    .map(({ chapter, kind }) => readQuestions(chapter, kind === "decisions"));
  const answers = asked.flatMap((one) => one.answers);
  const limiting = points
    .filter(({ kind, isNonGoal }) => !isNonGoal && constraintKinds.has(kind))
    .filter(({ text }) => !requirements.some(({ title }) => title === text))
    .map(({ isNonGoal, ...point }) => point);
  const { constraints, endpoints } = partConstraints(undeclared(limiting, declared), routes);
  const criteria = criteriaOf(points, requirements, place);
  const prd = {
    title: titleOf(root, fileName),
    language: languageOf(source),
    lineCount,
    sections,
    requirements,
    groups,
    ids: idsIn(root),
    constraints,
    answers,
    openQuestions: asked.flatMap(({ open }) => open),
    stories,
    criteria,
    models,
    endpoints,
    quantities: quantitiesOf(requirements, answers, constraints),
    nonGoals: points.filter(({ isNonGoal }) => isNonGoal).map((point) => unintroduced(point)),
    filePaths: filePathsIn(kinded),
    metrics: points
      .filter(({ kind, isNonGoal }) => kind === "metrics" && !isNonGoal)
      .map((point) => unintroduced(point)),
  };
  const left = unreadLines(kinded, taken, constraints, place);
  const all = [...unread, ...reader.unread, ...left].toSorted((one, other) => one.line - other.line);
  const once = all.filter(({ line }, index) => all[index - 1]?.line !== line);
  return { ...prd, sections: withTaken(prd), unread: once };
}

/** Models in data sections, and in all code except that of non-goals and design sections. */
const modelsOf = (kinded: readonly Kinded[]): readonly Model[] =>
  readModels(
    kinded.filter(({ kind }) => kind === "data").map(({ chapter }) => chapter),
    kinded.flatMap(({ chapter, kind }) => (kind === "nonGoals" || kind === "design" ? [] : codeIn(chapter))),
  );

/** Removes points that declare a model or an endpoint, and points whose parts were all removed. */
const undeclared = <P extends Part>(points: readonly P[], declared: ReadonlySet<number>): readonly P[] =>
  points.flatMap((point) => {
    if (declared.has(point.line)) return [];
    const parts = undeclared(point.parts, declared);
    return parts.length === 0 && point.parts.length > 0 ? [] : [{ ...point, parts }];
  });

/** Moves the text below the heading of an endpoint from the constraints to the endpoint's rules. */
function partConstraints(
  points: readonly Constraint[],
  routes: readonly Endpoint[],
): { constraints: readonly Constraint[]; endpoints: readonly Endpoint[] } {
  const isPurpose = ({ text }: Part): boolean =>
    routes.some(({ purpose }) => purpose !== null && text.endsWith(purpose));
  const rest = points.filter((point) => !isPurpose(point));
  const ownerOf = ({ section }: Constraint): Endpoint | undefined =>
    routes.find((endpoint) => spells(section, endpoint));
  const endpoints = routes.map((endpoint) => {
    const own = rest.filter((point) => ownerOf(point) === endpoint && !spells(point.text, endpoint));
    return { ...endpoint, rules: [...endpoint.rules, ...own.map(({ text, line }) => ({ text, line }))] };
  });
  return { constraints: rest.filter((point) => ownerOf(point) === undefined), endpoints };
}

const codeIn = (section: Point): readonly CodeSample[] =>
  everyOne(own(section)).flatMap(({ form, language, text, line }) =>
    form === "code" ? [{ language, text, line }] : [],
  );

function filePathsIn(kinded: readonly Kinded[]): readonly Passage[] {
  const found = new Map<string, Passage>();
  for (const { chapter } of kinded)
    for (const { text, line } of [...linesBelow(chapter), chapter])
      for (const path of filePathsOf(text)) if (!found.has(path)) found.set(path, { text: path, line });
  return [...found.values()];
}

/** The criteria in sections of acceptance criteria, with the requirements that they or their labels mention. */
function criteriaOf(
  points: readonly PointAt[],
  requirements: readonly Requirement[],
  place: SectionKind,
): readonly Criterion[] {
  if (place === "criteria") return [];
  const ids = new Map(requirements.map(({ id }) => [requirementKey(id), id]));
  const inSections = points.filter(({ kind }) => kind === "criteria");
  return inSections.map(({ text, line, label, section }) => {
    const named = citedKeys(`${section} ${label ?? ""} ${text}`).flatMap((key) => ids.get(key) ?? []);
    return { text, line, section: label ?? section, requirements: named };
  });
}

/** All ids at the beginning of a heading, line, point or row. */
const idsIn = (root: Point): readonly string[] => [
  ...new Set(
    everyOne([root]).flatMap(({ label }) => (label?.isSetOff || label?.rest === "" ? [label.id] : [])),
  ),
];

const filePath =
  /`((?:\.{0,2}\/)?(?:[\w@.()[\]{}-]+\/)*[\w@()[\].{}-]+\.(?:[cm]?[jt]sx?|py|go|rs|java|kt|swift|cs|rb|php|vue|svelte|astro|sql|prisma|json|ya?ml|toml|css|scss|html|md|sh|ipynb|proto|graphql|tf|ex|exs|dart|env))(?::\d+)?`/g;

/** The file paths in backticks, in order. */
function filePathsOf(text: string): readonly string[] {
  return [...text.matchAll(filePath)].flatMap(([, path]) =>
    path === undefined || /^\.\w+$/.test(path) ? [] : [path],
  );
}
