import { coverRequirements, uncoveredIds } from "../generate/coverage.ts";
import { openPrdOf } from "../generate/open-prd.ts";
import { table } from "../terminal/table.ts";
import { plural } from "../terminal/words.ts";
import { query } from "./operation.ts";

export const coverage = query(
  {
    name: "coverage",
    summary: "show each requirement of the PRD and the tasks that carry it",
    options: { prd: { value: "path", summary: "the PRD (default: the one the list names)", tool: true } },
    examples: ["tasks coverage", "tasks coverage --prd docs/0001-prd-sign-in.md"],
    tool: { summary: "Each requirement of the PRD and the tasks that carry it.", does: "reads" },
  },
  (opened, options) => {
    const { prd } = openPrdOf(opened, options.prd);
    const requirements = coverRequirements(prd, opened.list);
    const uncovered = uncoveredIds(requirements);
    const rows = requirements.map(({ id, text, optional, tasks }) => {
      const why = optional === null ? "" : ` (${optional === "done" ? "done" : "optional"})`;
      return [id, tasks.join(", ") || `none${why}`, text];
    });
    const wanted = requirements.filter(({ optional }) => optional === null).length;
    const count = `${wanted - uncovered.length} of ${plural(wanted, "requirement")} carried`;
    const isCovered = uncovered.length === 0;
    return {
      json: { requirements, uncovered },
      text: table(rows, 2),
      notes: [isCovered ? `${count}.` : `${count}; no task carries ${uncovered.join(", ")}.`],
      exitCode: isCovered ? 0 : 1,
    };
  },
);
