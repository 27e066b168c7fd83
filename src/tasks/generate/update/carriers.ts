import type { Task, TaskList } from "../../document/task-list.ts";
import { dependentsOf } from "../../document/task-queries.ts";
import { bearersOf } from "../bearers-of.ts";
import type { Requirement } from "../prd/model.ts";
import type { Version } from "./compare.ts";
import { takesOut } from "./follow-up.ts";

/** The tasks of a list that carry the requirements of a version of its PRD. */
export class Carriers {
  readonly #named: ReadonlyMap<Task, readonly Requirement[]>;
  readonly #naming: ReadonlyMap<Requirement, readonly Task[]>;
  readonly #speakingOf: ReadonlyMap<Requirement, readonly Task[]>;

  constructor(version: Version, list: TaskList) {
    const { references } = version;
    const { tasks } = list;
    this.#speakingOf = bearersOf(tasks, (task) => references.spokenOfBy(task, list));
    const namesakes = namesakesIn(list, version);
    this.#named = new Map(
      tasks.map((task) => {
        const unspoken = (namesakes.get(task) ?? []).filter((one) => !this.#speakingOf.has(one));
        return [task, task.requirements.length > 0 ? references.namedBy(task) : unspoken];
      }),
    );
    this.#naming = bearersOf(tasks, (task) => this.namedBy(task));
  }

  /** The requirements that a task names in its Requirements field, or carries as a namesake. */
  namedBy(task: Task): readonly Requirement[] {
    return this.#named.get(task) ?? [];
  }

  /** Whether a task carries requirements without naming them. */
  isNamesake(task: Task): boolean {
    return task.requirements.length === 0 && this.namedBy(task).length > 0;
  }

  naming(requirement: Requirement): readonly Task[] {
    return this.#naming.get(requirement) ?? [];
  }

  /** The requirements of which a task is one of the carriers: those it names, else those it mentions. */
  carriedBy(task: Task): readonly Requirement[] {
    const named = this.namedBy(task);
    if (named.length > 0) return named;
    return [...this.#speakingOf].flatMap(([one]) => (this.of(one).includes(task) ? one : []));
  }

  /** The tasks that name a requirement, or mention it in their text if none names it. */
  of(requirement: Requirement): readonly Task[] {
    return this.#naming.get(requirement) ?? this.#speakingOf.get(requirement) ?? [];
  }
}

/**
 * The requirements of tasks whose Requirements field somebody may have deleted: those of the drafted task that has the
 * same title, unless another task takes out what was built.
 */
function namesakesIn(list: TaskList, version: Version): ReadonlyMap<Task, readonly Requirement[]> {
  const unnamed = list.tasks.filter(
    (task) => task.requirements.length === 0 && !dependentsOf(list, task.number).some(takesOut),
  );
  const titled = new Map(unnamed.toReversed().map((task) => [task.title, task]));
  return new Map(
    version.draft.tasks.flatMap((drafted) => {
      const task = titled.get(drafted.title);
      return task ? [[task, version.requirementsOf(drafted)] as const] : [];
    }),
  );
}
