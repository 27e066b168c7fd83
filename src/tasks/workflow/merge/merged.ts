/** One thing for each of the three versions. */
export interface Three<T> {
  readonly base: T;
  readonly ours: T;
  readonly theirs: T;
}

export const mapThree = <T, U>({ base, ours, theirs }: Three<T>, map: (value: T) => U): Three<U> => ({
  base: map(base),
  ours: map(ours),
  theirs: map(theirs),
});

/** Two versions of a stretch that can't both be had. */
export interface Conflict {
  readonly ours: readonly string[];
  readonly theirs: readonly string[];
}

/** A line of the result, or a conflict in its place. */
export type Merged = string | Conflict;

/** The same stretch of lines in three versions. */
export interface Versions {
  readonly base: readonly string[];
  readonly ours: readonly string[];
  readonly theirs: readonly string[];
}

export const isConflict = (part: Merged): part is Conflict => typeof part !== "string";

export const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((line, index) => line === other[index]);
