import type { Task } from "../../document/task-list.ts";
import type { Rule } from "../rule.ts";
import { isWithin, stemsOf } from "../stems.ts";

/** A value, a command, a quotation or a failure case says more than the title does. */
const saysMore =
  /\d|`|"|“|'\w|\b(?:fail\w*|refus\w*|reject\w*|den(?:y|ied|ies)|error\w*|invalid|missing|without|cannot|can't|not|never|no|empty|duplicate\w*|twice|unless|only|zero|one|two|three)\b/i;

/** Reports tasks whose criteria all repeat only the title or a step. */
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
  if (saysMore.test(criterion)) return false;
  const words = stemsOf(criterion);
  const said = [title, ...steps.map(({ text }) => `${title} ${text}`)];
  return words.size > 0 && said.some((text) => isWithin(words, stemsOf(text)));
}
