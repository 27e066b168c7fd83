import { dependentsOf, findTask, unmetDependencies } from "../document/task-queries.ts";
import { pickTask } from "../list-file/open-list.ts";
import { describeTask } from "../reporting/describe-task.ts";
import { presentTask } from "../reporting/present-task.ts";
import { dependencyInWords } from "../workflow/rules.ts";
import { query, taskNumber } from "./operation.ts";

export const show = query(
  {
    name: "show",
    summary: "show one task in full, with what it waits for and what waits for it",
    arguments: taskNumber,
    examples: ["tasks show 1.2"],
    tool: { summary: "One task in full, with what it waits for.", does: "reads" },
  },
  ({ list }, { number }) => {
    const task = pickTask(list, number);
    const unmet = task.status.value === "Complete" ? [] : unmetDependencies(list, task);
    const waiting = dependentsOf(list, task.number).filter(({ status }) => status.value !== "Complete");
    const reason = `waits for ${unmet.map((name) => dependencyInWords(list, name)).join(", ")}`;
    const summary = (name: string) => {
      const { title = null, status } = findTask(list, name) ?? {};
      return { number: name, title, status: status?.value ?? null };
    };
    const text = describeTask(list, task);
    return {
      json: {
        task: presentTask(list, task),
        reason: unmet.length > 0 ? reason : null,
        waitsFor: unmet.map(summary),
        waitingForIt: waiting.map((dependent) => summary(dependent.number)),
      },
      text: unmet.length > 0 ? `${text}\n\n  It ${reason}.` : text,
    };
  },
);
