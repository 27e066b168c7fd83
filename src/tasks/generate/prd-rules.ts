import type { Rule } from "../lint/rule.ts";
import { coverRequirements, isUncovered } from "./coverage.ts";
import type { Prd } from "./prd/model.ts";
import { missingNumber } from "./prd-rules/missing-number.ts";
import { nonGoal } from "./prd-rules/non-goal.ts";
import { unknownRequirement } from "./prd-rules/unknown-requirement.ts";
import { offsetOfField, References } from "./references.ts";

/** The lint rules that compare a list with its PRD. */
export const prdRules = (prd: Prd): readonly Rule[] => [
  uncoveredRequirement(prd),
  unknownRequirement(prd),
  missingNumber(prd),
  nonGoal(prd),
  manyRequirements(prd),
  noDependencies,
];

/** A requirement that no task carries. */
const uncoveredRequirement = (prd: Prd): Rule => ({
  name: "uncovered-requirement",
  *find(list) {
    for (const { id, text } of coverRequirements(prd, list).filter(isUncovered))
      yield { offset: list.prd?.value.start ?? 0, message: `No task carries ${id}: ${text}` };
  },
});

/** A task with more requirements is rarely one deliverable. */
const mostRequirements = 4;

const manyRequirements = (prd: Prd): Rule => ({
  name: "many-requirements",
  *find({ tasks }) {
    const references = new References(prd);
    for (const task of tasks) {
      const { length } = references.named(references.keysInField(task));
      const message = `Task ${task.number} carries ${length} requirements: a task is one deliverable, split it.`;
      if (length > mostRequirements) yield { offset: offsetOfField(task), message };
    }
  },
});

/** In a list of at least this many tasks, some task uses the result of another. */
const fewestDependent = 8;

const noDependencies: Rule = {
  name: "no-dependencies",
  *find({ tasks, prd }) {
    const waits = tasks.some(
      ({ dependencies }) => dependencies.resolved.length + dependencies.unknown.length,
    );
    const message = `None of the ${tasks.length} tasks depends on another: name the tasks whose result each one uses.`;
    if (tasks.length >= fewestDependent && !waits) yield { offset: prd?.value.start ?? 0, message };
  },
};
