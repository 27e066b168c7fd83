import { describe, expect, it } from "vitest";
import { draftTasks } from "../../../src/tasks/generate/draft/draft-tasks.ts";
import { readPrdModel } from "../../../src/tasks/generate/prd/read-model.ts";

const prdOf = (...lines: readonly string[]) =>
  readPrdModel(["# PRD: Rockets", "", ...lines].join("\n"), "a.md");
const phasesOf = (...lines: readonly string[]) =>
  draftTasks(prdOf(...lines)).map(({ title, tasks }) => [title, tasks.map((task) => task.title)]);
const tasksOf = (...lines: readonly string[]) => draftTasks(prdOf(...lines)).flatMap(({ tasks }) => tasks);

describe("a feature", () => {
  const labelled = [
    "- User Story: As a pilot, I want to see my altitude.",
    "- Acceptance Criteria:",
    "  - The altitude is in metres.",
    "- Edge cases: Below the sea, it is negative.",
  ];

  it("whose points are labels with a story and criteria is one requirement", () => {
    const [task, ...others] = tasksOf("## Features", "", "### Altitude Display", ...labelled);
    expect(others).toEqual([]);
    expect(task).toMatchObject({
      title: "Implement Altitude Display",
      steps: ["As a pilot, I want to see my altitude.", "Edge cases: Below the sea, it is negative."],
      verification: ["The altitude is in metres."],
    });
  });

  it.each(["Feature: Persona Assignment", "Feature: Evaluation & Metrics", "Personalization"])(
    "called %s is work, whatever else its words can mean",
    (heading) => {
      const { requirements } = prdOf("## Features", "", `### ${heading}`, "", "- Ask for the pilot's rank");
      expect(requirements.map(({ text }) => text)).toEqual(["Ask for the pilot's rank"]);
    },
  );

  it("among `Core Features & Behavior` is a requirement", () => {
    const { requirements } = prdOf(
      "## 2. Core Features & Behavior",
      "",
      "### 2.1 Launch",
      "",
      "- Count to zero",
    );
    expect(requirements.map(({ text }) => text)).toEqual(["Count to zero"]);
  });

  it("keeps points and criteria apart from those of another feature below equal headings", () => {
    const phases = phasesOf(
      "## Functional Requirements",
      "### 3.1 Hangar",
      "#### 3.1.1 Core Functionality",
      "- Place parts on a grid",
      "#### 3.1.2 Acceptance Criteria",
      "- [ ] A part sticks to the grid",
      "### 3.2 Flight",
      "#### 3.2.1 Core Functionality",
      "- Turn by keys",
      "#### 3.2.2 Acceptance Criteria",
      "- [ ] The rocket turns",
    );
    expect(phases).toEqual([
      ["Hangar", ["Place parts on a grid", 'Check "Hangar"']],
      ["Flight", ["Turn by keys", 'Check "Flight"']],
    ]);
  });
});

it.each([
  ["不包含功能", "功能"],
  ["제외 기능 (v2 이후)", "기능"],
  ["Features excluidas del MVP", "Features"],
  ["Nicht enthalten", "Features"],
  ["Not tested (rationale)", "Features"],
])("below %s are things not to build", (heading, features) => {
  const { requirements, nonGoals } = prdOf(
    `## ${features}`,
    `### ${features} 1`,
    "- Countdown",
    `### ${heading}`,
    "- Bluetooth",
  );
  expect(requirements.map(({ text }) => text)).toEqual(["Countdown"]);
  expect(nonGoals.map(({ text }) => text)).toEqual(["Bluetooth"]);
});

it("`미결정 사항` are open questions, though it contains the word for decisions", () => {
  const { answers, openQuestions } = prdOf("## Features", "- Countdown", "## 미결정 사항", "- 연령 제한");
  expect([answers.length, openQuestions.length]).toEqual([0, 1]);
});

it("ids of a letter, a hyphen and a letter are kept", () => {
  const { requirements } = prdOf(
    "## Features",
    "| ID | Feature | Note |",
    "|---|---|---|",
    "| F-C01 | Countdown | - |",
  );
  expect(requirements.map(({ id }) => id)).toEqual(["F-C01"]);
});

it("a remark of several words after an id is not part of the text, and can mark the requirement", () => {
  const { requirements } = prdOf(
    "## Functional Requirements",
    "- **F1:** Count to zero",
    "- **F2 (optional for MVP, desirable for production):** Play a sound",
    "- **F3 (nice-to-have for production):** Shake",
  );
  expect(requirements.map(({ id, text, optional }) => [id, text, optional])).toEqual([
    ["F1", "Count to zero", null],
    ["F2", "Play a sound", "optional"],
    ["F3", "Shake", "optional"],
  ]);
});

it("a numbered line that begins with a quotation mark follows the bullets above it", () => {
  const { requirements } = prdOf(
    "## Functional Requirements",
    "### FR1: Options",
    "1.1. Show two buttons:",
    "- Download",
    "- Share",
    '1.2. "Again" must start a new song',
  );
  expect(requirements.map(({ text, parts }) => [text, parts.length])).toEqual([
    ["Show two buttons:", 2],
    ['"Again" must start a new song', 0],
  ]);
});

it("words too long for a title that introduce points are the first step", () => {
  const said = `The system must register all three tools in \`server.py\`. ${"Each has a description that says in plain words what it is for and how it is used by others. ".repeat(2)}It must contain:`;
  const [task] = tasksOf("## Functional Requirements", `- **FR-1:** ${said}`, "  - Keywords", "  - Examples");
  expect(task?.title).toBe("Register all three tools in `server.py`");
  expect(task?.steps).toEqual([said, "Keywords", "Examples"]);
});

it("an empty cell says nothing", () => {
  const { constraints } = prdOf(
    "## Features",
    "- Countdown",
    "## Controls",
    "| Action | Key | Other |",
    "|---|---|---|",
    "| Throttle | Z | - |",
  );
  expect(constraints.map(({ text }) => text)).toEqual(["Throttle: Key Z"]);
});

it("a test depends on the requirements whose words it has", () => {
  const tasks = tasksOf(
    "## Functional Requirements",
    "- FR-1: Members borrow books",
    "- FR-2: Guests print posters",
    "## Testing",
    "- Check that members can borrow books twice",
  );
  expect(tasks.at(-1)?.dependencies).toEqual(["1.1"]);
});

it("a criterion that says must is not reported as left out", () => {
  const { unread } = prdOf(
    "## Functional Requirements",
    "- FR-1: Count to zero",
    "## Tasks",
    "### T-001: Countdown",
    "**Acceptance Criteria:**",
    "- It must end at zero",
  );
  expect(unread).toEqual([]);
});

it("sentences below a label that begins a section are points of it, unlike names", () => {
  const partsOf = (...points: readonly string[]) =>
    prdOf("## Requirements", "### 1. Start", "Behaviour:", "", ...points).requirements.map(
      ({ parts }) => parts,
    );
  expect(partsOf("- It counts to zero.", "- It stops on a fault.")).toMatchObject([
    [
      { label: "Behaviour", text: "It counts to zero." },
      { label: "Behaviour", text: "It stops on a fault." },
    ],
  ]);
  expect(partsOf("- Count", "- Stop")).toMatchObject([[{ label: null }, { label: null }]]);
});

it("a list in a cell is an enumeration, and a mark on its last point is not one of the whole", () => {
  const { requirements } = prdOf(
    "## Functional Requirements",
    "| ID | Requirement |",
    "|---|---|",
    "| FR-1 | Ask for colours:<br>- **Hull** (required)<br>- **Fins** (optional) |",
  );
  expect(requirements.map(({ text, optional }) => [text, optional])).toEqual([
    ["Ask for colours: Hull (required); Fins (optional)", null],
  ]);
});

it("a section whose points all have labels is titled with them", () => {
  const titles = (...points: readonly string[]) =>
    tasksOf("## Functional Requirements", "- FR-1: Count", "## Design", ...points).at(-1)?.title;
  expect(titles("- **Colours**: Red and white", "- **Letters**: Thin")).toBe(
    'Apply "Design": Colours, Letters',
  );
  expect(titles("- **Colours**: Red and white", "- Thin letters")).toBe('Apply "Design"');
});

it("a role is not what a story depends on", () => {
  const tasks = tasksOf(
    "## User Stories",
    "1. As a collector, I want to photograph my shirt.",
    "2. As a collector, I want to choose my sounds.",
  );
  expect(tasks.map(({ dependencies }) => dependencies)).toEqual([[], []]);
});

it("what is not tested is not to be built, below a heading of decisions too", () => {
  const { nonGoals, answers } = prdOf(
    "## Features",
    "- Countdown",
    "## Testing Decisions",
    "### Not tested (rationale)",
    "- **Sign-in**: its library has tests",
  );
  expect([nonGoals.length, answers.length]).toEqual([1, 0]);
});

it("a story that its own words mark as optional or later has no task, unlike one below `Phase 2`", () => {
  const story = (heading: string) => [
    heading,
    "As a pilot, I want to fly.",
    "**Acceptance Criteria:**",
    `- ${heading} works`,
  ];
  const tasks = tasksOf(
    "## Requirements",
    "- FR-1: Count",
    "## User Stories",
    "### Phase 1: Land",
    ...story("#### US-1: Docking"),
    ...story("#### US-2: Singing (optional)"),
    "### Phase 2: Air",
    ...story("#### US-3: Flying"),
  );
  expect(tasks.map(({ requirements }) => requirements[0])).toEqual(["US-1", "US-3", "FR-1"]);
});

describe("a flow", () => {
  const flows = (first: string) => [
    "## Features",
    "### Links",
    "#### Requirements",
    "- Make links",
    "#### User Flow",
    `1. ${first}`,
    "2. The link is shown",
    "### Polls",
    "#### Requirements",
    "- Make polls",
    "#### User Flow",
    "1. The host opens a poll",
  ];

  it("of numbered steps is one requirement, named with its feature", () => {
    const { requirements } = prdOf(...flows("The host makes a link"));
    expect(requirements.map(({ text }) => text)).toEqual([
      "Make links",
      "Links: User Flow",
      "Make polls",
      "Polls: User Flow",
    ]);
  });

  it("whose steps demand something is a list of requirements", () => {
    const { requirements } = prdOf(...flows("The system must make a link"));
    expect(requirements.map(({ text }) => text)).toContain("The system must make a link");
  });
});

it("beside an answer, the cell `Resolved` says nothing, and an answer that excludes is not work", () => {
  const tasks = tasksOf(
    "## Features",
    "- Countdown",
    "## Open Questions",
    "| Question | Status | Resolution |",
    "|---|---|---|",
    "| Which sound is played? | Resolved | A horn. |",
    "| Are profiles saved? | Resolved | Out of scope initially. May add in future. |",
    "| Is it loud? | Resolved | Covered by the countdown. |",
  );
  expect(tasks.at(-1)?.steps).toEqual(["Which sound is played? A horn."]);
});

it("a feature with only criteria below a heading is one requirement with these", () => {
  const { requirements } = prdOf(
    "## Features",
    "### Search",
    "Finds books.",
    "#### Acceptance Criteria",
    "- [ ] By title",
    "- [ ] By author",
  );
  expect(requirements).toMatchObject([
    { title: "Search", criteria: [{ text: "By title" }, { text: "By author" }] },
  ]);
});

it("criteria that are all that a section of requirements has are its requirements", () => {
  const { requirements } = prdOf("## Requirements", "### Acceptance Criteria", "- Books are found");
  expect(requirements.map(({ text }) => text)).toEqual(["Books are found"]);
});

it("`Product Requirements` beside other headings of its level is a section", () => {
  const source = "# Product Requirements\n\n- Count\n\n# Non-Goals\n\n- Sing";
  expect(readPrdModel(source, "a.md").requirements.map(({ text }) => text)).toEqual(["Count"]);
});

it("a row whose scope is a later phase is not to be built", () => {
  const [task] = tasksOf(
    "## Features",
    "### Modes",
    "| Mode | Description | MVP Scope |",
    "|---|---|---|",
    "| Hangar | Build rockets | Yes |",
    "| Map | See orbits | Phase 2 |",
  );
  expect(task?.steps).toEqual(["Hangar: Description Build rockets, MVP Scope Yes"]);
});

it("`PRD: …` is the title beside other headings of its level, whatever its words can mean", () => {
  const { title } = readPrdModel("# PRD: Portal Design\n\n# ALWAYS\n\n## Features\n\n- Count", "a.md");
  expect(title).toBe("Portal Design");
});

it("headings lose the anchors that word processors and pandoc write behind them", () => {
  const prd = readPrdModel(
    "# Swaps {#swaps:-v1}\n\n## 2\\. Requirements {#2.-requirements}\n\n### []{#_Toc7 .anchor}Offers {#2.1-offers}\n\n- Offer a shift\n",
    "a.md",
  );
  expect(prd.title).toBe("Swaps");
  expect(prd.requirements.map(({ text, area }) => [text, area])).toEqual([["Offer a shift", "Offers"]]);
});

it("a heading such as Shift Approval is an area, unlike the approvals of the document", () => {
  const areas = "### Shift Approval\n\n- Both get an email\n\n### Approvals\n\n- Ada Roe, 2026-03-01\n";
  const prd = readPrdModel(`# Swaps\n\n## Requirements\n\n- Offer a shift\n\n${areas}`, "a.md");
  expect(prd.requirements.map(({ text }) => text)).toEqual(["Offer a shift", "Both get an email"]);
});

it("the title is that of the front matter if no heading has it", () => {
  const prd = (title: string) =>
    readPrdModel(`---\ntitle: ${title}\n---\n\n# Overview\n\n# Requirements\n\n- Save\n`, "a.md");
  expect(prd('"Shift Swap: Product Requirements"').title).toBe("Shift Swap");
  expect(prd("Shift Swap").title).toBe("Shift Swap");
});

it("a table drawn with + is reported, and the marks of a box are passed over", () => {
  const grid = "+------+-------+\n| FR-1 | Offer |\n|      | it    |\n+------+-------+";
  const prd = prdOf("## Requirements", "", ":::note", "- Offer a shift", ":::", "", grid);
  expect(prd.requirements.map(({ text }) => text)).toEqual(["Offer a shift"]);
  expect(prd.unread).toMatchObject([{ line: 9, reason: expect.stringContaining("table drawn with +") }]);
});

it("a table of requirements with stories and issues keeps the stories, and has nothing of an empty row", () => {
  const [header, rule] = ["|  | Requirement | User Story | Jira Issue |", "|---|---|---|---|"];
  const row = "| 1 | Offer a shift | As a nurse, I want to offer a shift | WARD-13 |";
  const prd = prdOf("## Requirements", "", header, rule, row, "| 2 | | | |");
  const tasks = draftTasks(prd).flatMap(({ tasks: drafted }) => drafted);
  expect(tasks.map(({ steps }) => steps)).toEqual([
    ["Offer a shift", "User Story: As a nurse, I want to offer a shift"],
  ]);
  expect(prd.constraints).toEqual([]);
});

it("what a requirement says of tickets or issues is a step", () => {
  const [task] = tasksOf(
    ...["## Requirements", "", "### FR-1: Support desk", ""],
    ...["- **Tickets:** Members can close their own.", "- **GitHub issues:** Synchronized every hour."],
  );
  expect(task?.steps).toEqual([
    "Tickets: Members can close their own.",
    "GitHub issues: Synchronized every hour.",
  ]);
});

it("paragraphs that begin with bold names and a full stop are features, and rabbit holes are risks", () => {
  const phases = phasesOf(
    ...["## Solution", "", "A board of offers.", ""],
    ...[
      "**Offer a shift.** A nurse taps a shift on the board and chooses it.",
      "",
      "**Take a shift.** The first one gets it.",
    ],
    ...["", "## Rabbit holes", "", "- Payroll reads at night"],
  );
  expect(phases).toEqual([["Solution", ["Offer a shift", "Take a shift"]]]);
});
