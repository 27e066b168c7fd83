import type { Task, TaskList } from "../document/task-list.ts";
import type { Prd, Requirement } from "./prd/model.ts";
import { References } from "./references.ts";

/** The tasks of a list that carry each requirement of a PRD: those that name its id or the id of its group. */
export class Carriers {
  readonly #tasks: readonly {
    readonly task: Task;
    readonly named: readonly Requirement[];
    readonly spokenOf: readonly Requirement[];
  }[];

  constructor(references: References, { source, tasks }: TaskList) {
    this.#tasks = tasks.map((task) => {
      const keys = references.keysInField(task);
      const inText = references.keysIn(source.slice(task.span.start, task.span.end));
      return {
        task,
        named: references.named(keys),
        spokenOf: references.named(new Set([...keys, ...inText])),
      };
    });
  }

  /** The tasks that name a requirement in their Requirements field. */
  naming(requirement: Requirement): readonly Task[] {
    return this.#tasks.filter(({ named }) => named.includes(requirement)).map(({ task }) => task);
  }

  /** The tasks that name a requirement in their Requirements field or elsewhere in their text. */
  speakingOf(requirement: Requirement): readonly Task[] {
    return this.#tasks.filter(({ spokenOf }) => spokenOf.includes(requirement)).map(({ task }) => task);
  }

  /** The requirements that a task names in its Requirements field. */
  namedBy(task: Task): readonly Requirement[] {
    return this.#tasks.find((one) => one.task === task)?.named ?? [];
  }
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
