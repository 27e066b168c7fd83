import type { Constraint, Endpoint, Model, Prd } from "../prd/model.ts";
import type { Draft } from "./draft.ts";
import { plainHeading } from "./plain-heading.ts";
import type { Bundle } from "./requirement-drafts.ts";
import { sectionAt, stepOf, withoutColon } from "./requirement-drafts.ts";
import { templates } from "./templates.ts";
import { endsOpen } from "./title.ts";

const empty = {
  requirements: [],
  files: [],
  method: null,
  path: null,
  steps: [],
  verification: [],
  hasOwnCriteria: true,
  needs: [],
  comesLast: false,
};

const code = (name: string): string => (name.includes("`") ? name : `\`${name}\``);

/** The key of the draft for a model. */
export const modelKey = (name: string): string => `model ${name}`;
export const endpointKey = ({ method, path }: Pick<Endpoint, "method" | "path">): string =>
  `${method} ${path}`;

const isWithin = (line: number, bundles: readonly Bundle[]): boolean =>
  bundles.some((bundle) =>
    bundle.some((requirement) => requirement.line <= line && line <= requirement.endLine),
  );

/** A draft for each data model outside of the text of requirements. */
export function modelDrafts(prd: Prd, bundles: readonly Bundle[]): readonly Draft[] {
  return prd.models.filter(({ line }) => !isWithin(line, bundles)).map((model) => modelDraft(prd, model));
}

function modelDraft(prd: Prd, { name, fields, rules, line }: Model): Draft {
  const isEnglish = prd.language === "en";
  const section = sectionAt(prd, line) ?? prd.title;
  const names = fields.map((field) => code(field.name));
  const noted = fields.map((field) =>
    field.note === "" ? code(field.name) : `${code(field.name)} (${field.note})`,
  );
  const said = rules.map(({ text }) => text);
  return {
    ...empty,
    key: modelKey(name),
    title: isEnglish ? templates.model(code(name)) : code(name),
    phase: plainHeading(section),
    requirements: [section],
    steps: [
      ...(noted.length === 0 ? [code(name)] : [isEnglish ? templates.fields(noted) : noted.join(", ")]),
      ...said,
    ],
    verification: [
      ...(isEnglish && names.length > 0 ? [templates.hasFields(code(name), names)] : names),
      ...said,
    ],
  };
}

/** A draft for each of the endpoints, which belong to no requirement. */
export function endpointDrafts(prd: Prd, endpoints: readonly Endpoint[]): readonly Draft[] {
  return endpoints.map((endpoint) => {
    const name = code(endpointKey(endpoint));
    const isEnglish = prd.language === "en";
    const said = [
      ...(endpoint.purpose === null ? [] : [endpoint.purpose]),
      ...endpoint.rules.map(({ text }) => text),
    ];
    const title = isEnglish ? templates.endpoint(name) : name;
    const criteria = criteriaOf(endpoint, isEnglish);
    const section = sectionAt(prd, endpoint.line) ?? prd.title;
    return {
      ...empty,
      key: endpointKey(endpoint),
      title,
      phase: plainHeading(section),
      requirements: [section],
      method: endpoint.method,
      path: endpoint.path,
      steps: said.length === 0 ? [title] : said,
      verification: criteria.length > 0 ? criteria : [isEnglish ? templates.exists(name) : name],
      hasOwnCriteria: criteria.length > 0,
      needs: prd.models.filter((model) => isOf(endpoint, model)).map((model) => modelKey(model.name)),
    };
  });
}

/** Whether an endpoint is about a model: `/api/user/sessions/:id` is about `Session`. */
function isOf({ path }: Endpoint, { name }: Model): boolean {
  const thing = path.split("/").findLast((segment) => /^[a-z][\w-]*$/i.test(segment)) ?? "";
  const plain = (text: string): string =>
    text
      .toLowerCase()
      .replaceAll(/[`_-]/g, "")
      .replace(/(?<!s)s$/, "");
  return plain(thing) === plain(name);
}

/** The status codes that the PRD gives for an endpoint. */
export function criteriaOf(endpoint: Endpoint, isEnglish: boolean): readonly string[] {
  const name = code(endpointKey(endpoint));
  return endpoint.statuses.map(({ code: status, meaning }) =>
    isEnglish ? templates.status(name, status, meaning) : `${name}: ${status} ${meaning}`.trim(),
  );
}

/** A draft for each section of constraints, or for each label with several of them. They are quoted verbatim. */
export function constraintDrafts(prd: Prd): readonly Draft[] {
  return [...Map.groupBy(prd.constraints, ({ section }) => section)].flatMap(([section, constraints]) => {
    const labels = [...Map.groupBy(constraints, ({ label }) => label)].filter(
      ([label, own]) => label !== null && own.length > 1 && !waitsForMore(prd, label),
    );
    if (labels.length < 2) return [constraintDraft(prd, section, section, constraints)];
    const heads = new Set(labels.map(([label]) => label));
    const rest = constraints.filter(({ label }) => !heads.has(label));
    const drafts = labels.map(([label, own]) => constraintDraft(prd, section, label ?? section, own));
    return rest.length === 0 ? drafts : [...drafts, constraintDraft(prd, section, section, rest)];
  });
}

/**
 * A label that its points complete, such as `Use Framer Motion for`. Outside of English, a short last word shows it.
 */
const waitsForMore = ({ language }: Prd, label: string): boolean =>
  language === "en" ? endsOpen(label) : /\s\p{Ll}{1,4}$/u.test(label);

function constraintDraft(prd: Prd, section: string, name: string, constraints: readonly Constraint[]): Draft {
  const said = (constraint: Constraint): string =>
    stepOf({
      ...constraint,
      label: constraint.label === name || constraint.label === section ? null : constraint.label,
    });
  const points = [...new Set(constraints.map(said))];
  const measured = constraints
    .filter(({ line }) => prd.quantities.some((quantity) => quantity.line === line))
    .map(said);
  const heading = plainHeading(withoutColon(section)) || prd.title;
  const title = name === section ? heading : `${heading}: ${withoutColon(name)}`;
  const [{ kind } = { kind: "other" }] = constraints;
  const template =
    kind === "questions" ? templates.answers : kind === "dependencies" ? templates.check : templates.section;
  return {
    ...empty,
    key: `section ${section} ${name}`,
    title: prd.language === "en" ? template(title) : title,
    phase: phaseAt(prd, constraints[0]?.line ?? 0, section),
    requirements: section === "" ? [] : [section],
    steps: points,
    verification: measured.length > 0 ? [...new Set(measured)] : points,
    hasOwnCriteria: measured.length > 0,
    comesLast: constraints.some(({ kind }) => kind === "testing" || kind === "release"),
  };
}

/** The heading of the outermost section around a line, not counting the document's title. */
function phaseAt({ sections, title }: Prd, line: number, section: string): string {
  const around = sections.filter(
    (each) => each.heading !== "" && each.depth > 1 && each.line < line && each.endLine >= line,
  );
  return plainHeading(around[0]?.heading ?? section) || title;
}

/** One draft for the criteria that belong to no requirement. */
export function criteriaDrafts(prd: Prd): readonly Draft[] {
  const open = prd.criteria.filter(({ requirements }) => requirements.length === 0);
  return [...Map.groupBy(open, ({ section }) => section)].map(([section, criteria]) => ({
    ...empty,
    key: `criteria ${section}`,
    title: prd.language === "en" ? templates.check(plainHeading(section)) : plainHeading(section),
    phase: phaseAt(prd, criteria[0]?.line ?? 0, section),
    requirements: section === "" ? [] : [section],
    steps: prd.language === "en" ? [templates.checkEach(plainHeading(section))] : [plainHeading(section)],
    verification: [...new Set(criteria.map(({ text }) => text))],
    comesLast: true,
  }));
}
