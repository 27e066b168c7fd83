import type { CallApi } from "../api-client.ts";
import { formatDay } from "../dates.ts";
import { createDialog } from "../dialog.ts";
import { copyTemplate, fill, fillEmail, find, slot } from "../dom.ts";
import { attempt } from "../fault.ts";
import { describeFound } from "../found.ts";
import { showNotice } from "../notice.ts";
import { createPagedList } from "../paged-list.ts";
import { explain } from "./explain.ts";
import { presentSession } from "./session-item.ts";
import type { Page, Session, User } from "./wire.ts";
import { toFacts } from "./wire.ts";

const USERS_PER_PAGE = 8;

/** The list of users for admins, who can see each user's sessions and end them. */
export interface UserList {
  /** @param caller the user who is logged in, if any */
  show(caller: User | undefined): Promise<void>;
}

/** @param onOwnEnded called when an admin has ended their own sessions too */
export function createUserList(callApi: CallApi, onOwnEnded: () => Promise<void>): UserList {
  const section = find("#users-section", HTMLElement);
  const filter = find("#user-filter", HTMLFormElement);
  const openSessions = createSessionsDialog(callApi, onOwnEnded);
  const list = createPagedList("users", explain, {
    async read(page) {
      const search = String(new FormData(filter).get("search"));
      const query = new URLSearchParams({ page: String(page), per_page: String(USERS_PER_PAGE), search });
      const { items, meta } = await callApi<Page<User>>("GET", `/users?${query}`);
      return { ...toFacts(meta), items, search };
    },
    present: ({ items, total, search }) => ({
      rows: items.map(presentUser),
      count: search.trim() === "" ? `${total} in all` : describeFound(total),
    }),
  });

  function presentUser(user: User): HTMLElement {
    const row = copyTemplate("user");
    fill(row, { name: user.name, joined: formatDay(user.created_at) });
    fillEmail(row, user.email);
    slot(row, "admin").hidden = !user.admin;
    const button = slot(row, "sessions");
    button.ariaLabel = `Sessions of ${user.name}`;
    button.addEventListener("click", () => attempt(section, explain, () => openSessions(user)));
    return row;
  }

  return { show: (caller) => list.start(caller?.admin === true) };
}

/** The sessions of one user, and a button that ends all of them. */
function createSessionsDialog(
  callApi: CallApi,
  onOwnEnded: () => Promise<void>,
): (user: User) => Promise<void> {
  const form = find("#user-sessions", HTMLFormElement);
  let hasOwn = false;

  const open = createDialog("user-sessions", explain, async ({ id, name }: User) => {
    await callApi("DELETE", `/users/${id}/sessions`);
    return async () => (hasOwn ? onOwnEnded() : showNotice(`All sessions of ${name} have ended.`));
  });

  return async function openSessions(user) {
    const { sessions } = await callApi<{ sessions: Session[] }>("GET", `/users/${user.id}/sessions`);
    hasOwn = sessions.some(({ current }) => current);
    slot(form, "list").replaceChildren(...sessions.map((session) => presentSession(session)));
    slot(form, "none").hidden = sessions.length > 0;
    slot(form, "end-all").hidden = sessions.length === 0;
    open(user);
  };
}
