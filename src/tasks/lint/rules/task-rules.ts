import { readComplexity } from "../../document/read-task.ts";
import type { Rule } from "../rule.ts";
import { lacksDependencies, taskRule } from "../rule.ts";

/** A task without a title. The reader itself reports text that it can't read as a task. */
export const malformedTask = taskRule("malformed-task", ({ number, title }) =>
  title === "" ? `Task ${number} has no title: write ### Task ${number}: <title>.` : null,
);

export const missingDependencies = taskRule("missing-dependencies", (task) =>
  lacksDependencies(task)
    ? `Task ${task.number} does not say what it depends on: add **Dependencies**: None, or the numbers.`
    : null,
);

export const missingVerification = taskRule("missing-verification", ({ number, verification }) =>
  verification.length === 0
    ? `Task ${number} has no verification: add **Verification** with a list - [ ] <criterion>.`
    : null,
);

export const missingComplexity = taskRule("missing-complexity", ({ number, form, fields }) =>
  form === "full" && fields.every(({ name }) => name !== "complexity")
    ? `Task ${number} has no complexity: add **Complexity**: Low, Medium or High.`
    : null,
);

export const missingSteps = taskRule("missing-steps", ({ number, form, steps }) =>
  form === "full" && steps.length === 0
    ? `Task ${number} has no steps: add **Steps** with a numbered list.`
    : null,
);

const most = 10;

export const largeTask = taskRule("large-task", ({ number, steps, files }) => {
  const [count, what] = steps.length > most ? [steps.length, "steps"] : [files.length, "files"];
  return count > most ? `Task ${number} has ${count} ${what}: a task is one deliverable, split it.` : null;
});

export const duplicateNumber: Rule = {
  name: "duplicate-number",
  *find({ tasks }) {
    const lines = new Map<string, number>();
    for (const { number, numberSpan, line } of tasks) {
      const first = lines.get(number);
      const message = `Task ${number} is defined twice: line ${first} defines it too. Renumber one of them.`;
      if (first === undefined) lines.set(number, line);
      else yield { offset: numberSpan.start, message };
    }
  },
};

export const wrongPhase: Rule = {
  name: "wrong-phase",
  *find({ tasks, phases }) {
    for (const { number, phase, numberSpan, phaseIndex } of tasks) {
      const home = phaseIndex === null ? undefined : phases[phaseIndex];
      if (!home || home.number === phase) continue;
      const message = `Task ${number} is in Phase ${home.number}, whose tasks are numbered ${home.number}.<n>.`;
      yield { offset: numberSpan.start, message };
    }
  },
};

export const unknownComplexity: Rule = {
  name: "unknown-complexity",
  *find({ tasks }) {
    for (const { name, value } of tasks.flatMap(({ fields }) => fields)) {
      if (name !== "complexity" || readComplexity(value.text) !== null) continue;
      const message = `Complexity "${value.text}" is not one of Low, Medium and High.`;
      yield { offset: value.start, message };
    }
  },
};

export const unknownStatus: Rule = {
  name: "unknown-status",
  *find({ tasks }) {
    for (const { status, fields, heading } of tasks.filter((task) => !task.status.understood)) {
      const offset = fields.find(({ name }) => name === "status")?.value.start ?? heading.start;
      const message = `Status "${status.written}" is not one of Not Started, In Progress, Blocked and Complete.`;
      yield { offset, message };
    }
  },
};

const vague: readonly RegExp[] = [
  /\bas (?:expected|intended|designed|desired)\b/i,
  /\bproperly\b/i,
  /\b(?:correctly|appropriately)\s*[.!]?$/i,
  /\b(?:works?|working|functions?|behaves?|runs?|handled|implemented|done) (?:correctly|well|fine|right)\b/i,
  /\bworks?\s*[.!]?$/i,
  /\blooks? (?:good|right|fine|ok|okay|nice|correct)\b/i,
  /\b(?:is|are) (?:done|completed?|finished|working|ok|okay|good|fine)\s*[.!]?$/i,
  /^(?:tested|done|completed?|finished|verified|ok|fine|no (?:issues|problems))\s*[.!]?$/i,
];

/** A command, a status code or a measurement says how to check, whatever the words around it. */
const evidence = /`[^`]+`|(?<![\d.])[1-5]\d{2}(?![\d.])|\d\s*(?:%|ms\b|s\b|seconds?\b|minutes?\b|KB\b|MB\b)/i;

export const vagueVerification: Rule = {
  name: "vague-verification",
  *find({ tasks }) {
    for (const { text, textSpan } of tasks.flatMap(({ verification }) => verification)) {
      if (!vague.some((pattern) => pattern.test(text)) || evidence.test(text)) continue;
      const message = `"${text}" cannot be checked: say what is seen, such as a status code or a stored record.`;
      yield { offset: textSpan.start, message };
    }
  },
};
