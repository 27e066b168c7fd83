import type { Response } from "supertest";
import { UNKNOWN_ID } from "./ids-and-times.ts";
import type { DescribedOperation } from "./openapi-document.ts";
import type { Person } from "./people.ts";
import type { TestServer } from "./start-test-server.ts";

/** How to make one operation succeed, and how to cause its specific failures. */
export interface Recipe {
  /** A caller with permission; by default a caller without an account. */
  readonly as?: Person | ((status: number) => Promise<Person>);
  /** Creates the row that the path names. */
  readonly params?: () => Promise<Readonly<Record<string, string>>>;
  readonly body?: () => object | Promise<object>;
  /** The query that causes each status, if one is needed. */
  readonly query?: Readonly<Record<number, object>>;
  /** A caller without permission; by default a form of another site. */
  readonly forbiddenTo?: Person;
  readonly wrong?: {
    readonly 400?: object;
    readonly 401?: object;
    /** A body that `forbiddenTo` may not send, if they may send others. */
    readonly 403?: () => Promise<object>;
    readonly 409?: () => Promise<object>;
    readonly 422?: object;
  };
}

interface Call {
  readonly as: Person | undefined;
  readonly params: Readonly<Record<string, string>>;
  readonly body: object | string | undefined;
  readonly query: object;
  readonly headers: Readonly<Record<string, string>>;
}

const FOREIGN_FORM = { "Sec-Fetch-Site": "cross-site", "Content-Type": "text/plain" };

/** Sends a request that the operation should answer with this status. */
export async function driveOperation(
  server: TestServer,
  base: string,
  operation: DescribedOperation,
  recipe: Recipe,
  status: number,
): Promise<Response> {
  const call: Call = {
    as: typeof recipe.as === "function" ? await recipe.as(status) : recipe.as,
    params: (await recipe.params?.()) ?? {},
    body: await recipe.body?.(),
    query: recipe.query?.[status] ?? {},
    headers: {},
  };
  return send(server, base, operation, { ...call, ...(await spoil(call, recipe, status)) });
}

/** The changes to a valid request that cause the status. */
async function spoil(call: Call, { wrong, forbiddenTo }: Recipe, status: number): Promise<Partial<Call>> {
  switch (status) {
    case 400:
      return { body: wrong?.[400] ?? "{" };
    case 401:
      if (wrong?.[401] !== undefined) return { body: wrong[401] };
      return { as: undefined, headers: { Authorization: "Bearer nonsense" } };
    case 403:
      if (forbiddenTo === undefined) return { headers: FOREIGN_FORM };
      return { as: forbiddenTo, ...(wrong?.[403] && { body: await wrong[403]() }) };
    case 404:
      return { params: Object.fromEntries(Object.keys(call.params).map((name) => [name, UNKNOWN_ID])) };
    case 409:
      return { body: await wrong?.[409]?.() };
    case 413:
      return { body: { ...(call.body as object), padding: "x".repeat(200_000) } };
    case 415:
      return { headers: { "Content-Type": "application/json; charset=latin1" } };
    case 422:
      return { body: wrong?.[422] };
    default:
      return {};
  }
}

function send(
  server: TestServer,
  base: string,
  { method, path }: DescribedOperation,
  { as, params, body, query, headers }: Call,
): Promise<Response> {
  const url = base + path.replaceAll(/\{(\w+)\}/g, (_braces, name) => params[name] ?? name);
  const request = server.request[method](url).query(query);
  if (as !== undefined) request.set(...as.credential);
  if (body !== undefined) request.type("json");
  return request.set(headers).send(typeof body === "object" ? JSON.stringify(body) : body);
}
