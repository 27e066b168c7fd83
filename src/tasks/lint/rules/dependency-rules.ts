import { distance } from "fastest-levenshtein";
import type { ResolvedPart, Task, TaskList } from "../../document/task-list.ts";
import { isOneTask, orderByDependencies } from "../../document/task-queries.ts";
import type { Rule } from "../rule.ts";

export const unknownDependency: Rule = {
  name: "unknown-dependency",
  *find(list) {
    for (const { number, dependencies } of list.tasks) {
      for (const part of dependencies.unknown) {
        if (dependencies.parts.some((one) => isProse(one) && one.start === part.start)) continue;
        const message = `Task ${number} depends on ${part.text}, which is not in the list${hint(list, part.text, number)}`;
        yield { offset: part.start, message };
      }
    }
  },
};

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

export const unparsedDependency: Rule = {
  name: "unparsed-dependency",
  *find({ tasks }) {
    for (const { number, dependencies } of tasks) {
      for (const { text, start } of dependencies.parts.filter(isProse)) {
        const message = `"${text}" names no task, so Task ${number} is never ready: write numbers, or None (${text}).`;
        yield { offset: start, message };
      }
    }
  },
};

export const selfDependency: Rule = {
  name: "self-dependency",
  *find({ tasks }) {
    for (const task of tasks) {
      if (!task.dependencies.resolved.includes(task.number)) continue;
      yield { offset: referenceTo(task, task.number), message: `Task ${task.number} depends on itself.` };
    }
  },
};

export const dependencyCycle: Rule = {
  name: "dependency-cycle",
  *find({ tasks }) {
    const reported = new Set<number>();
    for (const { from, to, cycle } of orderByDependencies(tasks).cycleEdges) {
      const [dependency, dependent] = [tasks[from], tasks[to]];
      if (!dependent || !dependency) continue;
      const offset = referenceTo(dependent, dependency.number);
      // A range or a phase can close several cycles.
      if (reported.has(offset)) continue;
      reported.add(offset);
      const path = [...cycle, to].map((place) => tasks[place]?.number).join(" → ");
      const message = `The dependencies ${path} form a cycle: take ${dependency.number} out of the dependencies of Task ${dependent.number} to break it.`;
      yield { offset, message };
    }
  },
};

export const dependencyOrder: Rule = {
  name: "dependency-order",
  *find({ tasks }) {
    const read = new Set<string>();
    for (const task of tasks) {
      read.add(task.number);
      for (const number of task.dependencies.resolved) {
        if (read.has(number)) continue;
        const message = `Task ${task.number} is before Task ${number}, which it depends on.`;
        yield { offset: referenceTo(task, number), message };
      }
    }
  },
};

/** The place where a task names the dependency: the number itself, or the range or phase that contains it. */
function referenceTo({ dependencies, heading }: Task, number: string): number {
  const naming = dependencies.parts.filter(({ numbers }) => numbers.includes(number));
  const direct = naming.find(isOneTask);
  return (direct ?? naming[0])?.start ?? heading.start;
}
