import type { CallApi } from "../api-client.ts";
import { formatMinute } from "../dates.ts";
import { copyTemplate, fill, find, slot } from "../dom.ts";
import { attempt } from "../fault.ts";
import { showNotice } from "../notice.ts";
import { explain } from "./explain.ts";
import type { Session } from "./wire.ts";

/** The list of the caller's sessions, each with a button that ends it. */
export interface SessionList {
  show(): Promise<void>;
}

/** @param onCurrentEnded called when the caller has ended the current session */
export function createSessionList(callApi: CallApi, onCurrentEnded: () => Promise<void>): SessionList {
  const section = find("#sessions", HTMLElement);
  const endOthers = slot(section, "end-others", HTMLButtonElement);

  const show = (): Promise<void> =>
    attempt(section, explain, async () => {
      const { sessions } = await callApi<{ sessions: Session[] }>("GET", "/auth/sessions");
      slot(section, "list").replaceChildren(...sessions.map(presentSession));
      endOthers.hidden = sessions.length < 2;
    });

  function presentSession(session: Session): HTMLElement {
    const item = copyTemplate("session");
    const agent = describeAgent(session.user_agent);
    const where = session.address === null ? "" : `${session.address}, `;
    fill(item, { agent, facts: `${where}last used ${formatMinute(session.last_seen_at)}` });
    slot(item, "current").hidden = !session.current;
    const end = slot(item, "end");
    end.ariaLabel = session.current ? "End this session" : `End the session of ${agent}`;
    end.addEventListener("click", () =>
      attempt(section, explain, async () => {
        await callApi("DELETE", `/auth/sessions/${session.id}`);
        if (session.current) return onCurrentEnded();
        await showEnded("The session has ended.");
      }),
    );
    return item;
  }

  /** The button that was pressed is gone, so the focus goes to the list's heading. */
  async function showEnded(notice: string): Promise<void> {
    await show();
    showNotice(notice);
    find("#sessions-title", HTMLElement).focus();
  }

  endOthers.addEventListener("click", () =>
    attempt(section, explain, async () => {
      await callApi("DELETE", "/auth/sessions");
      await showEnded("All other sessions have ended.");
    }),
  );
  return { show };
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
