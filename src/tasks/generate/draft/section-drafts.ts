import type { SectionKind } from "../prd/heading-kind.ts";
import type { Constraint, Endpoint, Model, Prd } from "../prd/model.ts";
import { contextKinds } from "../prd/sections.ts";
import type { Draft } from "./plan.ts";
import type { Bundle } from "./requirement-drafts.ts";
import { areaAt, distinct, pointsOf, sectionAt, stepOf } from "./requirement-drafts.ts";
import { fill, templates } from "./templates.ts";
import { plainHeading, withoutColon } from "./title.ts";

const code = (name: string): string => (name.includes("`") ? name : `\`${name}\``);

/** The key of the draft for a model. */
export const modelKey = (name: string): string => `model ${name}`;
export const endpointName = ({ method, path }: Pick<Endpoint, "method" | "path">): string =>
  `\`${method} ${path}\``;

/** A draft for a part of a section. `phase` is the section itself unless given. */
const draftOf = (
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
    return draftOf(prd, sectionAt(prd, line) ?? prd.title, {
      key: modelKey(name),
      title: say(templates.model, code(name)),
      phase,
      steps: [say(templates.fields, noted.join(", ")), ...said],
      verification: [say(templates.hasFields, code(name), names.join(", ")), ...said],
    });
  });
}

/** A draft for each of the endpoints, which belong to no requirement. */
export const endpointDrafts = (prd: Prd, endpoints: readonly Endpoint[]): readonly Draft[] =>
  endpoints.map((endpoint) => {
    const say = fill(prd.language);
    const section = sectionAt(prd, endpoint.line) ?? prd.title;
    const name = endpointName(endpoint);
    const title = say(templates.endpoint, name);
    const rules = endpoint.rules.map(({ text }) => text);
    const said = [endpoint.purpose ?? title, ...rules];
    const criteria = criteriaOf(prd, endpoint);
    const checked = distinct([...criteria, ...rules]);
    return draftOf(prd, section, {
      key: name,
      title,
      phase: phaseOfKind(prd, endpoint.line, "endpoints") ?? phaseAt(prd, endpoint.line, section),
      method: endpoint.method,
      path: endpoint.path,
      steps: said,
      verification: checked.length > 0 ? checked : [say(templates.exists, name)],
      hasOwnCriteria: criteria.length > 0,
      needs: prd.models.filter((model) => isOf(endpoint, model)).map((model) => modelKey(model.name)),
    });
  });

/** Whether an endpoint is about a model: `/api/user/sessions/:id` is about `Session`. */
function isOf({ path }: Endpoint, { name }: Model): boolean {
  const thing = path.split("/").findLast((segment) => /^[a-z][\w-]*$/i.test(segment)) ?? "";
  const [one, other] = [thing, name].map((text) =>
    text
      .toLowerCase()
      .replaceAll(/[`_-]/g, "")
      .replace(/(?<!s)s$/, ""),
  );
  return one === other;
}

/** The status codes that the PRD gives for an endpoint. */
export const criteriaOf = ({ language }: Prd, endpoint: Endpoint): readonly string[] =>
  endpoint.statuses.map((status) =>
    fill(language)(templates.status, endpointName(endpoint), `${status.code}`, status.meaning),
  );

/** A draft for each section of constraints of a known kind, which are quoted verbatim. */
export function constraintDrafts(prd: Prd): readonly Draft[] {
  const limiting = prd.constraints.filter(({ kind }) => !contextKinds.has(kind));
  return [...Map.groupBy(limiting, ({ section }) => section)].map(([section, constraints]) => {
    const own = constraints.map((one) => (one.label === section ? { ...one, label: null } : one));
    const isMeasured = ({ line }: Constraint): boolean => prd.quantities.some((one) => one.line === line);
    const measured = distinct(own.filter(isMeasured).map(stepOf));
    const points = distinct(pointsOf(own));
    const kinds = new Set(constraints.map(({ kind }) => kind));
    const other = kinds.has("dependencies") ? templates.check : templates.section;
    return draftOf(prd, section, {
      key: `section ${section}`,
      title: fill(prd.language)(
        kinds.has("questions") ? templates.answers : other,
        plainHeading(withoutColon(areaAt(prd, constraints[0]?.line ?? 0) ?? section)) || prd.title,
      ),
      phase: phaseAt(prd, constraints[0]?.line ?? 0, section),
      steps: points,
      verification: measured.length > 0 ? measured : points,
      hasOwnCriteria: measured.length > 0,
      comesLast: kinds.has("testing"),
    });
  });
}

/** The heading of the outermost section of a kind around a line. */
export function phaseOfKind({ sections }: Prd, line: number, kind: SectionKind): string | null {
  const around = sections.find((one) => one.kind === kind && one.line < line && one.endLine >= line);
  return around === undefined ? null : plainHeading(around.heading);
}

/** The heading of the outermost section around a line, not counting the document's title. */
function phaseAt({ sections, title }: Prd, line: number, section: string): string {
  const around = sections.find(
    (each) => each.heading !== "" && each.depth > 1 && each.line < line && each.endLine >= line,
  );
  return plainHeading(around?.heading ?? section) || title;
}

/** One draft for the criteria of each section that belong to no requirement. */
export const criteriaDrafts = (prd: Prd): readonly Draft[] =>
  [...Map.groupBy(prd.criteria, ({ section }) => section)].map(([section, criteria]) => {
    const heading = plainHeading(section);
    return draftOf(prd, section, {
      key: `criteria ${section}`,
      title: fill(prd.language)(templates.check, heading),
      phase: phaseAt(prd, criteria[0]?.line ?? 0, section),
      steps: [fill(prd.language)(templates.checkEach, heading)],
      verification: distinct(criteria.map(({ text }) => text)),
      comesLast: true,
    });
  });
