import { createApiClient } from "./api-client.ts";
import { createApiTokenList } from "./bearer/api-token-list.ts";
import { createAuditList } from "./bearer/audit-list.ts";
import { explain } from "./bearer/explain.ts";
import { createTokenPanel } from "./bearer/token-panel.ts";
import { createUserList } from "./bearer/user-list.ts";
import type { TokenResponse, User } from "./bearer/wire.ts";
import { closeDialogs, createDialog } from "./dialog.ts";
import { find, showState } from "./dom.ts";
import { attempt } from "./fault.ts";
import { attachForgotForm } from "./forgot.ts";
import { emptyForms, onSubmit } from "./form.ts";
import { showNotice } from "./notice.ts";

/** The bearer API's console. The token is kept only in a variable: in no storage, cookie or page source. */
function startConsole(page: HTMLElement): void {
  let token: TokenResponse | undefined;
  let caller: User | undefined;
  const { callApi, dropAnswers } = createApiClient({
    root: `${page.dataset["base"]}/api/v1`,
    authorize: () => token && `Bearer ${token.accessToken}`,
    onUnauthenticated: () => token && leave("Your token is no longer accepted. Log in again."),
  });
  const audit = createAuditList(callApi);
  const users = createUserList(callApi, audit.showOf);
  const apiTokens = createApiTokenList(callApi);
  const panel = createTokenPanel(() => leave("Your token has expired. Log in again."));

  const openLeaveDialog = createDialog("leave", explain, async (_caller: User) => {
    await callApi("DELETE", "/users/me");
    return async () => leave("Your account is deactivated.");
  });
  find("#leave-open", HTMLButtonElement).addEventListener("click", () => caller && openLeaveDialog(caller));

  function keep(newToken: TokenResponse): void {
    token = newToken;
    panel.show(newToken);
  }

  async function enter(credentials: object, notice: string): Promise<void> {
    keep(await callApi<TokenResponse>("POST", "/auth/login", credentials));
    caller = await callApi<User>("GET", "/users/me");
    showState("signed-in");
    await Promise.all([users.show(caller), apiTokens.show(caller), audit.show(caller)]);
    showNotice(notice);
    find("#token-title", HTMLElement).focus();
  }

  function leave(notice: string): void {
    dropAnswers();
    token = undefined;
    caller = undefined;
    panel.clear();
    apiTokens.clear();
    closeDialogs();
    emptyForms();
    showState("signed-out");
    showNotice(notice);
    find("#login-title", HTMLElement).focus();
  }

  onSubmit(find("#login", HTMLFormElement), explain, (credentials) =>
    enter(credentials, "You are logged in."),
  );
  onSubmit(find("#register", HTMLFormElement), explain, async ({ name, email, password }) => {
    await callApi("POST", "/auth/register", { name, email, password });
    await enter({ email, password }, "Your account is ready, and you are logged in.");
  });
  onSubmit(find("#change-password", HTMLFormElement), explain, async ({ currentPassword, password }) => {
    const { email } = await callApi<User>("PUT", "/users/me/password", { currentPassword, password });
    await enter({ email, password }, "Your password is changed. Your sessions and API tokens have ended.");
  });
  const root = createApiClient({ root: page.dataset["base"] ?? "", onUnauthenticated: () => {} });
  attachForgotForm(root.callApi, explain, "/password/forgot");
  attachButton("refresh", async () => {
    keep(await callApi<TokenResponse>("POST", "/auth/refresh"));
    showNotice("You have a fresh token.");
  });
  attachButton("logout", async () => {
    await callApi("POST", "/auth/logout");
    leave("You are logged out, and this page has forgotten the token.");
  });

  showState("signed-out");
  page.hidden = false;
}

function attachButton(id: string, act: () => Promise<void>): void {
  const panel = find("#token", HTMLElement);
  find(`#${id}`, HTMLButtonElement).addEventListener("click", () => attempt(panel, explain, act));
}

startConsole(find("#console", HTMLElement));
