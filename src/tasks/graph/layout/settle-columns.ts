import type { Vertex } from "./plan-lines.ts";
import { CARD } from "./plan-lines.ts";

const ROUNDS = 6;

/** The barycentre heuristic: sorts each column by the positions of its neighbours, alternately from left and right. */
export function reduceCrossings(columns: readonly (readonly Vertex[])[]): readonly (readonly Vertex[])[] {
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
export function straighten(columns: readonly (readonly Vertex[])[]): ReadonlyMap<Vertex, number> {
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
