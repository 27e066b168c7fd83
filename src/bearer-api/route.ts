import { z } from "zod";
import { wholeNumber } from "../http/described-values.ts";
import type { Dialect } from "../http/route.ts";
import { createRouteFunction } from "../http/route.ts";
import { ACCESS } from "./access.ts";
import { createErrorEnvelope } from "./error-envelope.ts";
import type { Services } from "./services.ts";

const errorResponse = z
  .object({
    error: z.literal(true),
    reason: z.string(),
    code: wholeNumber(400, "The HTTP status"),
    details: z.string().optional().meta({ description: "Each field that fails, in field order" }),
  })
  .meta({ id: "ErrorResponse" });

export const bearerDialect: Dialect<Services> = {
  api: "bearer",
  access: ACCESS,
  presentError: createErrorEnvelope({ hideFaults: true }),
  errorSchema: () => errorResponse,
};

/** Makes the function that declares routes of the bearer API under a tag of its OpenAPI document. */
export const routeUnder = createRouteFunction<Services, typeof ACCESS>();
