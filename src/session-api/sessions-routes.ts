import { z } from "zod";
import type { Caller } from "../domain/caller.ts";
import { assertMayEndAccess } from "../domain/caller.ts";
import { identifier, timestamp, USER_ID } from "../http/described-values.ts";
import type { ListedSession } from "../services/sessions.ts";
import { accountOwner, admin, caller } from "./access.ts";
import { routeUnder } from "./route.ts";

const route = routeUnder("Sessions");

const sessionShape = z
  .object({
    id: identifier("Identifies the session; gives no access to it"),
    current: z
      .boolean()
      .meta({ description: "Whether this request was sent with its cookie", examples: [true] }),
    created_at: timestamp("When the user logged in"),
    last_seen_at: timestamp("When it was last used, to the minute"),
    user_agent: z
      .string()
      .nullable()
      .meta({
        description: "The `User-Agent` it began with, cut at 256 characters",
        examples: ["Mozilla/5.0"],
      }),
    address: z
      .string()
      .nullable()
      .meta({ description: "The address it began at", examples: ["192.0.2.1"] }),
  })
  .meta({ id: "Session" });

const list = {
  status: 200,
  description: "The sessions that have not ended, last used first",
  schema: z.object({ sessions: z.array(sessionShape) }),
} as const;

/** Sessions, apart from login and logout. */
export const sessionsRoutes = [
  route("get", "/auth/sessions", "listSessions", {
    summary: "List your sessions",
    access: caller,
    success: list,
    handle: async ({ sessions }, { caller }) => ({
      sessions: (await sessions.listOf(caller.user.id, sessionIdOf(caller))).map(presentSession),
    }),
  }),
  route("delete", "/auth/sessions/:id", "endSession", {
    summary: "End one of your sessions",
    description: "Ending the current session logs you out.",
    access: accountOwner,
    id: { description: "The session's id", notFound: "session-not-found" },
    success: {
      status: 204,
      description: "It has ended",
      headers: {
        "Set-Cookie": z
          .string()
          .optional()
          .meta({ description: "Deletes the session's cookie, if it was the current one" }),
      },
    },
    async handle({ sessions, cookie }, call) {
      const { trail, caller, id } = call;
      const wasCurrent = await sessions.endOne(caller.user.id, id, sessionIdOf(caller), trail);
      if (wasCurrent) cookie.clear(call);
    },
  }),
  route("delete", "/auth/sessions", "endOtherSessions", {
    summary: "End all your other sessions",
    description: "All but the current one; with a bearer token, all. Tokens stay valid until they expire.",
    access: accountOwner,
    success: { status: 204, description: "No other session is left" },
    handle: ({ sessions }, { trail, caller }) =>
      sessions.endAllOf(caller.user.id, sessionIdOf(caller), trail),
  }),
  route("get", "/users/:id/sessions", "listUserSessions", {
    summary: "List a user's sessions",
    access: admin,
    id: USER_ID,
    row: ({ accounts }, { id }) => accounts.get(id),
    success: list,
    handle: async ({ sessions }, { caller, row }) => ({
      sessions: (await sessions.listOf(row.id, sessionIdOf(caller))).map(presentSession),
    }),
  }),
  route("delete", "/users/:id/sessions", "endUserSessions", {
    summary: "End a user's sessions",
    description: "The user has to log in again everywhere. Tokens stay valid until they expire.",
    access: admin,
    id: USER_ID,
    row: ({ accounts }, { id }) => accounts.get(id),
    success: { status: 204, description: "No session is left" },
    refusals: ["api-token-not-allowed"],
    handle({ sessions }, { trail, caller, row }) {
      assertMayEndAccess(caller, row);
      return sessions.endAllOf(row.id, undefined, trail);
    },
  }),
];

const sessionIdOf = (caller: Caller): string | undefined =>
  caller.credential === "session" ? caller.sessionId : undefined;

/** A session on the session API's wire. */
const presentSession = (session: ListedSession) => ({
  id: session.id,
  current: session.isCurrent,
  created_at: session.createdAt.toISOString(),
  last_seen_at: session.lastSeenAt.toISOString(),
  user_agent: session.userAgent,
  address: session.address,
});
