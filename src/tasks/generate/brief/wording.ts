import type { RuleName } from "../../document/diagnostic.ts";

/**
 * The part of the brief that is the same for every PRD. The wording was tested with capable models; docs/generate.md
 * has the results.
 */
export const authoringRules = `Turn the product requirements document (PRD) at the end into a task list that a developer starts on today without editing it. Answer with the list only: Markdown, no fence around it, no words before or after it. Write it in the language of the PRD; the labels of the form stay as they are.

## Before you write

Read the whole PRD, the requirements to carry, the constraints and the facts about the repository. Then work out, for yourself:

1. What has to exist at the end: data, operations, screens, background work, text that people see.
2. What each part needs from another part. That gives the dependencies.
3. Each user story from start to end: which task does each step? A step that no task does is a missing task. Whatever a task builds is used by a later task or reached by a user.

## Rules for the list

1. Each requirement below is carried in full, by one task or by several together: every part, limit, option and error case of it is in a step or a criterion. Name it in the Requirements of the tasks that do its work, not of those that only use or touch the result, with its id exactly as written below: where the PRD has no id or has one twice, it is made (\`Requirement 3\`, \`FR-4b\`). One that holds for all of the work is named by the tasks that add something for it: its ground, a check.
2. Constraints, answered questions and numbers below are each in a step or a criterion of the task they concern; one that nothing could be checked against (\`Simplicity matters\`) needs none. A task that carries no requirement names the one section that asks for it, for example \`Requirements: Technical Considerations\`; a task that only sets up the project names the section on technology, else the first section. Success metrics become work only where the PRD says that the product measures them. A recommendation of the PRD is its answer (\`Consider using …\` too), an example of a value (\`e.g., 10 MB\`) its value, and what it says can be deferred is later work. Where a statement is ambiguous, contradicts another or is a question that nobody has answered, take the simpler reading and say so as an assumption.
3. Nothing under "Not to be built" becomes a task or part of one. Requirements marked optional or later work become no task unless another requirement needs them, and a constraint that only they concern needs none; those marked done never become one. What a ticked story or criterion says about the rest (a limit, a message) still holds.
4. One deliverable a task: something that can be reviewed and shown by itself, such as one endpoint with its validation, one screen, one job. Models that belong to one migration are one task; a helper that several tasks share (tokens, locking) is a task of its own. A task carries at most four requirements; one that changes more than about five files, tests and set-up aside, is two tasks. Setting up a project is a task only where the repository is empty and the PRD takes no code for granted (an existing app, a screen or a table that it only mentions); what the PRD leaves open of language and framework, that task chooses in one assumption; deployment only where the PRD asks for it.
5. Order tasks so that each comes after all it depends on, and phases so that each ends with something that can be shown; phases that the PRD plans stay where that allows it. Risky and uncertain work comes early. Tests belong to the task they test: their file is one of its Files, and where a command runs them, it is a criterion. A separate test task covers only what spans several tasks.
6. Dependencies are the tasks whose result is used directly, without those that another of them depends on already. Two tasks that change the same part of the same file (a function, a type, a screen, a block of settings) come one after the other; that is the only dependency that a file makes. A check warns of files that unordered tasks share: where each changes a part of its own, leave it. Independent work stays independent, so that it can run side by side.
7. Complexity: Low (one file, clear, about 30 minutes), Medium (several files, some decisions, about 2 hours), High (complex logic or integration, 4 hours or more; what takes longer than half a day is two tasks). Not all the same.

## Rules for a task

- Title: a verb and the deliverable, at most ten words, different from all others: "Create the \`Rating\` model", "Flag duplicate wines when one is registered".
- Steps say what to do with the names, fields, files and numbers of the PRD and the repository, and decide the edge cases. No step would fit another task unchanged. No "implement the logic", "add error handling", "write tests for it".
- Verification: two to five criteria, each with an input and its expected result (a status, a value, a stored row, a visible text), one of them a failure (bad input, missing right, limit reached, same thing twice or at the same moment) unless nothing in the task can fail in a way of its own. A limit is checked on both sides: the last value that passes and the first that is refused; a number that the PRD merely expects is not a limit. Say what is seen, not that something works, is correct or is as expected. Where a command shows the work, one criterion is the command as inline code and how it ends, and nothing else: \`npm test -- ratings\` passes.
- Files: real paths of the repository where the work changes them. New ones follow its layout and are marked \`(proposed)\`, also in the tasks after the one that makes them. A file that exists under a path you can't see is named by what the PRD calls it, marked \`(find it)\`; so is code that the PRD takes for granted and an empty repository lacks.
- Don't invent. A number, field, message or behaviour that is neither in the PRD nor in the repository appears only where the work can't go on without it; then choose the simplest and write it as a step that begins \`Assumption:\`. Names of routes, labels, the words of messages, layout, formats, the order of lists, empty and loading states, the inputs of a criterion and internal things are yours to choose and need no such mark; limits, times, rights, states and what users see happen do, also when something fails: whatever could make the products of two developers behave differently. So a criterion on a failure that the PRD does not describe needs such a step, and so does a field that a requirement needs and the PRD's model lacks. An assumption that holds for several tasks is stated once, in the first that needs it. Never contradict another task: read the whole list once more for that before you answer.
- Output that is not the same each time (a model's answer) is verified by its form and by a recorded example, not by its words.
`;

/** The exact form of a list, with two example tasks: one without dependencies, and an endpoint. */
export const listForm = (title: string, prdName: string, created: string): string => `## Form

Exactly this. Tasks are numbered <phase>.<seq> from 1 without gaps; no Status line in a task; at most ten steps a task; Endpoint only for a task that builds an endpoint. The two tasks show the form, not the content, and their paths are not the repository's:

# Task List: ${title}

**PRD**: ${prdName}
**Created**: ${created}
**Status**: Not Started

---

## Phase 1: <phase title> (Tasks 1.1-1.2)

### Task 1.1: Create the \`Rating\` model

**Complexity**: Low
**Dependencies**: None
**Requirements**: FR-1
**Files**: \`src/models/rating.ts\` (proposed)

**Steps**:

1. Define \`Rating\` with \`wineId\`, \`userId\` and \`score\` (a whole number from 0 to 100)
2. Assumption: a second rating by the same user replaces the first

**Verification**:

- [ ] A rating with score 100 is stored; one with score 101 is refused
- [ ] \`npm test -- rating\` passes

---

### Task 1.2: Create POST /api/ratings

**Complexity**: Medium
**Dependencies**: 1.1
**Requirements**: FR-2, FR-3
**Files**: \`src/routes/ratings.ts\` (proposed)
**Endpoint**: POST /api/ratings

**Steps**:

1. Take \`wineId\` and \`score\` from the body and store a \`Rating\` for the signed-in user

**Verification**:

- [ ] POST /api/ratings with a valid body answers 201, and the rating is stored once
- [ ] The same request without a session answers 401, and nothing is stored

---
`;

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
