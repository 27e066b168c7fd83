import { z } from "zod";
import type { Dialect } from "../http/route.ts";
import { createRouteFunction } from "../http/route.ts";
import { createAccess } from "./access.ts";
import { createErrorEnvelope, fullMessages, messagesByField } from "./error-envelope.ts";
import type { Services } from "./services.ts";

const errorShape = z.object({ error: z.string() }).meta({ id: "Error" });

const messageList = z
  .object({ errors: z.array(z.string()) })
  .meta({ id: "ValidationErrors", description: "All rules that the body breaks, in field order" });

const messageMap = z
  .object({ errors: z.record(z.string(), z.array(z.string())) })
  .meta({ id: "ValidationErrorsByField", description: "All rules that the body breaks, by field" });

/** How each variant words broken rules. */
const VARIANTS = {
  /** The routes under `/api/v1`. */
  versioned: { present: fullMessages, schema: messageList },
  /** The user routes directly under `/api`. */
  classic: { present: messagesByField, schema: messageMap },
} as const;

export function createDialect(
  userAccess: "open" | "protected",
  variant: keyof typeof VARIANTS,
): Dialect<Services> {
  const { present, schema } = VARIANTS[variant];
  return {
    api: "session",
    access: createAccess(userAccess),
    presentError: createErrorEnvelope(present),
    errorSchema: (status) => (status === 422 ? schema : errorShape),
  };
}

/** Makes the function that declares routes of the session API under a tag of its OpenAPI document. */
export const routeUnder = createRouteFunction<Services, ReturnType<typeof createAccess>>();
