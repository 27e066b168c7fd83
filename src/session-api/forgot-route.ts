import { z } from "zod";
import type { ResetRequests } from "../services/reset-requests.ts";
import { route } from "./route.ts";
import { resetRequest } from "./user-schema.ts";

const MESSAGE = "If the account exists, a reset link is on its way";

/** Served only if a webhook for reset links is configured. */
export const createForgotRoute = (resetRequests: ResetRequests) =>
  route({
    method: "post",
    path: "/auth/password/forgot",
    operationId: "forgotPassword",
    tag: "Authentication",
    summary: "Ask for a reset link",
    description:
      "The answer is the same whether or not the email has an account. At most 3 an hour for an email and 20 for an address; further requests send nothing.",
    access: "anyone",
    body: resetRequest,
    success: {
      status: 202,
      description: "If there is an active account, its owner gets a link",
      schema: z.object({ message: z.string().meta({ examples: [MESSAGE] }) }),
    },
    refusals: ["forbidden"],
    async handle(_services, { trail, body }) {
      await resetRequests.request({ ...body, trail });
      return { message: MESSAGE };
    },
  });
