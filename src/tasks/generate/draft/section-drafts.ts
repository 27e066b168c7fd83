import { spells } from "../prd/declarations.ts";
import type { SectionKind } from "../prd/heading-kind.ts";
import { citedKeys, requirementKey, withoutColon } from "../prd/labels.ts";
import type { Answer, Constraint, Criterion, Endpoint, Model, Prd } from "../prd/model.ts";
import { contextKinds } from "../prd/sections.ts";
import type { Draft, Gathered } from "./plan.ts";
import type { Bundle } from "./requirement-drafts.ts";
import { areaAt, distinct, pointsOf, sectionAt, sectionsAround, stepOf } from "./requirement-drafts.ts";
import { fill, templates } from "./templates.ts";
import { plainHeading } from "./title.ts";

const code = (name: string): string => (name.includes("`") ? name : `\`${name}\``);

/** The key of the draft for a model. */
export const modelKey = (name: string): string => `model ${name}`;
const endpointName = ({ method, path }: Pick<Endpoint, "method" | "path">): string => `\`${method} ${path}\``;

/** A draft for a part of a section. `phase` is the section itself unless given. */
export const draftOfSection = (
  prd: Prd,
  section: string,
  given: Pick<Draft, "key" | "title" | "steps" | "verification"> & Partial<Draft>,
): Draft => ({
  phase: plainHeading(section) || prd.title,
  requirements: section === "" ? [] : [section],
  files: [],
  method: null,
  path: null,
  hasOwnCriteria: true,
  needs: [],
  comesLast: false,
  ...given,
});

/** A draft for each data model outside of the text of requirements. */
export function modelDrafts(prd: Prd, bundles: readonly Bundle[]): readonly Draft[] {
  const requirements = bundles.flat();
  const isApart = ({ line }: Model): boolean =>
    !requirements.some((one) => one.line <= line && line <= one.endLine);
  const say = fill(prd.language);
  const models = prd.models.filter(isApart);
  const inside = models.find(({ line }) => phaseOfKind(prd, line, "data") !== null);
  const { line: first } = inside ?? models[0] ?? { line: 0 };
  const phase = phaseOfKind(prd, first, "data") ?? (plainHeading(sectionAt(prd, first) ?? "") || prd.title);
  return models.map(({ name, fields, rules, line }) => {
    const names = fields.map((field) => code(field.name));
    const noted = fields.map(({ note }, index) => (note === "" ? names[index] : `${names[index]} (${note})`));
    const said = rules.map(({ text }) => text);
    return draftOfSection(prd, sectionAt(prd, line) ?? prd.title, {
      key: modelKey(name),
      title: say(templates.model, code(name)),
      phase,
      steps: [say(templates.fields, noted.join(", ")), ...said],
      verification: [say(templates.hasFields, code(name), names.join(", ")), ...said],
      // `site_id` refers to the model `sites`.
      needs: models
        .filter((other) => fields.some((field) => plainName(field.name) === `${plainName(other.name)}id`))
        .map((other) => modelKey(other.name)),
    });
  });
}

/** A draft for each endpoint that belongs to no requirement. */
export const endpointDrafts = (prd: Prd): readonly Draft[] =>
  prd.endpoints.map((endpoint) => {
    const say = fill(prd.language);
    const section = sectionAt(prd, endpoint.line) ?? prd.title;
    const name = endpointName(endpoint);
    const title = say(templates.endpoint, name);
    const rules = endpoint.rules.map(stepOf);
    const said = [endpoint.purpose ?? title, ...rules];
    const criteria = criteriaOf(prd, endpoint);
    const checked = distinct([...criteria, ...rules]);
    return draftOfSection(prd, section, {
      key: name,
      title,
      phase: phaseOfKind(prd, endpoint.line, "endpoints") ?? phaseAt(prd, endpoint.line, section),
      method: endpoint.method,
      path: endpoint.path,
      steps: said,
      verification: checked.length > 0 ? checked : [say(templates.exists, name)],
      hasOwnCriteria: criteria.length > 0,
      needs: [modelOf(endpoint, prd.models) ?? []].flat().map(({ name }) => modelKey(name)),
    });
  });

/** The model that an endpoint is about, the last in its path: `/user/sessions/:id/close` is about `Session`. */
const modelOf = ({ path }: Endpoint, models: readonly Model[]): Model | undefined =>
  path
    .split("/")
    .map((segment) => models.find(({ name }) => plainName(name) === plainName(segment)))
    .findLast((model) => model !== undefined);

/** `share_links`, `ShareLink` and `share-links` have the same plain name. */
const plainName = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[`_-]/g, "")
    .replace(/(?<!s)s$/, "");

/** The status codes that the PRD gives for an endpoint. */
const criteriaOf = ({ language }: Prd, endpoint: Endpoint): readonly string[] =>
  endpoint.statuses.map((status) =>
    fill(language)(templates.status, endpointName(endpoint), `${status.code}`, status.meaning),
  );

/** A draft for each section of constraints of a known kind, which are quoted verbatim. */
export function constraintDrafts(prd: Prd): readonly Draft[] {
  const ids = new Map(prd.requirements.map(({ id }) => [requirementKey(id), id]));
  const limiting = prd.constraints.filter(({ kind }) => !contextKinds.has(kind));
  return [...Map.groupBy(limiting, ({ section }) => section)].map(([section, constraints]) => {
    // A point such as `File structure:` introduces code, which no step has.
    const points = distinct(pointsOf(constraints).map(withoutColon));
    const kinds = new Set(constraints.map(({ kind }) => kind));
    return draftOfSection(prd, section, {
      key: `section ${section}`,
      title: fill(prd.language)(
        kinds.has("questions") ? templates.answers : templates.section,
        plainHeading(
          withoutColon(
            kinds.has("questions") ? section : (areaAt(prd, constraints[0]?.line ?? 0) ?? section),
          ),
        ) || prd.title,
      ),
      phase: phaseAt(prd, constraints[0]?.line ?? 0, section),
      steps: points,
      verification: points,
      hasOwnCriteria: constraints.some(({ line }) => prd.quantities.some((one) => one.line === line)),
      needs: points.flatMap((point) => citedKeys(point).flatMap((key) => ids.get(key) ?? [])),
      comesLast: kinds.has("testing"),
    });
  });
}

/** The heading of the outermost section of a kind around a line. */
function phaseOfKind(prd: Prd, line: number, kind: SectionKind): string | null {
  const around = sectionsAround(prd, line).find((one) => one.kind === kind);
  return around === undefined ? null : plainHeading(around.heading);
}

/** The heading of the outermost section around a line, not counting the document's title. */
export const phaseAt = (prd: Prd, line: number, section: string): string =>
  plainHeading(sectionsAround(prd, line).find(({ depth }) => depth > 1)?.heading ?? section) || prd.title;

/** One draft for the criteria of each section that belong to no requirement. */
export const criteriaDrafts = (prd: Prd): readonly Draft[] =>
  [...Map.groupBy(prd.criteria, ({ section }) => section)].map(([section, criteria]) => {
    const heading = plainHeading(section);
    return draftOfSection(prd, section, {
      key: `criteria ${section}`,
      title: fill(prd.language)(templates.check, heading),
      phase: phaseAt(prd, criteria[0]?.line ?? 0, section),
      steps: [fill(prd.language)(templates.checkEach, heading)],
      verification: distinct(criteria.map(({ text }) => text)),
      comesLast: true,
    });
  });

/**
 * Adds each endpoint to the draft that spells it out, and each criterion to the drafts of the requirements it names.
 * `rest` is the PRD without these; its answered questions are constraints.
 */
export function attach(prd: Prd, requirementDrafts: readonly Draft[]): Gathered {
  const spelling = (endpoint: Endpoint, isBuilt: boolean): Draft | undefined =>
    requirementDrafts.find((draft) => saidBy(draft).some((text) => spells(text, endpoint, isBuilt)));
  // An endpoint outside of the PRD's API that is only called may be another system's.
  const speller = (endpoint: Endpoint): Draft | undefined =>
    spelling(endpoint, true) ??
    (phaseOfKind(prd, endpoint.line, "endpoints") === null ? spelling(endpoint, false) : undefined);
  const spelled = Map.groupBy(prd.endpoints, speller);
  const isNamed = ({ requirements }: Criterion, draft: Draft): boolean =>
    draft.requirements.some((id) => requirements.includes(id));
  const drafts = requirementDrafts.map((draft) =>
    prd.criteria
      .filter((criterion) => isNamed(criterion, draft))
      .reduce(withCriterion, withEndpoints(prd, draft, spelled.get(draft) ?? [])),
  );
  const builders = drafts.filter(({ method }) => method !== null);
  const withBuilders = drafts.map((draft) => ({
    ...draft,
    needs: [
      ...draft.needs,
      ...builders.filter((other) => callsEndpointOf(draft, other)).map(({ key }) => key),
    ],
  }));
  const criteria = prd.criteria.filter((one) => !requirementDrafts.some((draft) => isNamed(one, draft)));
  const answers = prd.answers.map((one) => answerAsConstraint(prd, one));
  const endpoints = spelled.get(undefined) ?? [];
  return {
    drafts: withBuilders,
    rest: { ...prd, endpoints, criteria, constraints: [...prd.constraints, ...answers] },
  };
}

/** `Is there a theme? Yes.`, `Theme: dark`, or only the answer if its section is the question. */
function answerAsConstraint(prd: Prd, { text, answer, line, section: asked }: Answer): Constraint {
  const questions = sectionsAround(prd, line).find(({ kind }) => kind === "questions");
  const section = questions?.heading ?? areaAt(prd, line) ?? asked;
  const said = text === section ? "" : /[?？.。:：]$/.test(text) ? `${text} ` : `${text}: `;
  return { text: `${said}${answer}`, line, section, label: null, parts: [], kind: "questions" };
}

const saidBy = ({ title, steps, verification }: Draft): readonly string[] => [
  title,
  ...steps,
  ...verification,
];

/** Whether a draft spells the endpoint that another one builds. */
const callsEndpointOf = (draft: Draft, { key, method, path }: Draft): boolean =>
  draft.key !== key && saidBy(draft).some((text) => spells(text, { method: method ?? "", path: path ?? "" }));

/** Adds what the PRD says about endpoints to the draft that spells them. It builds one if it does not only call it. */
function withEndpoints(prd: Prd, draft: Draft, endpoints: readonly Endpoint[]): Draft {
  const [only, ...others] = endpoints;
  if (only === undefined) return draft;
  const own = saidBy(draft);
  const isBuilt = others.length === 0 && own.some((text) => spells(text, only, true));
  const details = endpoints.flatMap((endpoint) => {
    const texts = [endpoint.purpose ?? [], ...endpoint.rules.map(stepOf)].flat();
    const said = texts.join("; ").replaceAll(".;", ";");
    return own.some((text) => text.includes(said)) ? [] : [`${endpointName(endpoint)}: ${said}`];
  });
  const criteria = endpoints.flatMap((endpoint) => criteriaOf(prd, endpoint));
  return {
    ...draft,
    steps: [...draft.steps, ...details],
    verification: [...draft.verification, ...criteria],
    hasOwnCriteria: draft.hasOwnCriteria || criteria.length > 0,
    ...(isBuilt ? { method: only.method, path: only.path } : {}),
  };
}

/** Puts a criterion of the PRD before those that only repeat the steps. */
function withCriterion(draft: Draft, { text }: Criterion): Draft {
  const own = draft.verification.filter((criterion) => !draft.steps.includes(criterion));
  return {
    ...draft,
    verification: [...new Set([...own, text, ...draft.verification])],
    hasOwnCriteria: true,
  };
}
