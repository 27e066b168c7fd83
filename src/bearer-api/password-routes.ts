import { anyone } from "./access.ts";
import { routeUnder } from "./route.ts";
import { forgotPasswordRequest, resetPasswordRequest } from "./user-schema.ts";

const route = routeUnder("Authentication");

/** Outside `/api/v1`, where only registration and login need no token. */
export const passwordRoutes = [
  route("post", "/password/reset", "resetPassword", {
    summary: "Set a new password by a reset link",
    description: "Once for each token. Ends all sessions and every earlier token.",
    access: anyone,
    body: resetPasswordRequest,
    async authorize({ passwordResets }, { json: { token } }) {
      // A token of another type is a broken rule of the form.
      if (typeof token === "string") await passwordResets.assertGood(token);
    },
    issues: ({ accounts }, { json }) => accounts.findPasswordIssues(json["password"]),
    success: { status: 204, description: "The password is changed" },
    refusals: ["reset-token-invalid", "too-many-requests"],
    async handle({ passwordResets }, { trail, body: { token, password } }) {
      await passwordResets.reset(token, password, trail);
    },
  }),
];

/** Served only if a webhook for reset links is configured. */
export const forgotRoute = route("post", "/password/forgot", "forgotPassword", {
  summary: "Ask for a reset link",
  description:
    "The answer is the same whether or not the email has an account. At most 3 an hour for an email and 20 for an address; further requests send nothing.",
  access: anyone,
  body: forgotPasswordRequest,
  success: { status: 202, description: "If there is an active account, its owner gets a link" },
  async handle({ resetRequests }, { trail, body }) {
    await resetRequests?.request(body.email, trail);
  },
});
