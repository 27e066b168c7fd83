import { followPhaseRanges } from "../../document/edit/rewrite-numbers.ts";
import type { Rule } from "../rule.ts";

export const stalePhaseRange: Rule = {
  name: "stale-phase-range",
  *find(list) {
    for (const { number, heading } of list.phases) {
      const range = heading?.range;
      if (!range) continue;
      const edits = followPhaseRanges([number])(list);
      if (!edits.some(({ offset }) => heading.span.start <= offset && offset < heading.span.end)) continue;
      const said = list.source.slice(range.start, range.end);
      yield {
        offset: range.start,
        message: `${said} is not the first and last task that Phase ${number} has.`,
      };
    }
  },
};
