import { followRange } from "../../document/edit/follow-tasks.ts";
import { prdFileName } from "../../document/read-task-list.ts";
import { headerStatusOf, statedHeaderStatus } from "../../document/task-queries.ts";
import type { Rule } from "../rule.ts";

export const missingTitle: Rule = {
  name: "missing-title",
  *find({ title }) {
    if (!title)
      yield { offset: 0, message: "The list has no title: begin it with # Task List: <feature title>." };
  },
};

export const staleHeaderStatus: Rule = {
  name: "stale-header-status",
  *find(list) {
    const stated = statedHeaderStatus(list);
    const actual = headerStatusOf(list);
    if (!list.status || stated === null || stated === actual) return;
    const message = `The header says ${stated}, the tasks say ${actual}.`;
    yield { offset: list.status.value.start, message };
  },
};

export const stalePhaseRange: Rule = {
  name: "stale-phase-range",
  *find(list) {
    for (const phase of list.phases) {
      const range = phase.heading?.range;
      if (!range || followRange(list, phase).length === 0) continue;
      const said = list.source.slice(range.start, range.end);
      const message = `${said} is not the first and last task that Phase ${phase.number} has.`;
      yield { offset: range.start, message };
    }
  },
};

export const prdName: Rule = {
  name: "prd-name",
  *find(list) {
    const name = prdFileName(list);
    if (!list.prd || name === null || /^\d{4}-prd-[^\s/\\]+\.md$/.test(name)) return;
    const message = `"${name}" is not a PRD file name, which has the form <NNNN>-prd-<feature-name>.md.`;
    yield { offset: list.prd.value.start, message };
  },
};

export const dateFormat: Rule = {
  name: "date-format",
  *find({ created }) {
    if (!created || isDate(created.value.text)) return;
    const message = `"${created.value.text}" is not a date in the form YYYY-MM-DD.`;
    yield { offset: created.value.start, message };
  },
};

/** Rejects dates such as 30 February, which `Date` turns into a day of March. */
function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}
