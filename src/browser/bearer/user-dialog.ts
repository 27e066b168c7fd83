import { find } from "../dom.ts";
import { clearFailure, onSubmit } from "../form.ts";
import { explain } from "./explain.ts";
import type { User } from "./wire.ts";

/**
 * A dialog that asks about one user.
 *
 * @param verb the id of the dialog's form
 * @param submit does what was asked about and gives what is to happen once the dialog is closed; where it fails, the
 *   dialog stays and says why
 * @returns what opens the dialog
 */
export function createUserDialog(
  verb: "rename" | "deactivate",
  submit: (user: User, values: Readonly<Record<string, string>>) => Promise<() => Promise<void>>,
): (user: User) => void {
  const dialog = find(`#${verb}-dialog`, HTMLDialogElement);
  const form = find(`#${verb}`, HTMLFormElement);
  const title = find("h2", HTMLElement, dialog);
  const titleStart = title.textContent;
  let subject: User | undefined;

  onSubmit(form, explain, async (values) => {
    if (subject === undefined) return;
    const finish = await submit(subject, values);
    dialog.close();
    await finish();
  });
  find("[data-close]", HTMLButtonElement, dialog).addEventListener("click", () => dialog.close());

  return function open(user) {
    subject = user;
    clearFailure(form);
    title.textContent = `${titleStart} ${user.name}`;
    const name = form.elements.namedItem("name");
    if (name instanceof HTMLInputElement) name.value = user.name;
    dialog.showModal();
  };
}
