import type { Request, Response } from "express";
import type { z } from "zod";
import type { ZodOpenApiOperationObject } from "zod-openapi";
import type { AuditTrail } from "../domain/audit.ts";
import type { ErrorCode, FieldIssue } from "../domain/errors.ts";
import type { JsonObject } from "./read-json-object.ts";
import type { Refused } from "./request-error.ts";

/** An error that a route may answer with: its code, or an example if the answer also depends on a detail. */
export type Refusal = ErrorCode | Refused;

/** A request and its response, before any check. */
export interface Exchange {
  readonly request: Request;
  readonly response: Response;
}

/** An exchange with a declared route. */
export interface RouteExchange extends Exchange {
  /** The id in the path, as the store spells it; empty if the path has none, or an invalid one. */
  readonly id: string;
}

/** Who may call a route, and how the caller is identified. */
export interface Access<Services, Caller> {
  /**
   * The caller, if there is one. Runs before the body is read.
   *
   * @throws {DomainError} one of `refusals`
   */
  identify(services: Services, exchange: RouteExchange): Caller | Promise<Caller>;
  readonly security: NonNullable<ZodOpenApiOperationObject["security"]>;
  readonly refusals: readonly Refusal[];
  /** A sentence for the description of each route with this rule, if security and refusals don't express it. */
  readonly who?: string;
}

/**
 * A rule with a further condition on its caller.
 *
 * @param assertMay throws the refusal
 */
export const restrict = <Services, Caller>(
  rule: Access<Services, Caller>,
  refusal: ErrorCode,
  assertMay: (caller: Caller, exchange: RouteExchange, services: Services) => void | Promise<void>,
): Access<Services, Caller> => ({
  ...rule,
  async identify(services, exchange) {
    const caller = await rule.identify(services, exchange);
    await assertMay(caller, exchange, services);
    return caller;
  },
  refusals: [...rule.refusals, refusal],
});

/** A request whose checks have all passed. Each check adds a field. */
interface Call<Caller, Query, Row, Body> extends RouteExchange {
  /** The request as the origin of what it changes. */
  readonly trail: AuditTrail;
  readonly caller: Caller;
  readonly query: Query;
  readonly row: Row;
  readonly body: Body;
}

/** An answer that is written in parts. */
export interface OpenAnswer {
  readonly response: Response;
  /** Checks again whether the caller may have it. @throws {DomainError} */
  guard(): Promise<void>;
}

/** An answer's body, or a function that writes it in parts. */
type Reply<Answer> = Answer | ((answer: OpenAnswer) => Promise<void>);

/** A call before the rules of its fields are checked. */
interface OpenCall<Caller> {
  readonly caller: Caller;
  readonly id: string;
  /** The body; empty if it is read later. */
  readonly json: JsonObject;
}

/** What a route's declaration says besides its address. */
interface Definition<Services, Caller, Query, Row, Body, Answer> {
  readonly summary: string;
  readonly description?: string;
  /** 401, and 403 if the permission does not depend on the row. */
  readonly access: Access<Services, Caller>;
  readonly query?: z.ZodObject & z.ZodType<Query>;
  /** The id in the path, and the error for an invalid one, the same as for an unknown one. */
  readonly id?: { readonly description: string; readonly notFound: ErrorCode };
  /** Loads the row that the path names: 404, and 403 if the permission depends on the row. */
  row?(services: Services, call: OpenCall<Caller>): Promise<Row>;
  /** If the permission depends on the row, the row is loaded before the body is read. */
  readonly isRowFirst?: true;
  readonly body?: z.ZodObject & z.ZodType<Body>;
  /** Checks a permission that depends on the body: 401 and 403 come before the errors of its fields. */
  authorize?(services: Services, call: OpenCall<Caller>): Promise<void> | void;
  /** Errors of the body's fields that only the services can find. */
  issues?(
    services: Services,
    call: { readonly json: JsonObject; readonly row: Row },
  ): readonly FieldIssue[] | Promise<readonly FieldIssue[]>;
  readonly success: {
    readonly status: 200 | 201 | 202 | 204;
    readonly description: string;
    readonly schema?: z.ZodType<Answer>;
    readonly headers?: Readonly<Record<string, z.ZodType>>;
  };
  /** How the route may refuse, apart from what follows from `access`, `id`, `query` and `body`. */
  readonly refusals?: readonly Refusal[];
  handle(
    services: Services,
    call: Call<Caller, Query, Row, Body>,
  ): Reply<NoInfer<Answer>> | Promise<Reply<NoInfer<Answer>>>;
}

/** The address of a route: its method, and its path as Express writes it, without the prefix: `/posts/:id`. */
interface Address {
  readonly method: "get" | "post" | "put" | "delete";
  readonly path: string;
  readonly operationId: string;
  /** The group of the route in the OpenAPI document. */
  readonly tag: string;
}

/**
 * A route, declared once: Express serves it (`serve-routes.ts`) and OpenAPI describes it (`describe-routes.ts`) from
 * only this value.
 */
export type Route<Services> = Address & Definition<Services, unknown, unknown, unknown, unknown, unknown>;

/**
 * Makes the function of an API that takes a tag and returns the function that declares the routes under it. Their parts
 * are checked against each other there. Afterwards only the handlers need their types.
 */
export const createRouteFunction =
  <Services>() =>
  (tag: string) =>
  <Caller, Query, Row, Body, Answer>(
    method: Address["method"],
    path: string,
    operationId: string,
    definition: Definition<Services, Caller, Query, Row, Body, Answer>,
  ): Route<Services> => ({ ...definition, method, path, operationId, tag });
