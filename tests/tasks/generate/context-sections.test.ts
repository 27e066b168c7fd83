import { describe, expect, it } from "vitest";
import { draftTasks } from "../../../src/tasks/generate/draft/draft-tasks.ts";
import { readPrdModel } from "../../../src/tasks/generate/prd/read-model.ts";
import { sectionsWithoutTask } from "../../../src/tasks/generate/summaries.ts";

const prdWith = (section: string) =>
  readPrdModel(
    `# PRD: Greenhouse\n\n## Requirements\n\n- FR-1: The system must store readings\n\n${section}`,
    "a.md",
  );
const titlesOf = (section: string) =>
  draftTasks(prdWith(section)).flatMap(({ tasks }) => tasks.map(({ title }) => title));

describe("a section that gives context", () => {
  it.each([
    ["a section of unknown name", "## Positioning\n\n- Plants that text you\n- Green thumbs for all"],
    ["a table of contents", "## Table of Contents\n\n- [Readings](#readings)\n- [Alarms](#alarms)"],
    ["the technology in use", "## Tech Stack\n\n- Fastify\n- SQLite"],
    ["the technology of each part", "## Tech Stack\n\n### Frontend\n\n- Lit\n\n### Backend\n\n- Fastify"],
    ["prerequisites", "## Dependencies\n\n- Node 20\n- User accounts (PRD 3)"],
    ["assumptions", "## Assumptions\n\n- The greenhouse has power"],
    ["a proposal", "## Solution\n\n- Sensors on each shelf\n- A hub for each house"],
  ])("gets no task for %s", (_, section) => {
    expect(titlesOf(section)).toEqual(["Store readings"]);
  });

  it("makes a requirement of a point that demands something, in an area named after the section", () => {
    const { requirements } = prdWith("## Wiring\n\n- Cables are grey\n- Cables must be waterproof");
    expect(requirements.map(({ text, area }) => [text, area])).toEqual([
      ["The system must store readings", null],
      ["Cables must be waterproof", "Wiring"],
    ]);
  });

  it("keeps the task for a section on security", () => {
    expect(titlesOf("## Security\n\n- TLS on each connection")).toContain('Apply "Security"');
  });

  it("has the labels of a section before its points, except those that name nothing", () => {
    const prd = prdWith("## Security\n\n**Requirements:**\n- TLS everywhere\n\n**Disks:**\n- Encrypted");
    const task = draftTasks(prd).flatMap(({ tasks }) => tasks)[1];
    expect(task?.steps).toEqual(["TLS everywhere", "Disks: Encrypted"]);
  });
});

describe("a section of decisions", () => {
  const stepsOf = (section: string) => draftTasks(prdWith(section)).flatMap(({ tasks }) => tasks)[1]?.steps;

  it("has rows as steps: all cells, or the name and the choice if a column is called so", () => {
    expect(stepsOf("## Decisions\n\n| Done | Times | Then |\n|---|---|---|\n| <60% | 2 | less |")).toEqual([
      "\\<60%: Times 2, Then less",
    ]);
    expect(
      stepsOf(
        "## Decisions\n\n| Decision | Options | Choice |\n|---|---|---|\n| Live or cached | a or b | Cached |",
      ),
    ).toEqual(["Live or cached: Cached"]);
    expect(stepsOf("## Decisions\n\n| What | Decision |\n|---|---|\n| Store | SQLite |")).toEqual([
      "Store: SQLite",
    ]);
  });

  it("has points as steps without its heading before each", () => {
    expect(stepsOf("## Decisions\n\n### Pumps\n\n- Pumps are slow\n- Pumps are quiet")).toEqual([
      "Pumps are slow",
      "Pumps are quiet",
    ]);
  });
});

/** The steps of each task but that of FR-1. */
const stepsOf = (section: string) =>
  draftTasks(prdWith(section)).flatMap(({ tasks }) =>
    tasks.flatMap(({ requirements, steps }) => (requirements.includes("FR-1") ? [] : [steps])),
  );

const block = (code: string) => `\`\`\`\n${code}\n\`\`\``;

describe("code in a section of constraints", () => {
  it.each([
    [
      "below a label",
      `## Technical Considerations\n\n- Go\n- **Folders:**\n\n  \`\`\`\n  src/\n  \`\`\`\n`,
      ["Go", `Folders\n${block("src/")}`],
    ],
    [
      "after a point",
      `## Technical Considerations\n\n- The folders are few\n\n${block("src/")}\n\nLibraries:\n\n${block("a@1")}\n`,
      [`The folders are few\n${block("src/")}`, `Libraries\n${block("a@1")}`],
    ],
    [
      "of a section with nothing else",
      `## Technical Considerations\n\n### 1.1 Folders\n\n${block("src/")}\n`,
      [`Folders\n${block("src/")}`],
    ],
    [
      "of one endpoint",
      `## API Endpoints\n\n### GET /readings\n\n**Response:**\n\n${block('{ "ok": true }')}\n`,
      [`Response\n${block('{ "ok": true }')}`],
    ],
  ])("%s is in its task", (_, section, steps) => {
    expect(stepsOf(section)).toEqual([steps]);
  });

  it("is not repeated if it declares a model", () => {
    const section = `## Data Model\n\nReadings:\n\n${block("interface Reading {\n  id: string;\n  value: number;\n}")}\n`;
    expect(stepsOf(section)).toEqual([["Fields: `id` (string), `value` (number)"]]);
  });
});

describe("code in another section", () => {
  it.each(["Acceptance Criteria", "Future Work"])(
    "is neither a criterion nor a non-goal below %s",
    (heading) => {
      const { criteria, nonGoals } = prdWith(
        `## ${heading}\n\n${block("a")}\n\n**Login:**\n\n${block("b")}\n`,
      );
      expect([criteria, nonGoals]).toEqual([[], []]);
    },
  );
});

describe("a model below a label that lists no requirements", () => {
  it("is not said to be left out", () => {
    const code = block("interface Reading {\n  id: string;\n  value: number;\n}");
    const { models, unread } = prdWith(`### Typing\n\n- A\n\n**Typing Metrics:**\n\n${code}\n`);
    expect([models.map(({ name }) => name), unread]).toEqual([["Reading"], []]);
  });
});

describe("code in a section that gives context", () => {
  it("is a point without a task of its own", () => {
    const { sections } = prdWith(`## Project Structure\n\n${block("src/")}\n`);
    expect(sections.at(-1)?.took).toBe("without a task of their own 1");
  });
});

describe("the current scope", () => {
  it("is not a non-goal below a heading that also names the future one", () => {
    const { nonGoals } = prdWith(
      "## 현재 스코프 vs 향후 스코프\n\n### 현재 스코프\n\n- Alarms\n\n### 향후 스코프\n\n- A mobile app\n",
    );
    expect(nonGoals.map(({ text }) => text)).toEqual(["A mobile app"]);
  });
});

describe("a heading with a negation", () => {
  it.each([
    "What We're NOT Building",
    "Not in scope",
    "Won't",
    "What This Is Not",
    "Non-Requirements",
    "Not Planned",
    "Stretch Goals",
    "Deferred",
    "本阶段未完成项",
  ])("makes the points under %s non-goals", (heading) => {
    const { nonGoals, constraints } = prdWith(`## ${heading}\n\n- Video export`);
    expect(nonGoals.map(({ text }) => text)).toEqual(["Video export"]);
    expect(constraints).toEqual([]);
  });
});

describe("the scope of a PRD", () => {
  it.each([
    ["points", "- **In scope**\n  - Alarms\n- **Out of scope**\n  - A mobile app\n  - Video export\n"],
    ["a table", "| In scope | Out of scope |\n|---|---|\n| Alarms | A mobile app |\n| | Video export |\n"],
  ])("has non-goals in %s", (_, written) => {
    const { nonGoals, sections } = prdWith(`## Scope\n\n${written}`);
    expect(nonGoals.map(({ text }) => text)).toEqual(["A mobile app", "Video export"]);
    expect(sections.at(-1)?.took).toBe("non-goals 2, without a task of their own 1");
  });

  it("is not what a longer sentence excludes", () => {
    const { nonGoals } = prdWith("## Scope\n\n- Plants are listed, those not in scope too:\n  - Ferns\n");
    expect(nonGoals).toEqual([]);
  });
});

describe("the summary of a box that opens", () => {
  it.each([
    "<details>\n<summary><b>Out of scope</b></summary>\n",
    "<details><summary>Out of scope</summary>",
  ])("is a heading in %j", (summary) => {
    const { requirements } = prdWith(`- FR-2: Alarms\n\n${summary}\n\n- Video export\n\n</details>\n`);
    expect(requirements.map(({ text, optional }) => [text, optional])).toEqual([
      ["The system must store readings", null],
      ["Alarms", null],
      ["Video export", "wont"],
    ]);
  });

  it("is not one if it names no kind of section", () => {
    const { requirements } = prdWith("<details><summary>Show more</summary>\n\n- FR-2: Alarms\n\n</details>");
    expect(requirements.map(({ text, area }) => [text, area])).toEqual([
      ["The system must store readings", null],
      ["Alarms", null],
    ]);
  });
});

it("names the phase of models below a heading of another kind without its number", () => {
  const prd = prdWith("## 4. Records\n\n```ts\ninterface Trip {\n  id: string;\n  pier: string;\n}\n```");
  expect(draftTasks(prd).map(({ title }) => title)).toContain("Records");
});

describe("the data of a PRD", () => {
  it("comes first even without a model, unless its phase has other constraints", () => {
    const points = "- Reading: what a sensor of the greenhouse measures";
    expect(titlesOf(`### Key Entities\n\n${points}\n\n## Security\n\n- TLS`)).toEqual([
      'Apply "Key Entities"',
      "Store readings",
      'Apply "Security"',
    ]);
    expect(titlesOf(`## Technical Rules\n\n### Data Model\n\n${points}\n\n### Security\n\n- TLS`)).toEqual([
      "Store readings",
      'Apply "Data Model"',
      'Apply "Security"',
    ]);
  });

  const prd = readPrdModel(
    [
      "# PRD: Cinema\n\n## Functional Requirements\n\n### Pricing\n\n#### Requirements\n\n- Store the price of each seat",
      "#### Seat Attributes\n\n**Booked_Seat (join table):**\n- `id` - Unique identifier\n- `price` - Price",
      "## Data Models\n\n### `screens`\n\n```sql\nCREATE TABLE screens (\n  id UUID,\n  name TEXT\n);\n```",
      "### `seats`\n\n```sql\nCREATE TABLE seats (\n  id UUID,\n  row TEXT\n);\n```",
      "## API\n\n| Method | Endpoint |\n|---|---|\n| POST | `/screens` |\n\n### Details\n\n`POST /api/screens` - Create a screen",
    ].join("\n\n"),
    "a.md",
  );
  const phases = draftTasks(prd).map(({ title, tasks }) => [title, tasks.map((task) => task.title)]);

  it("gives one phase with a task for each model, also those that lists of attributes describe", () => {
    expect(phases).toContainEqual([
      "Data Models",
      ["Create the `Booked_Seat` model", "Create the `screens` model", "Create the `seats` model"],
    ]);
  });

  it("names the area of a section called Requirements after the section above it", () => {
    expect(phases.map(([title]) => title)).not.toContain("Requirements");
  });

  it("gives one task for an endpoint that appears with and without its base path", () => {
    expect(prd.endpoints.map(({ path }) => path)).toHaveLength(1);
  });
});

/** The headings of the sections that are counted as without a task, with their number of points. */
const countedIn = (section: string) =>
  sectionsWithoutTask(prdWith(section)).map(({ heading, points }) => [heading, points]);

it("counts the points of implementation notes, and requires those that must be", () => {
  const notes = "## Implementation Notes\n\n### Pumps\n\n- Use two pumps\n- Pumps must be grey";
  expect(countedIn(notes)).toEqual([["Pumps", 1]]);
  expect(prdWith(notes).requirements.map(({ text }) => text)).toContain("Pumps must be grey");
});

it.each([
  ["additional context", "## Additional Context\n\n### Pumps\n\n- Two pumps\n- Grey pipes", "Pumps", 2],
  [
    "a checklist for the document itself",
    "## Review & Acceptance Checklist\n\n### Requirement Completeness\n\n- [ ] No markers remain",
    "Review & Acceptance Checklist",
    1,
  ],
])("counts the points of %s", (_, section, heading, points) => {
  expect(countedIn(section)).toEqual([[heading, points]]);
  expect(titlesOf(section)).toEqual(["Store readings"]);
});

it("counts optional points of a section", () => {
  expect(countedIn("## Security\n\n- TLS everywhere\n- A second factor (optional)")).toEqual([
    ["Security", 1],
  ]);
});

it("counts risks with what is done against them", () => {
  expect(
    countedIn("## Risks\n\n| Risk | Mitigation |\n|---|---|\n| Floods | A float |\n| Frost | Heat |"),
  ).toEqual([["Risks", 2]]);
  expect(countedIn("## Risks\n\n- Floods\n- Frost: the heating must be on")).toEqual([["Risks", 1]]);
});

it.each([
  ["### Risk Assessment\n\n#### Technical Risks\n\n- **Risk:** Frost"],
  ["### Appendix\n\n#### Insights\n\n- Growers like photos"],
  ["## Technical Notes\n\n### Potential Challenges\n\n- Sensors get wet"],
  ["## Implementation Evidence\n\n| Step | Seen in |\n|---|---|\n| Readings | PR 12 |"],
  ["## How：技術構成\n\n### 想定コスト\n\n- 月額: 5 万円"],
  ["## Consumed APIs\n\n## Endpoints consumed\n\n```\nGET /weather\n```"],
])("makes no task of what is below %j", (section) => {
  expect(titlesOf(section)).toEqual(["Store readings"]);
});

it("counts the points of a timeline below requirements", () => {
  const prd = readPrdModel(
    "# PRD: Greenhouse\n\n## Requirements\n\n### Readings\n\n- Store readings\n\n### Implementation Timeline\n\n#### Phase 1: Core Features (Weeks 3-4)\n\n- Alarm page\n",
    "a.md",
  );
  expect(prd.requirements.map(({ text }) => text)).toEqual(["Store readings"]);
  expect(sectionsWithoutTask(prd).map(({ points }) => points)).toEqual([1]);
});

it("reads undecided matters in Japanese as open questions", () => {
  expect(prdWith("## 未確定事項\n\n- 温室の数").openQuestions.map(({ text }) => text)).toEqual(["温室の数"]);
});

it("counts deferred points below a requirement", () => {
  const prd = prdWith("### Alarms\n\n- Call the owner\n  - By text\n  - By phone (Phase 2)\n");
  expect(draftTasks(prd).flatMap(({ tasks }) => tasks.map(({ steps }) => steps))[1]).toEqual([
    "Call the owner",
    "By text",
  ]);
  expect(sectionsWithoutTask(prd)).toEqual([{ heading: "Requirements", line: 3, points: 1 }]);
});

it("takes the topics of technical decisions for sections, not for answers", () => {
  const topics = "\n\n### Login\n\n- A guard checks the cookie\n\n### Mail\n\n- A queue sends it";
  expect(titlesOf(`## Architecture & Tech Decisions${topics}`).slice(1)).toEqual([
    'Apply "Login"',
    'Apply "Mail"',
  ]);
  expect(titlesOf("## Tech Decisions\n\n### Which login?\n\n- A cookie").slice(1)).toEqual([
    'Apply the answers under "Tech Decisions"',
  ]);
});

it("asks no question of risks and non-goals below open questions", () => {
  const { openQuestions, nonGoals } = prdWith(
    "## Open Questions & Risks\n\n### Open questions\n\n- Are pumps sold by weight?\n\n### Risks\n\n- Pumps get old\n\n### Not in v1\n\n- Roofs",
  );
  expect(openQuestions.map(({ text }) => text)).toEqual(["Are pumps sold by weight?"]);
  expect(nonGoals.map(({ text }) => text)).toEqual(["Roofs"]);
});

it("checks quality gates after what they are for", () => {
  const gates =
    "## Quality Gates\n\nThese commands must pass for every story:\n\n- `npm test`\n- `npm run lint`";
  const [, check] = draftTasks(prdWith(gates)).flatMap(({ tasks }) => tasks);
  expect(check?.title).toBe('Check "These commands must pass for every story"');
  expect(check?.needs).toEqual(["FR-1"]);
  expect(check?.verification).toEqual(["`npm test`", "`npm run lint`"]);
});

it("takes calls for no fields of a model", () => {
  const calls = "- `pumps.list({ house })` → Shelf\n- `pumps.get({ id })` → Label";
  expect(titlesOf(`## Data Model\n\n### Live queries\n\n${calls}`)).toContain('Apply "Live queries"');
});
