import { expect, it } from "vitest";
import { draftTasks } from "../../../src/tasks/generate/draft/draft-tasks.ts";
import { readPrdModel } from "../../../src/tasks/generate/prd/read-model.ts";

const read = (source: string) => readPrdModel(`# Ferry\n${source}`, "ferry.md");
const phasesOf = (source: string) => draftTasks(read(source));
const tasksOf = (source: string) => phasesOf(source).flatMap(({ tasks }) => tasks);
const titlesOf = (source: string): readonly string[] => tasksOf(source).map(({ title }) => title);
const fieldsOf = (source: string) =>
  read(source).models.map(({ name, fields }) => [name, fields.map((field) => field.name)]);

it("what an endpoint returns stays in its step and its criterion", () => {
  const [task] = tasksOf(
    "## API\n- `POST /api/login` — takes an email, returns a token. Returns 401 on failure.\n",
  );
  const said = "`POST /api/login`: takes an email, returns a token. Returns 401 on failure.";
  expect([task?.steps, task?.verification]).toEqual([[said], [said]]);
});

it("a title keeps what comes after a semicolon, as long as it fits", () => {
  const first = "Guests hand their ticket and their passport to the crew at the gate";
  const titled = (rest: string): string | undefined =>
    titlesOf(`## Features\n- FR-1: ${first}; ${rest}\n`)[0];
  expect(titled("the crew finds the cabin")).toBe(`${first}; the crew finds the cabin`);
  expect(titled(`the crew finds ${"the deck, ".repeat(10)}the cabin`)).toBe(first);
});

it("the column `Use Case` beside descriptions has the names", () => {
  const [task] = tasksOf(
    "## Features\n| ID | Use Case | Description |\n|---|---|---|\n| UC-01 | Find a cabin | The guest gives a name and sees the cabin on a map of the deck. |\n",
  );
  expect([task?.title, task?.steps]).toEqual([
    "Find a cabin",
    ["The guest gives a name and sees the cabin on a map of the deck."],
  ]);
});

it("a bold sentence that the points below it complete names no phase", () => {
  const phases = phasesOf(
    "## Features\n### Boarding\n**The crew must atomically:**\n1. Check the ticket\n2. Open the gate\n\n### Sailing\n**Use the log to:**\n- Record the wind\n- Record the speed\n",
  );
  expect(phases.map(({ title, tasks }) => [title, ...tasks.map((task) => task.title)])).toEqual([
    ["Boarding", "The crew must atomically check the ticket", "The crew must atomically open the gate"],
    ["Sailing", "Use the log to record the wind", "Use the log to record the speed"],
  ]);
});

it("a lead-in that limits its points is in their titles and steps", () => {
  const tasks = tasksOf(
    "## Features\nIf the network is down:\n- Show the last timetable\n\nFor each trip, include:\n1. **Pier Information**\n   - Name\n2. Crew\n\nThe app shows:\n- Trips\n",
  );
  expect(tasks.map(({ title }) => title)).toEqual([
    "If the network is down: Show the last timetable",
    "For each trip, include: Pier Information",
    "For each trip, include: Crew",
    "The app shows: Trips",
  ]);
  expect(tasks[0]?.verification).toEqual(["If the network is down: Show the last timetable"]);
});

it("a lead-in does not hold for the `2.` after it, with which an earlier list goes on", () => {
  const { requirements } = read("## Features\n1. Trips\n\nIf it rains:\n\n2. Crew\n");
  expect(requirements.map(({ text, lead }) => [text, lead])).toEqual([
    ["Trips", []],
    ["Crew", []],
  ]);
});

it("points with a general label are not quoted because the label is a field of a task", () => {
  const points = Array.from({ length: 12 }, (_, at) => `- Gate ${at} opens\n`).join("");
  expect(
    tasksOf(`## Features\n### Gates\nThe gates open.\n\n**Requirements:**\n${points}`)[0]?.steps,
  ).toEqual(["Gates: The gates open.", Array.from({ length: 12 }, (_, at) => `Gate ${at} opens`).join("; ")]);
  expect(tasksOf("## Tecnica\n**Requisiti:**\n- Il ponte si apre\n")[0]?.steps).toEqual(["Il ponte si apre"]);
});

it("models can be objects of types, rows of entities and points with a name in inline code", () => {
  const feature = "## Features\n- FR-1: Crew log in.\n";
  const object =
    "```js\n{\n  name: string, // shown\n  pier: {\n    town: string\n  },\n  tags: string[]\n}\n```\n";
  expect(fieldsOf(`${feature}## Data Model: The Standard Trip\n${object}`)).toEqual([
    ["Standard Trip", ["name", "pier", "tags"]],
  ]);
  const rows = "| Trip | id, name, pier_id |\n| Pier | id, town |\n";
  expect(fieldsOf(`${feature}## Table 8\n| Entity | Important Fields |\n|---|---|\n${rows}`)).toEqual([
    ["Trip", ["id", "name", "pier_id"]],
    ["Pier", ["id", "town"]],
  ]);
  expect(
    fieldsOf(
      `${feature}## Data Model\n- \`Stop\`: id, name\n- \`events\` : date du départ, état {prévu, parti}, port\n`,
    ),
  ).toEqual([
    ["Stop", ["id", "name"]],
    ["events", ["date", "état", "port"]],
  ]);
});

it("examples, values, calls and descriptions are not models", () => {
  const points = [
    "- `modes`: fast, slow",
    "- `delete_claim(instance_id, project_id, job_id)`",
    "- `Crew`: a person on board, with a cabin and a watch, and a bunk",
  ];
  const example = '```js\n{\n  name: "Anna",\n  age: 12\n}\n```\n';
  expect(
    fieldsOf(`## Features\n- FR-1: Crew log in.\n## Data Model\n${points.join("\n")}\n### Crew\n${example}`),
  ).toEqual([]);
});

it("a list of fields that has no model's name is one requirement", () => {
  expect(
    tasksOf(
      "## Features\n### Manifest\n#### Required fields\n- `id` (string)\n  - Unique\n- `ui.mode` (enum)\n  - `tui`: draws\n  - `inline`: prints\n- `args_*` (array)\n",
    ).map(({ title, steps }) => [title, steps]),
  ).toEqual([
    [
      "Required fields",
      ["`id` (string): Unique", "`ui.mode` (enum): `tui`: draws; `inline`: prints", "`args_*` (array)"],
    ],
  ]);
});

it("rows of a model and rules of an endpoint are not reported as left out", () => {
  const { unread } = read(
    "## Features\n- FR-1: Crew log in.\n## Data Model\n### Trip\n| Field | Type | Rule |\n|---|---|---|\n| id | text | MUST be unique |\n| name | text | |\n## API\n### `GET /trips`\nAll trips.\n- Errors MUST include a code\n",
  );
  expect(unread).toEqual([]);
});

it("points below a lead-in that obliges are one requirement in a section of unknown name, unless they ask", () => {
  const read = (lead: string, points: string): readonly string[] =>
    titlesOf(`## Features\n- FR-1: Crew log in.\n## Cabins\n${lead}\n\n${points}`).slice(1);
  expect(read("The search must support:", "- name\n- deck\n")).toEqual([
    "The search must support: name, deck",
  ]);
  expect(read("La ricerca deve supportare:", "- nome\n- ponte\n")).toEqual([
    "La ricerca deve supportare: nome, ponte",
  ]);
  expect(read("The search is used by:", "- guests\n- crew\n")).toEqual([]);
  expect(read("The crew should be able to answer:", "- Is it quick?\n- Is it safe?\n")).toEqual([]);
});

it("an endpoint keeps the cells of its row beside its own section", () => {
  const tasks = tasksOf(
    "## Features\n- FR-1: Crew log in.\n## API\n| Method | Path | Purpose | Auth |\n|---|---|---|---|\n| POST | `/trips` | Plan a trip | **Yes** |\n\n| Goal | Target | Measure |\n|---|---|---|\n| Few errors | 1% | Watch POST /trips |\n\n### POST /api/trips\n- 201: planned\n",
  );
  expect(tasks.map(({ title }) => title)).toEqual(["Crew log in", "Implement `POST /api/trips`"]);
  expect(tasks[1]?.verification).toEqual(["Auth: Yes", "`POST /api/trips` answers 201: planned"]);
});

it.each(["The app shall read logs in a post-MVP release.", "(Optional later) small icon"])(
  "`%s` is not to be built now",
  (text) => {
    expect(read(`## Features\n- FR-1: ${text}\n`).requirements[0]?.optional).not.toBeNull();
  },
);

it("points of two sections called `Constraints` are two tasks, named for the sections around them", () => {
  const point = (name: string): string => `### ${name}\n#### Constraints\n- ${name} are shown\n`;
  expect(
    titlesOf(`## Features\n- FR-1: Crew log in.\n## Technical Notes\n${point("Bells")}${point("Lights")}`),
  ).toEqual(["Crew log in", 'Apply "Bells"', 'Apply "Lights"']);
});

it.each([
  ["### OpenGraph Implementation\nIt works.", "OpenGraph Implementation"],
  ["- ⏳ = the ticket is not paid", "⏳ = the ticket is not paid"],
  ["- The system must log.", "Log"],
])("the title for `%s` is `%s`", (source, title) => {
  expect(titlesOf(`## Features\n${source}\n`)).toEqual([title]);
});

it.each(["In scope:", "For example:", "For the MVP:"])(
  "a lead-in such as `%s` is not in the titles",
  (lead) => {
    expect(titlesOf(`## Features\n${lead}\n- Show the tides\n- Print the roster\n`)).toEqual([
      "Show the tides",
      "Print the roster",
    ]);
  },
);

it.each(["To be implemented", "Partially done", "50% complete", "Will be completed in May"])(
  "a row with the status `%s` is to be built",
  (status) => {
    const rows = `| FR-1 | Sell soup | ${status} |\n| FR-2 | Sell tea | Implemented |\n`;
    expect(titlesOf(`## Features\n| ID | Requirement | Status |\n|---|---|---|\n${rows}`)).toEqual([
      "Sell soup",
    ]);
  },
);

it("features are requirements beside requirements of one kind, and repeat plain requirements", () => {
  const features = "## Features\n- Guests book a cabin\n";
  expect(titlesOf(`${features}## Browser Requirements\n- Firefox runs it\n`)).toEqual([
    "Guests book a cabin",
    "Firefox runs it",
  ]);
  expect(titlesOf(`${features}## Functional Requirements\n- Guests sail\n`)).toEqual(["Guests sail"]);
});

it.each(["Optional Features", "2. Optional Features", "任意機能（WANT）"])(
  "points below the heading `%s` are optional",
  (heading) => {
    const { requirements } = read(`## Features\n- Guests sail\n## ${heading}\n- Guests dance\n`);
    expect(requirements.map(({ text, optional }) => [text, optional])).toEqual([
      ["Guests sail", null],
      ["Guests dance", "optional"],
    ]);
  },
);

it("a checklist below `Success Criteria` is criteria, a list of measures is not", () => {
  const checks = (points: string): readonly string[] =>
    read(`## Features\n- Guests sail\n## Success Criteria\n${points}`).criteria.map(({ text }) => text);
  expect(checks("- [ ] The ferry floats\n- [ ] No bug is open\n")).toEqual([
    "The ferry floats",
    "No bug is open",
  ]);
  expect(checks("- 1,000 guests a week\n")).toEqual([]);
});

it.each([
  ["**Status:** Done", "done"],
  ["**状态：** ✅ 完成", "done"],
  ["- **Status**: Rejected", "wont"],
  ["**Status:** ✅ Completed on 2026-01-18", "done"],
  ["**Status:** Implemented (version 2)", "done"],
  ["**Status:** Not done", null],
  ["**Status:** Complete redesign needed", null],
  ["**Status:** 50% complete", null],
])("the line `%s` below a story says what is left of it", (line, optional) => {
  const { requirements } = read(
    `## Requirements\n### Story 1.1: Sail\n${line}\n\nGuests sail.\n### Story 1.2: Dance\nGuests dance.\n`,
  );
  expect(requirements.map((one) => one.optional)).toEqual([optional, null]);
});

it("a status that says `done` and a date of completion below a heading of an area are not work", () => {
  const { constraints } = read(
    "## Requirements\n### 1. Sailing\n**状态：** ✅ 完成\n**完成日期：** 2026-01-18\n\n#### Story 1.1: Sail\nGuests sail.\n",
  );
  expect(constraints).toEqual([]);
});

it("the check of criteria in another language has them as steps", () => {
  const [, check] = tasksOf("## 機能要件\n- FR-1: 乗船する\n## 受け入れ基準\n- 券を見せる\n- 席を選ぶ\n");
  expect(check?.steps).toEqual(["券を見せる", "席を選ぶ"]);
});

it("a name whose text is only a value has it in the title", () => {
  const titled = (point: string) => titlesOf(`## Features\n- ${point}\n`)[0];
  expect(titled("**First paint**: 3 seconds.")).toBe("First paint: 3 seconds");
  expect(titled("**検索**: 船の名前で探す。")).toBe("検索: 船の名前で探す");
  expect(titled("**Photo Upload Flow**: It works.")).toBe("Implement Photo Upload Flow");
});

it("a stressed word at the start of a point is not its title", () => {
  expect(titlesOf("## Features\n- **without** a horn, the ferry stays silent\n")).toEqual([
    "Without a horn, the ferry stays silent",
  ]);
});

it("a bold label right below a list comes after its last point", () => {
  const [, flow] = tasksOf(
    "## Functional Requirements\n- FR-1: Guests sail\n## User Flow\n1. The guest pays\n2. The guest boards\n**Success:** No guest waits\n",
  );
  expect(flow?.steps).toEqual(["The guest pays", "The guest boards", "Success: No guest waits"]);
});

it("a key without a name is not a field of a model", () => {
  expect(
    fieldsOf(
      "## Features\n- FR-1: Guests sail\n## Domain Model\n- **Guest** (PK: cuid, `name` unique, `cabin`, `pier`)\n",
    ),
  ).toEqual([["Guest", ["name", "cabin", "pier"]]]);
});

it("the cells of a row that is a requirement are not repeated as rules of its endpoint", () => {
  const [task] = tasksOf(
    "## Features\n| Feature | Description |\n|---|---|\n| Booking | A form with a name. `POST /bookings` |\n",
  );
  expect(task?.steps).toEqual(["A form with a name. `POST /bookings`"]);
});

it("a long title keeps parentheses with a condition or a limit", () => {
  const start = "The ferry shows the next departures of all piers on the map of the harbour";
  expect(titlesOf(`## Features\n- ${start} (for guests with a ticket)\n`)).toEqual([
    `${start} (for guests with a ticket)`,
  ]);
  expect(titlesOf(`## Features\n- ${start} within a moment (< 100 ms)\n`)).toEqual([
    `${start} within a moment (< 100 ms)`,
  ]);
  expect(titlesOf(`## Features\n- ${start} (e.g. two < three piers)\n`)).toEqual([start]);
});

it("a line such as `FR-1 Login` in plain text is the title of what is below it, unless it goes on there", () => {
  const { requirements } = read(
    "## Functional requirements\nFR-1 Login\nCrew log in with a badge. Roles: crew, pilot.\nFR-2 Widget (Post-MVP)\nA widget.\nFR-3 Passengers see the state of each pier\nand of each boat.\n",
  );
  expect(requirements.map(({ id, title, text, optional }) => [id, title, text, optional])).toEqual([
    ["FR-1", "Login", "Crew log in with a badge. Roles: crew, pilot.", null],
    ["FR-2", "Widget (Post-MVP)", "A widget.", "future"],
    ["FR-3", null, "Passengers see the state of each pier and of each boat.", null],
  ]);
});

it("numbered lines of plain text are headings if the first two name sections of a PRD", () => {
  const between = (first: string, second: string) =>
    readPrdModel(
      `Ferry\n1. ${first}\nBoats cross the bay.\n2. ${second}\nBoats are late.\n3. Features\n3.1. Boarding\nThe crew sees who is on board.\n`,
      "ferry.md",
    );
  const { sections, requirements } = between("Overview", "Problem");
  expect(sections.map(({ heading, kind }) => [heading, kind])).toEqual([
    ["", "other"],
    ["1. Overview", "context"],
    ["2. Problem", "context"],
    ["3. Features", "features"],
    ["3.1. Boarding", "features"],
  ]);
  expect(requirements.map(({ id }) => id)).toEqual(["Requirement 3.1"]);
  expect(between("Log in", "Log out").sections.map(({ heading }) => heading)).not.toContain("1. Log in");
  const again = between("Overview", "Problem\nSlow.\n2. Boats\nSmall.\n2. Out of scope").sections;
  expect(again.map(({ heading }) => heading).slice(2, 4)).toEqual(["2. Problem", "2. Out of scope"]);
});

it("a short line above points in plain text is their label, unless it ends a sentence", () => {
  const { constraints } = read(
    "\n1. Overview\n\nBoats sail.\n\n2. Features\n\n- Crew log in.\n\n3. Architecture\n\nTable piers\n\n- name\n\nBoats are slow.\n\n- Late",
  );
  expect(constraints.map(({ label, text }) => [label, text])).toEqual([
    ["Table piers", "name"],
    [null, "Boats are slow."],
    [null, "Late"],
  ]);
});

it("paragraphs after the last rule are about the document, unless they require something", () => {
  const constraintsOf = (closing: string): readonly string[] =>
    read(
      `## Features\n- FR-1: Sail.\n\n---\n\n## Deployment\n- Moor in Oslo.\n\n---\n\n${closing}\n`,
    ).constraints.map(({ text }) => text);
  expect(constraintsOf("The Ferry PRD — see also the `piers.md` of the harbor.")).toEqual(["Moor in Oslo."]);
  expect(constraintsOf("Every ship must carry a lamp.")).toContain("Every ship must carry a lamp.");
  expect(constraintsOf("One ship sails.\n\nIt is red.\n\nIt is old.\n\nIt is slow.")).toHaveLength(5);
});
