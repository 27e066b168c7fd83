import type { Task, TaskList } from "../document/task-list.ts";
import type { CoveredRequirement } from "../lint/rules/uncovered-requirement.ts";
import type { Prd, Requirement } from "./prd/prd.ts";
import { citedKeys, requirementKey } from "./prd/requirement-id.ts";

/**
 * Each requirement of a PRD with the tasks that carry it: those that name its id in their **Requirements** field
 * or anywhere else. One that only heads others is carried where all of its parts are.
 */
export function coverRequirements(prd: Prd, list: TaskList): readonly CoveredRequirement[] {
  const cited = list.tasks.map((task) => ({ number: task.number, keys: keysOf(list, task) }));
  const carriers = ({ id }: Requirement) =>
    cited.filter(({ keys }) => keys.has(requirementKey(id))).map(({ number }) => number);
  return prd.requirements.map((requirement) => {
    const own = carriers(requirement);
    const tasks = own.length > 0 ? own : carriedByParts(requirement, prd.requirements, carriers);
    return { id: requirement.id, text: requirement.title ?? requirement.text, tasks };
  });
}

function carriedByParts(
  { id }: Requirement,
  requirements: readonly Requirement[],
  carriers: (requirement: Requirement) => readonly string[],
): readonly string[] {
  const parts = requirements.filter(({ parent }) => parent === id).map((part) => carriers(part));
  return parts.every((tasks) => tasks.length > 0) ? [...new Set(parts.flat())] : [];
}

function keysOf({ source }: TaskList, { span, requirements }: Task): ReadonlySet<string> {
  // In its own field a bare number names a requirement; anywhere else it may be any number.
  const bare = requirements
    .filter((text) => /^\d+(?:\.\d+)*$/.test(text))
    .map((text) => requirementKey(`Requirement ${text}`));
  return new Set([...citedKeys(source.slice(span.start, span.end)), ...bare]);
}
