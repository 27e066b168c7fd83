import type { CallApi } from "../api-client.ts";
import { formatDay } from "../dates.ts";
import { createDialog } from "../dialog.ts";
import { copyTemplate, fill, fillEmail, find, slot } from "../dom.ts";
import { attempt } from "../fault.ts";
import { showNotice } from "../notice.ts";
import { createPagedList } from "../paged-list.ts";
import { explain } from "./explain.ts";
import { createUserFilter } from "./user-filter.ts";
import type { Page, User } from "./wire.ts";

const USERS_PER_PAGE = 8;

/** The table of users, newest first, with a search and, for admins, the actions on them. */
export interface UserList {
  /** @param caller the user who is logged in */
  show(caller: User): Promise<void>;
}

/** @param showEvents called for the user whose events an admin wants to see */
export function createUserList(callApi: CallApi, showEvents: (user: User) => void): UserList {
  const section = find("#users-section", HTMLElement);
  let shownTo: User | undefined;
  const isAdmin = (): boolean => shownTo?.role === "admin";
  const filter = createUserFilter();
  const edit = createDialog("edit", explain, async (user: User, { name = "", role = "" }) => {
    const edited = await callApi<User>("PUT", `/users/${user.id}`, { name, role });
    return () => afterChange(edited, `${edited.name} is saved.`);
  });
  const deactivate = createDialog("deactivate", explain, async (user: User) => {
    await callApi("DELETE", `/users/${user.id}`);
    return () => afterChange(user, `${user.name} is deactivated.`);
  });
  const reactivate = (user: User): Promise<void> =>
    attempt(section, explain, async () => {
      await callApi("PUT", `/users/${user.id}`, { active: true });
      await afterChange(user, `${user.name} is active again.`);
    });

  const list = createPagedList("users", explain, {
    async read(page) {
      const query = new URLSearchParams({ page: String(page), per: String(USERS_PER_PAGE) });
      const { items, metadata } = await callApi<Page<User>>(
        "GET",
        `/users?${query}${filter.query(isAdmin())}`,
      );
      return { ...metadata, items };
    },
    present({ items, total }) {
      for (const part of section.querySelectorAll<HTMLElement>("[data-admin]")) part.hidden = !isAdmin();
      const actions = { edit, deactivate, reactivate, events: showEvents };
      const rows = items.map((user) => presentUser(user, shownTo, actions));
      return { rows, count: filter.describe(total) };
    },
  });

  async function afterChange(user: User, notice: string): Promise<void> {
    // An admin who is demoted meanwhile loses the actions.
    if (user.id === shownTo?.id) shownTo = user;
    await list.reload();
    showNotice(notice);
  }

  return {
    show(caller) {
      shownTo = caller;
      return list.start();
    },
  };
}

type UserActions = Readonly<Record<"edit" | "deactivate" | "reactivate" | "events", (user: User) => void>>;

function presentUser(user: User, caller: User | undefined, actions: UserActions): HTMLElement {
  const row = copyTemplate("user");
  const isCaller = user.id === caller?.id;
  const isInactive = user.active === false;
  const { name, email, role } = user;
  fill(row, { name, role, "role-below": role, joined: formatDay(user.createdAt) });
  fillEmail(row, email);
  slot(row, "you").hidden = !isCaller;
  slot(row, "inactive").hidden = !isInactive;
  slot(row, "actions").hidden = caller?.role !== "admin";
  for (const [action, act] of Object.entries(actions)) {
    const button = slot(row, action);
    button.ariaLabel = `${button.textContent} ${name}`;
    button.addEventListener("click", () => act(user));
  }
  slot(row, "events").ariaLabel = `Events of ${name}`;
  // The caller's own account has a separate button.
  slot(row, "deactivate").hidden = isCaller || isInactive;
  slot(row, "reactivate").hidden = !isInactive;
  return row;
}
