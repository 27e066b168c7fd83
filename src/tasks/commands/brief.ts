import { briefFor, factsBudget } from "../generate/brief/brief.ts";
import { openPrd, refuseWithoutRequirements } from "../generate/open-prd.ts";
import { requireDate } from "../options/option-values.ts";
import { inputRefusal } from "../refusal.ts";
import { createdDate, operation, prdFile } from "./operation.ts";

export const brief = operation(
  {
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
  },
  async ({ prd, budget, date }) => {
    const created = requireDate(date);
    if (budget !== undefined && !/^\d{1,7}$/.test(budget))
      throw inputRefusal("bad-budget", `--budget takes a number of characters, not "${budget}".`);
    const opened = openPrd(prd);
    refuseWithoutRequirements(opened);
    const text = briefFor(opened, { created, budget: budget === undefined ? factsBudget : Number(budget) });
    return { json: { prd, brief: text }, text: text.trimEnd() };
  },
);
