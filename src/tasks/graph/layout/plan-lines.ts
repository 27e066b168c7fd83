import type { Node, WorkGraph } from "../work-graph.ts";

/** The measures of a card. */
export const CARD = { width: 216, height: 64 } as const;

/** A card, or a lane in which lines pass through a column. */
export interface Vertex {
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
export interface Joint {
  readonly kind: "dependency" | "conflict" | "cycle";
  readonly from: number;
  readonly to: number;
  readonly isCritical: boolean;
}

/** A line between two cards, with the lanes that it passes. */
export interface PlannedLine extends Joint {
  readonly path: readonly Vertex[];
}

export interface LinePlan {
  /** The cards by their tasks' places in the list. */
  readonly cards: ReadonlyMap<number, Vertex>;
  readonly lines: readonly PlannedLine[];
  /** The cards and lanes of each column. */
  readonly columns: readonly (readonly Vertex[])[];
}

/** Gives each line a lane in every column that it passes. Lines from one card share lanes until they diverge. */
export function planLines(graph: WorkGraph, columns: readonly (readonly Node[])[]): LinePlan {
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
