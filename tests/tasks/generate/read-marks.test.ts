import { expect, it } from "vitest";
import { draftTasks } from "../../../src/tasks/generate/draft/draft-tasks.ts";
import type { Prd } from "../../../src/tasks/generate/prd/model.ts";
import { readPrdModel } from "../../../src/tasks/generate/prd/read-model.ts";

const read = (source: string): Prd => readPrdModel(source, "ferry.md");
const tasksOf = (source: string) => draftTasks(read(source)).flatMap(({ tasks }) => tasks);

it("bold words that are only an id number a requirement, even with no separator after them", () => {
  const { requirements } = read(
    "# Ferry\n## Features\n**R1 — Rest.** Nobody works more than 14 hours.\n\n**R2** Export the shifts.\n**R3** Print the roster.\n",
  );
  expect(requirements.map(({ id, text }) => [id, text])).toEqual([
    ["R1", "Nobody works more than 14 hours."],
    ["R2", "Export the shifts."],
    ["R3", "Print the roster."],
  ]);
});

it.each([
  ["- **Boat**: id, name, state (moored, sailing, docked)", ["id", "name", "state"]],
  ["- **Boat**: (id, name, state (moored, sailing))", ["id", "name", "state"]],
  ["- Boat(id, name, state)", ["id", "name", "state"]],
])("in %s, values in parentheses are not fields", (line, fields) => {
  const { models } = read(`# Ferry\n## Features\n1. List boats.\n## Data Model\n${line}\n`);
  expect(models.map((model) => model.fields.map(({ name }) => name))).toEqual([fields]);
});

it.each([
  ["Priority | Notes", "P2 | not in v1", "future"],
  ["Priority | Notes", "P2 | nice to have", "optional"],
  ["Priority | Release", "P2 | later", "future"],
  ["MoSCoW | Notes", "W | –", "wont"],
  ["MoSCoW | Notes", "S | –", null],
  // A column of phases is a plan.
  ["Priority | Phase", "P0 | Phase 2", null],
  ["Priority | Notes", "P0 | optional: a trend", null],
])("in a row below %s, %s marks the requirement as %s", (header, cells, optional) => {
  const { requirements } = read(
    `# Ferry\n## Features\n| ID | Feature | ${header} |\n|---|---|---|---|\n| F-1 | Voice control | ${cells} |\n`,
  );
  expect(requirements.map((one) => one.optional)).toEqual([optional]);
});

it.each(["Rules", "Business Rules", "Errors", "Error Handling", "Hardware"])(
  "the points below %s beside a list of requirements become a task",
  (heading) => {
    const tasks = tasksOf(
      `# Ferry\n## Features\n1. List boats.\n## ${heading}\n- A late boat is shown in red.\n- Two boats share one pier.\n`,
    );
    expect(tasks.map(({ requirements, steps }) => [requirements, steps])).toEqual([
      [["Requirement 1"], ["List boats."]],
      [[heading], ["A late boat is shown in red.", "Two boats share one pier."]],
    ]);
  },
);

it("the other columns of a table of endpoints are steps of their tasks", () => {
  const tasks = tasksOf(
    "# Ferry\n## API\n| Method | Path | Description | Auth | Notes |\n|---|---|---|---|---|\n| GET | `/boats` | List boats | crew | – |\n| PUT | `/boats/:id` | Rename a boat | master | at most 40 characters |\n\n## Features\n1. Show the pier.\n",
  );
  expect(tasks.filter(({ path }) => path !== null).map(({ steps }) => steps)).toEqual([
    ["List boats", "Auth: crew"],
    ["Rename a boat", "Auth: master", "at most 40 characters"],
  ]);
});

it("the task for a section depends on the requirements that the section cites", () => {
  const tasks = tasksOf(
    "# Ferry\n## Features\n- FR-1: Print the roster.\n- FR-2: Weigh the cargo.\n## Performance\n- FR-2 takes less than 3 seconds.\n",
  );
  expect(tasks.map(({ dependencies }) => dependencies)).toEqual([[], [], ["1.2"]]);
});

it.each([
  "# Software Requirements Specification: Ferry Crew",
  "# Requirements Specification – Ferry Crew",
  "# Ferry Crew PRD (v1.2)",
  "# Ferry Crew — Product Requirements (2.0)",
])("the title in `%s` has no words for the kind of the document", (heading) => {
  expect(read(`${heading}\n## Features\n1. List boats.\n`).title).toBe("Ferry Crew");
});
