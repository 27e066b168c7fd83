import type { Task, TaskList } from "../document/task-list.ts";
import type { Prd, Requirement } from "./prd/model.ts";
import { References } from "./references.ts";

/** The tasks of a list that carry each requirement of a PRD: those that name its id or the id of its group. */
export class Carriers {
  readonly #named = new Map<Task, readonly Requirement[]>();
  readonly #naming: ReadonlyMap<Requirement, readonly Task[]>;
  readonly #speakingOf: ReadonlyMap<Requirement, readonly Task[]>;

  constructor(references: References, { source, tasks }: TaskList) {
    const spokenOf = new Map<Task, readonly Requirement[]>();
    for (const task of tasks) {
      const keys = references.keysInField(task);
      const inText = references.keysIn(source.slice(task.span.start, task.span.end));
      this.#named.set(task, references.named(keys));
      spokenOf.set(task, references.named(new Set([...keys, ...inText])));
    }
    this.#naming = inverted(this.#named);
    this.#speakingOf = inverted(spokenOf);
  }

  /** The tasks that name a requirement in their Requirements field. */
  naming(requirement: Requirement): readonly Task[] {
    return this.#naming.get(requirement) ?? [];
  }

  /** The tasks that name a requirement in their Requirements field or elsewhere in their text. */
  speakingOf(requirement: Requirement): readonly Task[] {
    return this.#speakingOf.get(requirement) ?? [];
  }

  /** The requirements that a task names in its Requirements field. */
  namedBy(task: Task): readonly Requirement[] {
    return this.#named.get(task) ?? [];
  }
}

/** The tasks of each requirement, from the requirements of each task. */
function inverted(
  byTask: ReadonlyMap<Task, readonly Requirement[]>,
): ReadonlyMap<Requirement, readonly Task[]> {
  const tasks = new Map<Requirement, Task[]>();
  for (const [task, requirements] of byTask)
    for (const requirement of requirements) {
      const known = tasks.get(requirement);
      if (known) known.push(task);
      else tasks.set(requirement, [task]);
    }
  return tasks;
}

/** A requirement of the PRD and the numbers of the tasks that carry it. */
export interface CoveredRequirement extends Pick<Requirement, "id" | "text" | "optional"> {
  readonly tasks: readonly string[];
}

/** Each requirement of a PRD with the tasks that name it, in the Requirements field or in their text. */
export function coverRequirements(prd: Prd, list: TaskList): readonly CoveredRequirement[] {
  const carriers = new Carriers(new References(prd), list);
  return prd.requirements.map((requirement) => {
    const { id, title, text, optional } = requirement;
    const tasks = carriers.speakingOf(requirement).map(({ number }) => number);
    return { id, text: title ?? text, optional, tasks };
  });
}

/** The ids of the requirements that no task carries, without optional ones. */
export const uncoveredIds = (requirements: readonly CoveredRequirement[]): readonly string[] =>
  requirements.filter(isUncovered).map(({ id }) => id);

export const isUncovered = ({ tasks, optional }: CoveredRequirement): boolean =>
  tasks.length === 0 && optional === null;
