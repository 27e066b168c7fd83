import { requireDate } from "../cli/options/option-values.ts";
import { briefFor, factsBudget } from "../generate/brief/brief.ts";
import { openPrd, refuseWithoutRequirements } from "../generate/open-prd.ts";
import { inputRefusal } from "../refusal.ts";
import type { Declaration } from "./operation.ts";
import { createdDate, operation, prdFile } from "./operation.ts";

const declaration = {
  name: "brief",
  summary: "print what an assistant needs to write the list: rules, form, requirements, facts, the PRD",
  arguments: prdFile,
  options: {
    budget: {
      value: "characters",
      summary: "how long the facts about the repository may be (default: 8000)",
    },
    ...createdDate,
  },
  examples: ["tasks brief docs/0001-prd-sign-in.md > brief.md"],
  tool: {
    summary: "What you need to write a PRD's list yourself.",
    does: "reads",
    takesNoList: true,
    isLong: true,
  },
} as const satisfies Declaration;

/** The text from which an assistant or a person can write the list of a PRD. */
export const brief = operation(declaration, async ({ prd: prdPath, ...options }) => {
  const created = requireDate(options.date);
  const budget = parseBudget(options.budget);
  const opened = openPrd(prdPath);
  refuseWithoutRequirements(opened);
  const text = briefFor(opened, { created, budget });
  return { json: { prd: prdPath, brief: text }, text: text.trimEnd() };
});

/** @throws Refusal if it is not a whole number of characters. */
function parseBudget(given: string | undefined): number {
  if (given === undefined) return factsBudget;
  if (/^\d{1,7}$/.test(given)) return Number(given);
  throw inputRefusal("bad-budget", `--budget takes a number of characters, not "${given}".`);
}
