import { find } from "../dom.ts";
import { describeFound } from "../found.ts";

/** The form above the table of users: words to search for, and for admins which users to list. */
interface UserFilter {
  /** The query parameters of the search. Only admins may filter by status. */
  query(isAdmin: boolean): string;
  /** Shows how many users match. */
  describe(total: number): string;
}

export function createUserFilter(): UserFilter {
  const form = find("#user-filter", HTMLFormElement);

  function read(): { search: string; status: string } {
    const values = new FormData(form);
    return { search: String(values.get("search")).trim(), status: String(values.get("status")) };
  }

  return {
    query(isAdmin) {
      const { search, status } = read();
      const wanted = { ...(search !== "" && { search }), ...(isAdmin && { status }) };
      const query = new URLSearchParams(wanted);
      return query.size === 0 ? "" : `&${query}`;
    },
    describe(total) {
      const { search, status } = read();
      if (search !== "") return describeFound(total);
      return `${total} ${status === "all" ? "in all" : status}`;
    },
  };
}
