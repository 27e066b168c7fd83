import { formatMinute } from "../dates.ts";
import { copyTemplate, fill, slot } from "../dom.ts";
import type { Session } from "./wire.ts";

/** A session in a list. @param onEnd the action of its button; without it there is no button */
export function presentSession(session: Session, onEnd?: () => void): HTMLElement {
  const item = copyTemplate("session");
  const agent = describeAgent(session.user_agent);
  const where = session.address === null ? "" : `${session.address}, `;
  fill(item, { agent, facts: `${where}last used ${formatMinute(session.last_seen_at)}` });
  slot(item, "current").hidden = !session.current;
  const end = slot(item, "end");
  end.hidden = onEnd === undefined;
  end.ariaLabel = session.current ? "End this session" : `End the session of ${agent}`;
  if (onEnd !== undefined) end.addEventListener("click", onEnd);
  return item;
}

const BROWSERS = [
  [/Edg\//, "Edge"],
  [/Firefox\//, "Firefox"],
  [/Chrome\//, "Chrome"],
  [/Safari\//, "Safari"],
] as const;
const SYSTEMS = [
  [/Android/, "Android"],
  [/iPhone|iPad/, "iOS"],
  [/Windows/, "Windows"],
  [/Mac OS X/, "macOS"],
  [/Linux/, "Linux"],
] as const;

/** `Firefox on Linux`; for other clients the first word of their user agent: `curl/8.5`. */
function describeAgent(userAgent: string | null): string {
  if (userAgent === null) return "Unknown program";
  const named = (names: typeof BROWSERS | typeof SYSTEMS) =>
    names.find(([pattern]) => pattern.test(userAgent))?.[1];
  const [browser, system] = [named(BROWSERS), named(SYSTEMS)];
  if (browser === undefined) return userAgent.split(" ", 1)[0] ?? "";
  return system === undefined ? browser : `${browser} on ${system}`;
}
