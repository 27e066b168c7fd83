import { spreadOut } from "./spread-out.ts";
import type { Vertex } from "./vertex.ts";
import { CARD, mean } from "./vertex.ts";

const ROUNDS = 6;
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
