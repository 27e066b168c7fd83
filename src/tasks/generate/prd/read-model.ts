import { bearersOf } from "../bearers-of.ts";
import { sayingOf } from "../requirement-text.ts";
import {
  areMethods,
  isRouteRow,
  readEndpoints,
  readModels,
  routeKey,
  routesSpelled,
  saysMore,
} from "./declarations.ts";
import { citedKeys, isIds, obliges, requirementKey, withoutColon } from "./labels.ts";
import type {
  Answer,
  Constraint,
  Criterion,
  Endpoint,
  Model,
  Owner,
  Part,
  Passage,
  Prd,
  Quantity,
  Requirement,
  Section,
  Story,
  Unread,
} from "./model.ts";
import { readOutline } from "./outline.ts";
import { nameRequirements, readRequirements, readStories } from "./places.ts";
import type { Point } from "./points.ts";
import { criteriaIn, current, detailsIn, everyOne, linesBelow, own, passagesOf, textsOf } from "./points.ts";
import { quantitiesIn } from "./quantities.ts";
import { readQuestions, unclearIn } from "./questions.ts";
import { isQuestion } from "./requirements.ts";
import type { Kinded, PointAt } from "./sections.ts";
import {
  classify,
  constraintKinds,
  isUnbuilt,
  openPoints,
  pointsAt,
  titleOf,
  withTaken,
} from "./sections.ts";

/** Reads a PRD from its text. The file name gives the title if the PRD has none. */
export function readPrdModel(source: string, fileName: string): Prd {
  const outline = readOutline(source);
  const { lines } = outline;
  const kinded = classify(outline.root);
  const sections = kinded.map(({ chapter, parentKind, ...section }) => section);
  const stories = readStories(kinded);
  const mentioned = readEndpoints(lines, sections);
  const { reader, place } = readRequirements(kinded, stories, mentioned, outline.unread);
  const { requirements, groups } = nameRequirements(reader);
  const routes = readEndpoints(withoutUnbuilt(lines, requirements, reader.unread), sections);
  const models = readModels(kinded);
  const declared = declaredIn(models, routes, lines);
  const all = kinded.flatMap((one) => pointsAt(one, reader.taken, declared));
  const points = all.filter(({ isRemark, isOptional }) => !isRemark && !isOptional);
  const { answers, open } = readQuestions(kinded);
  const limiting = points.filter(({ kind, isNonGoal }) => !isNonGoal && constraintKinds.has(kind));
  const asked = limiting.filter(({ text, parts }) => isQuestion({ text }) && parts.length === 0);
  const stated = limiting.filter((point) => !asked.includes(point));
  const { constraints, endpoints } = partConstraints(stated, routes, declared, kinded, reader.taken);
  const criteria = place === "criteria" ? [] : criteriaOf(points, requirements);
  const prd = {
    title: titleOf(outline, fileName),
    language: languageOf(source),
    sections,
    requirements: requirements.map((one) => {
      const own = criteria.flatMap(({ named, criterion }) => (named.includes(one.id) ? [criterion] : []));
      return { ...one, criteria: [...one.criteria.filter(({ text }) => !isIds(text)), ...own] };
    }),
    groups,
    ids: idsIn(outline.root),
    constraints,
    aside: [...asideIn(all, stories, kinded), ...routesAside(lines, sections, routes)],
    answers,
    openQuestions: [...open, ...asked, ...reader.questions, ...unclearIn(requirements)],
    stories,
    criteria: [
      ...criteria.flatMap(({ named, criterion }) => (named.length === 0 ? [criterion] : [])),
      ...(place === "stories" ? [] : criteriaOfStories(stories, sections)),
      ...reader.criteria,
      ...criteriaAside(kinded, reader.taken),
    ],
    models,
    endpoints,
    quantities: quantitiesOf(requirements, answers, constraints),
    nonGoals: points.filter(({ isNonGoal }) => isNonGoal),
  };
  const others = kinded.filter(({ kind }) => kind !== place && mayRequire.has(kind));
  const read = [...constraints, ...endpoints.flatMap(({ rules }) => rules)];
  const tested = [...stories, ...requirements].flatMap((one) => one.criteria.map(({ line }) => line));
  const left = leftIn(others, new Set([...reader.taken, ...declared, ...tested]), read);
  const unread = [...outline.unread, ...reader.unread, ...left];
  const first = new Map(unread.toReversed().map((one) => [one.line, one]));
  return {
    ...prd,
    sections: withTaken(prd),
    unread: [...first.values()].toSorted((a, b) => a.line - b.line),
  };
}

/** The header of a column that says what is done against a risk. */
const mitigation = /mitigation|対応方針|緩和策/i;

/**
 * The points of plans and of measures of success, prose in sections of requirements, optional points, and risks with
 * what is done against them. Entries of a plan such as `### T-001: Title` are read as stories.
 */
function asideIn(
  points: readonly PointAt[],
  stories: readonly Story[],
  kinded: readonly Kinded[],
): readonly PointAt[] {
  const sectionAt = (line: number) => kinded.findLast((one) => one.line <= line);
  const told = new Set(stories.map(({ line }) => sectionAt(line)));
  const mitigated = new Set(
    kinded
      .flatMap(({ chapter }) => everyOne(own(chapter)))
      .filter(({ form, cells }) => form === "table" && cells.some((header) => mitigation.test(header)))
      .flatMap(({ below }) => below.map(({ line }) => line)),
  );
  const isAside = (point: PointAt): boolean => {
    const { kind, line, isRemark, isOptional } = point;
    if (isRemark) return kind === "requirements" || kind === "features";
    if (kind === "risks") return mitigated.has(line) || textsOf([point]).some(obliges);
    return kind === "plan" || kind === "metrics" || (isOptional === true && constraintKinds.has(kind));
  };
  return points.filter((one) => isAside(one) && !one.isNonGoal && !told.has(sectionAt(one.line)));
}

/** The endpoints that only sections of context name, such as a log of changes. */
function routesAside(
  lines: readonly string[],
  sections: readonly Section[],
  routes: readonly Endpoint[],
): readonly Constraint[] {
  const required = new Set(routes.map(routeKey));
  return readEndpoints(lines, sections, ({ kind }) => kind === "context")
    .filter((one) => !required.has(routeKey(one)))
    .map(({ method, path, line }) => {
      const { heading: section = "" } = sections.findLast((one) => one.line <= line) ?? {};
      const text = `${method} ${path}`;
      return { text, line, section, kind: "context", label: null, parts: [], code: [] };
    });
}

/** The lines of a PRD, with empty ones in place of requirements that get no task. */
function withoutUnbuilt(
  lines: readonly string[],
  requirements: readonly Requirement[],
  unread: readonly Unread[],
): readonly string[] {
  const unbuilt = [
    ...requirements.filter(({ optional }) => optional !== null),
    ...unread.map(({ line }) => ({ line, endLine: line })),
  ];
  const without = [...lines];
  for (const { line, endLine } of unbuilt) without.fill("", line - 1, endLine);
  return without;
}

/**
 * The criteria in sections of acceptance criteria, with the ids of the requirements that they or their labels name, or
 * that name them: `AC-1, AC-2`.
 */
function criteriaOf(points: readonly PointAt[], requirements: readonly Requirement[]) {
  const keysOf = ({ id, criteria }: Requirement): readonly string[] => [
    requirementKey(id),
    ...criteria.filter(({ text }) => isIds(text)).flatMap(({ text }) => citedKeys(text)),
  ];
  const naming = bearersOf(requirements, keysOf);
  return points
    .filter(({ kind }) => kind === "criteria")
    .flatMap((point) => criteriaIn(point).map((passage) => ({ ...passage, of: point })))
    .map(({ text, line, of: { label, section } }) => ({
      named: citedKeys(`${section} ${label ?? ""} ${text}`).flatMap((key) =>
        (naming.get(key) ?? []).map(({ id }) => id),
      ),
      criterion: { text, line, section: label ?? section },
    }));
}

/** The criteria of stories to build, each under the heading above its story. */
const criteriaOfStories = (stories: readonly Story[], sections: readonly Section[]): readonly Criterion[] =>
  stories.flatMap((story) => {
    if (isUnbuilt(story)) return [];
    const { heading: section = "" } = sections.findLast(({ line }) => line <= story.line) ?? {};
    return story.criteria.map((criterion) => ({ ...criterion, section }));
  });

/** The criteria below labels in sections of other kinds. */
const criteriaAside = (kinded: readonly Kinded[], taken: ReadonlySet<number>): readonly Criterion[] =>
  kinded
    .filter(({ kind }) => constraintKinds.has(kind))
    .flatMap(({ chapter, heading: section }) =>
      detailsIn(openPoints(own(chapter)), section).criteria.flatMap((one) =>
        taken.has(one.line) ? [] : [{ ...one, section }],
      ),
    );

/** Sections that could describe something to build. */
const mayRequire: ReadonlySet<string> = new Set([...constraintKinds, "context", "plan"]);

/** Lines that say `must` or have an id, and were read neither as a requirement nor as a constraint. */
function leftIn(
  kinded: readonly Kinded[],
  taken: ReadonlySet<number>,
  constraints: readonly Part[],
): readonly Unread[] {
  const read = new Set(passagesOf(constraints).map(({ line }) => line));
  const labels = new Set(constraints.map(({ label }) => label));
  const isDemand = ({ text, label }: Point): boolean =>
    /\b(?:must|shall)\b/i.test(text) || (label?.isSetOff === true && /^(?:N?FR|REQ)/.test(label.id));
  const isLeft = (point: Point): boolean =>
    !taken.has(point.line) &&
    !read.has(point.line) &&
    !labels.has(withoutColon(point.text)) &&
    isDemand(point);
  return kinded.flatMap(({ chapter, kind, heading }) =>
    linesBelow(chapter)
      .filter(isLeft)
      .map(({ text, line }) => ({ text, line, reason: `it is under "${heading}", read as ${kind}` })),
  );
}

/** The lines that declare models, endpoints and their statuses. */
const declaredIn = (
  models: readonly Model[],
  routes: readonly Endpoint[],
  lines: readonly string[],
): ReadonlySet<number> =>
  new Set([
    ...models.flatMap(({ line, fields }) => [line, ...fields.map((field) => field.line)]),
    ...routes.flatMap((endpoint) => [
      ...(saysMore(endpoint, lines[endpoint.line - 1]) ? [] : [endpoint.line]),
      ...endpoint.statuses.map((status) => status.line),
    ]),
    ...lines.flatMap((text, index) => (isRouteRow(text, lines[index + 1]) ? [index + 1] : [])),
  ]);

/** Removes points that declare a model or an endpoint, and points whose parts were all removed. */
const undeclared = <P extends Part>(points: readonly P[], declared: ReadonlySet<number>): readonly P[] =>
  points.flatMap((point) => {
    if (declared.has(point.line)) return [];
    const parts = undeclared(point.parts, declared);
    return parts.length === 0 && point.parts.length > 0 ? [] : [{ ...point, parts }];
  });

/** The points below the one on a line. */
const partsAt = (points: readonly Part[], at: number): readonly Part[] =>
  points.flatMap(({ line, parts }) => (line === at ? parts : partsAt(parts, at)));

/**
 * Moves the points below one that declares an endpoint, and those of a section that describes one endpoint, from the
 * constraints to the endpoint's rules.
 */
function partConstraints(
  points: readonly Constraint[],
  routes: readonly Endpoint[],
  declared: ReadonlySet<number>,
  kinded: readonly Kinded[],
  taken: ReadonlySet<number>,
): { constraints: readonly Constraint[]; endpoints: readonly Endpoint[] } {
  const described = Map.groupBy(routes, ({ line }) => kinded.findLast((one) => one.line <= line));
  const only = new Map(
    [...described].flatMap(([section, own]) => {
      const isOfOne =
        own.length === 1 && section?.kind === "endpoints" && section.parentKind === section.kind;
      return isOfOne ? [[section.heading, own[0]] as const] : [];
    }),
  );
  // The endpoint itself has its purpose.
  const rest = undeclared(points, declared).filter(
    ({ text }) => !routes.some(({ purpose }) => purpose !== null && text.endsWith(purpose)),
  );
  const rows = kinded
    .flatMap(({ chapter }) => everyOne(own(chapter)))
    .filter(({ form }) => form === "table")
    .flatMap(({ cells: header, below }) => below.map(({ line, cells }) => ({ line, cells, header })))
    // A requirement has all of its row.
    .filter(({ line }) => !taken.has(line));
  const rowAt = new Map(rows.map((row) => [row.line, row]));
  const rowsWith = bearersOf(rows, ({ cells }) => new Set(routesSpelled(cells.join(" | "))));
  const byLine = Map.groupBy(routes, ({ line }) => line);
  // `Calls of POST /films need a token` is about the one endpoint that it declares.
  const isOwn = (point: Constraint): boolean => byLine.get(point.line)?.length === 1;
  const isRule = (point: Constraint, endpoint: Endpoint): boolean =>
    isOwn(point)
      ? point.line === endpoint.line
      : only.get(point.section) === endpoint && !routesSpelled(point.text).includes(routeKey(endpoint));
  return {
    constraints: rest.filter((point) => !only.has(point.section) && !isOwn(point)),
    endpoints: routes.map((one) => {
      const own = rest.filter((point) => isRule(point, one));
      const declares = declared.has(one.line) && byLine.get(one.line)?.[0] === one;
      return {
        ...one,
        rules: [
          ...cellsAbout(one, rowAt.get(one.line), rowsWith.get(routeKey(one))),
          ...(declares ? undeclared(partsAt(points, one.line), declared) : []),
          ...own,
        ],
        code: own.flatMap(({ code }) => code),
      };
    }),
  };
}

interface TableRow {
  readonly header: readonly string[];
  readonly cells: readonly string[];
}

/** The cells of an endpoint's row other than its method, path and purpose: `Auth: member`. */
function cellsAbout(
  { method, path, purpose, line }: Endpoint,
  own: TableRow | undefined,
  others: readonly TableRow[] = [],
): readonly Part[] {
  const key = routeKey({ method, path });
  const isRoute = (cell: string): boolean =>
    routesSpelled(`${method} ${cell.replaceAll("`", "").replace(`${method} `, "")}`).includes(key);
  const isNew = (cell: string): boolean =>
    /[\p{L}\p{N}]/u.test(cell) &&
    !areMethods(cell) &&
    !isRoute(cell) &&
    !(purpose !== null && cell.startsWith(purpose));
  // A row elsewhere that only mentions the endpoint is about something else.
  const { header = [], cells = [] } = own ?? others.find((row) => row.cells.some(isRoute)) ?? {};
  return cells.flatMap((text, at) =>
    isNew(text) ? [{ text, line, label: header[at] || null, parts: [] }] : [],
  );
}

/** All ids at the beginning of a heading, line, point or row. */
const idsIn = (root: Point): readonly string[] => [
  ...new Set(everyOne([root]).flatMap(({ label }) => (label?.isSetOff ? [label.id] : []))),
];

/** The numbers in requirements, answers and constraints, each with its owner. */
const quantitiesOf = (
  requirements: readonly Requirement[],
  answers: readonly Answer[],
  constraints: readonly Constraint[],
): readonly Quantity[] => [
  ...requirements.flatMap((one) =>
    quantitiesBy({ kind: "requirement", id: one.id }, [
      { text: sayingOf(one), line: one.line },
      ...passagesOf(current(one.parts)),
      ...one.criteria,
    ]),
  ),
  ...answers.flatMap(({ answer, line, answerLine }) =>
    quantitiesBy({ kind: "answer", line }, [{ text: answer, line: answerLine }]),
  ),
  ...constraints.flatMap((one) =>
    quantitiesBy({ kind: "section", heading: one.section }, passagesOf(current([one]))),
  ),
];

const quantitiesBy = (owner: Owner, passages: readonly Passage[]): readonly Quantity[] =>
  passages.flatMap(({ text, line }) => quantitiesIn(text).map((quantity) => ({ ...quantity, line, owner })));

const english = "the and of to with for must is by from when that should their";
/** Words that are frequent in another language and rare in English. */
const others =
  "der und für mit wird werden ist nicht oder den eine el los las del para una por debe que es les des pour avec est dans doit et sur della che nel il deve gli sono di het een voor niet moet zijn van não em uma os ao się jest oraz nie dla musi przez att och ska som är av";

/** `en` for an English document, else `other`, by its letters and its most frequent words. Code is ignored. */
function languageOf(source: string): "en" | "other" {
  const text = source.replaceAll(/^(`{3,}|~{3,})[^\n]*\n[\s\S]*?^\1|`[^`\n]*`/gm, "").toLowerCase();
  const words: readonly string[] = text.match(/\p{L}+/gu) ?? [];
  const foreign = words.filter((word) => /[^a-z]/.test(word)).length;
  const count = (known: string): number => {
    const set = new Set(known.split(" "));
    return words.filter((word) => set.has(word)).length;
  };
  return foreign > words.length / 8 || count(others) > count(english) ? "other" : "en";
}
