import { expect, it } from "vitest";
import { draftTasks } from "../../../src/tasks/generate/draft/draft-tasks.ts";
import type { PlannedPhase } from "../../../src/tasks/generate/draft/plan.ts";
import { readPrdModel } from "../../../src/tasks/generate/prd/read-model.ts";

const phasesOf = (source: string): readonly PlannedPhase[] => draftTasks(readPrdModel(source, "ferry.md"));
const tasksOf = (source: string) => phasesOf(source).flatMap(({ tasks }) => tasks);
const rowsOf = (source: string) =>
  tasksOf(source).map(({ requirements, steps, verification }) => [requirements[0], steps, verification]);

const story = (id: string, criteria: string): string =>
  `## Story ${id}: Trips ${id}\n\nAs a guest, I want trip ${id}, so that I sail.\n\n${criteria}\n\n1. Trip ${id} is listed.\n2. Trip ${id} has a pier.\n\n`;

it.each(["**Acceptance Criteria:**", "### Acceptance Criteria"])(
  "stories right below the title are one task each, with their criteria below `%s`",
  (label) => {
    const [phase, ...others] = phasesOf(
      `# Epic 1: Ferry\n\n## Epic Scope\n- Boats\n\n${story("1.1", label)}${story("1.2", label)}`,
    );
    expect(others).toEqual([]);
    expect(phase?.title).toBe("Epic 1: Ferry");
    expect(phase?.tasks.map(({ requirements, verification }) => [...requirements, ...verification])).toEqual([
      ["Story 1.1", "Trip 1.1 is listed.", "Trip 1.1 has a pier."],
      ["Story 1.2", "Trip 1.2 is listed.", "Trip 1.2 has a pier."],
    ]);
  },
);

it("a heading without an id is a story if it has one story sentence and criteria", () => {
  const [task, ...others] = tasksOf(
    "# Ferry\n## Seats\nAs a guest, I want to pick a seat.\n### Acceptance Criteria\n1. Taken seats are grey.\n",
  );
  expect(others).toEqual([]);
  expect(task?.steps).toEqual(["As a guest, I want to pick a seat."]);
  expect(task?.verification).toEqual(["Taken seats are grey."]);
});

it("a list of stories below one heading stays several stories", () => {
  const source =
    "# Ferry\n## Guests\n- As a guest, I want to sail.\n- As a guest, I want to eat.\n\n**Acceptance Criteria:**\n- Lunch is served.\n";
  expect(tasksOf(source).map(({ steps }) => steps[0])).toEqual([
    "As a guest, I want to sail.",
    "As a guest, I want to eat.",
    'Check each criterion of "Guests"',
  ]);
});

it("stories after a heading such as `Epic 1` of the same level belong to it", () => {
  const below = (source: string): string => source.replaceAll("## Story", "### Story");
  const source = `# Ferry\n### Epic 1: Trips\n${below(story("1.1", "**Acceptance Criteria:**"))}### Epic 2: Piers\n${below(story("2.1", "**Acceptance Criteria:**"))}`;
  expect(phasesOf(source).map(({ title, tasks }) => [title, tasks[0]?.requirements])).toEqual([
    ["Epic 1: Trips", ["Story 1.1"]],
    ["Epic 2: Piers", ["Story 2.1"]],
  ]);
});

it("the notes below a story with criteria are steps, and numbered criteria are not requirements", () => {
  const source =
    "# Ferry\n## Story 3.1: Trips\nAs a guest, I want trips.\n### Acceptance Criteria\n- 3.1.1: Trips are listed.\n- 3.1.2: Trips have piers.\n### Notes on code\n- Extend `trips.ts`\n";
  expect(rowsOf(source)).toEqual([
    [
      "Story 3.1",
      ["As a guest, I want trips.", "Notes on code: Extend `trips.ts`"],
      ["3.1.1: Trips are listed.", "3.1.2: Trips have piers."],
    ],
  ]);
});

it("a story beside requirements depends on the stories that it names, and a bullet can head its criteria", () => {
  const told = (id: string, after: string): string =>
    `### ${id}：乘客 ${id}\n- (a) 动机\n  乘客想上船\n- (c) 如何验收\n  - 船票 ${id} 有效\n\n${after}\n\n`;
  const source = `# 渡轮\n## 功能需求\n- FR-1: 码头开放。\n## 用户故事\n${told("US-01", "**依赖**：无")}${told("US-02", "**依赖**：US-01（需要船票）。")}`;
  const tasks = tasksOf(source).filter(({ requirements }) => requirements[0]?.startsWith("US-"));
  expect(tasks.map(({ verification }) => verification)).toEqual([["船票 US-01 有效"], ["船票 US-02 有效"]]);
  expect(tasks.map(({ dependencies }) => dependencies)).toEqual([[], [tasks[0]?.number]]);
  expect(tasks.flatMap(({ steps }) => steps).join()).not.toContain("依赖");
});

it("criteria of scenarios depend on the requirements of the area that has the story's name", () => {
  const source =
    "# Ferry\n## User Stories\n### US4 - Old Trips (Priority: P4) 🎯 MVP\nAs a guest, I want old trips.\n\n**Acceptance Criteria**:\n1. Given a trip, when it ends, then it is listed.\n## Functional Requirements\n**Piers**\n- FR-001: The system shows piers.\n\n**Old Trips**\n- FR-002: The system lists ended trips.\n";
  const check = tasksOf(source).find(({ title }) => title === 'Check "US4 - Old Trips"');
  expect(check?.dependencies).toEqual(["2.1"]);
});

it("ids in further columns of a row are references", () => {
  const source =
    "# Ferry\n## Functional Requirements\n| ID | Story | Requirement | Depends on | Test | Acceptance criterion | Error code |\n|---|---|---|---|---|---|---|\n| FR-1 | US-1 | The ferry stores trips. | - | TC-1 | AC-1, AC-2 | E-1001 |\n| FR-2 | US-2 | The ferry sells soup. | FR-1 | TC-2 | AC-9 | E-1002 |\n## Acceptance Criteria\n- AC-1: A trip has a name.\n- AC-2: A trip has a pier.\n";
  expect(rowsOf(source)).toEqual([
    [
      "FR-1",
      ["The ferry stores trips.", "Error code: E-1001"],
      ["AC-1: A trip has a name.", "AC-2: A trip has a pier."],
    ],
    [
      "FR-2",
      ["The ferry sells soup.", "Error code: E-1002"],
      ["The ferry sells soup.", "Error code: E-1002"],
    ],
  ]);
  expect(tasksOf(source).map(({ title, dependencies }) => [title, ...dependencies])).toEqual([
    ["The ferry stores trips"],
    ["The ferry sells soup", "1.1"],
  ]);
});

it("rows with a done status give no task", () => {
  const source =
    "# Färja\n## Funktionella krav\n| ID | Namn | Beroenden (ID) | Prioritet | Status |\n|---|---|---|---|---|\n| #1 | Systemet ska visa turer | -- | Hög | Pågående |\n| #2 | Systemet ska sälja soppa | #1 | Låg | Not implemented |\n| #3 | Systemet ska visa bryggor | #1 | Låg | Implementerat |\n";
  expect(tasksOf(source).map(({ requirements }) => requirements)).toEqual([
    ["Requirement 1"],
    ["Requirement 2"],
  ]);
});

it("sections called `Constraints` in two areas are two tasks, and the name of a group among endpoints is not a step", () => {
  const source =
    "# Ferry\n## Functional Requirements\n- FR-1: Guests sail.\n## Details\n### Trips\n#### Constraints\n- Trips need a pier.\n### Guests\n#### Constraints\n- Guests need a ticket.\n## API Endpoints\n| Method | Path | Purpose |\n|---|---|---|\n| **Trips** | | |\n| GET | `/trips` | List the trips |\n";
  const tasks = tasksOf(source);
  expect(tasks.flatMap(({ title, steps }) => (title.startsWith("Apply") ? [[title, ...steps]] : []))).toEqual(
    [
      ['Apply "Trips"', "Trips need a pier."],
      ['Apply "Guests"', "Guests need a ticket."],
    ],
  );
});

it("tables of contents and headings such as `Table 2` name no phase", () => {
  const source =
    "# Ferry\n## Contents\n### Functional Requirements\n- FR-1: Guests sail.\n### Technical Constraints\n- Trips are stored in SQLite.\n## Details\n### Table 2\n| ID | Requirement |\n|---|---|\n| FR-2 | The ferry sells soup. |\n";
  expect(phasesOf(source).map(({ title }) => title)).toEqual([
    "Functional Requirements",
    "Details",
    "Technical Constraints",
  ]);
});
