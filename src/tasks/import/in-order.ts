/**
 * Sorts things so that each comes after those that it needs, otherwise in the given order. Things in a cycle keep the
 * given order.
 */
export function inOrder<Thing>(
  things: readonly Thing[],
  needs: (thing: Thing) => ReadonlySet<Thing>,
): readonly Thing[] {
  const left = [...things];
  const ordered: Thing[] = [];
  while (left.length > 0) {
    const free = left.findIndex((thing) =>
      left.every((other) => other === thing || !needs(thing).has(other)),
    );
    ordered.push(...left.splice(Math.max(0, free), 1));
  }
  return ordered;
}
