import type { Node, WorkGraph } from "../work-graph.ts";
import type { Joint, PlannedLine, Vertex } from "./plan-lines.ts";
import { CARD, planLines } from "./plan-lines.ts";
import { reduceCrossings, straighten } from "./settle-columns.ts";

const COLUMN_GAP = 76;

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A task and the upper left corner of its card. */
export interface Card extends Point {
  readonly node: Node;
}

export interface Line extends Joint {
  /** Where it leaves and enters a column, from the right side of one card to the left side of another. */
  readonly points: readonly Point[];
}

export interface Column {
  readonly x: number;
  readonly nodes: readonly Node[];
  /** Null for Complete tasks. */
  readonly wave: number | null;
}

interface Layout {
  readonly width: number;
  readonly height: number;
  readonly columns: readonly Column[];
  readonly cards: readonly Card[];
  readonly lines: readonly Line[];
}

/**
 * A layered drawing from left to right: Complete tasks first, then a column for each wave. Cards are close to their
 * neighbours, and a line that passes a column gets a separate lane in it.
 */
export function layOut(graph: WorkGraph): Layout {
  const columns = columnsOf(graph);
  const plan = planLines(graph, columns);
  const middles = straighten(reduceCrossings(plan.columns));
  const extents = [...middles].map(([{ height }, y]) => ({ top: y - height / 2, bottom: y + height / 2 }));
  const top = extents.reduce((least, extent) => Math.min(least, extent.top), Number.POSITIVE_INFINITY);
  const bottom = extents.reduce((most, extent) => Math.max(most, extent.bottom), top);
  const place = (vertex: Vertex): Point => ({
    x: xOf(vertex.column),
    y: Math.round((middles.get(vertex) ?? 0) - top),
  });
  const cards = graph.nodes.flatMap((node) => {
    const vertex = plan.cards.get(node.index);
    if (!vertex) return [];
    const { x, y } = place(vertex);
    return [{ node, x, y: y - CARD.height / 2 }];
  });
  return {
    width: xOf(columns.length) - COLUMN_GAP,
    height: Math.ceil(bottom - top),
    columns: columns.map((nodes, column) => ({ nodes, x: xOf(column), wave: nodes[0]?.wave ?? null })),
    cards,
    lines: plan.lines.map((line) => lineThrough(line, place)),
  };
}

const xOf = (column: number): number => column * (CARD.width + COLUMN_GAP);

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

function lineThrough({ path, ...joint }: PlannedLine, place: (vertex: Vertex) => Point): Line {
  const points = path.flatMap((vertex, index) => {
    const left = place(vertex);
    const right = { x: left.x + CARD.width, y: left.y };
    if (index === 0) return [right];
    return index === path.length - 1 ? [left] : [left, right];
  });
  return { ...joint, points };
}
