import type { Request, Response } from "express";
import type { z } from "zod";
import type { ZodOpenApiOperationObject } from "zod-openapi";
import type { AuditTrail } from "../domain/audit.ts";
import type { ErrorCode, FieldIssue } from "../domain/errors.ts";
import type { PresentError } from "./error-boundary.ts";
import type { JsonObject } from "./read-json-object.ts";
import type { Refused } from "./request-error.ts";

/** An error that a route may answer with: its code, or an example if the answer also depends on a detail. */
export type Refusal = ErrorCode | Refused;

/** A request and its response, before any check. */
export interface Exchange {
  readonly request: Request;
  readonly response: Response;
}

/** Who may call a route, and how the caller is identified. */
export interface AccessRule<Services> {
  /**
   * The caller, if there is one. Runs before the body is read.
   *
   * @throws {DomainError} one of `refusals`
   */
  identify(services: Services, exchange: Exchange): unknown;
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
  rule: Omit<AccessRule<Services>, "identify"> & {
    identify(services: Services, exchange: Exchange): Promise<Caller>;
  },
  refusal: ErrorCode,
  assertMay: (caller: Caller, exchange: Exchange) => void,
) => ({
  ...rule,
  async identify(services: Services, exchange: Exchange): Promise<Caller> {
    const caller = await rule.identify(services, exchange);
    assertMay(caller, exchange);
    return caller;
  },
  refusals: [...rule.refusals, refusal],
});

/** The common properties of all routes of one API. */
export interface Dialect<Services> {
  /** The API's name in the metrics. */
  readonly api: string;
  readonly access: Readonly<Record<string, AccessRule<Services>>>;
  readonly presentError: PresentError;
  /** The shape of an error's body. */
  errorSchema(status: number): z.ZodType;
}

/** An id in a path. */
export interface PathId {
  readonly description: string;
  /** The error for an invalid id, the same as for an unknown one. */
  readonly notFound: ErrorCode;
}

export const pathId = (description: string, notFound: ErrorCode): PathId => ({ description, notFound });

/** A request whose checks have all passed. Each check adds a field. */
interface Call<Caller, Query, Id extends string, Row, Body> extends Exchange {
  /** The request as the origin of what it changes. */
  readonly trail: AuditTrail;
  readonly caller: Caller;
  readonly query: Query;
  readonly params: Readonly<Record<Id, string>>;
  readonly row: Row;
  readonly body: Body;
}

/** An answer's body, or a function that writes it in parts. */
type Reply<Answer> = Answer | ((response: Response) => Promise<void>);

/**
 * A route, declared once: Express serves it (`serve-routes.ts`) and OpenAPI describes it (`describe-routes.ts`) from
 * only this value.
 */
export interface RouteDefinition<Services, Access, Caller, Query, Id extends string, Row, Body, Answer> {
  readonly method: "get" | "post" | "put" | "delete";
  /** As Express writes it, without the prefix: `/posts/:id`. */
  readonly path: string;
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  /** The name of one of the dialect's rules: 401, and 403 if the permission does not depend on the row. */
  readonly access: Access;
  readonly query?: z.ZodObject & z.ZodType<Query>;
  readonly params?: Readonly<Record<Id, PathId>>;
  /** Loads the row that the path names: 404, and 403 if the permission depends on the row. */
  row?(
    services: Services,
    call: { readonly caller: Caller; readonly params: Readonly<Record<Id, string>> },
  ): Promise<Row>;
  /** If the permission depends on the row, the row is loaded before the body is read. */
  readonly isRowFirst?: true;
  readonly body?: z.ZodObject & z.ZodType<Body>;
  /** Checks a credential in the body: 401 comes before the errors of the other fields. */
  authorize?(services: Services, call: Exchange & { readonly json: JsonObject }): Promise<void>;
  /** Errors of the body's fields that only the store can find. They come before those of the schema. */
  issues?(
    services: Services,
    call: { readonly json: JsonObject; readonly row: Row },
  ): Promise<readonly FieldIssue[]>;
  readonly success: {
    readonly status: 200 | 201 | 202 | 204;
    readonly description: string;
    readonly schema?: z.ZodType<Answer>;
    readonly headers?: Readonly<Record<string, z.ZodType>>;
  };
  /** How the route may refuse, apart from what follows from `access`, `params` and `body`. */
  readonly refusals?: readonly Refusal[];
  handle(
    services: Services,
    call: Call<Caller, Query, Id, Row, Body>,
  ): Reply<NoInfer<Answer>> | Promise<Reply<NoInfer<Answer>>>;
}

/** A route whose parts have been checked against each other. Only its handler still needs their types. */
export type Route<Services> = RouteDefinition<
  Services,
  string,
  unknown,
  unknown,
  string,
  unknown,
  unknown,
  unknown
> & { readonly tag: string };

/**
 * Makes the function of an API that takes a tag of its OpenAPI document and returns the function that declares the routes
 * under it. `Table` is the type of the dialect's access rules.
 */
export const createRouteFunction =
  <Services, Table extends Readonly<Record<string, AccessRule<Services>>>>() =>
  (tag: string) =>
  <Access extends keyof Table, Query, Id extends string, Row, Body, Answer>(
    definition: RouteDefinition<
      Services,
      Access,
      Awaited<ReturnType<Table[Access]["identify"]>>,
      Query,
      Id,
      Row,
      Body,
      Answer
    >,
  ): Route<Services> =>
    ({ ...definition, tag }) as unknown as Route<Services>;
