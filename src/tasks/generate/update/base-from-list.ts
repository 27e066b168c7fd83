import type { TaskList } from "../../document/task-list.ts";
import { coverRequirements, References } from "../coverage.ts";
import { requirementKey } from "../prd/ids.ts";
import type { Prd, Requirement } from "../prd/model.ts";

const wholeId = /^[A-Z]{1,12}(?:-[A-Z][A-Z0-9]*)*[-_]?\d+(?:\.\d+)*[a-z]?$/;

/**
 * Reconstructs the older version of a PRD from the list: the requirements of the new version that tasks carry, and
 * those that tasks name by an id that the PRD does not have, with the titles of these tasks.
 */
export function baseFromList(prd: Prd, list: TaskList): Prd {
  const references = new References(prd);
  const covered = new Set(
    coverRequirements(prd, list).flatMap(({ id, tasks }) => (tasks.length > 0 ? [id] : [])),
  );
  const named = list.tasks.flatMap(({ requirements, title }) =>
    requirements.flatMap((entry) => {
      const id = entry.replaceAll(/\([^()]*\)|[`*]/g, "").trim();
      return wholeId.test(id) && !references.knows(requirementKey(id)) ? [{ id, title }] : [];
    }),
  );
  const unknown = [...Map.groupBy(named, ({ id }) => requirementKey(id)).values()].map((own): Requirement => {
    const title = own.map((one) => one.title).join("; ");
    const nothing = {
      lead: [],
      parts: [],
      criteria: [],
      references: [],
      code: [],
      area: null,
      optional: null,
    };
    return { ...nothing, id: own[0]?.id ?? "", title, text: title, kind: "functional", line: 0, endLine: 0 };
  });
  return { ...prd, requirements: [...prd.requirements.filter(({ id }) => covered.has(id)), ...unknown] };
}
