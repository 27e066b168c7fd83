import { z } from "zod";
import { DomainError } from "../domain/errors.ts";
import { changeOwnPassword } from "../http/change-own-password.ts";
import { audit, trailOf } from "../http/request-log.ts";
import { assertGoodReset, resetPassword } from "../http/reset-password.ts";
import type { Exchange } from "../http/route.ts";
import type { NewSession } from "../services/sessions.ts";
import { findTakenEmail } from "./find-taken-email.ts";
import { route } from "./route.ts";
import type { Services } from "./services.ts";
import { presentUser } from "./user-presenter.ts";
import { credentials, newUser, passwordChange, passwordReset, userShape } from "./user-schema.ts";

const tag = "Authentication";
const user = z.object({ user: userShape });
const headers = { "Set-Cookie": z.string().meta({ description: "The session, valid for 14 days" }) };

/** Registration, login, logout and who am I. */
export const authRoutes = [
  route({
    method: "post",
    path: "/auth/login",
    operationId: "logIn",
    tag,
    summary: "Log in",
    description: "Starts a session, and gives a token for calls that can't carry its cookie.",
    access: "visitor",
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
    async handle(services, { request, response, body }) {
      const client = services.deviceCookie.readClient({ request, response });
      const session = prepareSession(services, { request, response });
      const { user, accountId, device } = await services.attempts.logIn(body, client, {
        trail: trailOf({ request, response }),
        session,
      });
      if (user === undefined) {
        audit(request, response, "login-failed", { userId: accountId });
        throw new DomainError("credentials-invalid");
      }
      services.cookie.write(request, response, { userId: user.id, sessionId: session.sessionId });
      services.deviceCookie.write({ request, response }, device);
      audit(request, response, "login", { userId: user.id });
      return { user: presentUser(user), token: services.tokens.issue(user) };
    },
  }),
  route({
    method: "post",
    path: "/auth/register",
    operationId: "register",
    tag,
    summary: "Create an account and log in",
    access: "newcomer",
    body: newUser,
    issues: ({ accounts }, { json }) => findTakenEmail(accounts, json),
    success: { status: 201, description: "The account; a session has started", schema: user, headers },
    refusals: ["forbidden", "email-registered"],
    async handle(services, { request, response, body }) {
      const { accounts, attempts, deviceCookie } = services;
      const client = deviceCookie.readClient({ request, response });
      const session = prepareSession(services, { request, response });
      const trail = trailOf({ request, response });
      const registration = { ...body, address: client.address, trail };
      const user = await accounts.registerWithSession(registration, session);
      deviceCookie.write({ request, response }, await attempts.rememberRegistration(user, client));
      services.cookie.write(request, response, { userId: user.id, sessionId: session.sessionId });
      audit(request, response, "registration", { userId: user.id });
      return { user: presentUser(user) };
    },
  }),
  route({
    method: "post",
    path: "/auth/logout",
    operationId: "logOut",
    tag,
    summary: "Log out",
    description: "Ends the session. Copies of its cookie are not accepted afterwards.",
    access: "anyone",
    success: {
      status: 200,
      description: "The session has ended",
      schema: z.object({ message: z.string().meta({ examples: ["Logged out"] }) }),
    },
    refusals: ["forbidden"],
    async handle({ sessions, cookie }, { request, response }) {
      const claims = cookie.read(request, response);
      if (claims !== undefined) {
        const { sessionId, userId } = claims;
        const hasEnded = await sessions.end(sessionId, userId, trailOf({ request, response }));
        if (hasEnded) audit(request, response, "logout", { userId });
      }
      cookie.clear(request, response);
      return { message: "Logged out" };
    },
  }),
  route({
    method: "put",
    path: "/auth/password",
    operationId: "changePassword",
    tag,
    summary: "Change your password",
    description:
      "Ends your other sessions and every earlier token. A wrong current password counts as a failed login.",
    access: "accountOwner",
    body: passwordChange,
    success: { status: 200, description: "The user; the password is changed", schema: user },
    refusals: ["password-incorrect", "too-many-requests"],
    async handle(services, call) {
      const { current_password: current, password: next } = call.body;
      return { user: presentUser(await changeOwnPassword(services, call, { current, next })) };
    },
  }),
  route({
    method: "post",
    path: "/auth/password/reset",
    operationId: "resetPassword",
    tag,
    summary: "Set a new password by a reset link",
    description: "Once for each token. Ends all sessions and every earlier token.",
    access: "anyone",
    body: passwordReset,
    authorize: (services, call) =>
      assertGoodReset(services, call, passwordReset.shape.token.parse(call.json["token"])),
    success: {
      status: 200,
      description: "The password is changed",
      schema: z.object({ message: z.string().meta({ examples: ["Password changed"] }) }),
    },
    refusals: ["reset-token-invalid", "forbidden", "too-many-requests"],
    async handle(services, call) {
      await resetPassword(services, call, call.body);
      return { message: "Password changed" };
    },
  }),
  route({
    method: "get",
    path: "/auth/me",
    operationId: "getMe",
    tag,
    summary: "Get the current user",
    description: "With the session cookie only.",
    access: "session",
    success: { status: 200, description: "The user of the session", schema: user },
    handle: (_services, { caller }) => ({ user: presentUser(caller.user) }),
  }),
];

/** A login replaces the browser's earlier session, so no forgotten one stays valid. */
const prepareSession = ({ sessions, cookie }: Services, { request, response }: Exchange): NewSession =>
  sessions.prepare(cookie.read(request, response)?.sessionId, {
    userAgent: request.get("User-Agent") ?? null,
    address: request.ip ?? null,
  });
