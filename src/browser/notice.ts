import { find } from "./dom.ts";

const SHOWN_MS = 8000;

let timer: number | undefined;

/** Announces the result of an action, also to screen readers, and disappears after a while. */
export function showNotice(text: string): void {
  const place = find("#notice", HTMLElement);
  place.textContent = text;
  clearTimeout(timer);
  timer = setTimeout(() => {
    place.textContent = "";
  }, SHOWN_MS);
}
