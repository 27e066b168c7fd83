import { STATUS_CODES } from "node:http";
import { z } from "zod";
import type {
  ZodOpenApiOperationObject,
  ZodOpenApiRequestBodyObject,
  ZodOpenApiResponseObject,
} from "zod-openapi";
import type { ErrorCode } from "../domain/errors.ts";
import { DomainError } from "../domain/errors.ts";
import type { ErrorAnswer, PresentError } from "./error-boundary.ts";

/** One operation of an API, as its table lists it; what all operations have in common is added. */
export interface Operation<Access extends string> {
  readonly operationId: string;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  readonly access: Access;
  readonly path?: z.ZodObject;
  readonly query?: z.ZodObject;
  /** The schema that checks the request's body. */
  readonly body?: z.ZodType;
  readonly success: {
    readonly status: 200 | 201 | 204;
    readonly description: string;
    readonly schema?: z.ZodType;
    readonly headers?: Readonly<Record<string, z.ZodType>>;
  };
  /** How it may be refused, besides for want of access. */
  readonly refusals?: readonly (ErrorCode | DomainError)[];
}

type Security = NonNullable<ZodOpenApiOperationObject["security"]>;

/** What is particular to one API: how it words errors, and how callers identify themselves. */
export interface ApiDialect<Access extends string> {
  readonly presentError: PresentError;
  errorSchema(status: number): z.ZodType;
  readonly access: Readonly<
    Record<Access, { readonly security: Security; readonly refusals: readonly (ErrorCode | DomainError)[] }>
  >;
}

const requestId = z.string().meta({
  description: "Names this request in the server's log",
  format: "uuid",
  header: { id: "X-Request-Id" },
});

const errorHeaders: Readonly<Record<string, z.ZodType>> = {
  "WWW-Authenticate": z.string().meta({ description: "How to authenticate, as RFC 6750 has it" }),
  "Retry-After": z.string().meta({ description: "Seconds after which to try again" }),
  RateLimit: z.string().meta({ description: "What is left of the limit, and for how long" }),
  "RateLimit-Policy": z.string().meta({ description: "How many are allowed in how many seconds" }),
};

/** What the error boundary adds to the envelope's own headers. */
const BOUNDARY_HEADERS: Readonly<Record<number, readonly string[]>> = {
  429: ["Retry-After", "RateLimit", "RateLimit-Policy"],
  503: ["Retry-After"],
};

const BODY_REFUSALS = [
  new DomainError("json-invalid", { detail: "body is not valid JSON" }),
  "payload-too-large",
  "unsupported-media-type",
] as const;

/** Turns rows of an API's tables into OpenAPI, with an example of every error, worded by the API's own envelope. */
export function createOperationDescriber<Access extends string>(dialect: ApiDialect<Access>) {
  return function describeOperation(operation: Operation<Access>): ZodOpenApiOperationObject {
    const { operationId, tag, summary, description, path, query, body, success } = operation;
    const access = dialect.access[operation.access];
    const refusals = [
      ...access.refusals,
      ...(body === undefined ? [] : BODY_REFUSALS),
      ...(operation.refusals ?? []),
      "service-unavailable" as const,
    ];
    return {
      operationId,
      tags: [tag],
      summary,
      ...(description !== undefined && { description }),
      security: access.security,
      requestParams: { ...(path && { path }), ...(query && { query }) },
      ...(body && { requestBody: describeBody(body) }),
      responses: {
        [`${success.status}`]: describeSuccess(success),
        ...describeRefusals(dialect, refusals),
      },
    };
  };
}

const describeBody = (schema: z.ZodType): ZodOpenApiRequestBodyObject => ({
  required: true,
  content: { "application/json": { schema } },
});

const describeSuccess = ({
  description,
  schema,
  headers,
}: Operation<string>["success"]): ZodOpenApiResponseObject => ({
  description,
  headers: z.object({ "X-Request-Id": requestId, ...headers }),
  ...(schema && { content: { "application/json": { schema } } }),
});

/** One response for each status, with an example for each reason. */
function describeRefusals(
  { presentError, errorSchema }: ApiDialect<string>,
  refusals: readonly (ErrorCode | DomainError)[],
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
