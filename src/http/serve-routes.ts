import type { Request, RequestHandler, Response } from "express";
import { Router } from "express";
import type { z } from "zod";
import type { AuditTrail } from "../domain/audit.ts";
import type { FieldIssue } from "../domain/errors.ts";
import { DomainError, ValidationError } from "../domain/errors.ts";
import { parseUuid } from "../domain/text.ts";
import type { JsonObject } from "./read-json-object.ts";
import { readJsonObject } from "./read-json-object.ts";
import type { RouteName } from "./request-log.ts";
import { rememberRoute, trailOf } from "./request-log.ts";
import type { Dialect, PathId, Route } from "./route.ts";

const NOTHING = Object.freeze({});

/** A call whose checks are still running. */
class OpenCall {
  readonly request: Request;
  readonly response: Response;
  caller: unknown;
  query: unknown;
  params: Readonly<Record<string, string>> = NOTHING;
  row: unknown;
  json: JsonObject = NOTHING;
  body: unknown;

  constructor(request: Request, response: Response) {
    this.request = request;
    this.response = response;
  }

  /** Made only for handlers that use it. */
  get trail(): AuditTrail {
    return trailOf(this.request, this.response);
  }
}

/** A check, which adds its result to the call or throws. */
type Check<Services> = (services: Services, call: OpenCall) => Promise<void> | void;

/**
 * The Express router of an API's routes. The first matching route answers.
 *
 * @param prefix where the router is mounted, below the API's base
 */
export function serveRoutes<Services>(
  routes: readonly Route<Services>[],
  dialect: Dialect<Services>,
  services: Services,
  prefix: string,
): Router {
  const router = Router();
  for (const route of routes) {
    const name = { api: dialect.api, route: prefix + route.path, operationId: route.operationId };
    router[route.method](route.path, serveRoute(route, dialect, services, name));
  }
  return router;
}

function serveRoute<Services>(
  route: Route<Services>,
  dialect: Dialect<Services>,
  services: Services,
  name: RouteName,
): RequestHandler {
  const checks = checksOf(route, dialect);
  const { status } = route.success;

  return async function handleRoute(request, response) {
    rememberRoute(response, name);
    const call = new OpenCall(request, response);
    for (const check of checks) await check(services, call);
    const reply = await route.handle(services, call);
    if (typeof reply === "function") return reply(response);
    response.statusCode = status;
    if (reply === undefined) response.end();
    else response.json(reply);
  };
}

/**
 * A route's checks in the order of the API's contract: 401 and 403 first, then by status. If the permission depends on
 * the row, the row (404, then 403) comes before the body.
 */
function checksOf<Services>(route: Route<Services>, dialect: Dialect<Services>): readonly Check<Services>[] {
  const { params, row, body, isRowFirst } = route;
  const caller = identify(route, dialect);
  const found = [...(params ? [parseParams(params)] : []), ...(row ? [load(row)] : [])];
  if (body === undefined) return [caller, ...found];
  const rules = keepRules(body, route.issues);
  const read = route.authorize === undefined ? [readBody] : [readBody, authorize(route.authorize)];
  if (isRowFirst) return [caller, ...found, ...read, rules];
  const rulesStatus = dialect.presentError(new ValidationError([]), undefined).status;
  return rulesStatus < 404 ? [caller, ...read, rules, ...found] : [caller, ...read, ...found, rules];
}

function identify<Services>(route: Route<Services>, dialect: Dialect<Services>): Check<Services> {
  const rule = dialect.access[route.access];
  if (rule === undefined) throw new Error(`there is no access rule ${route.access}`);
  const { query } = route;

  return async (services, call) => {
    call.caller = await rule.identify(services, call);
    if (query !== undefined) call.query = judge(query, call.request.query);
  };
}

function parseParams<Services>(params: Readonly<Record<string, PathId>>): Check<Services> {
  const ids = Object.entries(params);

  return (_services, call) => {
    const parsed: Record<string, string> = {};
    for (const [name, { notFound }] of ids) {
      const id = parseUuid(String(call.request.params[name]));
      if (id === null) throw new DomainError(notFound);
      parsed[name] = id;
    }
    call.params = parsed;
  };
}

const load =
  <Services>(row: NonNullable<Route<Services>["row"]>): Check<Services> =>
  async (services, call) => {
    call.row = await row(services, call);
  };

const readBody: Check<unknown> = async (_services, call) => {
  call.json = await readJsonObject(call.request, call.response);
};

const authorize =
  <Services>(check: NonNullable<Route<Services>["authorize"]>): Check<Services> =>
  (services, call) =>
    check(services, call);

const keepRules =
  <Services>(schema: z.ZodType, issues: Route<Services>["issues"]): Check<Services> =>
  async (services, call) => {
    call.body = judge(schema, call.json, await issues?.(services, call));
  };

/** @throws {ValidationError} with all errors: those already found, then those of the schema in field order */
function judge(schema: z.ZodType, value: unknown, found: readonly FieldIssue[] = []): unknown {
  const parsed = schema.safeParse(value);
  if (parsed.success && found.length === 0) return parsed.data;
  throw new ValidationError([...found, ...toFieldIssues(parsed.error)]);
}

export const toFieldIssues = (error: z.ZodError | undefined): FieldIssue[] =>
  (error?.issues ?? []).map(({ path, message }) => ({ field: String(path[0]), message }));
