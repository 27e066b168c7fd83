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

it("a remark in parentheses after a bold id is not a title, and can mark the requirement", () => {
  const { requirements } = read(
    "# Ferry\n## Features\n- **FR-1 (P0)**: The app lists boats.\n- **R-02 (P0)** The app shows piers.\n- **R-03 (P2, later)** Print on a belt printer.\n- **FR-4 Login (P0)**: Crew log in.\n",
  );
  expect(requirements.map(({ id, title, text, optional }) => [id, title, text, optional])).toEqual([
    ["FR-1", null, "The app lists boats.", null],
    ["R-02", null, "The app shows piers.", null],
    ["R-03", null, "Print on a belt printer.", "future"],
    ["FR-4", "Login (P0)", "Crew log in.", null],
  ]);
});

it.each([
  "Members can filter trips by state:\n   - Open\n   - Excluded\n   - Later",
  "Deleted trips are listed (moved to trash)",
  "Moved to trash: trips stay for 30 days",
])("`%s` is a requirement without a mark", (point) => {
  const { requirements } = read(`# Ferry\n## Features\n1. ${point}\n`);
  expect(requirements.map(({ optional }) => optional)).toEqual([null]);
});

it("labels such as `Must:` and `Nice:` mark the points below them, and are not part of their sentences", () => {
  const source =
    "# Ferry\nMust:\n- crew upload a photo\n- a trip can be hidden\n\nNice:\n- a map\n\nNot now:\n- paid tours\n";
  expect(read(source).requirements.map(({ optional }) => optional)).toEqual([null, null, "optional", "wont"]);
  expect(tasksOf(source).map(({ steps }) => steps)).toEqual([
    ["crew upload a photo"],
    ["a trip can be hidden"],
  ]);
});

it("`Won't have` marks a requirement, with a remark after it too", () => {
  const { requirements } = read(
    "# Ferry\n## Features\n### Feature 1: Cash\n**Priority:** Won't have (this release)\n**Description:** Buying with money.\n### Feature 2: Cards\n**Priority:** Must have\n**Description:** Paying by card.\n",
  );
  expect(requirements.map(({ id, optional }) => [id, optional])).toEqual([
    ["Feature 1", "wont"],
    ["Feature 2", null],
  ]);
});

it("below a title, numbered lines are headings if there are no others", () => {
  const prd = read(
    "# Ferry\n\n1. Introduction\n1.1 Purpose\nFerry lists boats.\n\n2. Functional requirements\n2.1 Piers\n2.1.1 The app shows all piers.\n\n3. Out of scope\n3.1 Cruise ships\n3.2 Weather\n",
  );
  expect(prd.requirements.map(({ id, area }) => [id, area])).toEqual([["Requirement 2.1.1", "Piers"]]);
  expect(prd.nonGoals.map(({ text }) => text)).toEqual(["Cruise ships", "Weather"]);
});

it("sentences such as `Returns 201 with the secret` are criteria of their endpoint", () => {
  const task = tasksOf(
    "# Ferry\n## Features\n1. List boats.\n## Endpoints\n### POST /v1/boats\nCreates a boat. Returns 201 with the secret. 422 if the name is missing. Bodies over 256 KB get 413.\n",
  ).find(({ path }) => path !== null);
  expect(task?.verification).toEqual([
    "`POST /v1/boats` answers 422: if the name is missing",
    "`POST /v1/boats` answers 201: with the secret",
    "`POST /v1/boats` answers 413: Bodies over 256 KB",
  ]);
});

it("an endpoint depends on the last model in its path, and one that data comes from is not to be built", () => {
  const tasks = tasksOf(
    "# Ferry\n## Data Model\n- **Boat**: id, name, state\n- **Trip**: id, boat_id, day\n## API\n- `POST /boats/:id/trips/:trip/close` - Close a trip\n## Constraints\n- Tides come from the harbour (`GET https://harbour.example/tides/{day}`)\n",
  );
  expect(tasks.map(({ number, path, dependencies }) => [number, path, dependencies])).toEqual([
    ["1.1", null, []],
    ["1.2", null, ["1.1"]],
    ["2.1", "/boats/:id/trips/:trip/close", ["1.2"]],
    ["3.1", null, []],
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

it.each([
  "Rules",
  "Business Rules",
  "Errors",
  "Error Handling",
  "Hardware",
  "Notifications",
  "Permissions",
  "Qualität",
  "Controls",
])("the points below %s beside a list of requirements become a task", (heading) => {
  const tasks = tasksOf(
    `# Ferry\n## Features\n1. List boats.\n## ${heading}\n- A late boat is shown in red.\n- Two boats share one pier.\n`,
  );
  expect(tasks.map(({ requirements, steps }) => [requirements, steps])).toEqual([
    [["Requirement 1"], ["List boats."]],
    [[heading], ["A late boat is shown in red.", "Two boats share one pier."]],
  ]);
});

it("the other columns of a table of endpoints are steps of their tasks", () => {
  const tasks = tasksOf(
    "# Ferry\n## API\n| Method | Path | Description | Auth | Notes |\n|---|---|---|---|---|\n| GET | `/boats` | List boats | crew | – |\n| PUT | `/boats/:id` | Rename a boat | master | at most 40 characters |\n\n## Features\n1. Show the pier.\n",
  );
  expect(tasks.filter(({ path }) => path !== null).map(({ steps }) => steps)).toEqual([
    ["`GET /boats`: List boats", "Auth: crew"],
    ["`PUT /boats/:id`: Rename a boat", "Auth: master", "at most 40 characters"],
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
  "# Pitch: Ferry Crew",
  "# Cahier des charges : Ferry Crew",
  "# Game Design Document — Ferry Crew",
  "# Product Requirements Document (PRD)\n## Ferry Crew",
])("the title in `%s` has no words for the kind of the document", (heading) => {
  expect(read(`${heading}\n## Features\n1. List boats.\n`).title).toBe("Ferry Crew");
});

it("a point that is deferred to a version is later work, and points under Stretch or Press release are none", () => {
  const prd = read(
    "# Ferry\n## Press release\n- We are proud to release Ferry.\n## Features\n1. List boats.\n2. Print the roster. *(deferred to v2)*\n## Stretch\n- Whales\n## Done when\n- All boats are listed\n",
  );
  expect(prd.requirements.map(({ optional }) => optional)).toEqual([null, "future"]);
  expect(prd.constraints).toEqual([]);
  expect(prd.criteria.map(({ text }) => text)).toEqual(["All boats are listed"]);
});

it("the number of a crossed-out point is not given to a requirement of another section", () => {
  const { requirements } = read(
    "# Ferry\n## Requirements\n1. List boats.\n2. ~~Print the roster.~~\n3. List piers.\n## Legal\n- Rosters must be kept for 15 years.\n",
  );
  expect(requirements.map(({ id }) => id)).toEqual(["Requirement 1", "Requirement 3", "Requirement 4"]);
});

it("a tag on a line of its own stays in a code block", () => {
  const { requirements } = read(
    "# Ferry\n## Features\n1. The page shows:\n\n```\n<div>\n</div>\n```\n<context>\n\n2. List boats.\n",
  );
  expect(requirements[0]?.code.map(({ text }) => text)).toEqual(["<div>\n</div>"]);
  expect(requirements).toHaveLength(2);
});

it("requirements that only share a unit of time don't depend on each other", () => {
  const tasks = tasksOf(
    "# Ferry\n## Features\n### Tides\n- FR-1: The system must read the tide table every 5 minutes.\n- FR-2: The server must answer 100 requests per minute.\n",
  );
  expect(tasks.map(({ dependencies }) => dependencies)).toEqual([[], []]);
});

it("sentences that oblige, or a proposed solution, give the requirements of a PRD that lists none", () => {
  const prose = read("# Ferry\n\nThe app must list all boats. It is blue. It should let crew log in.\n");
  expect(prose.requirements.map(({ text }) => text)).toEqual([
    "The app must list all boats.",
    "It should let crew log in.",
  ]);
  const pitch = read(
    "# Ferry\n## Problem\nBoats are lost.\n## Solution\n### Boats\nA list of boats.\n### Piers\nA map.\n",
  );
  expect(pitch.requirements.map(({ title, text }) => [title, text])).toEqual([
    ["Boats", "A list of boats."],
    ["Piers", "A map."],
  ]);
});

it("a remark in parentheses between an id and its colon is not part of the text, and can mark the requirement", () => {
  const { requirements } = read(
    "# Ferry\n## Features\n- R-01 (P0): Crew pay by card.\n- R-02 (P2, later): Crew pay by phone.\n",
  );
  expect(requirements.map(({ id, text, optional }) => [id, text, optional])).toEqual([
    ["R-01", "Crew pay by card.", null],
    ["R-02", "Crew pay by phone.", "future"],
  ]);
});

it("`Not now` in the bold words of a requirement, and `not yet` after a dash, mark it", () => {
  const { requirements } = read(
    "# Ferry\n## Features\n- **Not now:** refunds\n- Paid tours — not yet\n- Trips\n",
  );
  expect(requirements.map(({ optional }) => optional)).toEqual(["wont", "wont", null]);
});

it("only a label that is about the document or its risks as a whole sets the points below it aside", () => {
  const { requirements } = read(
    "# Ferry\n## Features\nTeam management:\n- invite a member\n- remove a member\n\nKnown risks:\n- fog\n",
  );
  expect(requirements.map(({ text }) => text)).toEqual(["invite a member", "remove a member"]);
});

it.each([
  ["New crew get 500 points.", []],
  ["Unknown crew gets 404 if it is not there.", [404]],
])("below an endpoint, `%s` says the statuses %j", (line, codes) => {
  const { endpoints } = read(`# Ferry\n## API\n### POST /crew\n${line}\n`);
  expect(endpoints.flatMap(({ statuses }) => statuses.map(({ code }) => code))).toEqual(codes);
});

it("says `Avoid` with each point that it introduces", () => {
  const [task] = tasksOf("# Ferry\n## Features\n- Avoid:\n  - pop-ups\n  - sound\n");
  expect(task?.steps).toEqual(["Avoid: pop-ups; sound"]);
});

it("`N.` continues the headings of a document without marks, but not the points of a list", () => {
  const document = (...lines: readonly string[]): string =>
    ["Ferry", "", "1. Features", "1.1 Trips", "Crew add a trip.", "", ...lines, ""].join("\n");
  const { requirements, nonGoals } = read(document("2. Non-goals", "- Paid tours"));
  expect(requirements.map(({ text }) => text)).toEqual(["Crew add a trip."]);
  expect(nonGoals.map(({ text }) => text)).toEqual(["Paid tours"]);
  expect(read(document("1. Trips have a name", "2. Boats have a name")).nonGoals).toEqual([]);
});

it("a row keeps a code in its first column, but not a number", () => {
  const stepsOf = (header: string): readonly string[] =>
    tasksOf(
      `# Ferry\n## Features\n### Errors\n| ${header} | Shown |\n|---|---|\n| 404 | No such trip |\n| 409 | Boat is full |\n`,
    ).flatMap(({ steps }) => steps);
  expect(stepsOf("Code")).toEqual(["404: No such trip", "409: Boat is full"]);
  expect(stepsOf("#")).toEqual(["No such trip", "Boat is full"]);
});

it("the heading below `PRD` is the title only if what it holds is about the document", () => {
  expect(read("# PRD\n\n## Harbour\n**Status:** Draft\n\n## Features\n- Trips\n").title).toBe("Harbour");
  expect(read("# PRD\n\n## Login\n- by mail\n- by phone\n\n## Trips\n- add\n").title).toBe("Ferry");
});

it("keeps `Source:` in a section, and does not take `None.` for a constraint", () => {
  const { constraints } = read(
    "# Ferry\n## Features\n- Trips\n## Security\n**Source:** the address of each call is kept.\n## Notifications\nNone.\n",
  );
  expect(constraints.map(({ text }) => text)).toEqual(["Source: the address of each call is kept."]);
});

it("a status after a dash or in parentheses marks what is below a heading as done, unlike words that go on", () => {
  const { requirements } = read(
    "# Ferry\n## Functional Requirements\n### Piers — shipped\n- The app lists piers.\n### FR-2: Boats - ✅ done\nThe app lists boats.\n### Trips — partially shipped\n- The app lists trips.\n### Queue — completed trips\n- The app lists queues.\n### Ropes (complete)\n- The app lists ropes.\n### Knots (umgesetzt)\n- The app lists knots.\n### Crew (complete list)\n- The app lists the crew.\n",
  );
  expect(requirements.map(({ text, optional }) => [text, optional])).toEqual([
    ["The app lists piers.", "done"],
    ["The app lists boats.", "done"],
    ["The app lists trips.", null],
    ["The app lists queues.", null],
    ["The app lists ropes.", "done"],
    ["The app lists knots.", "done"],
    ["The app lists the crew.", null],
  ]);
  const { constraints } = read("# Ferry\n## Features\n- Sail.\n## Deployment — done\n- Moor in Oslo.\n");
  expect(constraints).toEqual([]);
});

it.each([
  "### Bonus features (if time allows)",
  "### Bonus (stretch goals)",
  "## 3. Extra Features (if time permits)",
  "### Part B: Fun (P2 — Nice to Have)",
])("points below `%s` are optional", (heading) => {
  const { requirements } = read(
    `# Ferry\n## Features\n### Core\n- Guests board.\n${heading}\n- Guests sing.\n- Guests dance.\n`,
  );
  expect(requirements.map(({ optional }) => optional)).toEqual([null, "optional", "optional"]);
});

it("points below `Implemented Requirements` are done, unlike those below `Completed Orders`", () => {
  const done = "# Ferry\n## Implemented Requirements\n### Piers\n- List of piers\n";
  expect(read(done).requirements.map(({ optional }) => optional)).toEqual(["done"]);
  expect(tasksOf(`${done}## Requirements\n- Map of piers`).map(({ title }) => title)).toEqual([
    "Map of piers",
  ]);
  const orders = read("# Ferry\n## Requirements\n### Completed Orders\n- List of orders").requirements;
  expect(orders.map(({ optional }) => optional)).toEqual([null]);
});

it("the next steps of a Japanese document are a plan, not later work", () => {
  const { sections, nonGoals } = read("# 船\n## 要件\n- 船を表示する\n## 今後の進め方\n1. レビュー");
  expect([sections.at(-1)?.kind, nonGoals]).toEqual(["plan", []]);
});

it("an optional step of a numbered flow stays", () => {
  const tasks = tasksOf(
    "# Ferry\n## Requirements\n- List boats.\n## User Flows\n### Booking\n1. The guest picks a boat\n2. (Optional) The guest adds a note\n3. The guest pays",
  );
  expect(tasks[1]?.steps).toEqual([
    "The guest picks a boat",
    "(Optional) The guest adds a note",
    "The guest pays",
  ]);
});

it("what is explicitly not implemented, and optional future work, is not to be built", () => {
  const { nonGoals } = read(
    "# Ferry\n## Features\n- Sail.\n## Explicitly Not Implemented\n- Submarines\n## Optional Future Work\n- Add wings\n",
  );
  expect(nonGoals.map(({ text }) => text)).toEqual(["Submarines", "Add wings"]);
});

it.each(["(Phase 2 and later)", "(Phase 3+)", "（Phase 2 以降）"])(
  "what is marked %s is later work",
  (mark) => {
    const { requirements } = read(`# Ferry\n## Features\n- Guests board.\n- Guests sing ${mark}\n`);
    expect(requirements.map(({ optional }) => optional)).toEqual([null, "future"]);
  },
);
