import type { Task } from "../../document/task-list.ts";
import { referenceTo } from "../reference-to.ts";
import type { Rule } from "../rule.ts";

export const dependencyCycle: Rule = {
  name: "dependency-cycle",
  *find({ tasks }) {
    const reported = new Set<number>();
    for (const cycle of findCycles(tasks)) {
      const [dependent, dependency] = cycle;
      if (!dependent || !dependency) continue;
      const offset = referenceTo(dependent, dependency.number);
      if (reported.has(offset)) continue;
      reported.add(offset);
      const path = [...cycle, dependent].map(({ number }) => number).join(" → ");
      const message = `The dependencies ${path} form a cycle: take ${dependency.number} out of the dependencies of Task ${dependent.number} to break it.`;
      yield { offset, message };
    }
  },
};

interface Visit {
  readonly task: Task;
  readonly dependencies: Iterator<string>;
}

/**
 * The cycles that a walk along the dependencies closes: without the edges it names no cycle is left. Each
 * begins with the edge to remove. The walk keeps its own stack, since a chain may be longer than the call stack.
 */
function* findCycles(tasks: readonly Task[]): Generator<readonly Task[]> {
  const byNumber = new Map(tasks.toReversed().map((task) => [task.number, task]));
  const places = new Map(tasks.map((task, place) => [task, place]));
  const seen = new Set<Task>();
  const depths = new Map<Task, number>();
  const path: Visit[] = [];
  const enter = (task: Task | undefined) => {
    if (!task || seen.has(task)) return;
    seen.add(task);
    depths.set(task, path.length);
    path.push({ task, dependencies: task.dependencies.resolved.values() });
  };
  for (const root of tasks) {
    enter(root);
    for (let visit = path.at(-1); visit; visit = path.at(-1)) {
      const { value: number, done } = visit.dependencies.next();
      const next = byNumber.get(number);
      const depth = next && next !== visit.task ? depths.get(next) : undefined;
      if (done) depths.delete(path.pop()?.task ?? root);
      else if (depth === undefined) enter(next);
      else
        yield fromEdgeToRemove(
          path.slice(depth).map(({ task }) => task),
          places,
        );
    }
  }
}

/** The edge that goes against the order of the list is the likeliest slip: every cycle has one. */
function fromEdgeToRemove(cycle: readonly Task[], places: ReadonlyMap<Task, number>): readonly Task[] {
  const place = (task: Task | undefined) => (task && places.get(task)) ?? 0;
  const against = cycle.findIndex((task, index) => place(task) < place(cycle[(index + 1) % cycle.length]));
  const start = Math.max(against, 0);
  return [...cycle.slice(start), ...cycle.slice(0, start)];
}
