import type { RuleName } from "../../document/diagnostic.ts";

/** What the author of a new list should do about each finding. Rules that a new list can't break are left out. */
export const remedies: Partial<Record<RuleName, string>> = {
  "no-tasks": "Answer with the list in the form of the brief.",
  "missing-title": "Begin with `# Task List: <feature title>`.",
  "malformed-task": "Write the heading as `### Task <phase>.<seq>: <title>`.",
  "duplicate-number": "Number the tasks of each phase from 1 without gaps.",
  "wrong-phase": "Give the task a number of the phase it is in, or move it.",
  "missing-dependencies": "Add `**Dependencies**:` with task numbers, or None.",
  "unknown-dependency": "Name only tasks of this list.",
  "self-dependency": "Remove the task's own number from its dependencies.",
  "dependency-cycle": "Remove the dependency that is not a use of the other task's result.",
  "dependency-order": "Move the task behind the one it depends on, or remove the dependency.",
  "missing-verification": "Add two to five criteria, each with an input and its expected result.",
  "unknown-complexity": "Use Low, Medium or High.",
  "missing-complexity": "Add `**Complexity**:` with Low, Medium or High.",
  "unclosed-fence": "Close the code fence.",
  "number-gap": "Number the tasks of each phase from 1 without gaps.",
  "vague-verification": "Replace it with an input and its expected result.",
  "unparsed-dependency": "Write dependencies as task numbers.",
  "stale-phase-range": "Make the range in the heading match the phase's tasks.",
  "large-task": "Split the task.",
  "missing-steps": "Add what is to be done, with the names and numbers of the PRD.",
  "restated-verification": "Replace at least one criterion with an input and its expected result.",
  "shared-file":
    "Let one of the two depend on the other if both change the same part of the file; else leave it.",
  "uncovered-requirement": "Carry it in a task and name it in that task's Requirements.",
  "unknown-requirement": "Use an id exactly as under Requirements to carry, or the title of a section.",
  "missing-number": "State the number in a step or a criterion of the task that it concerns.",
  "non-goal": "Remove the task: the PRD says that this is not to be built.",
  "many-requirements": "Split the task unless the requirements are one deliverable.",
  "no-dependencies": "Name the tasks whose result each task uses.",
};
