import { followPhaseRanges } from "../document/edit/follow-tasks.ts";
import { closeGaps } from "../document/edit/renumber.ts";
import { sharedNumber } from "../list-file/open-list.ts";
import {
  presentRenumbering,
  renumberingInWords,
  renumberingLines,
  requireRenumberable,
} from "../workflow/renumbering.ts";
import { editAndReport } from "./edit-and-report.ts";
import { dryRun, forceRenumbering, operation } from "./operation.ts";

export const renumber = operation(
  {
    name: "renumber",
    summary: "close the gaps in the numbers; references follow",
    options: { ...forceRenumbering, ...dryRun },
    examples: ["tasks renumber --dry-run"],
    tool: { summary: "Close the gaps in the numbers.", does: "settles" },
  },
  (options) =>
    editAndReport(options, "renumber", function* (before) {
      for (const [number, tasks] of Map.groupBy(before.tasks, (task) => task.number))
        if (tasks.length > 1) throw sharedNumber(number, tasks);
      const renumbering = closeGaps(before);
      requireRenumberable(before, renumbering, options.force);
      const notes = renumbering.size > 0 ? [`renumbered ${renumberingInWords(renumbering)}`] : [];
      const list = yield {
        edits: [followPhaseRanges()],
        renumbering,
        ...(notes.length > 0 ? { notes } : {}),
      };
      const json = presentRenumbering(list, renumbering);
      return { json, text: renumberingLines(json).join("\n") || "The numbers have no gaps." };
    }),
);
