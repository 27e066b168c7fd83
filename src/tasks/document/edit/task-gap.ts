import type { Task, TaskList } from "../task-list.ts";

/** What stands between two tasks of this list: as its author parted them, else the document's own `---`. */
export function gapBetweenTasks({ tasks, source, lineEnding: eol }: TaskList, phase: number): string {
  const pairs = tasks.slice(1).map((task, index) => [tasks[index], task] as const);
  const neighbours = pairs.filter(([before, after]) => before?.sectionEnd === after.heading.start);
  const [before, after] = neighbours.find(([, task]) => task.phase === phase) ?? neighbours[0] ?? [];
  const gap = before && after ? source.slice(before.span.end, after.heading.start) : "";
  return gap || `${eol}${eol}---${eol}${eol}`;
}

/** Whether a task directly follows in the same phase. */
export const isFollowedByTask = ({ tasks }: TaskList, task: Task): boolean =>
  tasks.some(
    ({ heading, phaseIndex }) => heading.start === task.sectionEnd && phaseIndex === task.phaseIndex,
  );

/** The task that stands directly before it in the same phase. */
export const taskBefore = ({ tasks }: TaskList, task: Task): Task | undefined =>
  tasks.find(
    ({ sectionEnd, phaseIndex }) => sectionEnd === task.heading.start && phaseIndex === task.phaseIndex,
  );
