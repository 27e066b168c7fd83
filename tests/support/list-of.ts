interface TaskWords {
  readonly number: string;
  readonly title?: string;
  readonly status?: string;
  readonly depends?: string;
  readonly items?: readonly string[];
  readonly lines?: readonly string[];
}

/** A task in the full form. */
export function taskText({ number, title, status, depends, items, lines = [] }: TaskWords): string {
  return [
    `### Task ${number}: ${title ?? `Build ${number}`}`,
    "",
    ...(status ? [`**Status**: ${status}`] : []),
    "**Complexity**: Low",
    `**Dependencies**: ${depends ?? "None"}`,
    ...lines,
    "",
    "**Steps**:",
    "",
    "1. Write it",
    "",
    "**Verification**:",
    "",
    ...(items ?? [`- [ ] Tests of ${number} pass`]),
  ].join("\n");
}

/** A list of tasks in the full form, with a phase for each first number. */
export function listOf(tasks: readonly TaskWords[], status = "Not Started"): string {
  const header = `# Task List: Test\n\n**PRD**: 0001-prd-test.md\n**Created**: 2026-01-02\n**Status**: ${status}`;
  const phases = Map.groupBy(tasks, ({ number }) => number.split(".")[0] ?? "");
  const sections = [...phases].map(([phase, members]) =>
    [`## Phase ${phase}: Part ${phase}`, members.map(taskText).join("\n\n---\n\n")].join("\n\n"),
  );
  return `${[header, ...sections].join("\n\n---\n\n")}\n`;
}
