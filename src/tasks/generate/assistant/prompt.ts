import type { FileDiagnostic } from "../../lint/format-diagnostics.ts";

interface Subject {
  readonly prd: string;
  readonly prdName: string;
  readonly created: string;
}

/** What an assistant is told: the authoring rules, the exact form, and the PRD. */
export const promptFor = ({
  prd,
  prdName,
  created,
}: Subject): string => `Turn the product requirements document below into a task list. Answer with the list alone: Markdown, no fence around it, no word before or after it.

# Rules

1. Analyse the PRD first: its functional requirements, technical considerations, the dependencies between components, its testing needs. What it calls a non-goal or out of scope never becomes a task.
2. Build phases (milestones), tasks (work items) and steps (what to do, in order). Phases follow the work: data and models, core logic, endpoints or screens, integration, tests and release; only those that the PRD calls for. Where the PRD has areas of its own, they are the phases.
3. A task is small: one deliverable, such as one schema, one model or one endpoint, not a whole subsystem.
4. Verification criteria are specific and checkable: an expected HTTP status, a stored record, a hashed value. Never a vague statement such as "works correctly", "is done" or "as expected". Take them from the PRD's own criteria and numbers where it has them.
5. Dependencies are written explicitly as task numbers, never left implied.
6. Tasks are ordered so that every task comes after all tasks it depends on. No cycles.
7. Every functional requirement is carried by at least one task, and named in that task's Requirements by its id (FR-3; "Requirement 3" where the PRD gives only a number).
8. Titles are short orders that name the thing ("Create POST /api/auth/register endpoint"), never "Implement FR-3".
9. Complexity is one of Low (single file, clear implementation, about 30 minutes), Medium (multiple files, some decisions, about 2 hours), High (complex logic, integration, 4 hours or more).

# Form

Exactly this, with tasks numbered <phase>.<seq> from 1 without gaps, and no Status line in a task:

# Task List: <feature title>

**PRD**: ${prdName}
**Created**: ${created}
**Status**: Not Started

---

## Phase 1: <phase title> (Tasks 1.1-1.2)

### Task 1.1: <title>

**Complexity**: Low
**Dependencies**: None
**Requirements**: FR-1
**Files**: \`src/models/user.ts\`

**Steps**:

1. <first action>
2. <second action>

**Verification**:

- [ ] <criterion>

### Task 1.2: <title>

**Complexity**: Medium
**Dependencies**: 1.1
**Requirements**: FR-2
**Files**: \`src/routes/users.ts\`
**Endpoint**: POST /api/users

**Steps**:

1. <action>

**Verification**:

- [ ] <criterion>

---

At most ten steps and ten files a task. Endpoint only for a task that builds an endpoint. A line --- stands between the header and the phases.

# PRD (${prdName})

${prd}
`;

/** The same once more, with the list that came back and what lint says of it. */
export const repairPromptFor = (
  prompt: string,
  list: string,
  diagnostics: readonly Pick<FileDiagnostic, "line" | "rule" | "message">[],
): string => `${prompt}
# Your last answer

${list}

# What is wrong with it

${diagnostics.map(({ line, rule, message }) => `- line ${line}, ${rule}: ${message}`).join("\n")}

Answer with the whole list again, mended, and nothing else.
`;
