import type { CallApi } from "../api-client.ts";
import { find, slot } from "../dom.ts";
import { attempt } from "../fault.ts";
import { showNotice } from "../notice.ts";
import { explain } from "./explain.ts";
import { presentSession } from "./session-item.ts";
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
      slot(section, "list").replaceChildren(
        ...sessions.map((session) => presentSession(session, () => end(session))),
      );
      endOthers.hidden = sessions.length < 2;
    });

  const end = ({ id, current }: Session): Promise<void> =>
    attempt(section, explain, async () => {
      await callApi("DELETE", `/auth/sessions/${id}`);
      if (current) return onCurrentEnded();
      await showEnded("The session has ended.");
    });

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
