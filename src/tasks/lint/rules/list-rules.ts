import { followRange } from "../../document/edit/follow-tasks.ts";
import { filePathsOf } from "../../document/file-paths.ts";
import { prdFileName } from "../../document/read-task-list.ts";
import type { Task, TaskList } from "../../document/task-list.ts";
import { completeNumbers, headerStatusOf, statedHeaderStatus } from "../../document/task-queries.ts";
import type { Rule } from "../rule.ts";
import { isWithin, stemsOf } from "../rule.ts";

export const missingTitle: Rule = {
  name: "missing-title",
  *find({ title }) {
    if (!title)
      yield { offset: 0, message: "The list has no title: begin it with # Task List: <feature title>." };
  },
};

export const staleHeaderStatus: Rule = {
  name: "stale-header-status",
  *find(list) {
    const stated = statedHeaderStatus(list);
    const actual = headerStatusOf(list);
    if (!list.status || stated === null || stated === actual) return;
    const message = `The header says ${stated}, the tasks say ${actual}.`;
    yield { offset: list.status.value.start, message };
  },
};

export const stalePhaseRange: Rule = {
  name: "stale-phase-range",
  *find(list) {
    for (const phase of list.phases) {
      const range = phase.heading?.range;
      if (!range || followRange(list, phase).length === 0) continue;
      const said = list.source.slice(range.start, range.end);
      const message = `${said} is not the first and last task that Phase ${phase.number} has.`;
      yield { offset: range.start, message };
    }
  },
};

export const prdName: Rule = {
  name: "prd-name",
  *find(list) {
    const name = prdFileName(list);
    if (!list.prd || name === null || /^\d{4}-prd-[^\s/\\]+\.md$/.test(name)) return;
    const message = `"${name}" is not a PRD file name, which has the form <NNNN>-prd-<feature-name>.md.`;
    yield { offset: list.prd.value.start, message };
  },
};

export const dateFormat: Rule = {
  name: "date-format",
  *find({ created }) {
    if (!created || isDate(created.value.text)) return;
    const message = `"${created.value.text}" is not a date in the form YYYY-MM-DD.`;
    yield { offset: created.value.start, message };
  },
};

/** Rejects dates such as 30 February, which `Date` turns into a day of March. */
function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

export const numberGap: Rule = {
  name: "number-gap",
  *find(list) {
    const explained = new Set(list.changes?.numbers);
    for (const tasks of Map.groupBy(list.tasks, ({ phase }) => phase).values()) {
      yield* gapsOf(tasks, explained);
    }
  },
};

function* gapsOf(tasks: readonly Task[], explained: ReadonlySet<string>) {
  let expected = 1;
  for (const { phase, seq, numberSpan, number } of tasks.toSorted((one, other) => one.seq - other.seq)) {
    while (expected < seq && explained.has(`${phase}.${expected}`)) expected++;
    if (expected < seq) {
      const last = seq - 1;
      const missing =
        expected === last ? `${phase}.${last} is` : `${phase}.${expected} to ${phase}.${last} are`;
      yield {
        offset: numberSpan.start,
        message: `Task ${number} follows a gap: ${missing} not in the list.`,
      };
    }
    expected = Math.max(expected, seq + 1);
  }
}

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

/** Two tasks that may be worked on in parallel should not change the same file. */
export const sharedFile: Rule = {
  name: "shared-file",
  *find(list) {
    const open = list.tasks.filter(({ status }) => status.value !== "Complete");
    const tasksOf = new Map<string, Task[]>();
    for (const task of open)
      for (const path of filePathsOf(task)) tasksOf.set(path, [...(tasksOf.get(path) ?? []), task]);
    const isOrdered = orderIn(list);
    for (const [path, tasks] of tasksOf) {
      for (const [index, task] of tasks.entries()) {
        const other = tasks.slice(0, index).findLast((earlier) => !isOrdered(task.number, earlier.number));
        if (other === undefined) continue;
        const message = `Task ${other.number} and Task ${task.number} both name ${path}, and neither depends on the other.`;
        yield {
          offset: task.files.find(({ text }) => text.includes(path))?.start ?? task.heading.start,
          message,
        };
      }
    }
  },
};

/** Whether one of two tasks comes before the other, directly or through others. */
function orderIn({ tasks }: TaskList): (one: string, other: string) => boolean {
  const direct = new Map(tasks.map(({ number, dependencies }) => [number, dependencies.resolved]));
  const reached = new Map<string, ReadonlySet<string>>();
  const behind = (number: string): ReadonlySet<string> => {
    const known = reached.get(number);
    if (known !== undefined) return known;
    const found = new Set<string>();
    const next = [...(direct.get(number) ?? [])];
    for (let at = next.pop(); at !== undefined; at = next.pop()) {
      if (found.has(at)) continue;
      found.add(at);
      next.push(...(direct.get(at) ?? []));
    }
    reached.set(number, found);
    return found;
  };
  return (one, other) => behind(one).has(other) || behind(other).has(one);
}

export const statusMismatch: Rule = {
  name: "status-mismatch",
  *find(list) {
    const complete = completeNumbers(list);
    for (const task of list.tasks.filter(({ status }) => status.value === "Complete")) {
      const unfinished = task.dependencies.resolved.filter((number) => !complete.has(number));
      const open = task.verification.filter(({ box, checked }) => box && !checked).length;
      const offset = task.fields.find(({ name }) => name === "status")?.value.start ?? task.heading.start;
      const withOpen = `Task ${task.number} is Complete with ${open} open ${open === 1 ? "box" : "boxes"}.`;
      const tooEarly = `Task ${task.number} is Complete, but it depends on ${unfinished.join(", ")}, unfinished.`;
      if (open > 0) yield { offset, message: withOpen };
      if (unfinished.length > 0) yield { offset, message: tooEarly };
    }
  },
};
