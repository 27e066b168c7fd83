import { audit, auditRefusal, trailOf } from "../http/request-log.ts";
import { route } from "./route.ts";
import { resetPasswordRequest } from "./user-schema.ts";

/** Outside `/api/v1`, where only registration and login need no token. */
export const passwordRoutes = [
  route({
    method: "post",
    path: "/password/reset",
    operationId: "resetPassword",
    tag: "Authentication",
    summary: "Set a new password by a reset link",
    description: "Once for each token. Ends all sessions and every earlier token.",
    access: "anyone",
    body: resetPasswordRequest,
    success: { status: 204, description: "The password is changed" },
    refusals: ["reset-token-invalid", "too-many-requests"],
    async handle({ passwordResets }, { request, response, body }) {
      const trail = trailOf({ request, response });
      const change = passwordResets.reset({ ...body, address: request.ip, trail });
      const changed = await auditRefusal(request, response, "password-reset-failed", change);
      audit(request, response, "password-reset", { userId: changed.id });
    },
  }),
];
