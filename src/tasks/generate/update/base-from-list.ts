import type { Task, TaskList } from "../../document/task-list.ts";
import { coverRequirements, isUncovered } from "../coverage.ts";
import { requirementKey } from "../prd/ids.ts";
import type { Prd, Requirement } from "../prd/model.ts";
import { References } from "../references.ts";
import { knowsId } from "./subject.ts";

/**
 * What can be said of the older version of a PRD by its list only: the requirements that tasks carry, in the words of
 * the new version where that has their ids, and else in the words of the tasks.
 */
export function baseFromList(prd: Prd, list: TaskList): Prd {
  const uncovered = new Set(
    coverRequirements(prd, list)
      .filter(isUncovered)
      .map(({ id }) => id),
  );
  const known = prd.requirements.filter(({ id }) => !uncovered.has(id));
  const unknown = unknownIds(prd, list).map(({ id, tasks }) => requirementOf(id, tasks));
  return {
    ...prd,
    requirements: [...known, ...unknown],
    ids: [...prd.ids.filter((id) => !uncovered.has(id)), ...unknown.map(({ id }) => id)],
  };
}

/** The ids that tasks name and the PRD does not have, with these tasks. */
function unknownIds(prd: Prd, { tasks }: TaskList) {
  const references = new References(prd);
  const named = tasks.flatMap((task) =>
    task.requirements.flatMap((entry) => {
      const id = entry.replaceAll(/\([^()]*\)|[`*]/g, "").trim();
      const isId = /^[A-Z]{1,12}(?:-[A-Z][A-Z0-9]*)*[-_]?\d+(?:\.\d+)*[a-z]?$/.test(id);
      return isId && references.keysOfEntry(id).length === 1 && !knowsId(prd, id) ? [{ id, task }] : [];
    }),
  );
  return [...Map.groupBy(named, ({ id }) => requirementKey(id)).values()].map((own) => ({
    id: own[0]?.id ?? "",
    tasks: own.map(({ task }) => task),
  }));
}

function requirementOf(id: string, tasks: readonly Task[]): Requirement {
  const title = tasks.map((task) => task.title).join("; ");
  const said = tasks.flatMap((task) => task.steps.map(({ text }) => text));
  return {
    id,
    title,
    text: [...new Set(said)].join(" ") || title,
    lead: [],
    parts: [],
    area: null,
    criteria: [],
    optional: null,
    kind: "functional",
    references: [],
    code: [],
    line: 0,
    endLine: 0,
  };
}
