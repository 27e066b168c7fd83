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

/** The mean of the known positions; undefined if none is known. */
export function mean(vertices: Iterable<Vertex>, values: ReadonlyMap<Vertex, number>): number | undefined {
  const known = [...vertices].flatMap((vertex) => values.get(vertex) ?? []);
  return known.length === 0 ? undefined : known.reduce((sum, value) => sum + value, 0) / known.length;
}
