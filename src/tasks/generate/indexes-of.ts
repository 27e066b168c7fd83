/** The indexes of the things that have each name, in order, from the names of each thing. */
export function indexesOf(names: readonly Iterable<string>[]): ReadonlyMap<string, readonly number[]> {
  const all = names.flatMap((own, index) => [...own].map((name) => ({ name, index })));
  return new Map(
    [...Map.groupBy(all, ({ name }) => name)].map(([name, own]) => [name, own.map(({ index }) => index)]),
  );
}
