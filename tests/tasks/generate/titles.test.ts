import { describe, expect, it } from "vitest";
import { draftTasks } from "../../../src/tasks/generate/draft/draft-tasks.ts";
import { readPrdModel } from "../../../src/tasks/generate/prd/read-model.ts";

const taskOf = (points: string) =>
  draftTasks(readPrdModel(`# PRD: Garden\n\n## Functional Requirements\n\n${points}`, "a.md"))[0]?.tasks[0];

describe("the title of a task", () => {
  it.each([
    [
      "begins with Implement before a compound name",
      "### Photo Upload Flow\n\nIt works.",
      "Implement Photo Upload Flow",
    ],
    [
      "is measured without the words around it",
      "- The system must water all the beds of the garden every day (by hand or hose).",
      "Water all the beds of the garden every day (by hand or hose)",
    ],
    [
      "keeps parentheses that restrict, however long it is",
      "- The gardener of each bed must water all the plants in it every morning (without the hose).",
      "The gardener of each bed must water all the plants in it every morning (without the hose)",
    ],
    [
      "is not only code",
      "- `garden water [--all] [--bed <name>] [--hose] [--hand]` — Water the beds of the garden",
      "`garden water [--all] [--bed <name>] [--hose] [--hand]` — Water the beds of the garden",
    ],
    ["is a single word with its sentence", "### Performance\n\nIt is fast.", "Performance: It is fast"],
    ["is a single word with its only point", "1. Encoding:\n   - It is exact.", "Encoding: It is exact"],
    ["is a single word with all points", "1. Plans:\n   - Monthly\n   - Annual.", "Plans: Monthly, Annual"],
    [
      "is a single word with the labels of points that are too long",
      `1. Plans:\n   - Monthly: ${"of beds ".repeat(12)}\n   - Annual: ${"of beds ".repeat(12)}`,
      "Plans: Monthly, Annual",
    ],
    [
      "is a single word with the first of long points without labels",
      `1. Storage:\n   - It keeps beds.\n   - It keeps ${"rows and ".repeat(20)}beds.`,
      "Storage: It keeps beds",
    ],
    [
      "is only a single word if no point fits",
      `1. Storage:\n   - It keeps ${"beds and ".repeat(20)}rows.`,
      "Storage",
    ],
    ["is an obligation without a subject, without its modal verb", "- Must show the beds", "Show the beds"],
    [
      "has no Implement before a verb and its objects",
      "1. **Reserve Seats**\n   - Seats lock",
      "Reserve Seats",
    ],
    [
      "has Implement before bold words above points",
      "1. **Seat Plan**\n   - Seats lock",
      "Implement Seat Plan",
    ],
    ["is a phrase with a preposition, unchanged", "- **For each signal**: it beeps", "For each signal"],
    ["leaves out the number of bold words", "**1. Seat locks**\n- Locks end", "Seat locks"],
    ["leaves out symbols around a sentence", "- ✅ Seats are shown ⚠️", "Seats are shown"],
    ["leaves out a symbol joined from several", "- 🧑🏽‍💼 Seats are shown 🇩🇪", "Seats are shown"],
    ["leaves out a symbol before parentheses", "- Seats are shown ⚠️ (in part)", "Seats are shown (in part)"],
    ["keeps a number that is part of a name", "- **100 Seat Plan**: it is drawn", "Implement 100 Seat Plan"],
    [
      "does not end at a full stop in parentheses",
      '- A bed is shown with its name (e.g., "1. Roses") and size. It is green.',
      'A bed is shown with its name (e.g., "1. Roses") and size',
    ],
    [
      "has the points that a lead-in announces, if all of them fit",
      "1. The system must store the following fields:\n   - Name\n   - Size",
      "Store the following fields: Name, Size",
    ],
    [
      "has no points that a lead-in announces, if one of them does not fit",
      `1. The system must store the following fields:\n   - Name\n   - ${"Size of it ".repeat(15)}`,
      "Store the following fields",
    ],
    [
      "has no colons of points that introduce others",
      "1. A bed has:\n   - a plan:\n     - rows\n   - a name",
      "A bed has a plan, a name",
    ],
    [
      "keeps parentheses that stand for a value",
      "- Growth MUST be calculated as: (height in cm) × (leaves / 12), rounded to the nearest whole number of leaves",
      "Growth MUST be calculated as: (height in cm) × (leaves / 12), rounded to the nearest whole number of leaves",
    ],
    [
      "keeps parentheses after a preposition, whose object they are",
      "- Duplicates of readings are found with (sensor_id, reading_hash) within a whole day",
      "Duplicates of readings are found with (sensor_id, reading_hash) within a whole day",
    ],
    [
      "does not end at the full stop of an abbreviation",
      "- Die Liste zeigt freie Beete, z. B. Rosen, bzw. Sträucher. Sie ist kurz.",
      "Die Liste zeigt freie Beete, z. B. Rosen, bzw. Sträucher",
    ],
    ["ends after a unit", "- A bed is drawn within 2 s. Tulips come first.", "A bed is drawn within 2 s"],
    ["keeps an ellipsis", "- Beds are filled with: peat, sand, ...", "Beds are filled with: peat, sand, ..."],
    ["keeps the case of a name with a digit", "- n8n runs the pumps", "n8n runs the pumps"],
    [
      "keeps the case of a name before a word in letters without case",
      "- nginx 설정 파일 추가",
      "nginx 설정 파일 추가",
    ],
    [
      "capitalizes a title that only quotes such letters",
      "- translate `你好` and “안녕”",
      "Translate `你好` and “안녕”",
    ],
    ["begins with a capital in a text with 1º", "- enviar el 1º aviso", "Enviar el 1º aviso"],
    [
      "is what the system must do rather than the bold words before it",
      "- **Network errors:** The system must show a message when the sensor is offline",
      "Show a message when the sensor is offline",
    ],
    [
      "leaves out the system and the word also",
      "- The system must also clean up old beds",
      "Clean up old beds",
    ],
    [
      "keeps a subject that only some sentences have",
      "- The list must show beds\n- The list must page\n- Alarms must ring\n- Pumps must stop",
      "The list must show beds",
    ],
  ])("%s", (_, points, title) => {
    expect(taskOf(points)?.title).toBe(title);
  });

  it.each([
    ["**Habit reminders** (customizable)", "Habit reminders (customizable)"],
    ["**Kein** Beet ohne Namen", "Kein Beet ohne Namen"],
    ["**Only the ripe ones** → 3 points", "Only the ripe ones → 3 points"],
    ["**Polling** (no sockets) is enough", "Polling (no sockets) is enough"],
  ])("keeps the words after bold words, as do step and criterion: %s", (point, whole) => {
    const { title, steps, verification } = taskOf(`- ${point}`) ?? {};
    expect([title, steps, verification]).toEqual([whole, [whole], [whole]]);
  });

  it.each(["Gardener** (guest) — Sees the beds", "Gardener** (guest): Sees the beds"])(
    "has the remark after bold words that something sets off: **%s",
    (point) => {
      const { title, steps } = taskOf(`- **${point}`) ?? {};
      expect([title, steps]).toEqual(["Gardener (guest)", ["Gardener (guest): Sees the beds"]]);
    },
  );

  it("has the first of 12,000 points, without a try for each number of them", () => {
    const points = Array.from({ length: 12_000 }, (_, at) => `  - onion bed number ${at}`);
    const title = taskOf(["- Caretakers can water:", ...points].join("\n"))?.title;
    expect(title).toMatch(/^Allow caretakers to water: onion bed number 0, .+ number 5$/);
  });

  it("leaves out later points, as do step and criterion", () => {
    const { title, steps, verification } =
      taskOf("1. **Export**\n   - A file of beds\n   - A video (future)") ?? {};
    expect([title, steps, verification]).toEqual([
      "Export: A file of beds",
      ["A file of beds"],
      ["A file of beds"],
    ]);
  });

  it("joins a sentence above its points with them only by a colon", () => {
    const sentence = "The system must send a reminder.";
    const points = `- FR-1: ${sentence}\n  - FR-1.1: Two days before.\n  - FR-1.2: To the borrower.`;
    const [plan] = draftTasks(
      readPrdModel(`# PRD: Garden\n\n## Functional Requirements\n\n${points}`, "a.md"),
    );
    expect(plan?.tasks.map(({ title }) => title)).toContain("Send a reminder: To the borrower");
  });

  it("joins a lead-in that ends in `is` with its points only by a colon", () => {
    expect(taskOf("The process in a frost is:\n\n- Close the roof\n- Light the stove")?.title).toBe(
      "The process in a frost is: Close the roof",
    );
  });

  it("says the words that introduce points, and so does the first step if they have a number", () => {
    const { title, steps, verification } =
      taskOf("- On desktop (>1024px):\n  - Beds have 2 columns\n  - Pumps have 3 columns") ?? {};
    expect(title).toBe("On desktop (>1024px): Beds have 2 columns, Pumps have 3 columns");
    expect(steps).toEqual(["On desktop (>1024px):", "Beds have 2 columns", "Pumps have 3 columns"]);
    expect(verification).toEqual(["Beds have 2 columns", "Pumps have 3 columns"]);
  });
});
