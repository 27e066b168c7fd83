import type { ResetRequests } from "../services/reset-requests.ts";
import { route } from "./route.ts";
import { forgotPasswordRequest } from "./user-schema.ts";

/** Served only if a webhook for reset links is configured. */
export const createForgotRoute = (resetRequests: ResetRequests) =>
  route({
    method: "post",
    path: "/password/forgot",
    operationId: "forgotPassword",
    tag: "Authentication",
    summary: "Ask for a reset link",
    description:
      "The answer is the same whether or not the email has an account. At most 3 an hour for an email and 20 for an address; further requests send nothing.",
    access: "anyone",
    body: forgotPasswordRequest,
    success: { status: 202, description: "If there is an active account, its owner gets a link" },
    handle: (_services, { trail, body }) => resetRequests.request({ ...body, trail }),
  });
