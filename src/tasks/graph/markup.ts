import type { Status } from "../document/task-list.ts";

/** The statuses in class names. */
export const statusClass: Readonly<Record<Status, string>> = {
  "Not Started": "open",
  "In Progress": "running",
  Blocked: "blocked",
  Complete: "done",
};

/** The icons of the statuses, twelve units square. */
export const marks: Readonly<Record<Status, string>> = {
  "Not Started": '<circle cx="6" cy="6" r="4.5"/>',
  "In Progress": '<path d="M2.5 1.2v9.6L11 6z"/>',
  Blocked: '<rect x="1.5" y="1.5" width="9" height="9" rx="1.5"/>',
  Complete: '<path d="M1.5 6.5l3.2 3.2 6-7"/>',
};

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/**
 * A text as content or quoted attribute value, in HTML and XML. Control characters are replaced, because XML forbids
 * them.
 */
export const escapeMarkup = (text: string): string =>
  text
    .replace(/[^\P{Cc}\t\n\r]|[\uFFFE\uFFFF]/gu, "\uFFFD")
    .replace(/[&<>"']/g, (character) => entities[character] ?? character);

/** The status as an icon with a text alternative. */
export const icon = (status: Status): string =>
  `<svg class="icon ${statusClass[status]}" viewBox="0 0 12 12" role="img" aria-label="${status}">${marks[status]}</svg>`;
