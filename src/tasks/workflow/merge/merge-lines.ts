import { diffArrays } from "diff";
import { mergeHunk } from "./merge-hunk.ts";
import type { Merged, Versions } from "./merged.ts";
import { isSame } from "./merged.ts";

/** Merges lines three ways: what one side changed is taken, and what both changed is merged line by line. */
export function mergeLines(versions: Versions): readonly Merged[] {
  return hunksOf(versions).flatMap(mergeOne);
}

function mergeOne(hunk: Versions): readonly Merged[] {
  const { base, ours, theirs } = hunk;
  if (isSame(ours, theirs) || isSame(theirs, base)) return ours;
  return isSame(ours, base) ? theirs : mergeHunk(hunk);
}

/** The stretches between lines that are in all three versions, and each of those lines by itself. */
function hunksOf({ base, ours, theirs }: Versions): readonly Versions[] {
  const [inOurs, inTheirs] = [placesIn(base, ours), placesIn(base, theirs)];
  const hunks: Versions[] = [];
  let [b, o, t] = [0, 0, 0];
  for (let at = 0; at <= base.length; at++) {
    const [nextO, nextT] =
      at === base.length ? [ours.length, theirs.length] : [inOurs.get(at), inTheirs.get(at)];
    if (nextO === undefined || nextT === undefined) continue;
    hunks.push({ base: base.slice(b, at), ours: ours.slice(o, nextO), theirs: theirs.slice(t, nextT) });
    const line = base.slice(at, at + 1);
    hunks.push({ base: line, ours: line, theirs: line });
    [b, o, t] = [at + 1, nextO + 1, nextT + 1];
  }
  return hunks;
}

/** Where the lines of the base that a side has kept are in that side. */
function placesIn(base: readonly string[], side: readonly string[]): ReadonlyMap<number, number> {
  const places = new Map<number, number>();
  let [b, s] = [0, 0];
  for (const { added, removed, count } of diffArrays([...base], [...side])) {
    if (!added && !removed) for (let index = 0; index < count; index++) places.set(b + index, s + index);
    if (!added) b += count;
    if (!removed) s += count;
  }
  return places;
}
