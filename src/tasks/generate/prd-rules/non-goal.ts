import type { Task } from "../../document/task-list.ts";
import type { Rule } from "../../lint/rule.ts";
import { isWithin, stemsOf } from "../../lint/rule.ts";
import type { Part, Prd, Requirement } from "../prd/model.ts";

type Words = ReadonlySet<string>;

/** A task for something that the PRD lists as a non-goal. */
export const nonGoal = (prd: Prd): Rule => ({
  name: "non-goal",
  *find({ tasks }) {
    const goals = prd.nonGoals.map(({ text, line }) => ({ text, line, words: keyWords(text) }));
    const wanted = wantedIn(prd);
    for (const task of tasks) {
      const found = goals.find(({ words }) => {
        const shared = sharedWords(task, words);
        // If a requirement asks for search filters, `Add search filters` does not match the non-goal `Advanced search
        // filters`.
        return shared !== null && !wanted.some((own) => isWithin(shared, own));
      });
      if (found === undefined) continue;
      const message = `Task ${task.number} looks like something that is not to be built (line ${found.line} of the PRD): ${found.text}`;
      yield { offset: task.titleSpan.start, message };
    }
  },
});

const negations =
  /(?<!\p{L})(?:no|not|never|without|won['’]?t|don['’]?t|doesn['’]?t|do|does|any|we|this)(?!\p{L})/giu;

/** A colon within a path, such as `/users/:id`, ends no phrase. */
const phraseEnd = /\s[-–—]\s|:(?!\w)|[：;(（.。]|\bbecause\b/u;

/** The words of the first phrase, before reasons and examples. */
const keyWords = (text: string): Words =>
  stemsOf((text.split(phraseEnd)[0] || text).replaceAll(negations, " "));

/** The shared words if a title contains all words of a non-goal or the other way round; else null. */
function sharedWords({ title }: Task, goal: Words): Words | null {
  const words = stemsOf(title);
  const deliverable = new Set([...words].slice(1));
  if (goal.size >= 2 && isWithin(goal, words)) return goal;
  if (deliverable.size >= 2 && isWithin(deliverable, goal)) return deliverable;
  const isSame = goal.size === 1 && deliverable.size === 1 && isWithin(deliverable, goal);
  return isSame ? goal : null;
}

/** The words of each requirement, constraint and story of the PRD. */
const wantedIn = ({ requirements, constraints, stories }: Prd): readonly Words[] => [
  ...requirements.filter(({ optional }) => optional === null).map((one) => stemsOf(wordsOf(one))),
  ...constraints.map((one) => stemsOf(wordsOf(one))),
  ...stories.map(({ text }) => stemsOf(text)),
];

const wordsOf = ({ text, parts, ...rest }: Part | Requirement): string =>
  ["title" in rest ? rest.title : rest.label, text, ...parts.map((part) => wordsOf(part))].join(" ");
