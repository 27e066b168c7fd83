import type { CallApi } from "../api-client.ts";
import { formatDay, formatMinute } from "../dates.ts";
import { createDialog } from "../dialog.ts";
import { copyTemplate, fill, find, slot } from "../dom.ts";
import { attempt } from "../fault.ts";
import { onSubmit } from "../form.ts";
import { showNotice } from "../notice.ts";
import { explain } from "./explain.ts";
import type { ApiToken, User } from "./wire.ts";

/** The caller's API tokens, with forms to create one, whose value is shown once, and to delete one. */
export interface ApiTokenList {
  /** @param caller the user who is logged in */
  show(caller: User): Promise<void>;
  /** Removes everything from the page, including the value of a new token. */
  clear(): void;
}

export function createApiTokenList(callApi: CallApi): ApiTokenList {
  const section = find("#tokens-section", HTMLElement);
  const form = find("#new-token", HTMLFormElement);
  const issued = find("#issued-token", HTMLElement);
  const openDelete = createDialog(
    "delete-token",
    explain,
    async ({ id, name }: ReturnType<typeof nameToken>) => {
      await callApi("DELETE", `/auth/tokens/${id}`);
      return async () => {
        showValue(undefined);
        await showList();
        find("#tokens-title", HTMLElement).focus();
        showNotice(`${name} is deleted.`);
      };
    },
  );

  const showList = (): Promise<void> =>
    attempt(section, explain, async () => {
      const { tokens } = await callApi<{ tokens: ApiToken[] }>("GET", "/auth/tokens");
      present(tokens);
    });

  function present(tokens: readonly ApiToken[]): void {
    find("#api-tokens", HTMLElement).replaceChildren(...tokens.map(presentRow));
    slot(section, "list").hidden = tokens.length === 0;
    slot(section, "none").hidden = tokens.length > 0;
  }

  function presentRow(token: ApiToken): HTMLElement {
    const row = copyTemplate("api-token");
    const named = nameToken(token);
    const expires = token.expiresAt === null ? "Never" : formatDay(token.expiresAt);
    const used = token.lastUsedAt === null ? "Never" : formatMinute(token.lastUsedAt);
    fill(row, { name: named.name, used, "used-below": used, expires, "expires-below": expires });
    const button = slot(row, "delete");
    button.ariaLabel = `Delete ${named.name}`;
    button.addEventListener("click", () => openDelete(named));
    return row;
  }

  function showValue(value: string | undefined): void {
    issued.hidden = value === undefined;
    slot(issued, "value").textContent = value ?? "";
  }

  onSubmit(form, explain, async ({ name = "", expiresInDays }) => {
    showValue(undefined);
    const { value } = await callApi<{ value: string }>("POST", "/auth/tokens", {
      ...(name.trim() !== "" && { name }),
      expiresInDays: Number(expiresInDays),
    });
    await showList();
    showValue(value);
    issued.focus();
    showNotice("The token is created.");
  });

  return {
    show({ role }) {
      // Guests can't create tokens.
      form.hidden = role === "guest";
      return showList();
    },

    clear() {
      showValue(undefined);
      present([]);
    },
  };
}

const nameToken = ({ id, name }: ApiToken) => ({ id, name: name ?? "Unnamed token" });
