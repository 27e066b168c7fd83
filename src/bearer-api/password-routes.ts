import { assertGoodReset, resetPassword } from "../http/reset-password.ts";
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
    async authorize(services, call) {
      const { token } = call.json;
      // A token of another type is a broken rule of the form.
      if (typeof token === "string") await assertGoodReset(services, call, token);
    },
    success: { status: 204, description: "The password is changed" },
    refusals: ["reset-token-invalid", "too-many-requests"],
    handle: (services, call) => resetPassword(services, call, call.body),
  }),
];
