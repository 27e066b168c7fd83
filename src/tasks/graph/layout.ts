import { spreadOut } from "./spread-out.ts";
import type { Node, WorkGraph } from "./work-graph.ts";

export const CARD = { width: 216, height: 64 } as const;
const COLUMN_GAP = 76;
const CARD_GAP = 14;
const LINE_GAP = 8;
const LINE_HEIGHT = 6;
const ROUNDS = 6;
/** Beyond this, long edges go straight: bending each around every card on its way would take longer than it helps. */
const MOST_LANES = 20_000;

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Card extends Point {
  // The upper left corner.
  readonly node: Node;
}

export interface Line {
  readonly kind: "dependency" | "conflict" | "cycle";
  readonly from: number;
  readonly to: number;
  readonly isCritical: boolean;
  /** Where it leaves and enters a column, from the right side of one card to the left side of another. */
  readonly points: readonly Point[];
}

export interface Column {
  readonly x: number;
  readonly nodes: readonly Node[];
  /** Null for what is Complete. */
  readonly wave: number | null;
}

export interface Layout {
  readonly width: number;
  readonly height: number;
  readonly columns: readonly Column[];
  readonly cards: readonly Card[];
  readonly lines: readonly Line[];
}

/** A card, or the place where a line passes through a column; its number is its place among all of them. */
interface Vertex {
  readonly column: number;
  readonly height: number;
  readonly before: Set<number>;
  readonly after: Set<number>;
}

/**
 * A layered drawing from left to right: what is Complete first, then a column for each wave. Cards keep close to
 * those they are joined to, and lines that pass a column have a place of their own in it.
 */
export function layOut(graph: WorkGraph): Layout {
  const columns = columnsOf(graph);
  const { vertices, lines } = verticesOf(graph, columns);
  const byColumn = Map.groupBy(vertices.keys(), (vertex) => vertices[vertex]?.column);
  const members = columns.map((_, column) => byColumn.get(column) ?? []);
  const order = reduceCrossings(vertices, members);
  const centers = straighten(vertices, order);
  const top = centers.reduce(
    (least, y, v) => Math.min(least, y - (vertices[v]?.height ?? 0) / 2),
    Number.POSITIVE_INFINITY,
  );
  const bottom = centers.reduce(
    (most, y, v) => Math.max(most, y + (vertices[v]?.height ?? 0) / 2),
    Number.NEGATIVE_INFINITY,
  );
  const xOf = (column: number): number => column * (CARD.width + COLUMN_GAP);
  const yOf = (vertex: number): number => round((centers[vertex] ?? 0) - top);
  return {
    width: Math.max(CARD.width, xOf(columns.length) - COLUMN_GAP),
    height: round(bottom - top),
    columns: columns.map((nodes, column) => ({ nodes, x: xOf(column), wave: nodes[0]?.wave ?? null })),
    cards: graph.nodes.map((node) => ({
      node,
      x: xOf(vertices[node.index]?.column ?? 0),
      y: yOf(node.index) - CARD.height / 2,
    })),
    lines: lines.map(({ path, ...line }) => ({ ...line, points: pointsOf(path, vertices, xOf, yOf) })),
  };
}

/** What is Complete stands in columns by what came first, and then each wave has one. */
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

interface PlannedLine extends JoinedLine {
  /** The vertices along its way. */
  readonly path: readonly number[];
}

function verticesOf(
  graph: WorkGraph,
  columns: readonly (readonly Node[])[],
): { vertices: readonly Vertex[]; lines: readonly PlannedLine[] } {
  const columnOf = new Map(columns.flatMap((nodes, column) => nodes.map(({ index }) => [index, column])));
  const vertices: Vertex[] = graph.nodes.map(({ index }) => ({
    column: columnOf.get(index) ?? 0,
    height: CARD.height,
    before: new Set(),
    after: new Set(),
  }));
  const lanes = new Map<string, number>();
  const laneOf = (line: JoinedLine, column: number): number => {
    // Lines from one card run together until they part.
    const key = `${line.kind} ${line.from} ${column}`;
    const known = lanes.get(key);
    if (known !== undefined) return known;
    const lane = vertices.push({ column, height: LINE_HEIGHT, before: new Set(), after: new Set() }) - 1;
    lanes.set(key, lane);
    return lane;
  };
  const lines = joinedLines(graph).map((line) => {
    const [first, last] = [columnOf.get(line.from) ?? 0, columnOf.get(line.to) ?? 0];
    const isBent = last > first && lanes.size < MOST_LANES;
    const between = isBent ? Array.from({ length: last - first - 1 }, (_, step) => first + step + 1) : [];
    const path = [line.from, ...between.map((column) => laneOf(line, column)), line.to];
    if (last > first) join(vertices, path);
    return { ...line, path };
  });
  return { vertices, lines };
}

type JoinedLine = Omit<Line, "points">;

const joinedLines = ({ edges, conflicts, cycleEdges }: WorkGraph): readonly JoinedLine[] => [
  ...edges.map((edge) => ({ ...edge, kind: "dependency" as const })),
  ...conflicts.map(({ from, to }) => ({ from, to, kind: "conflict" as const, isCritical: false })),
  ...cycleEdges.map(({ from, to }) => ({ from, to, kind: "cycle" as const, isCritical: false })),
];

function join(vertices: readonly Vertex[], path: readonly number[]): void {
  for (const [place, vertex] of path.entries()) {
    const next = path[place + 1];
    if (next === undefined) return;
    vertices[vertex]?.after.add(next);
    vertices[next]?.before.add(vertex);
  }
}

/** The barycentre heuristic: each column by turns in the order of what it is joined to. */
function reduceCrossings(
  vertices: readonly Vertex[],
  members: readonly (readonly number[])[],
): readonly (readonly number[])[] {
  const place = new Map(members.flatMap((column) => column.map((vertex, index) => [vertex, index])));
  const order = members.map((column) => [...column]);
  const sort = (column: number[], side: "before" | "after"): void => {
    const keys = new Map(
      column.map((vertex) => [vertex, mean(vertices[vertex]?.[side], place) ?? place.get(vertex) ?? 0]),
    );
    column.sort((a, b) => (keys.get(a) ?? 0) - (keys.get(b) ?? 0));
    for (const [index, vertex] of column.entries()) place.set(vertex, index);
  };
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const column of order) sort(column, "before");
    for (const column of order.toReversed()) sort(column, "after");
  }
  for (const column of order) sort(column, "before");
  return order;
}

/** The height of each vertex: as level with what it is joined to as its neighbours in the column allow. */
function straighten(vertices: readonly Vertex[], order: readonly (readonly number[])[]): readonly number[] {
  const centers = new Map<number, number>();
  const distances = order.map((column) =>
    column.slice(1).map((vertex, index) => distanceBetween(vertices[column[index] ?? 0], vertices[vertex])),
  );
  const settle = (index: number, side: "before" | "after" | "both"): void => {
    const column = order[index] ?? [];
    const wanted = column.map((vertex) => {
      const { before, after } = vertices[vertex] ?? NOWHERE;
      const joined = side === "both" ? [...before, ...after] : side === "before" ? before : after;
      return mean(joined, centers) ?? centers.get(vertex) ?? 0;
    });
    for (const [place, y] of spreadOut(wanted, distances[index] ?? []).entries())
      centers.set(column[place] ?? 0, y);
  };
  const columns = [...order.keys()];
  for (const index of columns) settle(index, "before");
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const index of columns.toReversed()) settle(index, "after");
    for (const index of columns) settle(index, "both");
  }
  return vertices.map((_, vertex) => centers.get(vertex) ?? 0);
}

const NOWHERE = { before: new Set<number>(), after: new Set<number>() };

function distanceBetween(one: Vertex | undefined, other: Vertex | undefined): number {
  const heights = (one?.height ?? 0) + (other?.height ?? 0);
  const areCards = one?.height === CARD.height && other?.height === CARD.height;
  return heights / 2 + (areCards ? CARD_GAP : LINE_GAP);
}

function mean(
  vertices: Iterable<number> | undefined,
  values: ReadonlyMap<number, number>,
): number | undefined {
  const known = [...(vertices ?? [])].flatMap((vertex) => values.get(vertex) ?? []);
  return known.length === 0 ? undefined : known.reduce((sum, value) => sum + value, 0) / known.length;
}

function pointsOf(
  path: readonly number[],
  vertices: readonly Vertex[],
  xOf: (column: number) => number,
  yOf: (vertex: number) => number,
): readonly Point[] {
  return path.flatMap((vertex, place) => {
    const x = xOf(vertices[vertex]?.column ?? 0);
    const y = yOf(vertex);
    const [left, right] = [
      { x, y },
      { x: x + CARD.width, y },
    ];
    if (place === 0) return [right];
    return place === path.length - 1 ? [left] : [left, right];
  });
}

const round = (value: number): number => Math.round(value * 10) / 10;
