import { z } from "zod";
import { DomainError } from "../domain/errors.ts";
import type { ApiDialect } from "../http/describe-operation.ts";
import { createOperationDescriber } from "../http/describe-operation.ts";
import { wholeNumber } from "../http/described-values.ts";
import { createErrorEnvelope } from "./error-envelope.ts";

const BEARER = [{ bearerToken: [] }];
const NO_GOOD_TOKEN = [
  "token-missing",
  new DomainError("token-invalid", { detail: "jwt expired" }),
  "token-payload-invalid",
  "token-user-not-found",
] as const;

const errorShape = z
  .object({
    error: z.literal(true),
    reason: z.string(),
    code: wholeNumber(400, "The HTTP status"),
    details: z.string().optional().meta({ description: "Each field that fails, in field order" }),
  })
  .meta({ id: "ErrorResponse" });

/** Who may call an operation. */
const ACCESS = {
  anyone: { security: [], refusals: [] },
  user: { security: BEARER, refusals: NO_GOOD_TOKEN },
  admin: { security: BEARER, refusals: [...NO_GOOD_TOKEN, "admin-required"] },
} as const satisfies ApiDialect<string>["access"];

export const describeOperation = createOperationDescriber<keyof typeof ACCESS>({
  presentError: createErrorEnvelope({ hideFaults: true }),
  errorSchema: () => errorShape,
  access: ACCESS,
});
