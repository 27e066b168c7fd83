import { z } from "zod";
import type { ApiDialect } from "../http/describe-operation.ts";
import { createOperationDescriber } from "../http/describe-operation.ts";
import { createErrorEnvelope, fullMessages, messagesByField } from "./error-envelope.ts";

const BAD_TOKEN = ["token-missing", "token-invalid", "token-user-not-found"] as const;
const BEARER = { bearerToken: [] };
const COOKIE = { sessionCookie: [] };

/** Who may call an operation, and how they say who they are. */
const ACCESS = {
  anyone: { security: [], refusals: [] },
  anyoneOrCaller: { security: [{}, COOKIE, BEARER], refusals: BAD_TOKEN },
  caller: { security: [COOKIE, BEARER], refusals: ["not-logged-in", ...BAD_TOKEN] },
  session: { security: [COOKIE], refusals: ["not-logged-in"] },
} as const satisfies ApiDialect<string>["access"];

export type Access = keyof typeof ACCESS;

const errorShape = z.object({ error: z.string() }).meta({ id: "Error" });

const messageList = z
  .object({ errors: z.array(z.string()) })
  .meta({ id: "ValidationErrors", description: "All rules that the body breaks, in field order" });

const messageMap = z
  .object({ errors: z.record(z.string(), z.array(z.string())) })
  .meta({ id: "ValidationErrorsByField", description: "All rules that the body breaks, by field" });

/** The routes under `/api/v1`. */
export const describeOperation = createOperationDescriber<Access>({
  presentError: createErrorEnvelope(fullMessages),
  errorSchema: (status) => (status === 422 ? messageList : errorShape),
  access: ACCESS,
});

/** The classic variant of the user routes, which words broken rules differently. */
export const describeClassicOperation = createOperationDescriber<Access>({
  presentError: createErrorEnvelope(messagesByField),
  errorSchema: (status) => (status === 422 ? messageMap : errorShape),
  access: ACCESS,
});
