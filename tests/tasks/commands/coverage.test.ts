import { join } from "node:path";
import { expect, test } from "vitest";
import { listOf } from "../../support/list-of.ts";
import { runJson, temporaryFolder, writeFile } from "../../support/tasks-command.ts";

/** The tasks that carry each requirement, by id. */
async function carriersOf(requirements: string, ...steps: readonly string[]) {
  const folder = temporaryFolder();
  writeFile(folder, "0001-prd-test.md", `# PRD: Test\n\n## Functional Requirements\n\n${requirements}\n`);
  const tasks = steps.map((step, index) => ({ number: `1.${index + 1}`, items: [`- [ ] ${step}`] }));
  const list = writeFile(folder, "tasks-0001-prd-test.md", listOf(tasks));
  const { json } = await runJson(["-f", list, "coverage", "--prd", join(folder, "0001-prd-test.md")]);
  return Object.fromEntries(
    json.requirements.map(({ id, tasks: numbers }: { id: string; tasks: string[] }) => [id, numbers]),
  );
}

test.each(["Files go to R2", "Register r3 is read", "It runs on an R3-7900X", "The R-3 index", "row r 3"])(
  "tasks coverage ignores a letter-and-digits name if the PRD's ids have another form: %s",
  async (step) => {
    const carriers = await carriersOf("- FR-2: Store files\n- FR-3: Read files", step);
    expect(carriers).toEqual({ "FR-2": [], "FR-3": [] });
  },
);

test("tasks coverage counts a letter-and-digits id if the PRD uses that form", async () => {
  const carriers = await carriersOf(
    "- R2: Store files\n- R3: Read files",
    "As R2 demands",
    "It runs on an R3-7900X, and register r3 is read",
    "R2-R3 hold (R3.)",
  );
  expect(carriers).toEqual({ R2: ["1.1", "1.3"], R3: ["1.3"] });
});

test("tasks coverage counts an id in every other spelling", async () => {
  const steps = ["FR-2 holds", "As fr3 and Requirement 2", "Requirements 2 and 3", "FR-2 to FR-3"];
  const carriers = await carriersOf("- FR-2: Store files\n- FR-3: Read files", ...steps);
  expect(carriers).toEqual({ "FR-2": ["1.1", "1.2", "1.3", "1.4"], "FR-3": ["1.2", "1.3", "1.4"] });
});

test("tasks coverage counts an id with a hyphen in its number, which is not a range", async () => {
  const steps = ["L1-01 holds", "see L1-03.", "L1-1 to L1-4", "FR-1-2"];
  const carriers = await carriersOf(
    "- L1-01: Store files\n- L1-03: Read files\n- FR-1-2: Delete files\n- FR-2: Name files",
    ...steps,
  );
  expect(carriers).toEqual({ "L1-01": ["1.1"], "L1-03": ["1.2"], "FR-1-2": ["1.4"], "FR-2": [] });
});
