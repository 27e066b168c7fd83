import type { DataModel, Endpoint, Requirement } from "../prd/prd.ts";
import { asDemand } from "../wording/as-demand.ts";
import { isStatement } from "../wording/clause.ts";
import { factOf } from "../wording/fact.ts";
import { imperativeOf } from "../wording/imperative.ts";
import { capitalized, uncapitalized, withSubject } from "../wording/text-case.ts";
import type { Context, EndpointOwner } from "./context.ts";
import { cleanCriteria, criteriaOf } from "./criteria.ts";
import { deliverableOf } from "./deliverable-of.ts";
import type { Draft } from "./draft.ts";
import type { Answer } from "./endpoint-answers.ts";
import { answersOf, answerText, isAction, parametersOf, takesBody } from "./endpoint-answers.ts";
import { resourceOf, segmentsOf } from "./endpoint-words.ts";
import { measurableCriteria } from "./measurable-criteria.ts";
import { modelsOf } from "./model-mention.ts";
import { proposedFile } from "./propose-files.ts";
import { fitted, stepsOf } from "./steps.ts";
import { titleOf } from "./title.ts";
/** The task that creates one endpoint, checked by its status codes. */
export function endpointDraft(endpoint: Endpoint, owner: EndpointOwner, context: Context): Draft {
  const { method, path, purpose } = endpoint;
  const { requirement, defines, area } = owner;
  const own = defines && requirement !== null ? requirement : null;
  const model = modelOf(endpoint, owner, context);
  const answers = answersOf(endpoint, context);
  const title = `Create ${method} ${path} endpoint`;
  return {
    key: keyOf(endpoint),
    deliverable: "endpoint",
    title,
    area: requirement?.area ?? area,
    requirements: requirement === null ? [] : idsOf(requirement),
    files: namedFiles(endpoint, context) ?? proposedFile("endpoint", resourceOf(path), context.stack),
    method,
    path,
    steps: fitted([
      `Add the route ${method} ${path}${purpose === null ? "" : `: ${purpose}`}`,
      ...inputSteps(endpoint, answers),
      ...(own === null || isRouteAlone(own) ? [] : stepsOf(own, "endpoint", title, [])),
      ...logicSteps(endpoint, owner, model),
      ...endpoint.rules.map((rule) => ruleAsStep(rule)),
      `Write request tests for ${listed([...new Set(answers.map(({ code }) => String(code)))])}`,
    ]),
    verification: criteriaFor(endpoint, owner, answers),
    words: `${path.replaceAll(/[/:{}_-]/g, " ")} ${purpose ?? ""} ${own === null ? "" : context.wordsOf(own)}`,
    needs: [
      ...needsOf(owner),
      ...(model === null ? [] : [`model ${model.name}`]),
      ...makersOf(endpoint, context),
    ],
  };
}

/** `GET /rooms` says no more than the step that adds the route. */
const isRouteAlone = ({ text, details }: Requirement): boolean =>
  details.length === 0 && /^`[A-Z]+ \/[^`]*`(?:: [^.]*)?$/.test(text);

const keyOf = ({ method, path }: Endpoint): string => `${method} ${path}`;

const idsOf = ({ parent, id }: Requirement): readonly string[] => (parent === null ? [id] : [parent, id]);

/** Its logic comes first, unless the requirement is a screen that calls it. */
function needsOf({ requirement, defines, calls }: EndpointOwner): readonly string[] {
  if (requirement === null) return [];
  return defines || calls ? requirement.references : [...requirement.references, requirement.id];
}

/** What reads, changes or deletes `/orders/:id` comes after what makes one: `POST /orders`. */
function makersOf({ method, path }: Endpoint, { prd }: Context): readonly string[] {
  const collection = path.replace(/\/(?::\w+|\{\w+\}|\[\w+\]|<\w+>)(?:\/.*)?$/, "");
  const maker = prd.endpoints.find((other) => other.method === "POST" && other.path === collection);
  return maker === undefined || (method === "POST" && path === collection) ? [] : [keyOf(maker)];
}

/** The record that a path is about: the last segment that names one, else the one its requirement works on. */
function modelOf(
  { path }: Endpoint,
  { requirement }: EndpointOwner,
  { prd, wordsOf }: Context,
): DataModel | null {
  const named = segmentsOf(path)
    .toReversed()
    .flatMap((segment) => prd.models.filter(({ name }) => singular(name) === singular(segment)))[0];
  if (named !== undefined) return named;
  if (requirement === null) return null;
  return modelsOf(wordsOf(requirement), prd.models)[0] ?? null;
}

const singular = (name: string): string =>
  name
    .replaceAll(/[-_]/g, "")
    .toLowerCase()
    .replace(/ies$/, "y")
    .replace(/([^s])s$/, "$1");

function namedFiles({ path }: Endpoint, { prd }: Context): readonly string[] | null {
  const resource = resourceOf(path);
  const file = prd.filePaths.find(
    (candidate) =>
      /rout|controller|api|handler/i.test(candidate) &&
      resource !== "" &&
      candidate.toLowerCase().includes(resource.toLowerCase()),
  );
  return file === undefined ? null : [file];
}

function inputSteps(endpoint: Endpoint, answers: readonly Answer[]): readonly string[] {
  const parameters = parametersOf(endpoint.path);
  const refuses = answers.some(({ code }) => code === 400 || code === 422);
  const checked = [
    ...(parameters.length > 0 ? [`the path's ${parameters.map((name) => `\`${name}\``).join(" and ")}`] : []),
    ...(takesBody(endpoint.method) && refuses ? ["the body's fields"] : []),
  ];
  return checked.length === 0 ? [] : [`Check ${checked.join(" and ")} before anything is read or written`];
}

const deeds: Readonly<Record<string, string>> = {
  GET: "Read",
  POST: "Store",
  PUT: "Replace",
  PATCH: "Change only the fields that were sent of",
  DELETE: "Delete",
};

/** What the route hands over to, and which record it reads or writes. */
function logicSteps(
  endpoint: Endpoint,
  { requirement, defines, calls }: EndpointOwner,
  model: DataModel | null,
): readonly string[] {
  const logic =
    requirement === null || defines || calls
      ? []
      : [
          `Call what is built for ${requirement.id}: ${uncapitalized(titleOf(requirement, deliverableOf(requirement.text)).replace(/:\s.*$/, ""))}`,
        ];
  if (model === null) return logic;
  const names = model.fields
    .slice(0, 8)
    .map(({ name }) => `\`${name}\``)
    .join(", ");
  const verb = isAction(endpoint) ? "Work on" : (deeds[endpoint.method] ?? "Work on");
  return [...logic, `${verb} the \`${model.name}\` record (${names}${model.fields.length > 8 ? ", …" : ""})`];
}

function criteriaFor(
  endpoint: Endpoint,
  { requirement, defines, calls }: EndpointOwner,
  answers: readonly Answer[],
): readonly string[] {
  const isWriting = takesBody(endpoint.method) && requirement !== null && !calls && takesRecord(endpoint);
  const limits = isWriting ? limitsOf(endpoint, requirement) : [];
  return cleanCriteria([
    ...answers.map((each) => answerText(endpoint, each)),
    ...limits,
    ...(defines && requirement !== null && !isRouteAlone(requirement) ? criteriaOf(requirement) : []),
    ...endpoint.rules.flatMap((rule) => ruleAsFact(rule)),
  ]).slice(0, 8);
}

/** The requirement's limits as requests: `POST /api/notes with a text longer than 500 characters returns 400`. */
function limitsOf(endpoint: Endpoint, { text, details }: Requirement): readonly string[] {
  return [text, ...details.map((detail) => detail.text)]
    .flatMap((line) => measurableCriteria(line, "value"))
    .flatMap((criterion) => {
      const beyond = /^(.+? (?:longer|shorter|larger) than \d.*?) is refused$/.exec(criterion)?.[1];
      return beyond === undefined
        ? []
        : [answerText(endpoint, { code: 400, when: `with a ${uncapitalized(beyond)}`, what: "" })];
    });
}

/** A deed such as `/verify` takes a token or nothing; the limits of a record are no matter of it. */
const takesRecord = (endpoint: Endpoint): boolean =>
  !isAction(endpoint) || /\/(?:register|sign-?up|reset-password)$/i.test(endpoint.path);

const subject = "The endpoint";

const ruleAsStep = (rule: string): string =>
  capitalized(imperativeOf(asDemand(rule)) ?? withSubject(rule, subject));

/** Only what can be checked: a rule with a number, or one that says what must or must not be. */
function ruleAsFact(rule: string): readonly string[] {
  const whole = withSubject(rule, subject);
  if (/^(?:query|body|params?|parameters?|headers?|request|response)[^:]{0,16}:/i.test(rule)) return [];
  if (!isStatement(whole) && !/\d|must|should|never|not\b/i.test(whole)) return [];
  return [factOf(whole) ?? whole];
}

const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
