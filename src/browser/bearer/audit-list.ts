import type { CallApi } from "../api-client.ts";
import { ApiError } from "../api-client.ts";
import { formatMinute } from "../dates.ts";
import { copyTemplate, fill, find } from "../dom.ts";
import { createPagedList } from "../paged-list.ts";
import { explain } from "./explain.ts";
import type { AuditEntry, Page, User } from "./wire.ts";

const ENTRIES_PER_PAGE = 10;

/** The audit log for admins, newest first: all events, or those of one user or one kind. */
export interface AuditList {
  /** @param caller the user who is logged in */
  show(caller: User): Promise<void>;
  /** Shows the events of one user. */
  showOf(user: User): Promise<void>;
}

export function createAuditList(callApi: CallApi): AuditList {
  const filter = find("#audit-filter", HTMLFormElement);
  const list = createPagedList("audit", explain, {
    async read(page) {
      const query = new URLSearchParams({ page: String(page), per: String(ENTRIES_PER_PAGE) });
      for (const [name, value] of new FormData(filter)) {
        const text = String(value).trim();
        if (text !== "") query.set(name, text);
      }
      const { items, metadata } = await callApi<Page<AuditEntry>>("GET", `/audit?${query}`);
      // For each page anew, because users are renamed on this console too.
      const nameOf = createNames(callApi);
      return { ...metadata, rows: await Promise.all(items.map((entry) => presentEntry(entry, nameOf))) };
    },
    present: ({ rows, total }) => ({ rows, count: `${total} in all` }),
  });

  return {
    show: ({ role }) => list.start(role === "admin"),
    showOf({ id }) {
      filter.reset();
      find("[name=userId]", HTMLInputElement, filter).value = id;
      return list.goTo(1);
    },
  };
}

type NameOf = (id: string) => Promise<string>;

async function presentEntry(entry: AuditEntry, nameOf: NameOf): Promise<HTMLElement> {
  const row = copyTemplate("audit-entry");
  const user = entry.userId === null ? "No account" : await nameOf(entry.userId);
  const by = entry.by === null ? "" : `by ${await nameOf(entry.by)}`;
  const address = entry.address ?? "On the server";
  fill(row, {
    ...{ event: toWords(entry.event), time: formatMinute(entry.createdAt) },
    ...{ user, by, address, "address-below": address },
  });
  return row;
}

/** `login-failed` becomes `Login failed`. */
const toWords = (event: string): string => {
  const words = event.replaceAll("-", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** Names of users by their ids; the id itself if the account was deleted. */
function createNames(callApi: CallApi): NameOf {
  const names = new Map<string, Promise<string>>();

  async function findName(id: string): Promise<string> {
    try {
      return (await callApi<User>("GET", `/users/${id}`)).name;
    } catch (error) {
      if (error instanceof ApiError) return id;
      throw error;
    }
  }

  return (id) => {
    const name = names.get(id) ?? findName(id);
    names.set(id, name);
    return name;
  };
}
