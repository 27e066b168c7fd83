import { describe, expect, it } from "vitest";
import { readTaskList } from "../../../src/tasks/document/read-task-list.ts";
import { readPrdModel } from "../../../src/tasks/generate/prd/read-model.ts";
import { prdRules } from "../../../src/tasks/generate/prd-rules.ts";
import { lintList } from "../../../src/tasks/lint/lint-list.ts";

interface TaskLines {
  readonly title?: string;
  readonly requirements?: string;
  readonly depends?: string;
  readonly step?: string;
  readonly criterion?: string;
}

const taskOf = (
  { title = "Build the page", requirements, depends = "None", step, criterion = "answers `ok`" }: TaskLines,
  index: number,
): string =>
  [
    `### Task 1.${index + 1}: ${title}`,
    `- Dependencies: ${depends}`,
    ...(requirements === undefined ? [] : [`- Requirements: ${requirements}`]),
    ...(step === undefined ? [] : [`- ${step}`]),
    `- Verification: ${criterion}`,
    "",
  ].join("\n");

/** The messages of a rule for a list of compact tasks and a PRD without its title line. */
function found(rule: string, prd: string, ...tasks: readonly TaskLines[]): readonly string[] {
  const list = readTaskList(`# Task List: Notes\n\n${tasks.map(taskOf).join("\n")}`);
  const model = readPrdModel(`# PRD: Notes\n\n${prd}`, "0001-prd-notes.md");
  return lintList(list, prdRules(model))
    .filter((one) => one.rule === rule)
    .map(({ message }) => message);
}

const requirements = (...points: readonly string[]): string =>
  `## Functional Requirements\n\n${points.map((point) => `- ${point}`).join("\n")}\n`;

describe("the rule uncovered-requirement", () => {
  it("tells a requirement without an id from one whose id has the same number", () => {
    const prd = requirements("**FR-1**: Users write a note.", "Users delete a note.");
    expect(found("uncovered-requirement", prd, { requirements: "FR-1" })).toEqual([
      "No task carries Requirement 2: Users delete a note.",
    ]);
  });

  it("reports a requirement that no task names, unless it is optional", () => {
    const prd = requirements(
      "**FR-1**: Users write a note.",
      "**FR-2**: Users delete a note.",
      "**FR-3** (optional): Users print a note.",
    );
    expect(found("uncovered-requirement", prd, { requirements: "FR-1" })).toEqual([
      "No task carries FR-2: Users delete a note.",
    ]);
  });

  it("counts the id of a group as all requirements in the group", () => {
    const prd =
      "## Functional Requirements\n\n### FR-1: Notes\n\n- **FR-1.1**: Users write a note.\n- **FR-1.2**: Users delete a note.\n\n### FR-2: Tags\n\n- **FR-2.1**: Users tag a note.\n";
    expect(found("uncovered-requirement", prd, { requirements: "FR-1" })).toEqual([
      "No task carries FR-2.1: Users tag a note.",
    ]);
  });
});

describe("the rule unknown-requirement", () => {
  const prd = `${requirements("**FR-1**: Users write a note.", "**FR-2**: Users delete a note.", "**FR-4**: Users tag a note.")}\n## 7. Technical Considerations\n\n- Use the existing store.\n\n## Files (S3) on disk\n\n- Keep them.\n\n## User Stories\n\n- **US-1**: As a user, I want to write, so that I remember.\n`;

  it.each([
    "FR-1",
    "FR-01 and FR2",
    "FR-1 to FR-4",
    "1, 2",
    "FR-1 (title, text)",
    "US-1",
    "Technical Considerations",
    "technical considerations: store",
    "7. Technical Considerations",
    "Section 7",
    "Files (S3) on disk",
    "None",
  ])("accepts the entry '%s'", (entry) => {
    expect(found("unknown-requirement", prd, { requirements: entry })).toEqual([]);
  });

  it.each(["FR-9", "FR-1 and FR-9", "NFR-1", "Performance", "R1", "US-7", "Section 9"])(
    "reports the entry '%s'",
    (entry) => {
      expect(found("unknown-requirement", prd, { requirements: entry })).toEqual([
        `Task 1.1 names "${entry}", which is neither an id nor a section title of the PRD.`,
      ]);
    },
  );
});

describe("the rule missing-number", () => {
  it.each([
    ["up to 8 photos", "8 photos are stored"],
    ["up to 8 photos", "eight photos are stored"],
    ["up to 8 photos", "the 9th photo is refused"],
    ["at least 8 characters", "7 characters are refused"],
    ["within 2 seconds", "answers in 2000 ms"],
    ["within 2 seconds", "answers in two seconds"],
    ["up to 5 MB", "5,242,881 bytes are refused"],
    ["between 1–5 points", "1 and 5 points are stored"],
    ["for 90 minutes", "ends after 1.5 h"],
    ["for 90 minutes", "sets `ttl: '90m'`"],
    ["for 30 minutes", "ends after half an hour"],
    ["for 1 hour", "ends after an hour"],
    ["bis 24 Stunden", "endet nach einem Tag"],
    ["hasta 60 minutos", "termina tras una hora"],
    ["for 12 months", "ends a year later, after 1 year"],
    ["for 7 days", "sets `Max-Age=604800`"],
    ["of 80% opacity", "sets the opacity to 0.8"],
    ["within 2 seconds", "2001 ms is too late"],
    ["up to 3 attempts", "the fourth attempt is refused"],
    ["up to 25 photos", "twenty-five photos are stored"],
    ["up to 500 characters", "five hundred characters are stored"],
    ["up to 10,000 photos", "10 000 photos are stored"],
    ["up to 10 000 photos", "`max = 10_000`"],
    ["up to 1 million photos", "one million photos are stored"],
  ])("accepts a task for the limit '%s' if a line says '%s'", (limit, criterion) => {
    const prd = requirements(`**FR-1**: Users add a note with ${limit}.`);
    expect(found("missing-number", prd, { requirements: "FR-1", criterion })).toEqual([]);
    expect(found("missing-number", prd, { requirements: "FR-1", step: criterion })).toEqual([]);
  });

  it.each([
    ["up to 8 photos", "80 photos are refused"],
    ["up to 8 photos", "10 photos are refused"],
    ["within 2 seconds", "answers in 2 minutes"],
    ["between 1–5 points", "1 point is stored"],
    ["for $7", "ends after 7 days"],
    ["within 5 seconds", "has at most 5%"],
    ["within 24 hours", "ends after 2 days"],
    ["up to 100 MB", "95 MB are stored"],
    ["up to 5 photos", "is done (FR-5)"],
    ["up to 3 photos", "uses a third-party store"],
  ])("reports the limit '%s' if the only line says '%s'", (limit, criterion) => {
    const prd = requirements(`**FR-1**: Users add a note with ${limit}.`);
    expect(found("missing-number", prd, { requirements: "FR-1", criterion })).toHaveLength(1);
  });

  it("checks answered questions, but no optional requirements", () => {
    const prd = `${requirements("**FR-1**: Users write a note.", "**FR-2** (optional): Users add up to 8 photos.")}\n## Open Questions\n\n1. How long is a note kept? **Answer**: 30 days.\n2. May a note be shared for more than 14 days?\n`;
    expect(found("missing-number", prd, { requirements: "FR-1" })).toEqual([
      'No step or criterion has "30 days" of an answered question (line 10 of the PRD).',
    ]);
  });
});

describe("the rule non-goal", () => {
  const prd = `${requirements("**FR-1**: Users search notes with filters.", "**FR-2**: Users write a note.")}\n## Non-Goals\n\n- No mobile app (the web page is enough)\n- Advanced search filters\n- Sharing notes with other people\n- Internationalization\n`;

  it.each(["Build a mobile app", "Build the mobile app for phones", "Add internationalization"])(
    "reports a task called '%s'",
    (title) => {
      expect(found("non-goal", prd, { title })).toHaveLength(1);
    },
  );

  it.each(["Add search filters", "Write a note", "Store notes", "Build the page", "Let people sign in"])(
    "accepts a task called '%s'",
    (title) => {
      expect(found("non-goal", prd, { title })).toEqual([]);
    },
  );

  it("reports an excluded endpoint and no other one below the same path", () => {
    const withEndpoint = `${prd}- \`GET /users/:id/stats\` - for later analytics\n`;
    const [progress, stats] = ["progress", "stats"].map((name) => ({
      title: `Create GET /users/:id/${name}`,
    }));
    expect(found("non-goal", withEndpoint, progress ?? {})).toEqual([]);
    expect(found("non-goal", withEndpoint, stats ?? {})).toHaveLength(1);
  });
});

describe("the rule many-requirements", () => {
  const prd = requirements(...[1, 2, 3, 4, 5].map((number) => `**FR-${number}**: Users do ${number}.`));

  it("reports a task that carries more than four requirements", () => {
    expect(found("many-requirements", prd, { requirements: "FR-1 to FR-4" })).toEqual([]);
    expect(found("many-requirements", prd, { requirements: "FR-1, FR-2, FR-3, FR-4, FR-5" })).toHaveLength(1);
  });

  it("ignores requirements that are mentioned only in the text of a task", () => {
    expect(found("many-requirements", prd, { requirements: "FR-1", step: "As FR-2 to FR-5 ask" })).toEqual(
      [],
    );
  });
});

describe("the rule no-dependencies", () => {
  const prd = requirements("**FR-1**: Users write a note.");
  const tasks = (count: number): readonly TaskLines[] => Array.from({ length: count }, () => ({}));

  it("reports a list of eight tasks without any dependency", () => {
    expect(found("no-dependencies", prd, ...tasks(7))).toEqual([]);
    expect(found("no-dependencies", prd, ...tasks(8))).toHaveLength(1);
    expect(found("no-dependencies", prd, ...tasks(7), { depends: "1.1" })).toEqual([]);
  });
});
