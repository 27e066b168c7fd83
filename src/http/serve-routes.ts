import type { Request, Response } from "express";
import { Router } from "express";
import type { z } from "zod";
import type { AuditTrail } from "../domain/audit.ts";
import type { ErrorCode, FieldIssue } from "../domain/errors.ts";
import { DomainError, ValidationError } from "../domain/errors.ts";
import { parseUuid } from "../domain/text.ts";
import type { Mount } from "./api.ts";
import type { JsonObject } from "./read-json-object.ts";
import { hasBody, readJsonObject } from "./read-json-object.ts";
import { rememberRoute, trailOf } from "./request-log.ts";
import type { Route } from "./route.ts";

const NOTHING = Object.freeze({});

/** A call whose checks are still running. */
class OpenCall {
  readonly request: Request;
  readonly response: Response;
  caller: unknown;
  query: unknown;
  readonly id: string;
  row: unknown;
  json: JsonObject = NOTHING;
  body: unknown;

  constructor(request: Request, response: Response) {
    this.request = request;
    this.response = response;
    this.id = parseUuid(String(Object.values(request.params)[0])) ?? "";
  }

  /** Made only for handlers that use it. */
  get trail(): AuditTrail {
    return trailOf(this.request, this.response);
  }
}

/** The Express router of some routes of an API. The first matching route answers. */
export function serveRoutes<Services>(api: string, mount: Mount<Services>, services: Services): Router {
  const router = Router();
  for (const route of mount.routes) {
    const { access, query, success } = route;
    const name = { api, route: mount.prefix + route.path, operationId: route.operationId };
    const checks = checksOf(route, mount);
    router[route.method](route.path, async (request, response) => {
      rememberRoute(response, name);
      const call = new OpenCall(request, response);
      call.caller = await access.identify(services, call);
      if (query !== undefined) call.query = judge(query, request.query);
      for (const check of checks) await check(route, services, call);
      const reply = await route.handle(services, call);
      if (typeof reply === "function") {
        return reply({ response, guard: () => guardAgain(route, services, call) });
      }
      response.statusCode = success.status;
      if (reply === undefined) response.end();
      else response.json(reply);
    });
  }
  return router;
}

/** A check, which adds its result to the call or throws. */
type Check = <Services>(route: Route<Services>, services: Services, call: OpenCall) => Promise<void>;

/**
 * A route's checks after 401 and 403, in the order of the API's contract: by status. If the permission depends on the
 * row, the row (404, then 403) comes before the body.
 */
function checksOf<Services>(
  { id, isRowFirst }: Route<Services>,
  { presentError }: Mount<Services>,
): readonly Check[] {
  const row = id === undefined ? [] : [findRow(id.notFound)];
  if (isRowFirst) return [...row, readBody, keepRules];
  const rulesStatus = presentError(new ValidationError([]), undefined).status;
  return rulesStatus < 404 ? [readBody, keepRules, ...row] : [readBody, ...row, keepRules];
}

const findRow =
  (notFound: ErrorCode): Check =>
  async ({ row }, services, call) => {
    if (call.id === "") throw new DomainError(notFound);
    call.row = await row?.(services, call);
  };

/** Reads a body even where the route needs none, because one that is not JSON is refused everywhere. */
const readBody: Check = async (route, services, call) => {
  if (hasBody(call.request)) {
    const isLate = !call.request.complete;
    call.json = await readJsonObject(call.request, call.response);
    if (isLate && call.caller !== undefined) await guardAgain(route, services, call);
  }
  await route.authorize?.(services, call);
};

/** A client may hold back its body, or not read its answer, until after it has lost its session or role. */
const guardAgain: Check = async (route, services, call) => {
  const { access, id, isRowFirst } = route;
  call.caller = await access.identify(services, call);
  if (id !== undefined && isRowFirst) await findRow(id.notFound)(route, services, call);
};

const keepRules: Check = async ({ body, issues }, services, call) => {
  if (body !== undefined) call.body = judge(body, call.json, await issues?.(services, call));
};

/** @throws {ValidationError} with all errors, those already found included, in field order */
function judge(schema: z.ZodObject, value: unknown, found: readonly FieldIssue[] = []): unknown {
  const parsed = schema.safeParse(value);
  if (parsed.success && found.length === 0) return parsed.data;
  const fields = Object.keys(schema.shape);
  const issues = [...toFieldIssues(parsed.error), ...found];
  throw new ValidationError(
    issues.sort((one, other) => fields.indexOf(one.field) - fields.indexOf(other.field)),
  );
}

export const toFieldIssues = (error: z.ZodError | undefined): FieldIssue[] =>
  (error?.issues ?? []).map(({ path, message }) => ({ field: String(path[0]), message }));
