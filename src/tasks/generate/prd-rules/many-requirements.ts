import type { Rule } from "../../lint/rule.ts";
import type { Prd } from "../prd/model.ts";
import { offsetOfField, References } from "../references.ts";

const most = 4;

/** A task that carries this many requirements is rarely one deliverable. */
export const manyRequirements = (prd: Prd): Rule => ({
  name: "many-requirements",
  *find({ tasks }) {
    const references = new References(prd);
    for (const task of tasks) {
      const carried = references.named(references.keysInField(task));
      if (carried.length <= most) continue;
      const message = `Task ${task.number} carries ${carried.length} requirements: a task is one deliverable, split it.`;
      yield { offset: offsetOfField(task), message };
    }
  },
});
