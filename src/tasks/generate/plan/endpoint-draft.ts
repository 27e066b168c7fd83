import type { Endpoint, Requirement } from "../prd/prd.ts";
import type { Context, EndpointOwner } from "./context.ts";
import { cleanCriteria, criteriaOf } from "./criteria.ts";
import type { Draft } from "./draft.ts";
import { proposedFile } from "./propose-files.ts";
import { fitted, stepsOf } from "./steps.ts";
/** The task that creates one endpoint, checked by its status codes. */
export function endpointDraft(endpoint: Endpoint, owner: EndpointOwner, context: Context): Draft {
  const { method, path, purpose } = endpoint;
  const { requirement, defines } = owner;
  const statuses = statusesOf(endpoint, context);
  const title = `Create ${method} ${path} endpoint`;
  const own = defines && requirement !== null ? requirement : null;
  return {
    key: `${method} ${path}`,
    deliverable: "endpoint",
    title,
    area: requirement?.area ?? null,
    requirements: requirement === null ? [] : idsOf(requirement),
    files: namedFiles(endpoint, context) ?? proposedFile("endpoint", resourceOf(path), context.stack),
    method,
    path,
    steps: stepsFor(endpoint, own, title, statuses),
    verification: criteriaFor(endpoint, own, statuses),
    words: `${path.replaceAll(/[/:{}_-]/g, " ")} ${purpose ?? ""} ${own === null ? "" : context.wordsOf(own)}`,
    needs: needsOf(owner),
  };
}

const idsOf = ({ parent, id }: Requirement): readonly string[] => (parent === null ? [id] : [parent, id]);

/** Its logic comes first, unless the requirement is a screen that calls it. */
function needsOf({ requirement, defines, calls }: EndpointOwner): readonly string[] {
  if (requirement === null) return [];
  return defines || calls ? requirement.references : [...requirement.references, requirement.id];
}

function stepsFor(
  endpoint: Endpoint,
  own: Requirement | null,
  title: string,
  statuses: readonly Expected[],
): readonly string[] {
  const { method, path, purpose, rules } = endpoint;
  return fitted([
    `Add the route ${method} ${path}${purpose === null ? "" : `: ${purpose}`}`,
    ...inputSteps(endpoint),
    ...(own === null ? [] : stepsOf(own, "endpoint", title, [])),
    ...rules,
    `Write request tests for ${listed(statuses.map(({ code }) => String(code)))}`,
  ]);
}

function criteriaFor(
  { method, path, rules }: Endpoint,
  own: Requirement | null,
  statuses: readonly Expected[],
): readonly string[] {
  return cleanCriteria([
    ...statuses.map((status) => `${method} ${path} ${answerOf(status)}`),
    ...(own === null ? [] : criteriaOf(own)),
    ...rules.filter((rule) => /\d|must|should|never|not\b/i.test(rule)),
  ]).slice(0, 8);
}

/** `with a missing field returns 400`, `returns 409: the email is taken` */
function answerOf({ code, meaning }: Expected): string {
  if (/^(?:with|for)/.test(meaning)) return `${meaning} returns ${code}`;
  return meaning === "" ? `returns ${code}` : `returns ${code}: ${meaning}`;
}

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

/** `/api/v1/users/:id/sessions` is about `users`. */
const resourceOf = (path: string): string =>
  path
    .split("/")
    .find((part) => part !== "" && !/^(?:api|v\d+|rest)$/i.test(part) && /^[\w-]+$/.test(part)) ?? "root";

const parametersOf = (path: string): readonly string[] =>
  [...path.matchAll(/[:{[<]{1}(\w+)[}\]>]?/g)].flatMap(([, name]) => (name === undefined ? [] : [name]));

function inputSteps({ method, path }: Endpoint): readonly string[] {
  const parameters = parametersOf(path);
  const checked = [
    ...(parameters.length > 0 ? [`the path's ${parameters.map((name) => `\`${name}\``).join(" and ")}`] : []),
    ...(takesBody(method) && !isAction(path) ? ["the body's fields"] : []),
  ];
  return checked.length === 0 ? [] : [`Check ${checked.join(" and ")} before anything is read or written`];
}

const takesBody = (method: string): boolean => method === "POST" || method === "PUT" || method === "PATCH";

/** A last segment that is a deed, `/logout` or `/refresh`, makes nothing new. */
const isAction = (path: string): boolean =>
  /\/(?:log-?in|log-?out|logout-all|sign-?in|sign-?out|refresh|verify[\w-]*|reset[\w-]*|resend[\w-]*|forgot[\w-]*|search|check|track|sync|cancel|complete|confirm|callback|validate|approve|reject|retry|test|export|mastery)$/i.test(
    path,
  );

interface Expected {
  readonly code: number;
  readonly meaning: string;
}

/** The PRD's own status codes, else those that such a request is usually answered with. */
function statusesOf(endpoint: Endpoint, { prd }: Context): readonly Expected[] {
  if (endpoint.statuses.length > 0) return endpoint.statuses;
  const { method, path } = endpoint;
  const success = method === "DELETE" ? 204 : method === "POST" && !isAction(path) ? 201 : 200;
  const isOpen =
    /register|log-?in|sign-?(?:in|up)|forgot|reset|verify|callback|google|facebook|public|health|oauth|refresh|resend/i.test(
      path,
    );
  const hasSessions = prd.requirements.some(({ text }) =>
    /\b(?:log ?in|authenticat|jwt|session)/i.test(text),
  );
  return [
    { code: success, meaning: "" },
    ...(takesBody(method) && !isAction(path)
      ? [{ code: 400, meaning: "with a missing or wrong field" }]
      : []),
    ...(hasSessions && !isOpen ? [{ code: 401, meaning: "without a valid session" }] : []),
    ...(parametersOf(path).length > 0
      ? [{ code: 404, meaning: `for a ${parametersOf(path).at(-1)} that does not exist` }]
      : []),
  ];
}

const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
