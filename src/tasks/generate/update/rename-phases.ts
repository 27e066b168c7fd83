import type { Edit } from "../../document/edit/revise.ts";
import { plainTitle } from "../../document/plain-line.ts";
import { plainHeading } from "../draft/title.ts";
import type { Pair } from "./match-requirements.ts";

type Areas = readonly [old: string | null, now: string | null];

/** Areas of a PRD that were renamed: the old and the new one contain exactly the same requirements. */
export function renamedAreas(pairs: readonly Pair[]): ReadonlyMap<string | null, string | null> {
  const areas = pairs.map(({ old, now }): Areas => [old.area, now.area]);
  return new Map(
    areas.filter(
      ([was, is]) =>
        was !== is &&
        was !== null &&
        is !== null &&
        areas.every(([old, now]) => (old === was) === (now === is) && old !== is),
    ),
  );
}

/** Renames the phases that have the old name of an area. */
export function renamePhases(renamed: ReadonlyMap<string | null, string | null>): Edit {
  const titles = new Map([...renamed].map(([old, now]) => [titleOf(old), titleOf(now)]));
  return ({ phases }) =>
    phases.flatMap(({ title, heading }) => {
      const text = titles.get(title);
      if (!heading || text === undefined) return [];
      const { start, end } = heading.titleSpan;
      return [{ offset: start, length: end - start, text }];
    });
}

/** The title that a draft gives to the phase of an area. */
const titleOf = (area: string | null): string => plainTitle(plainHeading(area ?? ""));
