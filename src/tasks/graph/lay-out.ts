import type { Node, WorkGraph } from "./work-graph.ts";

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

/** The measures of a card. */
export const CARD = { width: 216, height: 64 } as const;

/** A card, or a lane in which lines pass through a column. */
interface Vertex {
  readonly column: number;
  readonly height: number;
  /** Its neighbours in the column to the left. */
  readonly before: Set<Vertex>;
  /** Its neighbours in the column to the right. */
  readonly after: Set<Vertex>;
}

const LANE_HEIGHT = 6;
/** With more lines than this, all are straight: routing each around the cards would take too long. */
const MOST_BENDS = 100_000;

/** A line between two tasks. */
interface Joint {
  readonly kind: "dependency" | "conflict" | "cycle";
  readonly from: number;
  readonly to: number;
  readonly isCritical: boolean;
}

/** A line between two cards, with the lanes that it passes. */
interface PlannedLine extends Joint {
  readonly path: readonly Vertex[];
}

interface LinePlan {
  /** The cards by their tasks' places in the list. */
  readonly cards: ReadonlyMap<number, Vertex>;
  readonly lines: readonly PlannedLine[];
  /** The cards and lanes of each column. */
  readonly columns: readonly (readonly Vertex[])[];
}

/** Gives each line a lane in every column that it passes. Lines from one card share lanes until they diverge. */
function planLines(graph: WorkGraph, columns: readonly (readonly Node[])[]): LinePlan {
  const vertices: Vertex[] = [];
  const vertexIn = (column: number, height: number): Vertex => {
    const vertex = { column, height, before: new Set<Vertex>(), after: new Set<Vertex>() };
    vertices.push(vertex);
    return vertex;
  };
  const cards = new Map(
    columns.flatMap((nodes, column) => nodes.map(({ index }) => [index, vertexIn(column, CARD.height)])),
  );
  const lanes = new Map<string, Vertex>();
  const laneFor = ({ kind, from }: Joint, column: number): Vertex => {
    const key = `${kind} ${from} ${column}`;
    const lane = lanes.get(key) ?? vertexIn(column, LANE_HEIGHT);
    lanes.set(key, lane);
    return lane;
  };
  let bends = 0;
  const lines = jointsOf(graph).flatMap((joint) => {
    const [from, to] = [cards.get(joint.from), cards.get(joint.to)];
    if (!from || !to) return [];
    const between = bends < MOST_BENDS ? columnsBetween(from.column, to.column) : [];
    bends += between.length;
    const path = [from, ...between.map((column) => laneFor(joint, column)), to];
    if (to.column > from.column) join(path);
    return [{ ...joint, path }];
  });
  const byColumn = Map.groupBy(vertices, ({ column }) => column);
  return { cards, lines, columns: columns.map((_, column) => byColumn.get(column) ?? []) };
}

const jointsOf = ({ edges, conflicts, cycleEdges }: WorkGraph): readonly Joint[] => [
  ...edges.map((edge) => ({ ...edge, kind: "dependency" as const })),
  ...conflicts.map(({ from, to }) => ({ from, to, kind: "conflict" as const, isCritical: false })),
  ...cycleEdges.map(({ from, to }) => ({ from, to, kind: "cycle" as const, isCritical: false })),
];

const columnsBetween = (first: number, last: number): readonly number[] =>
  Array.from({ length: Math.max(0, last - first - 1) }, (_, step) => first + step + 1);

function join(path: readonly Vertex[]): void {
  for (const [place, vertex] of path.entries()) {
    const next = path[place + 1];
    if (next === undefined) return;
    vertex.after.add(next);
    next.before.add(vertex);
  }
}

const ROUNDS = 6;

/** The barycentre heuristic: sorts each column by the positions of its neighbours, alternately from left and right. */
function reduceCrossings(columns: readonly (readonly Vertex[])[]): readonly (readonly Vertex[])[] {
  const ordered = columns.map((column) => [...column]);
  const places = new Map(ordered.flatMap((column) => column.map((vertex, place) => [vertex, place])));
  const sort = (column: Vertex[], side: "before" | "after"): void => {
    const wanted = new Map(column.map((vertex, place) => [vertex, mean(vertex[side], places) ?? place]));
    column.sort((one, other) => (wanted.get(one) ?? 0) - (wanted.get(other) ?? 0));
    for (const [place, vertex] of column.entries()) places.set(vertex, place);
  };
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const column of ordered) sort(column, "before");
    for (const column of ordered.toReversed()) sort(column, "after");
  }
  for (const column of ordered) sort(column, "before");
  return ordered;
}

const CARD_GAP = 14;
const LANE_GAP = 8;

type JoinedTo = (vertex: Vertex) => Iterable<Vertex>;

/**
 * The height of each vertex's middle: as close to its neighbours' as the rest of the column allows, so that lines are
 * as straight as possible.
 */
function straighten(columns: readonly (readonly Vertex[])[]): ReadonlyMap<Vertex, number> {
  const middles = new Map<Vertex, number>();
  const before: JoinedTo = (vertex) => vertex.before;
  const after: JoinedTo = (vertex) => vertex.after;
  const both: JoinedTo = (vertex) => [...vertex.before, ...vertex.after];
  for (const column of columns) settle(column, before, middles);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const column of columns.toReversed()) settle(column, after, middles);
    for (const column of columns) settle(column, both, middles);
  }
  return middles;
}

function settle(column: readonly Vertex[], joinedTo: JoinedTo, middles: Map<Vertex, number>): void {
  const distances = column.slice(1).map((vertex, place) => distanceBetween(column[place] ?? vertex, vertex));
  const wanted: number[] = [];
  for (const [place, vertex] of column.entries()) {
    // A vertex without lines goes right below the one above it.
    const below = (wanted[place - 1] ?? 0) + (distances[place - 1] ?? 0);
    wanted.push(mean(joinedTo(vertex), middles) ?? middles.get(vertex) ?? below);
  }
  const positions = spreadOut(wanted, distances);
  for (const [place, vertex] of column.entries()) middles.set(vertex, positions[place] ?? 0);
}

function distanceBetween(one: Vertex, other: Vertex): number {
  const areCards = one.height === CARD.height && other.height === CARD.height;
  return (one.height + other.height) / 2 + (areCards ? CARD_GAP : LANE_GAP);
}

/**
 * Positions in the same order, as near to the wanted ones as the distances between neighbours allow. Positions that are
 * too close are moved apart as a block, centred on the mean of their wanted positions.
 * @param distances the least distance of each to the one after it
 */
function spreadOut(wanted: readonly number[], distances: readonly number[]): readonly number[] {
  const blocks: Block[] = [];
  let offset = 0;
  for (const [index, position] of wanted.entries()) {
    // Without the distances before them, positions only have to keep their order.
    let block: Block = { sum: position - offset, size: 1 };
    for (
      let above = blocks.at(-1);
      above && above.sum / above.size > block.sum / block.size;
      above = blocks.at(-1)
    ) {
      blocks.pop();
      block = { sum: above.sum + block.sum, size: above.size + block.size };
    }
    blocks.push(block);
    offset += distances[index] ?? 0;
  }
  offset = 0;
  return blocks
    .flatMap(({ sum, size }) => Array.from({ length: size }, () => sum / size))
    .map((position, index) => {
      const placed = position + offset;
      offset += distances[index] ?? 0;
      return placed;
    });
}

interface Block {
  readonly sum: number;
  readonly size: number;
}

/** The mean of the known positions; undefined if none is known. */
function mean(vertices: Iterable<Vertex>, values: ReadonlyMap<Vertex, number>): number | undefined {
  const known = [...vertices].flatMap((vertex) => values.get(vertex) ?? []);
  return known.length === 0 ? undefined : known.reduce((sum, value) => sum + value, 0) / known.length;
}
