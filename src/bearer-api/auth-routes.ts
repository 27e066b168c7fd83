import { DomainError } from "../domain/errors.ts";
import { DEVICE_HEADERS } from "../http/described-values.ts";
import { anyone, newcomer, user, userWithJwt } from "./access.ts";
import { routeUnder } from "./route.ts";
import { presentAccessToken, tokenResponse } from "./token-schema.ts";
import { createUserRequest, loginRequest, presentUser, userResponse } from "./user-schema.ts";

const route = routeUnder("Authentication");

/** Registration, login, logout and refresh. */
export const authRoutes = [
  route("post", "/auth/register", "register", {
    summary: "Create an account",
    access: newcomer,
    body: createUserRequest,
    issues: ({ accounts }, { json }) => accounts.findPasswordIssues(json["password"]),
    success: { status: 200, description: "The account", schema: userResponse, headers: DEVICE_HEADERS },
    refusals: ["email-registered"],
    async handle({ accounts, deviceCookie }, call) {
      const { trail, body } = call;
      const device = deviceCookie.read(call);
      const user = await accounts.register(body, { trail, device });
      deviceCookie.write(call, device);
      return presentUser(user);
    },
  }),
  route("post", "/auth/login", "logIn", {
    summary: "Log in",
    access: anyone,
    body: loginRequest,
    success: {
      status: 200,
      description: "A token, valid for an hour",
      schema: tokenResponse,
      headers: DEVICE_HEADERS,
    },
    refusals: ["credentials-invalid", "too-many-requests"],
    async handle({ attempts, deviceCookie, tokens }, call) {
      const origin = { trail: call.trail, device: deviceCookie.read(call) };
      const user = await attempts.logIn(call.body, origin);
      deviceCookie.write(call, origin.device);
      return presentAccessToken(tokens.issue(user));
    },
  }),
  route("post", "/auth/logout", "logOut", {
    summary: "Revoke all API tokens",
    description: "Deletes the caller's API tokens. A JWT stays valid until it expires.",
    access: user,
    success: { status: 204, description: "The tokens are deleted" },
    handle: ({ userTokens }, { trail, caller }) => userTokens.revokeAll(caller.user, trail),
  }),
  route("post", "/auth/refresh", "refresh", {
    summary: "Get a fresh JWT",
    description: "Needs a JWT: an API token can't renew itself.",
    access: userWithJwt,
    success: { status: 200, description: "A token, valid for another hour", schema: tokenResponse },
    async handle({ accounts, tokens }, { caller }) {
      const user = await accounts.confirm(caller.user);
      if (user === undefined) throw new DomainError("token-invalid", { detail: "revoked" });
      return presentAccessToken(tokens.issue(user));
    },
  }),
];
