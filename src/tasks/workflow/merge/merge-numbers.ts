import type { Task, TaskList } from "../../document/task-list.ts";
import { partsOf, phaseOf } from "../../document/task-number.ts";
import { isBegun, matchTasks, nameOf } from "../../document/task-queries.ts";
import type { Three } from "./merge-lines.ts";

/** The tasks of a version, in its order, by an identity that is the same in all three versions. */
export type TasksById = ReadonlyMap<string, Task>;

/** Names the same tasks alike in all versions. If both sides added the same task, it counts as one. */
export function identifyTasks(lists: Three<TaskList>): Three<TasksById> {
  const base = named(lists.base.tasks, "base", new Map());
  const ours = named(lists.ours.tasks, "ours", knownIn(base, lists.ours.tasks));
  const found = knownIn(base, lists.theirs.tasks);
  const added = new Map([...ours].filter(([id]) => !base.has(id)));
  const rest = lists.theirs.tasks.filter((task) => !found.has(task));
  const alike = knownIn(added, rest, [nameOf]);
  return { base, ours, theirs: named(lists.theirs.tasks, "theirs", new Map([...found, ...alike])) };
}

const named = (tasks: readonly Task[], side: string, known: ReadonlyMap<Task, string>): TasksById =>
  new Map(tasks.map((task, index) => [known.get(task) ?? `task ${side} ${index}`, task]));

/** The identities of those tasks that are known. */
function knownIn(
  known: TasksById,
  tasks: readonly Task[],
  keys?: Parameters<typeof matchTasks>[2],
): ReadonlyMap<Task, string> {
  const ids = new Map([...known].map(([id, task]) => [task, id]));
  return new Map(
    [...matchTasks(tasks, [...known.values()], keys)].map(([task, other]) => [task, ids.get(other) ?? ""]),
  );
}

/** A task that had to change its number. */
interface MovedTask {
  readonly from: string;
  readonly to: string;
  readonly title: string;
}

/** The number of each task in the result. */
export interface MergedNumbers {
  readonly final: ReadonlyMap<string, string>;
  readonly moved: readonly MovedTask[];
  /** Tasks that both sides added under one number and began, so that a person has to choose. */
  readonly clashing: ReadonlySet<string>;
}

/**
 * Gives each task a number. If both sides added a task under one number, the one that has begun keeps it, else the one
 * whose title sorts first.
 * @param spent numbers that must not be reused
 */
export function mergeNumbers(tasks: Three<TasksById>, spent: readonly string[]): MergedNumbers {
  const { base, ours, theirs } = tasks;
  const final = new Map(
    [...base].map(([id, { number }]) => {
      const [our = number, their = number] = [ours.get(id)?.number, theirs.get(id)?.number];
      return [id, our === number ? their : our];
    }),
  );
  const moved: MovedTask[] = [];
  const clashing = new Set<string>();
  const give = (id: string, { number, title }: Pick<Task, "number" | "title">): void => {
    const to = nextFree(phaseOf(number), tasks, [...final.values(), ...spent]);
    final.set(id, to);
    moved.push({ from: number, to, title });
  };
  for (const [id, number] of movedTogether(final, tasks))
    give(id, { number, title: ours.get(id)?.title ?? "" });
  // A number whose task both sides removed is free for a task that one side added under it.
  const isThere = (id: string): boolean => !base.has(id) || ours.has(id) || theirs.has(id);
  const added = addedTasks(tasks);
  for (const [id, task] of added) {
    const [holder] = [...final].find(([other, taken]) => taken === task.number && isThere(other)) ?? [];
    // If a side defines the number twice, both tasks keep it, because renumbering one would also change the other.
    const isTwice = isDefinedTwice(tasks, [id, holder ?? ""], task.number);
    const rival = isTwice ? undefined : added.get(holder ?? "");
    if (rival && isBegun(task) && isBegun(rival)) clashing.add(id);
    if (holder !== undefined && !isTwice && !clashing.has(id)) give(id, task);
    else final.set(id, task.number);
  }
  return { final, moved, clashing };
}

/** Whether a side gives two tasks one number. */
const isDefinedTwice = (
  { ours, theirs }: Three<TasksById>,
  ids: readonly string[],
  number: string,
): boolean => [ours, theirs].some((side) => ids.every((id) => side.get(id)?.number === number));

/** The tasks that one side moved to a number to which the other moved another task. */
function movedTogether(
  numbers: ReadonlyMap<string, string>,
  tasks: Three<TasksById>,
): readonly (readonly [string, string])[] {
  const kept = [...numbers].filter(([id]) => tasks.ours.has(id) && tasks.theirs.has(id));
  const holders = new Map(kept.toReversed().map(([id, number]) => [number, id]));
  return kept.filter(([id, number]) => {
    const holder = holders.get(number) ?? id;
    return holder !== id && !isDefinedTwice(tasks, [id, holder], number);
  });
}

/** The added tasks, sorted so that those with the better claim to a number come first. */
function addedTasks({ base, ours, theirs }: Three<TasksById>): TasksById {
  const added = [...new Map([...theirs, ...ours])].filter(([id]) => !base.has(id));
  const byRight = ([, one]: [string, Task], [, other]: [string, Task]): number =>
    Number(isBegun(other)) - Number(isBegun(one)) || (one.title < other.title ? -1 : 1);
  return new Map(added.toSorted(byRight));
}

function nextFree(phase: number, tasks: Three<TasksById>, taken: readonly string[]): string {
  const { base, ours, theirs } = tasks;
  const all = [base, ours, theirs].flatMap((some) => [...some.values()].map(({ number }) => number));
  const used = [...all, ...taken].map(partsOf).filter((parts) => parts.phase === phase);
  return `${phase}.${Math.max(0, ...used.map(({ seq }) => seq)) + 1}`;
}
