import { find } from "./dom.ts";
import type { Explain } from "./failure.ts";
import { clearFailure, onSubmit } from "./form.ts";

export function closeDialogs(): void {
  for (const dialog of document.querySelectorAll("dialog")) dialog.close();
}

/**
 * A dialog about one item, which its title names.
 *
 * @param id of the dialog's form; the dialog's own ends with `-dialog`
 * @param submit performs the action and returns what to do after the dialog has closed. If it fails, the dialog stays
 *   open and shows the reason.
 * @returns a function that opens the dialog
 */
export function createDialog<Subject extends { readonly name: string }>(
  id: string,
  explain: Explain,
  submit: (subject: Subject, values: Readonly<Record<string, string>>) => Promise<() => Promise<void>>,
): (subject: Subject) => void {
  const dialog = find(`#${id}-dialog`, HTMLDialogElement);
  const form = find(`#${id}`, HTMLFormElement);
  const title = find("h2", HTMLElement, dialog);
  const titleStart = title.textContent;
  let subject: Subject | undefined;

  onSubmit(form, explain, async (values) => {
    if (subject === undefined) return;
    const finish = await submit(subject, values);
    dialog.close();
    await finish();
  });
  find("[data-close]", HTMLButtonElement, dialog).addEventListener("click", () => dialog.close());

  return function open(newSubject) {
    subject = newSubject;
    clearFailure(form);
    title.textContent = `${titleStart} ${newSubject.name}`;
    for (const [name, value] of Object.entries(newSubject)) {
      const control = form.elements.namedItem(name);
      if (control instanceof HTMLInputElement || control instanceof HTMLSelectElement) control.value = value;
    }
    dialog.showModal();
  };
}
