import { find } from "./dom.ts";

/** Says what has just happened, also to screen readers, until something else happens. */
export function showNotice(text: string): void {
  find("#notice", HTMLElement).textContent = text;
}
