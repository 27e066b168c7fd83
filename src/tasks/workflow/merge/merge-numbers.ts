import { isBegun } from "../../document/edit/follow-header-status.ts";
import type { Task, TaskList } from "../../document/task-list.ts";
import { phaseOf } from "../../document/task-number.ts";
import type { Three } from "./merged.ts";

/** A task that had to give up its number. */
interface MovedTask {
  readonly from: string;
  readonly to: string;
  readonly title: string;
}

/** Which tasks of the three versions are the same, and the number that each has in the result. */
export interface MergedNumbers extends Three<readonly string[]> {
  // base, ours, theirs: the identity of each task of that version, in its order
  readonly final: ReadonlyMap<string, string>;
  readonly moved: readonly MovedTask[];
  /** Tasks that both sides added under one number and began: a person has to choose. */
  readonly clashing: ReadonlySet<string>;
}

/**
 * Finds the same tasks by number and title, then by title, then by number. Tasks that both sides added under one
 * number: the one that is begun keeps it, else the one whose title sorts first.
 */
export function mergeNumbers(lists: Three<TaskList>): MergedNumbers {
  const base = lists.base.tasks.map((_, index) => `\0base ${index}`);
  const ours = identify(lists.ours.tasks, lists.base.tasks, base, "ours");
  const theirs = identify(lists.theirs.tasks, lists.base.tasks, base, "theirs");
  const shared = shareAdded(lists, ours, theirs);
  const numbers = new Numbers(lists, { base, ours, theirs: shared });
  return { base, ours, theirs: shared, ...numbers.settle() };
}

function identify(
  tasks: readonly Task[],
  known: readonly Task[],
  ids: readonly string[],
  side: string,
): readonly string[] {
  const found = new Map<number, number>();
  const taken = new Set<number>();
  const matches: readonly ((one: Task, other: Task) => boolean)[] = [
    (one, other) => one.number === other.number && one.title === other.title,
    (one, other) => one.title === other.title,
    (one, other) => one.number === other.number,
  ];
  for (const isSame of matches) {
    for (const [index, task] of tasks.entries()) {
      if (found.has(index)) continue;
      const place = known.findIndex((other, at) => !taken.has(at) && isSame(task, other));
      if (place < 0) continue;
      found.set(index, place);
      taken.add(place);
    }
  }
  return tasks.map((_, index) => ids[found.get(index) ?? -1] ?? `\0${side} ${index}`);
}

/** A task that both sides added alike is one. */
function shareAdded(
  lists: Three<TaskList>,
  ours: readonly string[],
  theirs: readonly string[],
): readonly string[] {
  return theirs.map((id, index) => {
    const task = lists.theirs.tasks[index];
    if (!id.startsWith("\0theirs ") || !task) return id;
    const same = lists.ours.tasks.findIndex(
      (other, at) =>
        ours[at]?.startsWith("\0ours ") && other.number === task.number && other.title === task.title,
    );
    return ours[same] ?? id;
  });
}

class Numbers {
  readonly #tasks: Three<ReadonlyMap<string, Task>>;
  readonly #spent: readonly string[];
  readonly #final = new Map<string, string>();

  constructor(lists: Three<TaskList>, ids: Three<readonly string[]>) {
    const byId = (list: TaskList, own: readonly string[]) =>
      new Map(list.tasks.map((task, index) => [own[index] ?? "", task]));
    this.#tasks = {
      base: byId(lists.base, ids.base),
      ours: byId(lists.ours, ids.ours),
      theirs: byId(lists.theirs, ids.theirs),
    };
    this.#spent = [lists.ours, lists.theirs].flatMap(({ changes }) => changes?.spent ?? []);
  }

  settle(): Pick<MergedNumbers, "final" | "moved" | "clashing"> {
    const { base, ours, theirs } = this.#tasks;
    for (const [id, { number }] of base) {
      const [our, their] = [ours.get(id)?.number, theirs.get(id)?.number];
      this.#final.set(id, our !== undefined && our !== number ? our : (their ?? our ?? number));
    }
    const moved: MovedTask[] = [];
    const clashing = new Set<string>();
    for (const { id, task } of this.#addedInOrder()) {
      const holder = this.#holderOf(task.number);
      if (holder === undefined) this.#final.set(id, task.number);
      else if (!base.has(holder) && isBegun(task) && this.#isBegun(holder)) {
        this.#final.set(id, task.number);
        clashing.add(id);
      } else {
        const to = this.#nextFree(phaseOf(task.number));
        this.#final.set(id, to);
        moved.push({ from: task.number, to, title: task.title });
      }
    }
    return { final: this.#final, moved, clashing };
  }

  /** Those that keep a number before those that have to give it up. */
  #addedInOrder(): readonly { readonly id: string; readonly task: Task }[] {
    const { base, ours, theirs } = this.#tasks;
    const added = new Map([...theirs, ...ours].filter(([id]) => !base.has(id)));
    return [...added]
      .map(([id, task]) => ({ id, task }))
      .toSorted(
        ({ task: one }, { task: other }) =>
          Number(isBegun(other)) - Number(isBegun(one)) || (one.title < other.title ? -1 : 1),
      );
  }

  #holderOf(number: string): string | undefined {
    const { base, ours, theirs } = this.#tasks;
    // A number whose task is gone from both sides is free, as far as its own list gave it out again.
    const isThere = (id: string): boolean => !base.has(id) || ours.has(id) || theirs.has(id);
    return [...this.#final].find(([id, taken]) => taken === number && isThere(id))?.[0];
  }

  #isBegun(id: string): boolean {
    return [this.#tasks.ours.get(id), this.#tasks.theirs.get(id)].some((task) => task && isBegun(task));
  }

  #nextFree(phase: number): string {
    const { base, ours, theirs } = this.#tasks;
    const all = [base, ours, theirs].flatMap((tasks) => [...tasks.values()].map(({ number }) => number));
    const used = [...all, ...this.#final.values(), ...this.#spent].filter(
      (number) => phaseOf(number) === phase,
    );
    return `${phase}.${Math.max(0, ...used.map((number) => Number(number.split(".")[1]))) + 1}`;
  }
}
