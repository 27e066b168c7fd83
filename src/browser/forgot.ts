import type { CallApi } from "./api-client.ts";
import type { Explain } from "./failure.ts";
import { onSubmit } from "./form.ts";
import { showNotice } from "./notice.ts";

/**
 * The form that requests a reset link, if the server offers them.
 *
 * @param path of the route, as `callApi` takes it
 */
export function attachForgotForm(callApi: CallApi, explain: Explain, path: string): void {
  const section = document.querySelector("#forgot-section");
  const form = document.querySelector("#forgot");
  if (!(form instanceof HTMLFormElement) || !(section instanceof HTMLDetailsElement)) return;
  onSubmit(form, explain, async ({ email }) => {
    await callApi("POST", path, { email });
    section.open = false;
    section.querySelector("summary")?.focus();
    showNotice("If the account exists, a reset link is on its way.");
  });
}
