import { table } from "../cli/terminal/table.ts";
import { formatMinutes, plural } from "../cli/terminal/words.ts";
import type { TaskList } from "../document/task-list.ts";
import { effortMinutes } from "../document/task-queries.ts";

export interface PhaseSummary {
  readonly number: number;
  readonly title: string;
  readonly total: number;
  readonly minutes: number;
}

/** The number of tasks and the effort of each phase. */
export function summarizePhases({ phases, tasks }: TaskList): readonly PhaseSummary[] {
  return phases.map(({ number, title, tasks: numbers }) => {
    const own = tasks.filter((task) => numbers.includes(task.number));
    return {
      number,
      title,
      total: own.length,
      minutes: own.reduce((sum, task) => sum + (effortMinutes(task) ?? 0), 0),
    };
  });
}

/** The summary as a table, with totals. */
export function summaryText(phases: readonly PhaseSummary[]): string {
  const tasks = phases.reduce((sum, { total }) => sum + total, 0);
  const minutes = phases.reduce((sum, phase) => sum + phase.minutes, 0);
  const rows = phases.map((phase) => [
    `Phase ${phase.number}`,
    phase.title,
    plural(phase.total, "task"),
    formatMinutes(phase.minutes),
  ]);
  return table([...rows, ["Total", "", plural(tasks, "task"), formatMinutes(minutes)]], 1);
}
