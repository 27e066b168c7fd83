import { describe, expect, it } from "vitest";
import { draftTasks } from "../../../src/tasks/generate/draft/draft-tasks.ts";
import { readPrdModel } from "../../../src/tasks/generate/prd/read-model.ts";

const story = (id: string, title: string, criteria: readonly string[]): string =>
  [
    `### ${id}: ${title}`,
    "**Description:** As a gardener, I want it so that plants live.",
    "",
    "**Acceptance Criteria:**",
    ...criteria.map((text) => `- [ ] ${text}`),
  ].join("\n");

const tasksOf = (stories: readonly string[], requirements: readonly string[]) =>
  draftTasks(
    readPrdModel(
      `# PRD: Greenhouse\n\n## User Stories\n\n${stories.join("\n\n")}\n\n## Functional Requirements\n\n${requirements.join("\n")}\n`,
      "a.md",
    ),
  ).flatMap(({ tasks }) => tasks);

const watering = story("US-001", "Schedule the watering pump", [
  "The pump starts at the hour that is set",
  "A schedule without an hour is refused",
]);
const alarms = story("US-002", "Send frost alarms", ["An alarm arrives within 1 minute of a frost"]);

describe("a story with criteria", () => {
  it("is a task with its title and criteria, and with the requirement that is plainly about it", () => {
    const [first, second, ...others] = tasksOf(
      [watering, alarms],
      [
        "- FR-1: The watering pump must follow a schedule",
        "- FR-2: Frost alarms must be sent within a minute",
      ],
    );
    expect(others).toEqual([]);
    expect(first).toMatchObject({
      title: "Schedule the watering pump",
      requirements: ["US-001", "FR-1"],
      steps: ["As a gardener, I want it so that plants live.", "The watering pump must follow a schedule"],
      verification: ["The pump starts at the hour that is set", "A schedule without an hour is refused"],
    });
    expect(second).toMatchObject({ title: "Send frost alarms", requirements: ["US-002", "FR-2"] });
  });

  it("leaves a requirement that is about no story in a task of its own", () => {
    const tasks = tasksOf([watering, alarms], ["- FR-1: Leaves must be photographed at noon"]);
    expect(tasks.map(({ requirements }) => requirements)).toEqual([["US-001"], ["US-002"], ["FR-1"]]);
    expect(tasks[0]?.steps).toEqual(["As a gardener, I want it so that plants live."]);
  });

  it("takes at most four requirements", () => {
    const requirements = [1, 2, 3, 4, 5].map(
      (id) => `- FR-${id}: The watering pump must follow schedule ${id}`,
    );
    const [first] = tasksOf([watering, alarms], requirements);
    expect(first?.requirements).toHaveLength(5);
  });

  it("is a check after the requirements if its criteria are scenarios", () => {
    const scenario = story("US-001", "Schedule the pump", [
      "Given a schedule, when its hour comes, then the pump starts",
    ]);
    const tasks = tasksOf([scenario], ["- FR-1: The pump must follow a schedule"]);
    expect(tasks.map(({ title }) => title)).toEqual([
      "The pump must follow a schedule",
      'Check "US-001: Schedule the pump"',
    ]);
  });

  it("depends on the first story that creates what it names in inline code", () => {
    const tasks = tasksOf(
      [
        story("US-001", "Store plans", ["Create `PumpPlan` table", "Create `POST /plans` endpoint"]),
        story("US-002", "Copy plans", ["Create `PumpPlan` rows from a file", "`POST /plans` is tested"]),
        story("US-003", "Show plans", ["Every `PumpPlan` is shown", "`Pump` is shown"]),
      ],
      ["- FR-1: Leaves must be photographed at noon"],
    );
    expect(tasks.map(({ dependencies }) => dependencies)).toEqual([[], ["1.1"], ["1.1"], []]);
  });

  it("depends on what is new in an earlier story, in parentheses or as a path, and so does a requirement", () => {
    const tasks = tasksOf(
      [
        story("US-001", "Receive frost", ["Handle `POST /frost` in new `FrostController`"]),
        story("US-002", "Count plants", [
          "Add a limit to the settings (`MOST_PLANTS`)",
          "Create `/plants` page",
        ]),
        story("US-003", "Ask for frost", ["Add the time of the frost to `FrostController`"]),
        story("US-004", "Link plants", ["A button leads to `/plants`", "Use the new `FrostController`"]),
        story("US-005", "Move plants", [
          "Add a shelf to the new `PlantMover`",
          "Delete `Shelf` from `/shelves`",
        ]),
        story("US-006", "Drop plants", ["`PlantMover` and `Shelf` are gone", "`/shelves` is closed"]),
      ],
      ["- FR-1: Greenhouse visitors see a warning near `MOST_PLANTS`"],
    );
    const dependencies = [[], [], ["1.1"], ["1.1", "1.2"], [], [], ["1.2"]];
    expect(tasks.map((task) => task.dependencies)).toEqual(dependencies);
  });

  it("depends only on what it says that it depends on, and not on a name that three stories create", () => {
    const stated = (id: string, criteria: readonly string[]): string =>
      `${story(id, "Water plants", criteria)}\n\n**Dependencies:** US-001`;
    const tasks = tasksOf(
      [
        story("US-001", "Cool plants", ["Create `cool()` method"]),
        story("US-002", "Heat plants", ["Create `heat()` method", "Implement `check()` method"]),
        stated("US-003", ["Call `heat()` at night"]),
        story("US-004", "Dry plants", ["Implement `check()` method"]),
        story("US-005", "Move plants", ["Implement `check()` method"]),
      ],
      ["- FR-1: Heat plants and create an invoice", "- FR-2: Water plants at night and send the invoice"],
    );
    expect(tasks.map((task) => task.requirements.slice(1))).toEqual([[], ["FR-1"], ["FR-2"], [], []]);
    expect(tasks.map((task) => task.dependencies)).toEqual([[], [], ["1.1"], [], []]);
  });

  it("depends on names that are written without backticks, but not on products", () => {
    const tasks = tasksOf(
      [
        story("US-001", "Guard plants", [
          "Create PlantGuard with a lock",
          "Add YouTube films",
          "Create GitHub API. Build PlantCooler.",
        ]),
        story("US-002", "Show plants", ["Protected by PlantGuard."]),
        story("US-003", "Film plants", ["Films are on YouTube", "Code is on GitHub"]),
        story("US-004", "Cool plants", ["PlantCooler runs at noon"]),
      ],
      ["- FR-1: Leaves must be photographed at noon"],
    );
    expect(tasks.map((task) => task.dependencies)).toEqual([[], ["1.1"], [], ["1.1"], []]);
  });

  it("depends on what an earlier story creates in another language than English", () => {
    const tasks = tasksOf(
      [
        story("US-001", "Riego", ["Crear tabla `riegos`"]),
        story("US-002", "Lista de riegos", ["Mostrar todas las filas de `riegos`"]),
      ],
      ["- FR-1: Las hojas deben fotografiarse al mediodía"],
    );
    expect(tasks[1]?.dependencies).toEqual(["1.1"]);
  });

  it("takes a requirement that two stories are about equally if one sentence of one says it", () => {
    const tasks = tasksOf(
      [
        story("US-001", "Store gifts", ["Gifts are exported", "Files have a CSV and an Excel form"]),
        story("US-002", "Export gifts", [
          "Gifts can be exported as CSV and Excel files",
          "Ribbons are stored",
        ]),
      ],
      ["- FR-1: Gifts are exported as CSV and Excel files"],
    );
    expect(tasks.map(({ requirements }) => requirements)).toEqual([["US-001"], ["US-002", "FR-1"]]);
  });

  it("has no Implement in its title if the title of another story says what to do", () => {
    const beds = story("US-002", "Export Bed Data", ["A file is written"]);
    const titles = (stories: readonly string[]) =>
      tasksOf(stories, ["- FR-1: It opens."]).map(({ title }) => title);
    expect(titles([beds, watering])).toContain("Export Bed Data");
    expect(titles([story("US-001", "Frost Alarm", ["It rings"])])).toContain("Implement Frost Alarm");
  });

  it("does not depend on a later story for what two requirements both name", () => {
    const tasks = tasksOf(
      [watering, alarms],
      [
        "- FR-1: Frost alarms must create a record within a minute of a frost",
        "- FR-2: The watering pump must start at the hour of its schedule without a record",
      ],
    );
    expect(tasks.map(({ dependencies }) => dependencies)).toEqual([[], []]);
  });
});
