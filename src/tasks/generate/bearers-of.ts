/** The things that bear each name, in order, from the names of each thing. */
export function bearersOf<Thing, Name>(
  things: readonly Thing[],
  namesOf: (thing: Thing) => Iterable<Name>,
): ReadonlyMap<Name, readonly Thing[]> {
  const all = things.flatMap((thing) => [...namesOf(thing)].map((name) => ({ name, thing })));
  return new Map(
    [...Map.groupBy(all, ({ name }) => name)].map(([name, own]) => [name, own.map(({ thing }) => thing)]),
  );
}
