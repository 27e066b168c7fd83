import { coverRequirements } from "../generate/coverage.ts";
import { openPrdOf } from "../generate/open-prd.ts";
import { openList } from "../picking/open-list.ts";
import type { Report } from "../reporting/report.ts";
import { plural } from "../terminal/plural.ts";
import { table } from "../terminal/table.ts";

export interface CoverageOptions {
  readonly list?: string;
  readonly prd?: string;
}

/** Each requirement of the PRD with the tasks that carry it; a "no" while one is carried by none. */
export async function coverage(options: CoverageOptions): Promise<Report> {
  const opened = openList(options.list);
  const { prd } = openPrdOf(opened, options.prd);
  const requirements = coverRequirements(prd, opened.list);
  const uncovered = requirements.filter(({ tasks }) => tasks.length === 0).map(({ id }) => id);
  const rows = requirements.map(({ id, text, tasks }) => [id, tasks.join(", ") || "none", text]);
  const count = `${requirements.length - uncovered.length} of ${plural(requirements.length, "requirement")} carried`;
  return {
    json: { requirements, uncovered },
    text: table(rows, 2),
    notes: [uncovered.length === 0 ? `${count}.` : `${count}; no task carries ${uncovered.join(", ")}.`],
    exitCode: uncovered.length === 0 ? 0 : 1,
  };
}
