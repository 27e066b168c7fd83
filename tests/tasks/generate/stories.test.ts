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
