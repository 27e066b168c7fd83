import type { CallApi } from "../api-client.ts";
import { formatDay } from "../dates.ts";
import { copyTemplate, fill, find, slot } from "../dom.ts";
import { attempt } from "../fault.ts";
import { showNotice } from "../notice.ts";
import { createPager } from "../pager.ts";
import { createDialog } from "./dialog.ts";
import { explain } from "./explain.ts";
import type { Page, User } from "./wire.ts";

const USERS_PER_PAGE = 8;

/** The table of active users, newest first, with what an admin may do to them. */
export interface UserList {
  /** @param caller who is looking */
  show(caller: User): Promise<void>;
}

export function createUserList(callApi: CallApi): UserList {
  const section = find("#users-section", HTMLElement);
  let current = 1;
  let shownTo: User | undefined;
  const showPlace = createPager("users-pager", goTo);
  const openRename = createDialog("rename", async (user: User, { name }) => {
    await callApi("PUT", `/users/${user.id}`, { name });
    return () => afterChange(`${user.name} is now called ${name?.trim()}.`);
  });
  const openDeactivate = createDialog("deactivate", async (user: User) => {
    await callApi("DELETE", `/users/${user.id}`);
    return () => afterChange(`${user.name} is deactivated.`);
  });

  const showPage = (page: number): Promise<void> =>
    attempt(section, explain, async () => {
      const { items, metadata } = await readPage(page);
      current = metadata.page;
      find("[data-admin]", HTMLElement, section).hidden = shownTo?.role !== "admin";
      find("#users", HTMLElement).replaceChildren(...items.map(presentRow));
      find("#users-count", HTMLElement).textContent = `${metadata.total} active`;
      showPlace(metadata);
    });

  /** The button that was pressed may be gone with the old page, so the focus goes to the table's heading. */
  async function goTo(page: number): Promise<void> {
    await showPage(page);
    find("#users-title", HTMLElement).focus();
  }

  async function afterChange(notice: string): Promise<void> {
    await goTo(current);
    showNotice(notice);
  }

  async function readPage(page: number): Promise<Page<User>> {
    const answer = await callApi<Page<User>>("GET", `/users?page=${page}&per=${USERS_PER_PAGE}`);
    const { totalPages } = answer.metadata;
    // Where the only user of the last page was deactivated, the page before it is the last one now.
    return page > 1 && page > totalPages ? readPage(Math.max(totalPages, 1)) : answer;
  }

  function presentRow(user: User): HTMLElement {
    const row = copyTemplate("user");
    const isCaller = user.id === shownTo?.id;
    const { name, email, role } = user;
    fill(row, { name, email, role, "role-below": role, joined: formatDay(user.createdAt) });
    slot(row, "you").hidden = !isCaller;
    slot(row, "actions").hidden = shownTo?.role !== "admin";
    attachDialog(row, "rename", user, openRename);
    attachDialog(row, "deactivate", user, openDeactivate);
    // An admin who deactivates their own account locks themself out: the API allows it, this page does not offer it.
    slot(row, "deactivate").hidden = isCaller;
    return row;
  }

  return {
    show(caller) {
      shownTo = caller;
      return showPage(1);
    },
  };
}

function attachDialog(row: HTMLElement, name: string, user: User, open: (user: User) => void): void {
  const button = slot(row, name);
  button.ariaLabel = `${button.textContent} ${user.name}`;
  button.addEventListener("click", () => open(user));
}
