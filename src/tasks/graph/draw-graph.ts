import stringWidth from "string-width";
import { formatMinutes, plural } from "../cli/terminal/words.ts";
import type { Status } from "../document/task-list.ts";
import { cut, identifyNodes, plainTitle, waveTitle } from "./graph-words.ts";
import type { Node, Problem, WorkGraph } from "./work-graph.ts";

interface DrawOptions {
  /** Whether cards link to their tasks' details on the page. */
  readonly linked: boolean;
  /** Markup to put first, such as a style. */
  readonly head?: string;
}

const MARGIN = 20;
const HEADER = 44;
const CARD = { width: 216, height: 64 } as const;
const COLUMN_GAP = 76;
const CARD_GAP = 14;
const TITLE_COLUMNS = 27;
const TITLE_LINES = 2;

/** The graph as an SVG file, light or dark by the viewer's preference. */
export const toSvg = (graph: WorkGraph): string =>
  drawGraph(graph, { linked: false, head: `<style>\n${colorStyle}\n${graphStyle}\n</style>` });

/** The graph as an SVG element: Complete tasks to the left, then a column for each wave. */
export function drawGraph(graph: WorkGraph, { linked, head = "" }: DrawOptions): string {
  const columns = columnsOf(graph);
  const cards = placeCards(columns, graph);
  const id = identifyNodes(graph);
  const warnings = Map.groupBy(graph.problems, ({ index }) => index);
  const longest = columns.reduce((most, nodes) => Math.max(most, nodes.length), 0);
  const height = rowY(longest) - CARD_GAP;
  const fullWidth = columnX(columns.length) - COLUMN_GAP + 2 * MARGIN;
  const fullHeight = height + HEADER + 2 * MARGIN;
  const name = escapeMarkup(`Tasks of ${graph.title} and what they wait for`);
  return [
    `<svg class="graph" xmlns="http://www.w3.org/2000/svg" width="${fullWidth}" height="${fullHeight}" viewBox="0 0 ${fullWidth} ${fullHeight}" role="${linked ? "group" : "img"}" aria-label="${name}">`,
    head,
    `<rect class="paper" width="${fullWidth}" height="${fullHeight}"/>`,
    `<g transform="translate(${MARGIN} ${MARGIN})">`,
    ...columns.map((nodes, index) => columnMarkup(nodes, index, columns, height)),
    `<g transform="translate(0 ${HEADER})">`,
    ...linesOf(graph, cards),
    ...[...cards.values()].map((card) =>
      cardMarkup(card, id(card.node.index), warnings.get(card.node.index) ?? [], linked),
    ),
    "</g></g></svg>",
  ]
    .filter(Boolean)
    .join("\n");
}

const columnX = (column: number): number => column * (CARD.width + COLUMN_GAP);
const rowY = (row: number): number => row * (CARD.height + CARD_GAP);

/** Complete tasks are in columns by their order, and then each wave has a column. */
function columnsOf({ nodes, edges, order, waves }: WorkGraph): readonly (readonly Node[])[] {
  const levels = new Map<number, number>();
  const before = Map.groupBy(edges, ({ to }) => to);
  const done = order.flatMap((index) => nodes[index] ?? []).filter(({ wave }) => wave === null);
  for (const { index } of done) {
    const below = (before.get(index) ?? []).map(({ from }) => levels.get(from) ?? -1);
    levels.set(index, below.reduce((highest, level) => Math.max(highest, level), -1) + 1);
  }
  const byLevel = Map.groupBy(done, ({ index }) => levels.get(index) ?? 0);
  const doneColumns = [...byLevel.keys()].toSorted((a, b) => a - b).map((level) => byLevel.get(level) ?? []);
  return [...doneColumns, ...waves];
}

/** A task and the upper left corner of its card. */
interface Card {
  readonly node: Node;
  readonly x: number;
  readonly y: number;
}

type Cards = ReadonlyMap<number, Card>;

/** Sorts each column by the mean height of the tasks that its tasks wait for, so that fewer lines cross. */
function placeCards(columns: readonly (readonly Node[])[], { edges }: WorkGraph): Cards {
  const cards = new Map<number, Card>();
  const before = Map.groupBy(edges, ({ to }) => to);
  for (const [column, nodes] of columns.entries()) {
    const wanted = new Map(
      nodes.map((node) => {
        const heights = (before.get(node.index) ?? []).flatMap(({ from }) => cards.get(from)?.y ?? []);
        return [node, heights.reduce((sum, y) => sum + y, 0) / Math.max(1, heights.length)];
      }),
    );
    const sorted = nodes.toSorted((one, other) => (wanted.get(one) ?? 0) - (wanted.get(other) ?? 0));
    for (const [row, node] of sorted.entries())
      cards.set(node.index, { node, x: columnX(column), y: rowY(row) });
  }
  return cards;
}

function columnMarkup(
  nodes: readonly Node[],
  index: number,
  columns: readonly (readonly Node[])[],
  height: number,
): string {
  const wave = nodes[0]?.wave ?? null;
  const isDone = wave === null;
  // All columns of Complete tasks have one heading.
  if (isDone && index > 0) return "";
  const done = columns.filter(([first]) => first?.wave === null);
  const title = isDone ? `Complete · ${plural(done.flat().length, "task")}` : waveTitle(nodes, wave - 1);
  const x = columnX(index);
  const width = columnX(isDone ? done.length : 1) - COLUMN_GAP;
  return `<rect class="column${isDone ? " done" : ""}" x="${x - 14}" y="-8" width="${width + 28}" height="${height + HEADER + 20}" rx="14"/><text class="wave" x="${x}" y="16">${escapeMarkup(title)}</text>`;
}

/** The lines between the cards; the critical path is drawn last, over the others. */
function linesOf({ edges, conflicts, cycleEdges }: WorkGraph, cards: Cards): readonly string[] {
  return [
    ...edges.filter(({ isCritical }) => !isCritical).map((edge) => ({ ...edge, kind: "dependency" })),
    ...conflicts.map((conflict) => ({ ...conflict, kind: "conflict" })),
    ...cycleEdges.map((edge) => ({ ...edge, kind: "cycle" })),
    ...edges.filter(({ isCritical }) => isCritical).map((edge) => ({ ...edge, kind: "critical" })),
  ].flatMap(({ kind, from, to }) => {
    const [start, end] = [cards.get(from), cards.get(to)];
    return start && end ? [`<path class="line ${kind}" d="${curve(start, end)}"/>`] : [];
  });
}

/** From the right side of a card to the left side of another, horizontal at both ends. */
function curve(start: Card, end: Card): string {
  const [x, y, endY] = [start.x + CARD.width, start.y + CARD.height / 2, end.y + CARD.height / 2];
  // A line to the left curves out on both sides.
  const reach = end.x > x ? (end.x - x) / 2 : 60;
  return `M${x} ${y}C${x + reach} ${y} ${end.x - reach} ${endY} ${end.x} ${endY}`;
}

function cardMarkup({ node, x, y }: Card, id: string, warnings: readonly Problem[], linked: boolean): string {
  const { task, status, isCritical, minutes, elsewhere } = node;
  const names = [
    "card",
    statusClass[status],
    isCritical ? "critical" : "",
    warnings.length > 0 ? "warned" : "",
  ];
  const facts = [
    minutes === null ? "" : formatMinutes(minutes),
    elsewhere ? "elsewhere" : cut(task.owner ?? "", 12),
  ];
  const lines = titleLines(plainTitle(task.title));
  const content = [
    `<title>${escapeMarkup(
      tooltip(
        node,
        warnings.map(({ message }) => message),
      ),
    )}</title>`,
    `<rect class="box" width="${CARD.width}" height="${CARD.height}" rx="10"/>`,
    `<g class="mark" transform="translate(14 11)">${marks[status]}</g>`,
    `<text class="number" x="34" y="21">${escapeMarkup(task.number)}${warnings.length > 0 ? '<tspan class="warning"> !</tspan>' : ""}</text>`,
    `<text class="fact" x="${CARD.width - 12}" y="21">${escapeMarkup(facts.filter(Boolean).join(" · "))}</text>`,
    ...lines.map(
      (line, index) => `<text class="title" x="14" y="${39 + index * 15}">${escapeMarkup(line)}</text>`,
    ),
  ].join("");
  const group = `class="${names.filter(Boolean).join(" ")}" transform="translate(${x} ${y})"`;
  return linked ? `<a href="#${id}" ${group}>${content}</a>` : `<g ${group}>${content}</g>`;
}

const tooltip = ({ task, status, elsewhere }: Node, warnings: readonly string[]): string =>
  [`${task.number} ${task.title}`, elsewhere ?? status, ...warnings].join("\n");

/** A title in as many lines as fit on a card, by the width of its characters in terminals. */
function titleLines(title: string): readonly string[] {
  const lines: string[] = [""];
  for (const word of title.split(/\s+/).flatMap(inPieces)) {
    const last = lines.at(-1) ?? "";
    const joined = last === "" ? word : `${last} ${word}`;
    if (stringWidth(joined) <= TITLE_COLUMNS) lines[lines.length - 1] = joined;
    else lines.push(word);
  }
  if (lines.length <= TITLE_LINES) return lines;
  const kept = lines.slice(0, TITLE_LINES);
  return [...kept.slice(0, -1), `${shorten(kept.at(-1) ?? "")}…`];
}

/** A word that is too long is broken anywhere, as in scripts without spaces. */
function inPieces(word: string): readonly string[] {
  const pieces: string[] = [""];
  for (const { segment } of graphemes.segment(word)) {
    const joined = `${pieces.at(-1)}${segment}`;
    if (stringWidth(joined) <= TITLE_COLUMNS) pieces[pieces.length - 1] = joined;
    else pieces.push(segment);
  }
  return pieces;
}

const graphemes = new Intl.Segmenter();

function shorten(line: string): string {
  let kept = "";
  for (const { segment } of graphemes.segment(line)) {
    if (stringWidth(kept + segment) >= TITLE_COLUMNS) break;
    kept += segment;
  }
  return kept.replace(/[\s,;:.]+$/, "");
}

/** The statuses in class names. */
const statusClass: Readonly<Record<Status, string>> = {
  "Not Started": "open",
  "In Progress": "running",
  Blocked: "blocked",
  Complete: "done",
};

/** The icons of the statuses, twelve units square. */
const marks: Readonly<Record<Status, string>> = {
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
