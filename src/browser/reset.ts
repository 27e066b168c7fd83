import { createApiClient } from "./api-client.ts";
import { find } from "./dom.ts";
import { onSubmit } from "./form.ts";
import { explain } from "./session/explain.ts";

/** The page behind a reset link. The token is in the fragment, so it reaches no log and no other site. */
function startReset(card: HTMLElement): void {
  const token = new URLSearchParams(location.hash.slice(1)).get("token");
  // Removes the token from the address bar and the history, which other people at this machine may see.
  history.replaceState(null, "", location.pathname);
  const result = find("#reset-result", HTMLElement);
  const { callApi } = createApiClient({
    root: `${card.dataset["base"]}/api/v1`,
    onUnauthenticated: () => {},
  });

  if (token === null) {
    result.textContent = "This link is not complete. Open it again from where you received it.";
    return;
  }
  card.hidden = false;
  onSubmit(find("#reset", HTMLFormElement), explain, async ({ password }) => {
    await callApi("POST", "/auth/password/reset", { token, password });
    card.hidden = true;
    result.textContent = "Your password is changed. You can log in with it now.";
    find("#reset-next", HTMLElement).hidden = false;
    result.focus();
  });
}

// Another link opened in the same tab differs only in its fragment, so the browser would keep this page and its token.
window.addEventListener("hashchange", () => location.reload());
startReset(find("#reset-card", HTMLElement));
