import stringWidth from "string-width";
import { formatMinutes, plural } from "../cli/terminal/words.ts";
import type { IdOf } from "./graph-words.ts";
import { cut, identifyNodes, plainTitle, waveTitle } from "./graph-words.ts";
import type { Card, Column, Line, Point } from "./lay-out.ts";
import { CARD, layOut } from "./lay-out.ts";
import { colorStyle, escapeMarkup, graphStyle, marks, statusClass } from "./markup.ts";
import type { Node, Problem, WorkGraph } from "./work-graph.ts";

interface DrawOptions {
  /** Whether cards link to their tasks' details on the page. */
  readonly linked: boolean;
  /** Markup to put first, such as a style. */
  readonly head?: string;
}

const MARGIN = 20;
const HEADER = 44;
const TITLE_COLUMNS = 27;
const TITLE_LINES = 2;

/** The graph as an SVG file, light or dark by the viewer's preference. */
export const toSvg = (graph: WorkGraph): string =>
  drawGraph(graph, { linked: false, head: `<style>\n${colorStyle}\n${graphStyle}\n</style>` });

/** The graph as an SVG element. */
export function drawGraph(graph: WorkGraph, { linked, head = "" }: DrawOptions): string {
  const { width, height, columns, cards, lines } = layOut(graph);
  const id = identifyNodes(graph);
  const warnings = Map.groupBy(graph.problems, ({ index }) => index);
  const [fullWidth, fullHeight] = [width + 2 * MARGIN, height + HEADER + 2 * MARGIN];
  const name = escapeMarkup(`Tasks of ${graph.title} and what they wait for`);
  // The critical path is drawn last, over the others.
  const drawn = lines.toSorted((a, b) => Number(a.isCritical) - Number(b.isCritical));
  return [
    `<svg class="graph" xmlns="http://www.w3.org/2000/svg" width="${fullWidth}" height="${fullHeight}" viewBox="0 0 ${fullWidth} ${fullHeight}" role="${linked ? "group" : "img"}" aria-label="${name}">`,
    head,
    `<rect class="paper" width="${fullWidth}" height="${fullHeight}"/>`,
    `<g transform="translate(${MARGIN} ${MARGIN})">`,
    ...columns.map((column, index) => columnMarkup(column, index, columns, height)),
    `<g transform="translate(0 ${HEADER})">`,
    ...drawn.map((line) => lineMarkup(line, id, graph.nodes[line.from]?.wave === null)),
    ...cards.map((card) =>
      cardMarkup(card, id(card.node.index), warnings.get(card.node.index) ?? [], linked),
    ),
    "</g></g></svg>",
  ]
    .filter(Boolean)
    .join("\n");
}

function columnMarkup(
  { x, nodes, wave }: Column,
  index: number,
  columns: readonly Column[],
  height: number,
): string {
  const isDone = wave === null;
  // All columns of Complete tasks have one heading.
  if (isDone && index > 0) return "";
  const done = columns.filter((column) => column.wave === null).flatMap((column) => column.nodes);
  const title = isDone ? `Complete · ${plural(done.length, "task")}` : waveTitle(nodes, wave - 1);
  const last = isDone ? columns.findLastIndex((column) => column.wave === null) : index;
  const width = (columns[last]?.x ?? x) - x + CARD.width;
  return `<rect class="column${isDone ? " done" : ""}" x="${x - 14}" y="-8" width="${width + 28}" height="${height + HEADER + 20}" rx="14"/><text class="wave" x="${x}" y="16">${escapeMarkup(title)}</text>`;
}

function lineMarkup({ kind, from, to, isCritical, points }: Line, id: IdOf, isMet: boolean): string {
  const names = ["line", kind, isCritical ? "critical" : "", isMet ? "met" : ""].filter(Boolean).join(" ");
  return `<path class="${names}" data-from="${id(from)}" data-to="${id(to)}" d="${curve(points)}"/>`;
}

/** Horizontal at both ends, so that lines meet cards at a right angle. */
function curve([start, ...others]: readonly Point[]): string {
  if (!start) return "";
  let d = `M${start.x} ${start.y}`;
  let { x, y } = start;
  for (const point of others) {
    // A line to the left curves out on both sides.
    const reach = point.x > x ? (point.x - x) / 2 : 60;
    d +=
      point.y === y && point.x > x
        ? `H${point.x}`
        : `C${x + reach} ${y} ${point.x - reach} ${point.y} ${point.x} ${point.y}`;
    ({ x, y } = point);
  }
  return d;
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
  const group = `class="${names.filter(Boolean).join(" ")}" data-id="${id}" transform="translate(${x} ${y})"`;
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
