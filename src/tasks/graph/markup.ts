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

/** The colours in light and dark mode and the style of the drawing. The page around it uses the same colours. */
export const colorStyle = `
:root {
  color-scheme: light dark;
  --paper: #ffffff; --column: #f6f8fa; --column-done: #f0faf2; --card: #ffffff; --edge: #d1d9e0;
  --text: #1f2328; --muted: #59636e; --line: #9aa4ae; --accent: #0969da;
  --open: #818b98; --running: #0969da; --blocked: #cf222e; --done: #1a7f37; --critical: #bc4c00;
  --running-card: #f0f8ff; --blocked-card: #fff5f4; --done-card: #ffffff;
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    --paper: #0d1117; --column: #151b23; --column-done: #111d17; --card: #1c232d; --edge: #3d444d;
    --text: #f0f6fc; --muted: #9198a1; --line: #6b7582; --accent: #58a6ff;
    --open: #9198a1; --running: #58a6ff; --blocked: #ff7b72; --done: #57ab5a; --critical: #f0883e;
    --running-card: #16263c; --blocked-card: #321c20; --done-card: #17211b;
  }
}`.trim();

export const graphStyle = `
.graph { font: 12.5px system-ui, -apple-system, "Segoe UI", "Noto Sans", sans-serif; }
.graph .paper { fill: var(--paper); }
.graph .column { fill: var(--column); }
.graph .column.done { fill: var(--column-done); }
.graph .wave { fill: var(--muted); font-weight: 600; }
.graph .line { fill: none; stroke: var(--line); stroke-width: 1.4; }
.graph .line.conflict { stroke-dasharray: 1 5; stroke-linecap: round; stroke-width: 2; }
.graph .line.cycle { stroke: var(--blocked); stroke-dasharray: 6 4; }
.graph .line.critical { stroke: var(--critical); stroke-width: 2.4; }
.graph .box { fill: var(--card); stroke: var(--edge); }
.graph .number { fill: var(--text); font-weight: 700; }
.graph .title { fill: var(--text); }
.graph .fact { fill: var(--muted); text-anchor: end; font-size: 11.5px; }
.graph .mark { fill: none; stroke: var(--open); stroke-width: 1.8; stroke-linejoin: round; stroke-linecap: round; }
.graph .running .mark { fill: var(--running); stroke: var(--running); }
.graph .blocked .mark { fill: var(--blocked); stroke: var(--blocked); }
.graph .done .mark { stroke: var(--done); stroke-width: 2.2; }
.graph .running .box { fill: var(--running-card); stroke: var(--running); }
.graph .blocked .box { fill: var(--blocked-card); stroke: var(--blocked); }
.graph .done .box { fill: var(--done-card); }
.graph .done .title { fill: var(--muted); }
.graph .critical .box { stroke: var(--critical); stroke-width: 2; }
.graph .warning { fill: var(--blocked); }`.trim();
