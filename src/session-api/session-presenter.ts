import type { ListedSession } from "../services/sessions.ts";

/** A session on the session API's wire. */
export const presentSession = (session: ListedSession) => ({
  id: session.id,
  current: session.isCurrent,
  created_at: session.createdAt.toISOString(),
  last_seen_at: session.lastSeenAt.toISOString(),
  user_agent: session.userAgent,
  address: session.address,
});
