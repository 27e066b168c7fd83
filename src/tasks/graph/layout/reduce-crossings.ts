import type { Vertex } from "./vertex.ts";
import { mean } from "./vertex.ts";

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
