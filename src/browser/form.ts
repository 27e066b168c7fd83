import type { Explain, Failure } from "./failure.ts";
import { failureOf } from "./failure.ts";
import { clearFault, showFault } from "./fault.ts";

type Values = Readonly<Record<string, string>>;

let faultCount = 0;

/**
 * Sends a form through the API. Meanwhile a second press does nothing. Afterwards the form is empty, or shows the
 * errors at their fields, with the focus on the first of them.
 *
 * @param submit gets the form's values by name; only ticked checkboxes have one
 */
export function onSubmit(
  form: HTMLFormElement,
  explain: Explain,
  submit: (values: Values) => Promise<void>,
): void {
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (form.ariaBusy === "true") return;
    form.ariaBusy = "true";
    clearFailure(form);
    try {
      await submit(readValues(form));
      form.reset();
    } catch (error) {
      const failure = failureOf(error, explain);
      if (failure !== undefined) showFailure(form, failure);
    } finally {
      form.ariaBusy = null;
    }
  });
}

const readValues = (form: HTMLFormElement): Values =>
  Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));

/** Removes a form's errors of an earlier try. */
export function clearFailure(form: HTMLFormElement): void {
  clearFault(form);
  for (const control of form.querySelectorAll("[aria-invalid]")) {
    control.removeAttribute("aria-invalid");
    control.removeAttribute("aria-describedby");
  }
}

/** Empties every form of the page, so that the next user finds nothing that the last one typed. */
export function emptyForms(): void {
  for (const form of document.forms) {
    form.reset();
    clearFailure(form);
  }
}

function showFailure(form: HTMLFormElement, { fields, message }: Failure): void {
  const stray = message === undefined ? [] : [message];
  for (const [name, fault] of Object.entries(fields)) {
    if (!showFieldFault(form, name, fault)) stray.push(fault);
  }
  if (stray.length > 0) showFault(form, stray.join(" "));
  form.querySelector<HTMLElement>("[aria-invalid]")?.focus();
}

/** @returns whether the form has such a field */
function showFieldFault(form: HTMLFormElement, name: string, message: string): boolean {
  const control = form.querySelector(`[name="${name}"]`);
  const place = form.querySelector<HTMLElement>(`[data-fault-of="${name}"]`);
  if (control === null || place === null) return false;
  faultCount += 1;
  place.id ||= `fault-${faultCount}`;
  place.textContent = message;
  place.hidden = false;
  control.setAttribute("aria-invalid", "true");
  control.setAttribute("aria-describedby", place.id);
  return true;
}
