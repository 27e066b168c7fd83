import type { Task, TaskList } from "../../document/task-list.ts";
import { coverRequirements, uncoveredIds } from "../coverage.ts";
import { requirementKey } from "../prd/ids.ts";
import type { Prd, Requirement } from "../prd/model.ts";
import { References } from "../references.ts";

/**
 * Reconstructs the older version of a PRD from the list: the requirements that tasks name, with the text of the new
 * version if it has their ids, else with the text of the tasks.
 */
export function baseFromList(prd: Prd, list: TaskList): Prd {
  const uncovered = new Set(uncoveredIds(coverRequirements(prd, list)));
  const isCarried = (id: string): boolean => !uncovered.has(id);
  const unknown = unknownIn(prd, list);
  return {
    ...prd,
    requirements: [...prd.requirements.filter(({ id }) => isCarried(id)), ...unknown],
    ids: [...prd.ids.filter(isCarried), ...unknown.map(({ id }) => id)],
  };
}

/** The requirements that tasks name by an id that the PRD does not have. */
function unknownIn(prd: Prd, { tasks }: TaskList): readonly Requirement[] {
  const references = new References(prd);
  const named = tasks.flatMap((task) =>
    task.requirements.flatMap((entry) => {
      const id = entry.replaceAll(/\([^()]*\)|[`*]/g, "").trim();
      const isId = /^[A-Z]{1,12}(?:-[A-Z][A-Z0-9]*)*[-_]?\d+(?:\.\d+)*[a-z]?$/.test(id);
      const isOne = isId && references.keysOfEntry(id).length === 1;
      return isOne && !references.knows(requirementKey(id)) ? [{ id, task }] : [];
    }),
  );
  const groups = [...Map.groupBy(named, ({ id }) => requirementKey(id)).values()];
  return groups.map((own) =>
    requirementOf(
      own[0]?.id ?? "",
      own.map(({ task }) => task),
    ),
  );
}

function requirementOf(id: string, tasks: readonly Task[]): Requirement {
  const title = tasks.map((task) => task.title).join("; ");
  const said = new Set(tasks.flatMap(({ steps }) => steps.map(({ text }) => text)));
  const nothing = { lead: [], parts: [], criteria: [], references: [], code: [], area: null, optional: null };
  const text = [...said].join(" ") || title;
  return { ...nothing, id, title, text, kind: "functional", line: 0, endLine: 0 };
}
