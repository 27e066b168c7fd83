import type { Task, TaskList } from "../task-list.ts";

/** What is between two tasks of this list: as its author parted them, else a blank line. */
export function gapBetweenTasks(list: TaskList, phase: number): string {
  const { tasks, lineEnding: eol } = list;
  const isFollowed = (task: Task): boolean => taskAfter(list, task) !== undefined;
  const leader = tasks.find((task) => task.phase === phase && isFollowed(task)) ?? tasks.find(isFollowed);
  return (leader && gapAfter(list, leader)) || eol + eol;
}

/** The task that directly follows in the same phase, with nothing but a gap between. */
export function taskAfter(list: TaskList, task: Task): Task | undefined {
  const next = list.tasks.find(({ heading }) => heading.start >= task.span.end);
  const isNeighbour = next?.phaseIndex === task.phaseIndex && isGap(gapAfter(list, task));
  return isNeighbour ? next : undefined;
}

/** The task that is directly before it in the same phase. */
export const taskBefore = (list: TaskList, task: Task): Task | undefined =>
  list.tasks.find((candidate) => taskAfter(list, candidate) === task);

function gapAfter({ tasks, source }: TaskList, { span }: Task): string {
  const next = tasks.find(({ heading }) => heading.start >= span.end);
  return next ? source.slice(span.end, next.heading.start) : "";
}

const isGap = (text: string): boolean => /^[\s-]*$/.test(text);
