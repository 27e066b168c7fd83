/** The exact form of a list, with two example tasks: one without dependencies, and an endpoint. */
export const listForm = (title: string, prdName: string, created: string): string => `## Form

Exactly this. Tasks are numbered <phase>.<seq> from 1 without gaps; no Status line in a task; at most ten steps a task; Endpoint only for a task that builds an endpoint. The two tasks show the form, not the content:

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
