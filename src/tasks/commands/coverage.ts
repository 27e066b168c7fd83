import { table } from "../cli/terminal/table.ts";
import { plural } from "../cli/terminal/words.ts";
import { coverRequirements, uncoveredIds } from "../generate/coverage.ts";
import { openPrdOf } from "../generate/open-prd.ts";
import { relativePath } from "../list-file/paths.ts";
import { openList } from "../workflow/open-list.ts";
import type { Declaration } from "./operation.ts";
import { operation } from "./operation.ts";

const declaration = {
  name: "coverage",
  summary: "each requirement of the PRD and the tasks that carry it",
  options: {
    prd: {
      value: "path",
      summary: "the PRD (default: the one the list names)",
      tool: true,
    },
  },
  examples: ["tasks coverage", "tasks coverage --prd docs/0001-prd-sign-in.md"],
  tool: {
    summary: "Each requirement of the PRD and the tasks that carry it.",
    does: "reads",
  },
} as const satisfies Declaration;

/** Each requirement of the PRD with the tasks that carry it. Fails if a requirement has none. */
export const coverage = operation(declaration, async (options) => {
  const opened = openList(options.list);
  const { prd } = openPrdOf(opened, options.prd);
  const requirements = coverRequirements(prd, opened.list);
  const uncovered = uncoveredIds(requirements);
  const rows = requirements.map(({ id, text, optional, tasks }) => [
    id,
    tasks.join(", ") || (optional === null ? "none" : `none (${optional === "done" ? "done" : "optional"})`),
    text,
  ]);
  const wanted = requirements.filter(({ optional }) => optional === null).length;
  const count = `${wanted - uncovered.length} of ${plural(wanted, "requirement")} carried`;
  return {
    json: { list: relativePath(opened.path), requirements, uncovered },
    text: table(rows, 2),
    notes: [uncovered.length === 0 ? `${count}.` : `${count}; no task carries ${uncovered.join(", ")}.`],
    exitCode: uncovered.length === 0 ? 0 : 1,
  };
});
