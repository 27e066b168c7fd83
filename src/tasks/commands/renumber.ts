import { reportEdit } from "../cli/reporting/report.ts";
import { followPhaseRanges } from "../document/edit/follow-tasks.ts";
import { closeGaps } from "../document/edit/renumber.ts";
import type { TaskList } from "../document/task-list.ts";
import { editList } from "../list-file/editing/edit-list.ts";
import { inputRefusal } from "../refusal.ts";
import {
  presentRenumbering,
  renumberingInWords,
  renumberingLines,
  requireRenumberable,
} from "../workflow/renumbering.ts";
import type { Declaration } from "./operation.ts";
import { dryRun, forceRenumbering, operation } from "./operation.ts";

const declaration = {
  name: "renumber",
  summary: "close the gaps in the numbers; references follow",
  options: { ...forceRenumbering, ...dryRun },
  examples: ["tasks renumber --dry-run"],
  tool: { summary: "Close the gaps in the numbers.", does: "settles" },
} as const satisfies Declaration;

/** Closes the gaps in the numbers; every reference follows. */
export const renumber = operation(declaration, async (options) => {
  const edited = await editList(options, "renumber", (list) => {
    requireUniqueNumbers(list);
    const renumbering = closeGaps(list);
    requireRenumberable(list, renumbering, options.force);
    return {
      edits: [followPhaseRanges()],
      renumbering,
      ...(renumbering.size > 0 ? { notes: [`renumbered ${renumberingInWords(renumbering)}`] } : {}),
    };
  });
  const json = presentRenumbering(edited.after, closeGaps(edited.before));
  const text = renumberingLines(json).join("\n") || "The numbers have no gaps.";
  return reportEdit(options, edited, { ...json }, text);
});

function requireUniqueNumbers({ tasks }: TaskList): void {
  const numbers = tasks.map(({ number }) => number);
  const twice = numbers.find((number, index) => numbers.indexOf(number) !== index);
  if (twice === undefined) return;
  throw inputRefusal("ambiguous-task", `Task ${twice} is defined twice. Renumber one of the two first.`);
}
