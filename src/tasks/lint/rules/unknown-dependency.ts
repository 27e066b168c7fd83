import { distance } from "fastest-levenshtein";
import type { Task, TaskList } from "../../document/task-list.ts";
import type { Rule } from "../rule.ts";

export const unknownDependency: Rule = {
  name: "unknown-dependency",
  *find(list) {
    for (const { number, dependencies } of list.tasks) {
      for (const part of dependencies.unknown) {
        if (dependencies.unparsed.includes(part)) continue;
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

/** The number that one slip makes of the other; tasks before the one that asks come first, as dependencies do. */
function nearest(tasks: readonly Task[], wanted: string, self: string): Task | undefined {
  const own = tasks.findIndex(({ number }) => number === self);
  const others = [...tasks.slice(0, own), ...tasks.slice(own + 1)];
  return others.find(({ number }) => distance(number, wanted) === 1);
}
