import { plainTitle } from "../../document/plain-line.ts";
import type { Planner } from "../../editing/edit-list.ts";
import { plainHeading } from "../draft/plain-heading.ts";
import type { Matching } from "./match-requirements.ts";

/** Areas of a PRD that have another name by now: all that was in the one is in the other. */
export function renamedAreas({ pairs }: Matching): ReadonlyMap<string, string> {
  const before = new Set(pairs.map(({ old }) => old.area));
  const after = new Set(pairs.map(({ now }) => now.area));
  const renamed = [...Map.groupBy(pairs, ({ old }) => old.area)].flatMap(([was, own]) => {
    const [is, ...others] = new Set(own.map(({ now }) => now.area));
    const isRenamed = others.length === 0 && !before.has(is ?? null) && !after.has(was);
    return isRenamed && was !== null && typeof is === "string" ? [[was, is] as const] : [];
  });
  // Two areas that became one have not been renamed.
  return new Map(renamed.filter(([, is]) => renamed.filter(([, other]) => other === is).length === 1));
}

/** Gives phases that are called as an area was the name that the area has now. */
export function planPhaseNames(renamed: ReadonlyMap<string, string>): Planner {
  const titles = new Map([...renamed].map((areas) => areas.map(titleOf) as [string, string]));
  return () => ({
    edits: [
      ({ phases }) =>
        phases.flatMap(({ title, heading }) => {
          const now = titles.get(title);
          if (!heading || now === undefined) return [];
          const { start, end } = heading.titleSpan;
          return [{ offset: start, length: end - start, text: now }];
        }),
    ],
    intent: {},
  });
}

/** As a draft calls the phase of an area. */
const titleOf = (area: string): string => plainTitle(plainHeading(area));
