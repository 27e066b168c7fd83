import { requireDate } from "../cli/options/require-line.ts";
import type { Report } from "../cli/reporting/report.ts";
import { briefFor, factsBudget } from "../generate/brief/brief.ts";
import { openPrd, refuseWithoutRequirements } from "../generate/open-prd.ts";
import { inputRefusal } from "../refusal.ts";

export interface BriefOptions {
  readonly budget?: string;
  readonly date?: string;
}

/** The text from which an assistant or a person can write the list of a PRD. */
export async function brief(prdPath: string, options: BriefOptions): Promise<Report> {
  const created = requireDate(options.date);
  const budget = parseBudget(options.budget);
  const opened = openPrd(prdPath);
  refuseWithoutRequirements(opened);
  const text = briefFor(opened, { created, budget });
  return { json: { prd: prdPath, brief: text }, text: text.trimEnd() };
}

/** @throws Refusal where it is not a whole number of characters. */
function parseBudget(given: string | undefined): number {
  if (given === undefined) return factsBudget;
  if (/^\d{1,7}$/.test(given)) return Number(given);
  throw inputRefusal("bad-budget", `--budget takes a number of characters, not "${given}".`);
}
