import { readFileSync } from "node:fs";
import { STATUS_CODES } from "node:http";
import { join } from "node:path";
import { z } from "zod";
import type {
  ZodOpenApiOperationObject,
  ZodOpenApiPathsObject,
  ZodOpenApiRequestBodyObject,
  ZodOpenApiResponseObject,
} from "zod-openapi";
import { createDocument } from "zod-openapi";
import { DomainError, ValidationError } from "../domain/errors.ts";
import type { Api, Mount } from "./api.ts";
import { identifier } from "./described-values.ts";
import type { ErrorAnswer } from "./error-boundary.ts";
import { RequestError } from "./request-error.ts";
import type { Refusal, Route } from "./route.ts";
import { toFieldIssues } from "./serve-routes.ts";

/** The version in package.json, which is as far above `src/` as above `dist/`. */
const { version } = JSON.parse(readFileSync(join(import.meta.dirname, "../../package.json"), "utf8"));

/** The OpenAPI document of an API, with an example of every error in the API's own envelope. */
export const describeApi = <Services>(api: Api<Services>) =>
  createDocument({
    openapi: "3.1.0",
    info: { title: api.title, version, description: api.description },
    servers: [{ url: api.base || "/" }],
    tags: [...api.tags, { name: "Service", description: "The server itself" }],
    paths: {
      ...describeMounts(api.mounts),
      "/health": { get: describePage("getHealth", "Check that the server is up", api.health) },
      ...Object.fromEntries(
        (api.pages ?? []).map(({ path, operationId, summary }) => [
          path,
          { get: describePage(operationId, summary, PAGE) },
        ]),
      ),
      "/": { get: describePage("getIndex", "The index page", PAGE) },
    },
    components: { securitySchemes: api.securitySchemes },
  });

const PAGE: ZodOpenApiResponseObject = {
  description: "A page for people",
  content: { "text/html": { schema: z.string() } },
};

const describePage = (
  operationId: string,
  summary: string,
  answer: ZodOpenApiResponseObject,
): ZodOpenApiOperationObject => ({
  operationId,
  tags: ["Service"],
  summary,
  security: [],
  responses: { 200: { ...answer, headers: z.object({ "X-Request-Id": requestId }) } },
});

const requestId = z.string().meta({
  description: "The id of this request in the server's log",
  format: "uuid",
  header: { id: "X-Request-Id" },
});

const errorHeaders: Readonly<Record<string, z.ZodType>> = {
  "WWW-Authenticate": z.string().meta({ description: "How to authenticate (RFC 6750)" }),
  "Retry-After": z.string().meta({ description: "Seconds after which to try again" }),
  // A request that is refused because others are still being hashed exceeds no limit.
  RateLimit: z
    .string()
    .optional()
    .meta({ description: "The rest of the limit, and the time until it is reset" }),
  "RateLimit-Policy": z
    .string()
    .optional()
    .meta({ description: "The number allowed, and the number of seconds" }),
};

/** The headers that the error boundary adds to the envelope's own. */
const BOUNDARY_HEADERS: Readonly<Record<number, readonly string[]>> = {
  429: ["Retry-After", "RateLimit", "RateLimit-Policy"],
  503: ["Retry-After"],
};

const BODY_REFUSALS = [
  new RequestError("json-invalid", { detail: "body is not valid JSON" }),
  new RequestError("payload-too-large"),
  new RequestError("unsupported-media-type"),
] as const;

function describeMounts<Services>(mounts: readonly Mount<Services>[]): ZodOpenApiPathsObject {
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {};
  for (const mount of mounts) {
    for (const route of mount.routes) {
      const path = mount.prefix + route.path.replace(ID, "{$1}");
      paths[path] = { ...paths[path], [route.method]: describeRoute(route, mount) };
    }
  }
  return paths;
}

/** The name of the id in a path. */
const ID = /:(\w+)/;

function describeRoute<Services>(route: Route<Services>, mount: Mount<Services>): ZodOpenApiOperationObject {
  const { access, id, query, body, success } = route;
  const name = ID.exec(route.path)?.[1] ?? "id";
  const description = [access.who, route.description].filter((sentence) => sentence !== undefined).join(" ");
  return {
    operationId: route.operationId + (mount.suffix ?? ""),
    tags: [mount.tag ?? route.tag],
    summary: route.summary,
    ...(description !== "" && { description }),
    security: access.security,
    requestParams: {
      ...(id && { path: z.object({ [name]: identifier(id.description) }) }),
      ...(query && { query }),
    },
    ...(body && { requestBody: describeBody(body) }),
    responses: {
      [`${success.status}`]: describeSuccess(success),
      ...describeRefusals(refusalsOf(route), mount),
    },
  };
}

/** An empty body is read as an empty object, so a body is required only if a field is. */
const describeBody = (schema: z.ZodObject): ZodOpenApiRequestBodyObject => ({
  required: z.toJSONSchema(z.object(schema.shape), { io: "input" }).required !== undefined,
  content: { "application/json": { schema } },
});

/** Every error of a route: first the errors that follow from its other parts, then the declared ones. */
const refusalsOf = <Services>({ access, id, query, body, refusals }: Route<Services>): readonly Refusal[] => [
  ...access.refusals,
  ...(query ? brokenRules(query) : []),
  ...(id ? [id.notFound] : []),
  ...(body ? [...BODY_REFUSALS, ...brokenRules(body)] : []),
  ...(refusals ?? []),
  "service-unavailable",
];

/** The schema's errors for a query or a body whose fields are all empty, if it has any. */
function brokenRules(schema: z.ZodObject): readonly ValidationError[] {
  const empty = Object.fromEntries(Object.keys(schema.shape).map((name) => [name, ""]));
  const { error } = schema.safeParse(empty);
  return error === undefined ? [] : [new ValidationError(toFieldIssues(error))];
}

const describeSuccess = ({
  description,
  schema,
  headers,
}: Route<unknown>["success"]): ZodOpenApiResponseObject => ({
  description,
  headers: z.object({ "X-Request-Id": requestId, ...headers }),
  ...(schema && { content: { "application/json": { schema } } }),
});

/** One response for each status, with an example for each reason. */
function describeRefusals<Services>(
  refusals: readonly Refusal[],
  { presentError, errorSchema }: Mount<Services>,
): Record<`${1 | 2 | 3 | 4 | 5}${string}`, ZodOpenApiResponseObject> {
  const errors = refusals.map((one) => (typeof one === "string" ? new DomainError(one) : one));
  const answers = [
    ...errors.map((error) => ({ name: error.code, ...presentError(error, error) })),
    { name: "fault", ...presentError(undefined, new Error("An internal error occurred")) },
  ];
  const byStatus = Map.groupBy(answers, ({ status }) => status);
  return Object.fromEntries(
    [...byStatus].map(([status, sameStatus]) => [
      `${status}`,
      describeRefusal(status, sameStatus, errorSchema(status)),
    ]),
  );
}

function describeRefusal(
  status: number,
  answers: readonly (ErrorAnswer & { readonly name: string })[],
  schema: z.ZodType,
): ZodOpenApiResponseObject {
  const ownHeaders = answers.flatMap(({ headers }) => Object.keys(headers ?? {}));
  const names = new Set([...ownHeaders, ...(BOUNDARY_HEADERS[status] ?? [])]);
  const headers = Object.fromEntries([...names].map((name) => [name, errorHeaders[name] ?? z.string()]));
  return {
    description: STATUS_CODES[status] ?? "Error",
    headers: z.object({ "X-Request-Id": requestId, ...headers }),
    content: {
      "application/json": {
        schema,
        examples: Object.fromEntries(answers.map(({ name, body }) => [name, { value: body }])),
      },
    },
  };
}
