import { readComplexity } from "../../document/read-task.ts";
import type { Task } from "../../document/task-list.ts";
import { plainNumber } from "../../document/task-number.ts";
import { completeNumbers, fieldsNamed, findField, findTask } from "../../document/task-queries.ts";
import type { Rule } from "../rule.ts";
import { lacksDependencies, stemsOf, taskRule } from "../rule.ts";

const mostParts = 10;

/** The rules about a task by itself. */
export const taskRules: readonly Rule[] = [
  // The reader itself reports text that it can't read as a task.
  taskRule("malformed-task", ({ number, title }) =>
    title === "" ? `Task ${number} has no title: write ### Task ${number}: <title>.` : null,
  ),

  taskRule("malformed-task", ({ number, numberSpan, titleSpan }, list) => {
    const after = list.source.slice(numberSpan.end, titleSpan.end);
    const other = secondNumber.exec(after)?.groups?.["number"] ?? number;
    return findTask(list, plainNumber(other))
      ? null
      : `Task ${number} shares its heading with ${other}: give each task a heading of its own.`;
  }),

  taskRule("missing-dependencies", (task) =>
    lacksDependencies(task)
      ? `Task ${task.number} does not say what it depends on: add **Dependencies**: None, or the numbers.`
      : null,
  ),

  taskRule("missing-verification", ({ number, verification }) =>
    verification.every(({ text }) => text === "")
      ? `Task ${number} has no verification: add **Verification** with a list - [ ] <criterion>.`
      : verification
          .filter(({ text }) => text === "")
          .map(({ start }) => ({
            offset: start,
            message: `Task ${number} has a box without a criterion: write the criterion, or remove the box.`,
          })),
  ),

  taskRule("missing-complexity", (task) =>
    task.form === "full" && !findField(task, "complexity")
      ? `Task ${task.number} has no complexity: add **Complexity**: Low, Medium or High.`
      : null,
  ),

  taskRule("missing-steps", ({ number, form, steps }) =>
    form === "full" && steps.length === 0
      ? `Task ${number} has no steps: add **Steps** with a numbered list.`
      : null,
  ),

  taskRule("large-task", ({ number, steps, files }) => {
    const [count, what] = steps.length > mostParts ? [steps.length, "steps"] : [files.length, "files"];
    return count > mostParts
      ? `Task ${number} has ${count} ${what}: a task is one deliverable, split it.`
      : null;
  }),

  taskRule("duplicate-number", (task, list) => {
    const first = findTask(list, task.number);
    if (!first || first === task) return null;
    const message = `Task ${task.number} is defined twice: line ${first.line} defines it too. Renumber one of them.`;
    return { offset: task.numberSpan.start, message };
  }),

  taskRule("wrong-phase", ({ number, phase, numberSpan, phaseIndex }, { phases }) => {
    const home = phaseIndex === null ? undefined : phases[phaseIndex];
    if (!home || home.number === phase) return null;
    const message = `Task ${number} is in Phase ${home.number}, whose tasks are numbered ${home.number}.<n>.`;
    return { offset: numberSpan.start, message };
  }),

  taskRule("unknown-complexity", (task) =>
    fieldsNamed(task, "complexity")
      .filter(({ value }) => readComplexity(value.text) === null)
      .map(({ value: { text, start } }) => ({
        offset: start,
        message: `Complexity "${text}" is not one of Low, Medium and High.`,
      })),
  ),

  taskRule("unknown-status", (task) => {
    const message = `Status "${task.status.written}" is not one of Not Started, In Progress, Blocked and Complete.`;
    return task.status.understood ? null : { offset: statusOffset(task), message };
  }),

  taskRule("status-mismatch", (task, list) => {
    const { number, status, dependencies, verification } = task;
    if (status.value !== "Complete") return null;
    const open = verification.filter(({ box, checked }) => box && !checked).length;
    const unfinished = dependencies.resolved.filter((other) => !completeNumbers(list).has(other));
    const says = (why: string) => ({
      offset: statusOffset(task),
      message: `Task ${number} is Complete${why}.`,
    });
    return [
      ...(open > 0 ? [says(` with ${open} open ${open === 1 ? "box" : "boxes"}`)] : []),
      ...(unfinished.length > 0
        ? [says(`, but it depends on unfinished tasks: ${unfinished.join(", ")}`)]
        : []),
    ];
  }),

  taskRule("vague-verification", ({ verification }) =>
    verification
      .filter(({ text }) => text !== "" && isVague(text))
      .map(({ text, textSpan }) => ({
        offset: textSpan.start,
        message: `"${text}" cannot be checked: say what is seen, such as a status code or a stored record.`,
      })),
  ),

  // Every criterion repeats only the title or a step.
  taskRule("restated-verification", (task) => {
    const [first] = task.verification;
    if (first === undefined || !task.verification.every(({ text }) => isRestated(text, task))) return null;
    const message = `Each criterion of Task ${task.number} only repeats its title or a step. Give an input and the result to expect, and one case that fails.`;
    return { offset: first.textSpan.start, message };
  }),
];

/** `& 1.3: …` or `and 1.3: …` after a heading's number. In `: 2.0 …` the number is part of the title. */
const secondNumber =
  /^(?:\s*[&/,+–—-]+\s*|\s+\p{L}{1,4}\s+)(?:Task\s+)?#?(?<number>\d+\.\d+)(?![\d.])\s*(?:[:：]|[–—-]\s|$)/u;

const statusOffset = (task: Task): number => findField(task, "status")?.value.start ?? task.heading.start;

/** Words that say nothing to check, wherever they are. */
const vague: readonly RegExp[] = [
  /\bas (?:expected|intended|designed|desired)\b/i,
  /\bas (?:it|they) should\b/i,
  /(?<!\ban?\s)\bproperly\b/i,
  /\b(?:handl\w+|fails?)\b.*\bgracefully\b/i,
  /\b(?:correctly|appropriately|accurately)\s*[.!]?$/i,
  /\b(?:works?|working|functions?|behaves?|runs?|handled|implemented|done) (?:correctly|well|fine|right)\b/i,
  /\bworks? (?:without|with no) (?:any )?(?:errors?|bugs?|issues?|problems?)\s*[.!]?$/i,
  /\blooks? (?:good|right(?! to)|fine|ok|okay|nice|correct)\b/i,
  /^(?:all )?(?:tested|done|completed?|finished|verified|good|ok|fine|tbd|todo|n\/a|none|[^\p{L}\p{N}]+)\s*[.!]?$/iu,
  /^no (?:errors?|bugs?|issues|problems)(?: occur)?\s*[.!]?$/i,
];

/** Words that say nothing to check as the claim of a criterion, but can be the condition of one. */
const vagueClaims: readonly RegExp[] = [
  /\bworks?\s*[.!]?$/i,
  /\bhandled\s*[.!]?$/i,
  /(?:\b(?:is|are)|^(?:\S+|successfully)) (?:fully |successfully )?(?:done|completed?|finished|implemented)\s*[.!]?$/i,
  /\b(?:is|are) (?:fully |successfully )?(?:working|functional|successful|stable|acceptable|correct|accurate|user-friendly|ok|okay|good|fine)\s*[.!]?$/i,
  /\b(?:requirements?|criteri(?:a|on)|expectations?) (?:is|are) (?:met|satisfied|fulfilled)\s*[.!]?$/i,
];

/** A criterion with a condition, a state or a contrast says what to see: `the old password still works`. */
const isConditional =
  /\b(?:when|once|if|after|until|while|before|unless|only|still|longer|not|fail\w*|refus\w*|reject\w*|(?:status|state) (?:is|are))\b/i;

const isVague = (criterion: string): boolean =>
  !evidence.test(criterion) &&
  (vague.some((pattern) => pattern.test(criterion)) ||
    (!isConditional.test(criterion) && vagueClaims.some((pattern) => pattern.test(criterion))));

/** A command, a status code or a measurement says how to check, whatever the words around it. */
const evidence = /`[^`]+`|(?<![\d.])[1-5]\d{2}(?![\d.])|\d\s*(?:%|ms\b|s\b|seconds?\b|minutes?\b|KB\b|MB\b)/i;

/** A value, a command, a quotation or a failure case says more than the title does. */
const saysMore =
  /\d|`|"|“|'\w|\b(?:fail\w*|refus\w*|reject\w*|den(?:y|ied|ies)|error\w*|invalid|missing|without|cannot|can't|not|never|no|empty|duplicate\w*|twice|unless|(?<!-)only|zero|one|two|three)\b/i;

function isRestated(criterion: string, { title, steps }: Task): boolean {
  if (saysMore.test(criterion)) return false;
  const words = stemsOf(criterion);
  const said = [title, ...steps.map(({ text }) => `${title} ${text}`)];
  return words.size > 0 && said.some((text) => words.isSubsetOf(stemsOf(text)));
}
