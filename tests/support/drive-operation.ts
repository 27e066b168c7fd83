import type { Response } from "supertest";
import type { DescribedOperation } from "./openapi-document.ts";
import type { Person } from "./people.ts";
import type { TestServer } from "./start-test-server.ts";

/** What one operation needs to succeed, and what makes it fail in the ways that are its own. */
export interface Recipe {
  /** Who may call it; without it a stranger. */
  readonly as?: Person | ((status: number) => Promise<Person>);
  /** Makes what its path names. */
  readonly params?: () => Promise<Readonly<Record<string, string>>>;
  readonly body?: () => object | Promise<object>;
  /** What to ask for so that the answer has this status. */
  readonly query?: Readonly<Record<number, object>>;
  /** Who may not call it; without it a form of another site. */
  readonly forbiddenTo?: Person;
  readonly wrong?: {
    readonly 400?: object;
    readonly 401?: object;
    /** What `forbiddenTo` may not send, where they may send other things. */
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

const UNKNOWN_ID = "01890000-0000-7000-8000-000000000000";
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

/** What to change in a request that would succeed. */
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
