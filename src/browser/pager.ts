import { find, slot } from "./dom.ts";

/** The current page of a list; pages count from 1. */
interface Place {
  readonly page: number;
  readonly totalPages: number;
}

/**
 * The two buttons under a list.
 *
 * @param turnTo shows another page of the list
 * @returns a function to call after a page is shown
 */
export function createPager(id: string, turnTo: (page: number) => Promise<void>): (place: Place) => void {
  const nav = find(`#${id}`, HTMLElement);
  const previous = slot(nav, "previous", HTMLButtonElement);
  const next = slot(nav, "next", HTMLButtonElement);
  let current = 1;
  previous.addEventListener("click", () => turnTo(current - 1));
  next.addEventListener("click", () => turnTo(current + 1));

  return function showPlace({ page, totalPages }) {
    current = page;
    nav.hidden = totalPages <= 1;
    previous.disabled = page <= 1;
    next.disabled = page >= totalPages;
    slot(nav, "place").textContent = `Page ${page} of ${totalPages}`;
  };
}
