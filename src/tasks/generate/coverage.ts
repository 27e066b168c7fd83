import type { TaskList } from "../document/task-list.ts";
import type { Prd, Requirement } from "./prd/model.ts";
import { References } from "./references.ts";

/** A requirement of the PRD and the numbers of the tasks that carry it. */
export interface CoveredRequirement extends Pick<Requirement, "id" | "text" | "optional"> {
  readonly tasks: readonly string[];
}

/**
 * Each requirement of a PRD with the tasks that carry it: those that name its id, or the id of a group it is in, in
 * their **Requirements** field or anywhere else.
 */
export function coverRequirements(prd: Prd, { source, tasks }: TaskList): readonly CoveredRequirement[] {
  const references = new References(prd);
  const carriers = new Map<Requirement, string[]>();
  for (const task of tasks) {
    const inText = references.keysIn(source.slice(task.span.start, task.span.end));
    for (const requirement of references.named(new Set([...inText, ...references.keysInField(task)])))
      carriers.set(requirement, [...(carriers.get(requirement) ?? []), task.number]);
  }
  return prd.requirements.map((requirement) => {
    const { id, title, text, optional } = requirement;
    return { id, text: title ?? text, optional, tasks: carriers.get(requirement) ?? [] };
  });
}

/** The ids of the requirements that no task carries. One that the PRD calls optional needs none. */
export const uncoveredIds = (requirements: readonly CoveredRequirement[]): readonly string[] =>
  requirements.filter(isUncovered).map(({ id }) => id);

export const isUncovered = ({ tasks, optional }: CoveredRequirement): boolean =>
  tasks.length === 0 && optional === null;
