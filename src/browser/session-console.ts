import type { CallApi } from "./api-client.ts";
import { ApiError, createApiClient } from "./api-client.ts";
import { formatDay } from "./dates.ts";
import { closeDialogs } from "./dialog.ts";
import { fill, fillEmail, find, showState, slot } from "./dom.ts";
import { attempt } from "./fault.ts";
import { attachForgotForm } from "./forgot.ts";
import { emptyForms, onSubmit } from "./form.ts";
import { showNotice } from "./notice.ts";
import { createAuthors } from "./session/authors.ts";
import { explain } from "./session/explain.ts";
import { createPostList } from "./session/posts.ts";
import { createSessionList } from "./session/sessions.ts";
import { createUserList } from "./session/user-list.ts";
import type { User } from "./session/wire.ts";

/** The session API's console. The cookie identifies the caller, and this page can't read it. */
function startConsole(page: HTMLElement): void {
  let user: User | undefined;
  /** Whose words are in the forms: when a session ends by itself, they stay for its user to send after a login. */
  let writerId: string | undefined;
  const { callApi, dropAnswers } = createApiClient({
    root: `${page.dataset["base"]}/api/v1`,
    onUnauthenticated: () => user && void leave("Your session has ended. Log in again."),
  });
  const posts = createPostList(callApi, createAuthors(callApi));
  const sessions = createSessionList(callApi, logOut);
  const users = createUserList(callApi, logOut);

  async function show(caller: User | undefined): Promise<void> {
    user = caller;
    if (user !== undefined) {
      if (writerId !== undefined && writerId !== user.id) emptyForms();
      writerId = user.id;
      showUser(user);
    }
    showState(user === undefined ? "signed-out" : "signed-in");
    await Promise.all([posts.show(user), user && sessions.show(), users.show(user)]);
  }

  async function enter(answer: { user: User }, notice: string): Promise<void> {
    await show(answer.user);
    showNotice(notice);
    find("#me-title", HTMLElement).focus();
  }

  async function leave(notice: string): Promise<void> {
    dropAnswers();
    closeDialogs();
    await show(undefined);
    showNotice(notice);
    find("#login-title", HTMLElement).focus();
  }

  function logOut(): Promise<void> {
    emptyForms();
    return leave("You are logged out.");
  }

  onSubmit(find("#login", HTMLFormElement), explain, async (credentials) => {
    await enter(await callApi("POST", "/auth/login", credentials), "You are logged in.");
  });
  onSubmit(find("#register", HTMLFormElement), explain, async (attributes) => {
    const answer = await callApi<{ user: User }>("POST", "/auth/register", attributes);
    await enter(answer, "Your account is ready, and you are logged in.");
  });
  attachForgotForm(callApi, explain, "/auth/password/forgot");
  onSubmit(find("#write", HTMLFormElement), explain, async ({ title, body, published }) => {
    await callApi("POST", "/posts", { title, body, published: published !== undefined });
    showNotice(published === undefined ? "Saved as a draft that only you can see." : "Published.");
    await posts.show(user);
  });
  onSubmit(find("#change-password", HTMLFormElement), explain, async (values) => {
    await callApi("PUT", "/auth/password", values);
    await sessions.show();
    showNotice("Your password is changed. All your other sessions have ended.");
  });
  find("#logout", HTMLButtonElement).addEventListener("click", () =>
    attempt(find("#me", HTMLElement), explain, async () => {
      await callApi("POST", "/auth/logout");
      await logOut();
    }),
  );

  void findCaller(callApi)
    .then(show)
    .finally(() => {
      page.hidden = false;
    });
}

/** The owner of the browser's session, if it has one. */
async function findCaller(callApi: CallApi): Promise<User | undefined> {
  try {
    return (await callApi<{ user: User }>("GET", "/auth/me")).user;
  } catch (error) {
    // Any other error will also show up in the list of posts.
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

function showUser(user: User): void {
  const block = find("#me", HTMLElement);
  const { name, email, id } = user;
  fill(block, { name, id, created_at: formatDay(user.created_at) });
  fillEmail(block, email);
  slot(block, "admin").hidden = !user.admin;
}

startConsole(find("#console", HTMLElement));
