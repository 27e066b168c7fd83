import type { z } from "zod";
import type { ZodOpenApiObject, ZodOpenApiResponseObject } from "zod-openapi";
import type { PresentError } from "./error-boundary.ts";
import type { Route } from "./route.ts";

/** Routes under one prefix. */
export interface Mount<Services> {
  /** Without a trailing slash; empty for the API's base. */
  readonly prefix: string;
  /** The busiest first: a request is compared with the routes in this order. */
  readonly routes: readonly Route<Services>[];
  readonly presentError: PresentError;
  /** The shape of an error's body. */
  errorSchema(status: number): z.ZodType;
  /** Another tag than the routes' own. */
  readonly tag?: string;
  /** Added to every operation's id. */
  readonly suffix?: string;
}

/** A page that is rendered from a view. */
interface ApiPage {
  readonly path: string;
  readonly view: string;
  readonly title: string;
  readonly operationId: string;
  readonly summary: string;
}

/** An API, declared once: it is served and described from only this value. */
export interface Api<Services> {
  /** Names the API in the metrics, and its console on the index page. */
  readonly name: "session" | "bearer";
  readonly title: string;
  readonly description: string;
  /** Without a trailing slash; empty for the root. */
  readonly base: string;
  readonly tags: NonNullable<ZodOpenApiObject["tags"]>;
  readonly mounts: readonly [Mount<Services>, ...Mount<Services>[]];
  readonly securitySchemes: NonNullable<NonNullable<ZodOpenApiObject["components"]>["securitySchemes"]>;
  /** The answer to `GET /health`. */
  readonly health: ZodOpenApiResponseObject;
  /** Pages for people besides the index and the OpenAPI document's. They are never stored by a cache. */
  readonly pages?: readonly ApiPage[];
  /** Whether the index page offers a reset link to people who have forgotten their password. */
  readonly takesForgotten: boolean;
  /** The kinds of audit events, if the console shows the audit log. */
  readonly auditEvents?: readonly string[];
}
