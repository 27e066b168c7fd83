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

type UserAccess = "open" | "protected";

/** The routes under `/api/v1`. */
export const createDialect = (userAccess: UserAccess): Dialect<Services> => ({
  api: "session",
  access: createAccess(userAccess),
  presentError: createErrorEnvelope(fullMessages),
  errorSchema: (status) => (status === 422 ? messageList : errorShape),
});

/** The classic variant of the user routes, which words broken rules differently. */
export const createClassicDialect = (userAccess: UserAccess): Dialect<Services> => ({
  api: "session",
  access: createAccess(userAccess),
  presentError: createErrorEnvelope(messagesByField),
  errorSchema: (status) => (status === 422 ? messageMap : errorShape),
});

/** Declares a route of the session API. */
export const route = createRouteFunction<Services, ReturnType<typeof createAccess>>();
