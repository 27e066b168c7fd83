import type { Task, TaskList } from "../document/task-list.ts";
import { findField, findTask } from "../document/task-queries.ts";
import type { Rule } from "../lint/rule.ts";
import { stemsOf, taskRule } from "../lint/rule.ts";
import { coverRequirements, entriesOf, isUncovered, plainEntry, References } from "./coverage.ts";
import { headingWords } from "./prd/heading-kind.ts";
import type { Part, Prd, Quantity, Requirement } from "./prd/model.ts";
import { amountsIn, isSameAmount } from "./prd/quantities.ts";

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

const manyRequirements = (prd: Prd): Rule => {
  const references = new References(prd);
  return taskRule("many-requirements", (task) => {
    const { length } = references.namedBy(task);
    const message = `Task ${task.number} carries ${length} requirements: a task is one deliverable, split it.`;
    return length > mostRequirements ? { offset: offsetOfField(task), message } : null;
  });
};

/** The offset of a task's Requirements field, else of its heading. */
const offsetOfField = (task: Task): number =>
  findField(task, "requirements")?.value.start ?? task.heading.start;

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

/** An entry of a **Requirements** field that is neither an id nor the title of a section of the PRD. */
const unknownRequirement = (prd: Prd): Rule => {
  const isKnown = knownIn(prd);
  return taskRule("unknown-requirement", (task) =>
    entriesOf(task)
      .map(plainEntry)
      .filter((entry) => /[\p{L}\p{N}]/u.test(entry) && !isKnown(entry))
      .map((entry) => ({
        offset: offsetOfField(task),
        message: `Task ${task.number} names "${entry}", which is neither an id nor a section title of the PRD.`,
      })),
  );
};

function knownIn(prd: Prd): (entry: string) => boolean {
  const headings = prd.sections.map(({ heading }) => heading).filter((heading) => heading !== "");
  const titles = headings.flatMap((heading) => [heading, plainEntry(heading)]);
  const references = new References(prd);
  return (entry) => {
    const cited = references.keysOfEntry(entry);
    // A range is known if one of its ids is, because numbers can be unused.
    const isId = cited.length > 0 && cited[isRange(entry) ? "some" : "every"]((key) => references.knows(key));
    return isId || titles.some((title) => isTitle(entry, title, cited.length === 0));
  };
}

const isRange = (entry: string): boolean => /\d\s*(?:to|through|bis|\.\.+|–|—|-)\s*\S*\d/.test(entry);

/** An entry can shorten a title, omit its number or only have its number; without an id, it can also add words. */
function isTitle(entry: string, title: string, mayAdd: boolean): boolean {
  const number = /^\D{0,12}(\d+(?:\.\d+)*)/.exec(title)?.[1];
  if (number !== undefined && entry.replace(/^(?:section|§)\s*/i, "") === number) return true;
  const [one, other] = [titleWords(entry), titleWords(title)];
  return (one !== "  " && other.includes(one)) || (mayAdd && other !== "  " && one.includes(other));
}

const titleWords = (text: string): string =>
  ` ${
    headingWords(text)
      .match(/[\p{L}\p{M}\p{N}]+/gu)
      ?.join(" ") ?? ""
  } `;

/** A number with a unit or a limit in the PRD that no step or criterion contains. */
const missingNumber = (prd: Prd): Rule => ({
  name: "missing-number",
  *find(list) {
    const offsetOf = offsetsIn(prd, list);
    for (const { text, line, owner } of missingIn(prd, list)) {
      const whose = owner.kind === "requirement" ? `of ${owner.id}` : "of an answered question";
      const message = `No step or criterion has "${text}" ${whose} (line ${line} of the PRD).`;
      yield { offset: owner.kind === "requirement" ? offsetOf(owner.id) : offsetOf(null), message };
    }
  },
});

function missingIn(prd: Prd, { source, tasks }: TaskList): readonly Quantity[] {
  const texts = tasks.flatMap(({ steps, verification }) =>
    [...steps, ...verification].map(({ start, end }) => source.slice(start, end)),
  );
  const amounts = [
    ...new Map(
      texts.flatMap((text) => amountsIn(text)).map((amount) => [`${amount.value} ${amount.unit}`, amount]),
    ).values(),
  ];
  const wanted = quantitiesToCarry(prd).filter(
    (quantity) => !amounts.some((amount) => isSameAmount(amount, quantity)),
  );
  // Both ends of a range have the same text, which is reported once.
  return [...new Map(wanted.map((one) => [`${one.line} ${one.text}`, one])).values()];
}

/** The numbers of requirements and answers. Those of a section apply to the whole product, not to one task. */
function quantitiesToCarry({ quantities, requirements }: Prd): readonly Quantity[] {
  const carried = new Set(requirements.filter(({ optional }) => optional === null).map(({ id }) => id));
  return quantities.filter(
    ({ owner }) => owner.kind === "answer" || (owner.kind === "requirement" && carried.has(owner.id)),
  );
}

/** The offset for findings about a requirement: the first task that carries it, else the PRD line of the list. */
function offsetsIn(prd: Prd, list: TaskList): (id: string | null) => number {
  const carriers = new Map(coverRequirements(prd, list).map(({ id, tasks }) => [id, tasks[0] ?? ""]));
  return (id) => findTask(list, carriers.get(id ?? "") ?? "")?.heading.start ?? list.prd?.value.start ?? 0;
}

type Words = ReadonlySet<string>;

/** A task for something that the PRD lists as a non-goal. */
const nonGoal = (prd: Prd): Rule => {
  const goals = prd.nonGoals.map(({ text, line }) => ({ text, line, words: keyWords(text) }));
  const wanted = wantedIn(prd);
  return taskRule("non-goal", (task) => {
    const found = goals.find(({ words }) => {
      const shared = sharedWords(task, words);
      // If a requirement asks for search filters, `Add search filters` does not match the non-goal `Advanced search
      // filters`.
      return shared !== null && !wanted.some((own) => shared.isSubsetOf(own));
    });
    if (found === undefined) return null;
    const message = `Task ${task.number} looks like something that is not to be built (line ${found.line} of the PRD): ${found.text}`;
    return { offset: task.titleSpan.start, message };
  });
};

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
  if (goal.size >= 2 && goal.isSubsetOf(words)) return goal;
  if (deliverable.size >= 2 && deliverable.isSubsetOf(goal)) return deliverable;
  const isSame = goal.size === 1 && deliverable.size === 1 && deliverable.isSubsetOf(goal);
  return isSame ? goal : null;
}

/** The words of each requirement, constraint and story of the PRD. */
const wantedIn = ({ requirements, constraints, stories }: Prd): readonly Words[] => [
  ...requirements.filter(({ optional }) => optional === null).map((one) => stemsOf(allText(one))),
  ...constraints.map((one) => stemsOf(allText(one))),
  ...stories.map(({ text }) => stemsOf(text)),
];

const allText = ({ text, parts, ...rest }: Part | Requirement): string =>
  ["title" in rest ? rest.title : rest.label, text, ...parts.map((part) => allText(part))].join(" ");
