import type { Task } from "../../document/task-list.ts";
import type { Rule } from "../rule.ts";
import { isWithin, stemsOf } from "../stems.ts";

/**
 * Reports tasks whose criteria all say only what the title or a step says. A check adds something to the step: the
 * input, the result, a value beyond the limit, a command that passes. A number or a code that the step has adds nothing.
 */
export const restatedVerification: Rule = {
  name: "restated-verification",
  *find({ tasks }) {
    for (const task of tasks) {
      const [first] = task.verification;
      if (first === undefined || !task.verification.every(({ text }) => isRestated(text, task))) continue;
      const message = `Each criterion of Task ${task.number} only repeats its title or a step. Give an input and the result to expect, and one case that fails.`;
      yield { offset: first.textSpan.start, message };
    }
  },
};

function isRestated(criterion: string, { title, steps }: Task): boolean {
  const said = [title, ...steps.map(({ text }) => `${title} ${text}`)];
  const own = wordsOf(criterion);
  return own.size > 0 && said.some((text) => isWithin(own, wordsOf(text)));
}

/** The stems of a text's words, and its numbers. */
const wordsOf = (text: string): ReadonlySet<string> =>
  new Set([...stemsOf(text), ...(text.match(/\d+(?:[.,]\d+)*/g) ?? [])]);
