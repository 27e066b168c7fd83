import { bearersOf } from "../bearers-of.ts";
import { routeKey, routesSpelled, spelled } from "../prd/declarations.ts";
import { citedKeys, isIds, labelOf, requirementKey, splitLabel, withoutColon } from "../prd/labels.ts";
import type { Answer, Constraint, Criterion, Endpoint, Prd } from "../prd/model.ts";
import { textsOfAll } from "../prd/points.ts";
import { contextKinds } from "../prd/sections.ts";
import type { Draft } from "./plan.ts";
import { areaAt, distinct, draftAt, merged, phaseAt, saidBy, sectionsAround } from "./plan.ts";
import type { Bundle } from "./requirement-drafts.ts";
import { labelOfStep, pointsOf, stepOf, withCode } from "./requirement-drafts.ts";
import { fill, templates } from "./templates.ts";
import { longestTitle, plainHeading } from "./title.ts";

const inCode = (name: string): string => (name.includes("`") ? name : `\`${name}\``);

/** The key of the draft for a model. */
export const modelKey = (name: string): string => `model ${name}`;

/** A draft for each data model outside of the text of requirements. All share one phase. */
export function modelDrafts(prd: Prd, bundles: readonly Bundle[]): readonly Draft[] {
  const say = fill(prd.language);
  const isIn = (line: number): boolean =>
    bundles.flat().some((one) => one.line <= line && line <= one.endLine);
  const models = prd.models.filter(({ line }) => !isIn(line));
  const isData = (line: number): boolean => sectionsAround(prd, line).some(({ kind }) => kind === "data");
  const inData = models.find(({ line }) => isData(line));
  return models.map(({ name, fields, rules, line }) => {
    const names = fields.map((field) => inCode(field.name));
    const noted = fields.map(({ note }, index) => (note === "" ? names[index] : `${names[index]} (${note})`));
    return draftAt(prd, line, {
      key: modelKey(name),
      title: say(templates.model, inCode(name)),
      phase:
        inData === undefined
          ? plainHeading(areaAt(prd, models[0]?.line ?? line) ?? "") || prd.title
          : phaseAt(prd, inData.line, "data"),
      steps: [say(templates.fields, noted.join(", ")), ...textsOfAll(rules)],
      criteria: [say(templates.hasFields, inCode(name), names.join(", ")), ...textsOfAll(rules)],
      // `site_id` refers to the model `sites`.
      needs: models
        .filter((other) => fields.some((field) => plainName(field.name) === `${plainName(other.name)}id`))
        .map((other) => modelKey(other.name)),
    });
  });
}

/** `share_links`, `ShareLink` and `share-links` have the same plain name. */
const plainName = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[`_-]/g, "")
    .replace(/(?<!s)s$/, "");

/** A draft for an endpoint. It needs the models that its path names: `/subscriptions/checkout` needs `Subscription`. */
function endpointDraft(prd: Prd, endpoint: Endpoint): Draft {
  const { method, path, purpose, statuses, rules, code, line } = endpoint;
  const say = fill(prd.language);
  const name = `\`${method} ${path}\``;
  const said = rules.map((rule) => ({ text: withoutColon(stepOf(rule)), line: rule.line }));
  const segments = path.split("/").map(plainName);
  return draftAt(prd, line, {
    key: name,
    title: say(templates.endpoint, name),
    phase: phaseAt(prd, line, "endpoints"),
    method,
    path,
    steps: withCode([...(purpose === null ? [] : [{ text: spelled(endpoint), line }]), ...said], code),
    points: textsOfAll(said),
    limits: statuses.map((status) => say(templates.status, name, `${status.code}`, status.meaning)),
    needs: prd.models.flatMap((model) =>
      segments.includes(plainName(model.name)) ? [modelKey(model.name)] : [],
    ),
  });
}

/**
 * Adds the endpoints. Each is part of the draft that spells it out, else a draft of its own. A draft needs those that
 * build an endpoint which it spells.
 */
export function withEndpoints(prd: Prd, drafts: readonly Draft[]): readonly Draft[] {
  const routesIn = (draft: Draft, isBuilt: boolean): ReadonlySet<string> =>
    new Set(saidBy(draft).flatMap((text) => routesSpelled(text, isBuilt)));
  const building = bearersOf(drafts, (draft) => routesIn(draft, true));
  const spelling = bearersOf(drafts, (draft) => routesIn(draft, false));
  const hosts = Map.groupBy(prd.endpoints, (endpoint) => {
    const route = routeKey(endpoint);
    const isOurs = sectionsAround(prd, endpoint.line).some(({ kind }) => kind === "endpoints");
    // An endpoint outside of the PRD's API that is only called may be another system's.
    return building.get(route)?.[0] ?? (isOurs ? undefined : spelling.get(route)?.[0]);
  });
  const hosting = drafts.map((draft) => {
    const own = hosts.get(draft) ?? [];
    const [only, ...others] = own;
    const isBuilt = only !== undefined && others.length === 0 && routesIn(draft, true).has(routeKey(only));
    const said = own.map((endpoint) => ({ ...endpointDraft(prd, endpoint), requirements: [] }));
    return { ...merged(draft, said), ...(isBuilt ? { method: only.method, path: only.path } : {}) };
  });
  const apart = (hosts.get(undefined) ?? []).map((endpoint) => {
    const draft = endpointDraft(prd, endpoint);
    if (draft.limits.length > 0) return draft;
    const exists = fill(prd.language)(templates.exists, draft.key);
    return { ...draft, points: draft.steps.length > 0 ? draft.steps : [exists] };
  });
  const all = [...hosting, ...apart];
  const builders = bearersOf(all, ({ method, path }) =>
    method === null || path === null ? [] : [routeKey({ method, path })],
  );
  return all.map((draft) => {
    const called = [...routesIn(draft, false)].flatMap((route) => builders.get(route) ?? []);
    return { ...draft, needs: [...draft.needs, ...called.map(({ key }) => key)] };
  });
}

/** A draft for each section of constraints of a known kind and of answers, which are quoted verbatim. */
export function constraintDrafts(prd: Prd, constraints: readonly Constraint[]): readonly Draft[] {
  const ids = new Map(prd.requirements.map(({ id }) => [requirementKey(id), id]));
  const limiting = constraints.filter(({ kind }) => !contextKinds.has(kind));
  const answers = prd.answers
    .filter(({ answer: text }) => !deniesAll.test(splitLabel({ text })?.rest ?? text))
    .map((answer) => answerAsConstraint(prd, answer));
  const isAnswer = ({ kind }: Constraint): boolean => kind === "questions";
  // `Constraints` below two headings are two sections.
  const areaOf = (one: Constraint): string =>
    isAnswer(one) ? one.section : (areaAt(prd, one.line) ?? one.section);
  const sections = Map.groupBy([...limiting, ...answers], (one) => `${one.section} ${areaOf(one)}`);
  return [...sections].flatMap(([name, own]) => {
    const [first] = own;
    if (first === undefined) return [];
    const { line, section } = first;
    const said = pointsOf(own).map(({ text, line: at }) => ({ text: withoutColon(text), line: at }));
    const points = distinct(textsOfAll(said));
    const heading = plainHeading(withoutColon(areaOf(first)));
    const isMeasured = own.some((one) => prd.quantities.some((quantity) => quantity.line === one.line));
    return draftAt(prd, line, {
      key: `section ${name}`,
      title: titleWithLabels(
        fill(prd.language)(isAnswer(first) ? templates.answers : templates.section, heading || prd.title),
        own,
      ),
      requirements: [section],
      steps: distinct(
        withCode(
          said,
          own.flatMap(({ code }) => code),
        ),
      ),
      [isMeasured ? "criteria" : "points"]: points,
      needs: points.flatMap((point) => citedKeys(point).flatMap((key) => ids.get(key) ?? [])),
      comesLast: first.kind === "testing",
    });
  });
}

/** The title of a section with the labels of its points, if all have one and it names something, unlike `Q1`. */
function titleWithLabels(title: string, points: readonly Constraint[]): string {
  const labels = distinct(points.map((point) => labelOfStep(point) ?? splitLabel(point)?.label ?? ""));
  const isName = (label: string): boolean => /^[^:：]+$/.test(label) && label.split(/\s+/).length <= 5;
  const areNames = labels.length > 1 && labels.every((label) => isName(label) && !isIds(label));
  const whole = `${title}: ${labels.join(", ")}`;
  return areNames && whole.length <= longestTitle ? whole : title;
}

/** `No.`, `Not in v1 — planned for later.`, `Defer to v2`, `Covered by FR-3.`, but not an answer that says what to do instead. */
const deniesAll =
  /^(?:(?:this is )?(?:already )?covered (?:by|in) [^.;]*|out of scope[^.;]*(?:\. (?:may|might|could|maybe|perhaps) [^.;]*)?)\.?$|^(?:no|not)(?: (?:now|yet|planned|(?:in|for) (?:the )?(?:now|v1|mvp|scope)))?(?:\s*[—–-]\s*(?:(?:planned|maybe|possibly|perhaps) )?(?:for )?(?:later|v2|(?:a )?future)\b[^.;]*|, (?:maybe|possibly|perhaps) [^.;]* later)?\s*\.?$|^(?:deferred|(?:defer|postpone) (?:it |this )?(?:to|until) [^.;]*|(?:v[2-9]|phase [2-9]|post[- ]?mvp|future) (?:feature|release|version))\.?$/i;

/** `Is there a theme? Yes.`, `Theme: dark`, or only the answer if its section is the question. */
function answerAsConstraint(prd: Prd, { text, answer, line, section: asked }: Answer): Constraint {
  const questions = sectionsAround(prd, line).find(({ kind }) => kind === "questions");
  const section = questions?.heading ?? areaAt(prd, line) ?? asked;
  const said = text === section ? "" : /[?？.。:：]$/.test(text) ? `${text} ` : `${text}: `;
  return { text: `${said}${answer}`, line, section, label: null, parts: [], code: [], kind: "questions" };
}

/** One draft for the criteria of each section. */
export const criteriaDrafts = (prd: Prd, criteria: readonly Criterion[]): readonly Draft[] =>
  [...Map.groupBy(criteria, ({ section }) => section)].map(([section, own]) => {
    const heading = plainHeading(section);
    const name = plainHeading(labelOf(section)?.rest ?? section).toLowerCase();
    const named = prd.requirements.filter(({ area }) => plainHeading(area ?? "").toLowerCase() === name);
    return draftAt(prd, own[0]?.line ?? 0, {
      key: `criteria ${section}`,
      title: fill(prd.language)(templates.check, heading),
      ...(named[0] ? { phase: plainHeading(named[0].area ?? "") } : {}),
      requirements: [section],
      // In other languages, only the heading would be left of the template.
      steps: prd.language === "en" ? [templates.checkEach(heading)] : textsOfAll(own),
      criteria: textsOfAll(own),
      // `US4 - Recent Searches` tests the requirements below the heading `Recent Searches`.
      needs: named.map(({ id }) => id),
      comesLast: named.length === 0,
    });
  });
