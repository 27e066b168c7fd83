import { z } from "zod";
import type { AuditTrail } from "../domain/audit.ts";
import { DEVICE_HEADERS } from "../http/described-values.ts";
import type { Exchange } from "../http/route.ts";
import type { NewSession } from "../services/sessions.ts";
import { accountOwner, anyone, newcomer, session, visitor } from "./access.ts";
import type { Services } from "./route.ts";
import { routeUnder } from "./route.ts";
import {
  credentials,
  findAccountIssues,
  newUser,
  passwordChange,
  passwordReset,
  presentUser,
  resetRequest,
  userShape,
} from "./user-schema.ts";

const route = routeUnder("Authentication");
const user = z.object({ user: userShape });
/** An answer of only a sentence. */
const messageOf = (text: string) => z.object({ message: z.string().meta({ examples: [text] }) });
const headers = {
  "Set-Cookie": z.string().meta({
    description:
      "The session, valid for 14 days; and `device`, by which the account is known in this browser",
  }),
};

/** Registration, login, logout and who am I. */
export const authRoutes = [
  route("post", "/auth/login", "logIn", {
    summary: "Log in",
    description: "Starts a session, and gives a token for calls that can't carry its cookie.",
    access: visitor,
    body: credentials,
    success: {
      status: 200,
      description: "The user and a token, valid for 24 hours; a session has started",
      schema: user.extend({
        token: z.string().meta({ description: "An HS256 JWT", examples: ["eyJhbGciOiJIUzI1NiJ9.e30.c2ln"] }),
      }),
      headers,
    },
    refusals: ["credentials-invalid", "forbidden", "too-many-requests"],
    async handle(services, call) {
      const { attempts, cookie, deviceCookie, tokens } = services;
      const session = prepareSession(services, call);
      const origin = { trail: call.trail, device: deviceCookie.read(call) };
      const user = await attempts.logIn(call.body, origin, session);
      cookie.write(call, { userId: user.id, sessionId: session.sessionId });
      deviceCookie.write(call, origin.device);
      return { user: presentUser(user), token: tokens.issue(user) };
    },
  }),
  route("post", "/auth/register", "register", {
    summary: "Create an account and log in",
    access: newcomer,
    body: newUser,
    issues: ({ accounts }, { json }) => findAccountIssues(accounts, json),
    success: { status: 201, description: "The account; a session has started", schema: user, headers },
    refusals: ["forbidden", "email-registered"],
    async handle(services, call) {
      const { accounts, cookie, deviceCookie } = services;
      const { trail, body } = call;
      const session = prepareSession(services, call);
      const device = deviceCookie.read(call);
      const user = await accounts.register(body, { trail, session, device });
      deviceCookie.write(call, device);
      cookie.write(call, { userId: user.id, sessionId: session.sessionId });
      return { user: presentUser(user) };
    },
  }),
  route("post", "/auth/logout", "logOut", {
    summary: "Log out",
    description: "Ends the session. Copies of its cookie are not accepted afterwards.",
    access: anyone,
    success: {
      status: 200,
      description: "The session has ended",
      schema: messageOf("Logged out"),
      headers: { "Set-Cookie": z.string().meta({ description: "Deletes the session's cookie" }) },
    },
    refusals: ["forbidden"],
    async handle({ sessions, cookie }, call) {
      const claims = cookie.read(call);
      if (claims !== undefined) await sessions.end(claims.sessionId, claims.userId, call.trail);
      cookie.clear(call);
      return { message: "Logged out" };
    },
  }),
  route("put", "/auth/password", "changePassword", {
    summary: "Change your password",
    description:
      "Ends your other sessions and every earlier token. A wrong current password counts as a failed login.",
    access: accountOwner,
    body: passwordChange,
    issues: ({ accounts }, { json }) => accounts.findPasswordIssues(json["password"]),
    success: {
      status: 200,
      description: "The user; the password is changed",
      schema: user,
      headers: DEVICE_HEADERS,
    },
    refusals: ["password-incorrect", "too-many-requests"],
    async handle({ attempts, deviceCookie }, call) {
      const passwords = { current: call.body.current_password, next: call.body.password };
      const origin = { trail: call.trail, device: deviceCookie.read(call) };
      const user = await attempts.changeOwnPassword(call.caller, passwords, origin);
      deviceCookie.write(call, origin.device);
      return { user: presentUser(user) };
    },
  }),
  route("post", "/auth/password/reset", "resetPassword", {
    summary: "Set a new password by a reset link",
    description: "Once for each token. Ends all sessions and every earlier token.",
    access: anyone,
    body: passwordReset,
    authorize: ({ passwordResets }, { json }) =>
      passwordResets.assertGood(passwordReset.shape.token.parse(json["token"])),
    issues: ({ accounts }, { json }) => accounts.findPasswordIssues(json["password"]),
    success: { status: 200, description: "The password is changed", schema: messageOf("Password changed") },
    refusals: ["reset-token-invalid", "forbidden", "too-many-requests"],
    async handle({ passwordResets }, { trail, body: { token, password } }) {
      await passwordResets.reset(token, password, trail);
      return { message: "Password changed" };
    },
  }),
  route("get", "/auth/me", "getMe", {
    summary: "Get the current user",
    description: "With the session cookie only.",
    access: session,
    success: { status: 200, description: "The user of the session", schema: user },
    handle: (_services, { caller }) => ({ user: presentUser(caller.user) }),
  }),
];

const FORGOTTEN = "If the account exists, a reset link is on its way";

/** Served only if a webhook for reset links is configured. */
export const forgotRoute = route("post", "/auth/password/forgot", "forgotPassword", {
  summary: "Ask for a reset link",
  description:
    "The answer is the same whether or not the email has an account. At most 3 an hour for an email and 20 for an address; further requests send nothing.",
  access: anyone,
  body: resetRequest,
  success: {
    status: 202,
    description: "If there is an active account, its owner gets a link",
    schema: messageOf(FORGOTTEN),
  },
  refusals: ["forbidden"],
  async handle({ resetRequests }, { trail, body }) {
    await resetRequests?.request(body.email, trail);
    return { message: FORGOTTEN };
  },
});

/** A login replaces the browser's earlier session, so no forgotten one stays valid. */
const prepareSession = (
  { sessions, cookie }: Services,
  call: Exchange & { readonly trail: AuditTrail },
): NewSession => sessions.prepare(cookie.read(call), call.request.get("User-Agent"), call.trail);
