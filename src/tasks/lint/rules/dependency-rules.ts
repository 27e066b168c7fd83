import { distance } from "fastest-levenshtein";
import type { ResolvedPart, Task, TaskList } from "../../document/task-list.ts";
import { findTask, isOneTask, orderByDependencies } from "../../document/task-queries.ts";
import type { Finding, Rule } from "../rule.ts";
import { taskRule } from "../rule.ts";

/** The rules about dependencies. */
export const dependencyRules: readonly Rule[] = [
  taskRule("unknown-dependency", ({ number, dependencies: { unknown, parts } }, list) => {
    const prose = new Set(parts.filter(isProse).map(({ start }) => start));
    return unknown
      .filter(({ start }) => !prose.has(start))
      .map(({ start, text }) => ({
        offset: start,
        message: `Task ${number} depends on ${text}, which is not in the list${hint(list, text, number)}`,
      }));
  }),

  taskRule("unparsed-dependency", ({ number, dependencies }) =>
    dependencies.parts.filter(isProse).map(({ start, text }) => ({
      offset: start,
      message: `"${text}" names no task, so Task ${number} is never ready: write numbers, or None (${text}).`,
    })),
  ),

  taskRule("self-dependency", (task) =>
    task.dependencies.resolved.includes(task.number)
      ? { offset: referenceTo(task, task.number), message: `Task ${task.number} depends on itself.` }
      : null,
  ),

  taskRule("dependency-order", (task, list) =>
    task.dependencies.resolved
      .filter((number) => (findTask(list, number)?.line ?? 0) > task.line)
      .map((number) => ({
        offset: referenceTo(task, number),
        message: `Task ${task.number} is before Task ${number}, which it depends on.`,
      })),
  ),

  { name: "dependency-cycle", find: cyclesIn },
];

function hint(list: TaskList, wanted: string, self: string): string {
  if (list.changes?.numbers.includes(wanted)) return ": it was removed or renumbered, see ## Changes.";
  const near = nearest(list.tasks, wanted, self);
  return near ? `: did you mean ${near.number}?` : ".";
}

/** The task whose number is one typo away; tasks before the dependent come first, because dependencies usually do. */
function nearest(tasks: readonly Task[], wanted: string, self: string): Task | undefined {
  const own = tasks.findIndex(({ number }) => number === self);
  const others = [...tasks.slice(0, own), ...tasks.slice(own + 1)];
  return others.find(({ number }) => distance(number, wanted) === 1);
}

const isProse = ({ kind, unknown }: ResolvedPart): boolean => kind === "words" && unknown.length > 0;

function cyclesIn({ tasks }: TaskList): readonly Finding[] {
  const found = orderByDependencies(tasks).cycleEdges.map(({ from, to, cycle }) => {
    const path = [...cycle, to].map(({ number }) => number).join(" → ");
    const message = `The dependencies ${path} form a cycle: take ${from.number} out of the dependencies of Task ${to.number} to break it.`;
    return { offset: referenceTo(to, from.number), message };
  });
  // A range or a phase can close several cycles.
  return found.filter(({ offset }, index) => found.findIndex((other) => other.offset === offset) === index);
}

/** The place where a task names the dependency: the number itself, or the range or phase that contains it. */
function referenceTo({ dependencies, heading }: Task, number: string): number {
  const naming = dependencies.parts.filter(({ numbers }) => numbers.includes(number));
  const direct = naming.find(isOneTask);
  return (direct ?? naming[0])?.start ?? heading.start;
}
