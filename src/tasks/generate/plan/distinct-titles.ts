import { shortened } from "../wording/text-case.ts";
import type { Draft } from "./draft.ts";
import { longestTitle } from "./listing.ts";

/** Gives tasks of the same title their area, else their requirement, so that each can be called by its title. */
export function distinctTitles(drafts: readonly Draft[]): readonly Draft[] {
  const taken = new Set<string>();
  return drafts.map((draft) => {
    const title = firstFree(draft, taken);
    taken.add(title.toLowerCase());
    return { ...draft, title };
  });
}

function firstFree(draft: Draft, taken: ReadonlySet<string>): string {
  for (const title of candidates(draft)) if (!taken.has(title.toLowerCase())) return title;
  return draft.title;
}

/** The title itself first, and then without end. */
function* candidates({ title, area, requirements }: Draft): Generator<string> {
  yield title;
  const qualified = (by: string) => `${shortened(title, longestTitle - by.length - 3)} (${by})`;
  if (area !== null && area.length <= 30) yield qualified(area);
  const id = requirements.at(-1);
  if (id !== undefined) yield qualified(id);
  for (let count = 2; ; count += 1) yield qualified(`${count}`);
}
