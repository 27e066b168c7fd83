import { expect, it } from "vitest";
import { References } from "../../../src/tasks/generate/coverage.ts";
import { draftTasks } from "../../../src/tasks/generate/draft/draft-tasks.ts";
import { kindOfWords } from "../../../src/tasks/generate/prd/heading-kind.ts";
import type { Prd } from "../../../src/tasks/generate/prd/model.ts";
import { readPrdModel } from "../../../src/tasks/generate/prd/read-model.ts";
import { sectionsWithoutTask } from "../../../src/tasks/generate/summaries.ts";

const read = (source: string): Prd => readPrdModel(`# Ferry\n${source}`, "ferry.md");
const phasesOf = (source: string) => draftTasks(read(source));
const tasksOf = (source: string) => phasesOf(source).flatMap(({ tasks }) => tasks);
const titlesOf = (source: string): readonly string[] => tasksOf(source).map(({ title }) => title);

it("a bold word at the start of a wrapped line is part of the sentence, unless it is a label", () => {
  const { requirements } = read(
    "## Features\n- FR-1: The export must **never** contain rows that are\n  **not** the crew's own.\n- FR-2: The crew see trips.\n  **Priority**: P0\n",
  );
  expect(requirements.map(({ text, parts }) => [text, parts.length])).toEqual([
    ["The export must never contain rows that are not the crew's own.", 0],
    ["The crew see trips.", 0],
  ]);
});

it("the word `ID` can come before the id of a story or a requirement", () => {
  const story = (id: string): string =>
    `ID: ${id}\nTitle: Board\nDescription: As a guest I want to board.\nAcceptance criteria:\n- A ticket is shown.\n`;
  const stories = read(`## User Stories\n${story("US-001")}\n${story("US-002")}`).requirements;
  expect(stories.map(({ id, criteria }) => [id, criteria.length])).toEqual([
    ["US-001", 1],
    ["US-002", 1],
  ]);
  const ids = (source: string): readonly string[] => read(source).requirements.map(({ id }) => id);
  expect(ids("## Features\n- ID: FR-7\n  The crew can add trips.\n")).toEqual(["FR-7"]);
  expect(ids("## Features\n### ID: FR-7\nThe crew can add trips.\n")).toEqual(["FR-7"]);
});

it("an id of one letter can end in a letter, as one does that is added between two others", () => {
  const source =
    "## Features\n\n**B1.** The crew add trips.\n\n**B1a.** The crew name a pier.\n\n**B2.** The crew delete trips.\n";
  expect(read(source).requirements.map(({ id }) => id)).toEqual(["B1", "B1a", "B2"]);
});

it("bullets that are indented below `1.1 …` are parts of it", () => {
  const source =
    "## Features\n1. Trips\n   1.1 The crew can add:\n       - a name,\n       - a pier, and\n       - a date\n   1.2 The crew can delete trips.\n";
  expect(read(source).requirements.map(({ id, parts }) => [id, parts.map(({ text }) => text)])).toEqual([
    ["Requirement 1.1", ["a name", "a pier", "a date"]],
    ["Requirement 1.2", []],
  ]);
  expect(titlesOf(source)[0]).toBe("Allow the crew to add: a name, a pier, a date");
});

it("the story and the criteria below a heading are one task in every language", () => {
  const story = (label: string, criteria: string): readonly (readonly string[])[] =>
    tasksOf(
      `## 機能要件\n### 1. 乗船\n**${label}**:\n乗客として、乗船したい\n\n**${criteria}**:\n- [ ] 券を見せる\n- [ ] 席を選ぶ\n`,
    ).map(({ verification }) => verification);
  expect(story("ユーザーストーリー", "受け入れ条件")).toEqual([["券を見せる", "席を選ぶ"]]);
});

it("a criterion that ends with a colon keeps its points in a section of criteria", () => {
  const { criteria } = read(
    "## Features\n- FR-1: The crew export trips.\n## Acceptance Criteria\n- The file has:\n  - a header row.\n  - one row for each trip.\n",
  );
  expect(criteria.map(({ text }) => text)).toEqual(["The file has: a header row; one row for each trip."]);
});

it.each([
  ["Périmètre fonctionnel", "requirements"],
  ["Spécifications techniques", "technical"],
  ["Sécurité", "quality"],
  ["Modèle de données", "data"],
  ["7. Modélisation des données (simplifiée)", "data"],
  ["Critérios de Aceitação", "criteria"],
  ["Data dictionary", "data"],
  ["6. Modelos de Dados (TypeScript)", "data"],
  ["Known limitations (v1)", "context"],
  ["Constraints and limitations", "technical"],
  ["Documented risk acceptances", "risks"],
  ["Acceptance", "criteria"],
  ["业务规则与逻辑", "technical"],
  ["异常与边界情况", "technical"],
  ["What it has to do", "requirements"],
  ["3. What the shop must do", "requirements"],
  ["What it does", "other"],
  ["Still open", "questions"],
  ["Undecided", "questions"],
  ["Open doors", "other"],
])("the heading `%s` is of the kind %s", (heading, kind) => {
  expect(kindOfWords(heading)).toBe(kind);
});

it("`Key Entities` below requirements are data, with or without a remark", () => {
  const { requirements } = read(
    "## Requirements\n### Functional Requirements\n- **FR-001**: Crew log in.\n### Key Entities *(include if feature involves data)*\n- **Trip**: has a name\n",
  );
  expect(requirements.map(({ id }) => id)).toEqual(["FR-001"]);
});

it("entries with ids in a second section of requirements are requirements", () => {
  const { requirements } = read(
    "## Functional Requirements\n- FR-1: Crew log in.\n## Browser Requirements\n### TR-6: API first\nAll pages call the API.\n",
  );
  expect(requirements.map(({ id }) => id)).toEqual(["FR-1", "TR-6"]);
});

it.each([
  "No reminders or push messages in MVP.",
  "Editing trips after they began is not supported in this version",
])("`%s` gets no task", (text) => {
  expect(read(`## Features\n- FR-1: ${text}\n`).requirements.map(({ optional }) => optional)).toEqual([
    "wont",
  ]);
});

it.each([
  "No more than 5 photos in v1.",
  "Show an error if a feature is not available in v1.",
  "The app explains which card types are not supported in this version.",
  "No data is lost in this release",
])("`%s` is a requirement", (text) => {
  expect(read(`## Features\n- FR-1: ${text}\n`).requirements.map(({ optional }) => optional)).toEqual([null]);
});

it("lines that each begin with a bold name are parts of their own", () => {
  const [task] = tasksOf(
    "## Features\n### Login\n**Email** is checked for its form\n**Password** has 8 characters\n\nGuests\nsee **Boats**\n",
  );
  expect(task?.steps).toContain("Password has 8 characters");
});

it("a sentence about its section does not count as a constraint, and a declared thing stays although it is optional", () => {
  const { constraints } = read(
    "## Features\n- FR-1: Crew log in.\n## Technical Considerations\nThis section lists the settings.\n- `PORT` - the port (optional)\n- Dark mode (optional)\n",
  );
  expect(constraints.map(({ text }) => text)).toEqual(["`PORT` - the port (optional)"]);
});

it("the fields of a model keep the brackets of lists and the values of an enumeration", () => {
  const { models } = read(
    "## Features\n- FR-1: Crew log in.\n## Data Model\n- `trips` (id, photos[], period ENUM('AM','PM'), price DECIMAL(10,2), total)\n",
  );
  expect(models[0]?.fields.map(({ name, note }) => [name, note])).toEqual([
    ["id", ""],
    ["photos[]", ""],
    ["period", "ENUM('AM','PM')"],
    ["price", "DECIMAL(10,2)"],
    ["total", ""],
  ]);
});

it("models can be rows with their fields in inline code, unlike lists of values", () => {
  const { models } = read(
    "## Features\n- FR-1: Crew log in.\n## Data Model\n| Entity | Key fields |\n|---|---|\n| TripRecord | `Id`, `Name`, `Pier` |\n| Plans | Free 3, Gold 10, all |\n\n| Setting | Values |\n|---|---|\n| Theme | `dark`, `light`, `auto` |\n\n### Regions\n```\nnorth, south, east\n```\n",
  );
  expect(models.map(({ name, fields }) => [name, fields.map((field) => field.name)])).toEqual([
    ["TripRecord", ["Id", "Name", "Pier"]],
  ]);
});

it("fields of models can have remarks, hyphens and letters beyond ASCII", () => {
  const { models } = read(
    "## Features\n- FR-1: Crew log in.\n## Data Model\n- **Schiff**: Länge, TÜV-Termin, Plätze\n\n| Table | Columns |\n|---|---|\n| `trips` | pier, left_at (UTC), state (open, done) |\n",
  );
  expect(models.map(({ name, fields }) => [name, fields.map((field) => [field.name, field.note])])).toEqual([
    ["Schiff", ["Länge", "TÜV-Termin", "Plätze"].map((field) => [field, ""])],
    ["trips", Object.entries({ pier: "", left_at: "UTC", state: "open, done" })],
  ]);
});

it("an answer that says no is in no task, unless it obliges to something", () => {
  const [, answers] = tasksOf(
    "## Features\n- FR-1: Crew log in.\n## Open Questions\n- Are there page numbers? No for now.\n- May guests write? Not in v1 — but the API must allow it later.\n- How many piers? Default: four.\n- Is it free? No; it costs 1 EUR.\n- Who signs? If unclear, consider the captain.\n",
  );
  expect(answers?.steps).toEqual([
    "May guests write? Not in v1 — but the API must allow it later.",
    "How many piers? Default: four.",
    "Is it free? No; it costs 1 EUR.",
  ]);
});

it("a story depends on the earlier one that creates what it names in inline code, in every language", () => {
  const story = (id: string, ...criteria: readonly string[]): string =>
    `### ${id}: Historia ${id}\n**Criterios de aceptación**:\n${criteria.map((one) => `- [ ] ${one}`).join("\n")}\n`;
  const tasks = tasksOf(
    `## Requisitos funcionales\n- FR-1: El puerto abre.\n## Historias de usuario\n${[
      story("US-001", "Crear archivo con clase", "Metodo `sign_in(email: str)` que inicie sesion"),
      story("US-002", "Create the `sync-trips` queue"),
      story("US-0025", "Calls `sign_out(x)` never"),
      story(
        "US-0026",
        "Metodo `moor(pier, side=None) -> Line`",
        "Antes `cast(9) -> Line`",
        "Crear `@/lib/piers.ts`",
      ),
      story("US-003", "Boton que llame a `AuthManager.sign_in()`"),
      story("US-0035", "Llamar a `moor(pier)`", "Llamar a `cast(pier)`"),
      story("US-0036", "Leer `@/lib/piers.ts`"),
      story("US-004", "Usa la cola `sync-trips` desde `POST /trips`", "Prueba `sign_out()`"),
    ].join("\n")}`,
  );
  const numberOf = (id: string) => tasks.find(({ requirements }) => requirements.includes(id));
  expect(numberOf("US-003")?.dependencies).toEqual([numberOf("US-001")?.number]);
  expect(numberOf("US-0035")?.dependencies).toEqual([numberOf("US-0026")?.number]);
  expect(numberOf("US-0036")?.dependencies).toEqual([numberOf("US-0026")?.number]);
  expect(numberOf("US-004")?.dependencies).toEqual([numberOf("US-002")?.number]);
});

it("criteria that many stories share make none of them bigger", () => {
  const common = ["Typecheck passes", "Lint passes", "Tests pass", "Build passes"];
  const story = (id: string): string =>
    `### US-00${id}: Show boat ${id}\nAs a guest, I want to see boat ${id}.\n**Acceptance Criteria:**\n${[`Boat ${id} is shown`, ...common].map((one) => `- [ ] ${one}`).join("\n")}\n`;
  const tasks = tasksOf(`## User Stories\n${["1", "2", "3"].map(story).join("\n")}`);
  expect(tasks.map(({ complexity }) => complexity)).toEqual(["Low", "Low", "Low"]);
});

it("titles keep the clause that obliges, and a name gets as many of its points as fit", () => {
  expect(
    titlesOf(
      "## Features\n- FR-1: Parity of all platforms is not a goal of this document for the time being, but the file format should stay compatible.\n",
    ),
  ).toEqual([
    "Parity of all platforms is not a goal of this document for the time being, but the file format should stay compatible",
  ]);
  const long = "is shown to every guest who waits at one of the piers of the harbour";
  expect(
    titlesOf(`## Features\n- **Boards**\n  - A clock ${long}\n  - A map ${long}\n  - The weather ${long}\n`),
  ).toEqual([`Boards: A clock ${long}, A map ${long}`]);
});

it("a phase does not repeat its number, and short names with a remark are areas", () => {
  expect(
    phasesOf("## Features\n### Phase 1: Booking\n- FR-1: Guests book.\n").map(({ title }) => title),
  ).toEqual(["Booking"]);
  expect(
    phasesOf(
      "## Features\n1. Trips & Boats (harbour page)\n   1.1 Guests see trips.\n   1.2 Guests see boats.\n",
    ).map(({ title }) => title),
  ).toEqual(["Trips & Boats (harbour page)"]);
});

it("points on one line have no full stop before the next, and rows none before their colon", () => {
  const [first] = tasksOf("## Features\n- FR-1: Guests see\n  - Boats:\n    - Sails.\n    - Oars.\n");
  expect(first?.steps).toContain("Boats: Sails; Oars.");
  const rows = tasksOf(
    "## Features\n- FR-1: Guests see.\n## Testing\n| Case | Input | Expected |\n|---|---|---|\n| The boat leaves. | bell | it leaves |\n",
  );
  expect(rows.flatMap(({ steps }) => steps)).toContain("The boat leaves: Input bell, Expected it leaves");
});

it("the step for a label shows the code below it, and prose after points stays in its place", () => {
  const [task] = tasksOf(
    "## Features\n### FR-1: Results\n- A spinner turns\n\n**Header:**\n```\n[n] boats\n```\n\n**Threshold:** Only boats with sails are shown.\n",
  );
  expect(task?.steps).toEqual([
    "A spinner turns",
    "Header:\n```\n[n] boats\n```",
    "Threshold: Only boats with sails are shown.",
  ]);
});

it("a text of a few words has its title in front of it", () => {
  const [task] = tasksOf("## Features\n- **First paint**: 3 seconds\n");
  expect(task?.steps).toEqual(["First paint: 3 seconds"]);
});

it.each([
  ["Names must have a maximum length of 20 characters", ["maximum length of 20 characters", 20, 21]],
  ["Names must have a minimum length of 3 characters", ["minimum length of 3 characters", 3, 2]],
  ["Names must be 3-20 characters", ["3-20 characters", 3, 2], ["3-20 characters", 20, 21]],
  [
    "Names must be between 3 and 20 characters",
    ["between 3 and 20 characters", 3, 2],
    ["between 3 and 20 characters", 20, 21],
  ],
  [
    "Names have 3-20 characters, and 3-20 characters are shown",
    ["3-20 characters", 3, 2],
    ["3-20 characters", 20, 21],
  ],
  ["Lines of 3 and 20 characters are centred"],
  ["Summaries should target 50-100 words"],
  ["Members keep up to 5 lists (gold) / 1 list (free)"],
  ["Members keep up to 5 lists (gold)", ["up to 5 lists", 5, 6]],
] as const)("a limit on a count is tested at its end: %s", (text, ...limits) => {
  const [task] = tasksOf(`## Requirements\n\n- FR-1: ${text}\n- FR-2: It opens.`);
  expect(task?.verification.filter((one) => one.includes("limit"))).toEqual(
    limits.map(([words, last, next]) => `"${words}": ${last} is within the limit, ${next} is not`),
  );
});

it("a file in an example does not count as one of the task", () => {
  const [task] = tasksOf(
    '## Requirements\n\n- FR-1: Warn of a program (e.g., "`copy.sh` is slow" or (for example `old.sh`)), as in `warn.ts`.',
  );
  expect(task?.files).toEqual(["warn.ts"]);
});

it("pages of a site do not count as files, nor cells without an answer as steps", () => {
  const tasks = tasksOf(
    "## Features\n| ID | Requirement | Test Cases |\n|---|---|---|\n| FR-1 | Guests open `/main.html` | TBD |\n",
  );
  expect(tasks.map(({ files, steps }) => [files, steps])).toEqual([[[], ["Guests open `/main.html`"]]]);
});

it.each([
  ["The worker must not:", "Authenticate", "The worker must not: Authenticate"],
  [
    "The app must never do any of the following:",
    "store mails",
    "The app must never do any of the following: store mails",
  ],
  ["Das System darf nicht:", "Mails speichern", "Das System darf nicht: Mails speichern"],
  ["O sistema não deve:", "guardar senhas", "O sistema não deve: guardar senhas"],
  ["系统不得：", "保存密码", "系统不得: 保存密码"],
])("criteria below `%s` keep the negation", (lead, point, criterion) => {
  // Shorter lists are one step.
  const [task] = tasksOf(
    `## Requirements\n### NFR-3: Safety\n${lead}\n- ${point}\n- ${"boats ".repeat(30)}\n`,
  );
  expect(task?.verification).toContain(criterion);
  expect(task?.title).toBe("Safety");
});

it("criteria below a short lead-in keep it if they are fragments", () => {
  const [task] = tasksOf(
    "## Requirements\n### FR-2: Validate a target\nReject:\n- embedded credentials\n- ports that are neither the one of the protocol nor in the list of those that the harbour has allowed for tests\n- user names that are longer than the table has room for\n",
  );
  expect(task?.verification).toContain("Reject: embedded credentials");
});

it("a line that spells an endpoint keeps what it says about it", () => {
  const tasks = tasksOf(
    "## Features\n- FR-1: Guests see boats.\n## API\n- `GET /boats` returns all boats of the pier\n- Requests to `POST /boats` need a token of the harbour\n",
  );
  expect(tasks.map(({ path, method, steps }) => [method, path, steps])).toEqual([
    [null, null, ["Guests see boats."]],
    ["GET", "/boats", ["`GET /boats`: returns all boats of the pier"]],
    ["POST", "/boats", ["Requests to `POST /boats` need a token of the harbour"]],
  ]);
});

it("ids can end in a capital letter", () => {
  const { requirements } = read(
    "## Features\n- FR-001: Crew log in.\n- FR-001A: Crew log out.\n- RN01 (Regra): Crew sail.\n",
  );
  expect(requirements.map(({ id, text }) => [id, text])).toEqual([
    ["FR-001", "Crew log in."],
    ["FR-001A", "Crew log out."],
    ["RN01", "Crew sail."],
  ]);
});

it("sections below a table of contents are those of the document", () => {
  const { constraints } = read(
    "## Features\n- FR-1: Crew log in.\n## Inhaltsverzeichnis\n### 5. Nichtfunktionale Anforderungen\n- Eine Antwort in 2 s\n",
  );
  expect(constraints.map(({ text }) => text)).toEqual(["Eine Antwort in 2 s"]);
});

it("a part of a word neither obliges nor names criteria", () => {
  const { requirements, criteria } = read(
    "## Features\n- FR-1: Crew log in.\n## 术语表\n- **系统**: 日历应用程序\n## Actors\n| Actor | Does |\n|---|---|\n| Acceptance engine | checks |\n",
  );
  expect(requirements.map(({ id }) => id)).toEqual(["FR-1"]);
  expect(criteria).toEqual([]);
});

it("names without a verb have their title in front of them", () => {
  const steps = (source: string): readonly string[] => tasksOf(source).flatMap((task) => task.steps);
  expect(steps("## Features\n- **Kinds:** Training, League, Cup\n")).toEqual([
    "Kinds: Training, League, Cup",
  ]);
});

it("headings that appear below several features name none of them", () => {
  const feature = (name: string, point: string): string =>
    `### ${name}\n#### User Flow:\n1. ${point}\n2. Crew sail\n`;
  expect(
    phasesOf(`## Features\n${feature("Boats", "Crew board")}${feature("Piers", "Crew wait")}`).map(
      ({ title }) => title,
    ),
  ).toEqual(["Boats", "Piers"]);
});

it("a day before a month ends no sentence, and `None - …` gets no step", () => {
  const tasks = tasksOf(
    "## Features\n- FR-1: The season ends on: 30. June of each year\n## Technical Considerations\n- None - only names change\n",
  );
  expect(tasks.map(({ title }) => title)).toEqual(["The season ends on: 30. June of each year"]);
});

it("an entry of a Requirements field names the id in its remark if it has no other", () => {
  const references = new References(read("## Features\n- FR-1: Crew log in.\n- FR-2: Crew log out.\n"));
  const named = (entry: string): readonly string[] => references.namedIn(entry).map(({ id }) => id);
  expect(named("Log out (FR-2)")).toEqual(["FR-2"]);
  expect(named("FR-1 (like FR-2)")).toEqual(["FR-1"]);
  expect(named("and more (see FR-2)")).toEqual([]);
});

it("a long lead-in is not before points with names of their own, unless they need it", () => {
  const stepsBelow = (lead: string) =>
    tasksOf(
      `## Features\n1. List boats.\n## Design\n${lead}\n- **Map**: all piers\n- **List**: all boats\n`,
    )[1];
  const below = stepsBelow("This is a board, not a site. It has these parts in the hall of each pier:");
  expect([below?.title, below?.steps]).toEqual([
    'Apply "Design": Map, List',
    ["Map: all piers", "List: all boats"],
  ]);
  const condition = "If the sea is rough and the captain has closed the pier for the day";
  for (const lead of [
    "In the hall",
    condition,
    "The board of a pier that is open by day and night must show",
  ])
    expect(stepsBelow(`${lead}:`)?.steps[0]).toBe(`${lead}: Map: all piers`);
});

it("lines that begin with a letter and a number are requirements, though Markdown reads them as one paragraph", () => {
  const { requirements, nonGoals } = read(
    "## Piers\nB1. A pier has a name.\nB2. Guests see piers.\n\n## Trips\nH1. A trip has a date.\nH2. The crew can delete trips.\n\n## Fares\nD1. Fares are whole euros.\n\nFR-PAY-1: Guests pay.\nFR-PAY-2: The crew see fares.\n\n## Not now\n- Refunds\n",
  );
  expect(requirements.map(({ id, text }) => [id, text])).toEqual([
    ["B1", "A pier has a name."],
    ["B2", "Guests see piers."],
    // `H1` mostly stands for a heading, so it is not read as an id.
    ["Requirement 1", "H1. A trip has a date."],
    ["Requirement 2", "H2. The crew can delete trips."],
    ["D1", "Fares are whole euros."],
    ["FR-PAY-1", "Guests pay."],
    ["FR-PAY-2", "The crew see fares."],
  ]);
  expect(nonGoals.map(({ text }) => text)).toEqual(["Refunds"]);
});

it("open boxes below `Tasks` are the work of a PRD without requirements, and its definition of done a check", () => {
  const source =
    "## Tasks\n- [x] Store drafts\n- [ ] Send drafts\n- [ ] Show a banner\n\n## Definition of done\n- [ ] A draft survives a restart\n";
  expect(tasksOf(source).map(({ title }) => title)).toEqual([
    "Send drafts",
    "Show a banner",
    'Check "Definition of done"',
  ]);
});

it("`Existing Features` are not features to build", () => {
  const source =
    "## Most Similar Existing Feature\n- The lamp page\n## Success Criteria\n- [ ] Lamps are listed\n";
  expect(titlesOf(source)).toEqual(["Lamps are listed"]);
});

it("beside the functional requirements of each feature, sections that all features have explain them", () => {
  const feature = (number: number, said: string): string =>
    `### 4.${number} Deck ${number}\n#### 4.${number}.1 Description and Priority\nIt is big.\n#### 4.${number}.2 Stimulus/Response Sequences\n- The crew rings.\n#### 4.${number}.3 Functional Requirements\nREQ-${number}: The system shall ${said}.\n`;
  const source = `## 4. System Features\n${feature(1, "count cars")}${feature(2, "list seats")}`;
  expect(titlesOf(source)).toEqual(["Count cars", "List seats"]);
  expect(sectionsWithoutTask(read(source)).map(({ points }) => points)).toEqual([4]);
});

it("`*Acceptance Criteria*` on a line of its own is a label", () => {
  const source =
    "## Issues\n### [BOAT-1] A guest boards\nType: Story\nStatus: To Do\n\nAs a guest, I want to board, so that I sail.\n\n*Acceptance Criteria*\n\n* A full boat is refused\n### [BOAT-2] A guest pays\nType: Story\nStatus: Done\n\nAs a guest, I want to pay, so that I board.\n\n*Acceptance Criteria*\n\n* A receipt is shown\n";
  expect(titlesOf(source)).toEqual(["A guest boards"]);
  expect(tasksOf(source)[0]?.verification).toEqual(["A full boat is refused"]);
});
