import { describe, expect, it } from "vitest";
import { readPrd } from "../../../src/tasks/generate/prd/read-prd.ts";

const read = (...lines: string[]) => readPrd(lines.join("\n"), "0001-prd-x.md");
const ids = (...lines: string[]) =>
  read("# PRD: X", "", "## Functional Requirements", "", ...lines).requirements.map(({ id }) => id);

describe("reading a PRD", () => {
  it("takes bold lines, headings, numbered items, bullets and table rows for requirements", () => {
    expect(ids("**FR-1**: The system must save.", "", "**FR-2:** The system must load.")).toEqual([
      "FR-1",
      "FR-2",
    ]);
    expect(ids("### FR-1: Save", "- at once", "", "### FR-2: Load", "- at once")).toEqual(["FR-1", "FR-2"]);
    expect(ids("1. The system must save", "2. The system must load")).toEqual([
      "Requirement 1",
      "Requirement 2",
    ]);
    expect(ids("- Save at once", "- Load at once")).toEqual(["Requirement 1", "Requirement 2"]);
    expect(ids("1. **FR-1.1:** Save", "2. **FR-1.2:** Load")).toEqual(["FR-1.1", "FR-1.2"]);
    expect(ids("- REQ-LP-001: Save", "- REQ-LP-002: Load")).toEqual(["REQ-LP-001", "REQ-LP-002"]);
    expect(ids("| ID | Requirement |", "|---|---|", "| FR-1 | Save |", "| FR-2 | Load |")).toEqual([
      "FR-1",
      "FR-2",
    ]);
    expect(ids("**FR-1**: Save", "**FR-2**: Load")).toEqual(["FR-1", "FR-2"]);
  });

  it("finds what is asked for where no heading says requirements", () => {
    const texts = (...lines: string[]) => read(...lines).requirements.map(({ text }) => text);
    expect(texts("# X", "", "## Features", "", "### Crop an image", "### Rotate an image")).toEqual([
      "Crop an image",
      "Rotate an image",
    ]);
    expect(texts("# X", "", "- shorten a URL", "- redirect links")).toEqual([
      "shorten a URL",
      "redirect links",
    ]);
    expect(
      texts(
        "# X",
        "",
        "## API",
        "",
        "| Method | Path | For |",
        "|---|---|---|",
        "| GET | /rooms | List rooms |",
      ),
    ).toEqual(["`GET /rooms`: List rooms"]);
    const priorities = [
      "## Must have",
      "- A button",
      "",
      "## Could have",
      "- A chart",
      "",
      "## Won't have",
      "- An app",
    ];
    expect(texts("# X", "", ...priorities)).toEqual(["A button", "A chart"]);
    expect(read("# X", "", "## MoSCoW", "", "### Must have", "- A button").requirements[0]?.area).toBeNull();
  });

  it("finds what plain prose asks for, and tells of the sentences it left", () => {
    const prd = read(
      "# X",
      "",
      "We want to build an app where owners should be able to post a walk, and walkers must be notified. We will not do insurance. It rains.",
      "",
      "The company was founded in 1990.",
    );
    expect(prd.requirements.map(({ text }) => text)).toEqual([
      "Owners should be able to post a walk",
      "Walkers must be notified",
    ]);
    expect(prd.untaken.map(({ text }) => text)).toEqual(["We will not do insurance", "It rains."]);
  });

  it("leaves out rows whose priority rules them out, and tells of them", () => {
    const table = [
      "| ID | Requirement | Priority |",
      "|---|---|---|",
      "| FR-1 | Save | Must |",
      "| FR-2 | Voice | Won't |",
    ];
    const prd = read("## Requirements", "", ...table);
    expect(prd.requirements.map(({ id }) => id)).toEqual(["FR-1"]);
    expect(prd.untaken).toMatchObject([{ line: 6 }]);
  });

  it("makes one criterion of Given, When and Then on lines of their own", () => {
    const { requirements } = read(
      "## User Stories",
      "",
      "### US-1: Plan a week",
      "As a cook, I want to plan a week.",
      "",
      "Given a saved recipe",
      "When I drag it onto Tuesday",
      "Then Tuesday shows it",
    );
    expect(requirements[0]?.criteria).toEqual([
      "Given a saved recipe, when I drag it onto Tuesday, then Tuesday shows it",
    ]);
  });

  it("reads two levels, with the parts knowing their whole", () => {
    const { requirements } = read(
      "## Requirements",
      "",
      "- **FR-1**: Sign in",
      "  - **FR-1.1**: With a password",
      "  - **FR-1.2**: With a key",
    );
    expect(requirements.map(({ id, parent }) => [id, parent])).toEqual([
      ["FR-1", null],
      ["FR-1.1", "FR-1"],
      ["FR-1.2", "FR-1"],
    ]);
  });

  it("numbers by the area where numbering starts anew in each", () => {
    expect(ids("### A", "1. Save", "2. Load", "", "### B", "1. Print")).toEqual([
      "Requirement 1.1",
      "Requirement 1.2",
      "Requirement 2.1",
    ]);
  });

  it("gives an id that stands twice a letter, so that both can be named", () => {
    expect(ids("- FR-1: Save it", "- FR-1: Load it")).toEqual(["FR-1", "FR-1b"]);
  });

  it("keeps details, criteria and references with their requirement", () => {
    const [, requirement] = read(
      "## Functional Requirements",
      "",
      "**FR-1**: Save it",
      "",
      "**FR-2**: Load what FR-1 saved",
      "",
      "- within a second",
      "",
      "**Acceptance Criteria**:",
      "- A missing file gives a message",
    ).requirements;
    expect(requirement).toMatchObject({ references: ["FR-1"], criteria: ["A missing file gives a message"] });
    expect(requirement?.details.map(({ text }) => text)).toEqual(["within a second"]);
  });

  it("takes nothing from non-goals, open questions and what comes later", () => {
    const { requirements, notes } = read(
      "## Requirements",
      "1. Save",
      "",
      "## Non-Goals (Out of Scope)",
      "- FR-9: The system must fly",
      "",
      "## Open Questions",
      "1. Must it swim?",
      "",
      "## Future Enhancements",
      "- Diving",
    );
    expect(requirements.map(({ id }) => id)).toEqual(["Requirement 1"]);
    expect(notes.filter(({ kind }) => kind === "nonGoals")).toHaveLength(1);
  });

  it("understands numbered headings, emoji and other languages", () => {
    for (const heading of [
      "## 4. Functional Requirements",
      "## ⚙️ Requirements",
      "## 기능 요구사항",
      "## Funktionale Anforderungen",
      "## Requisitos funcionales",
      "## 功能需求",
      "## 機能要件",
      "## Exigences fonctionnelles",
      "## 4. 기능 요구사항 (Functional Requirements)",
    ]) {
      expect(
        read("# X", heading, "- FR-1: Save it").requirements.map(({ id }) => id),
        heading,
      ).toEqual(["FR-1"]);
    }
  });

  it("falls back to features, then stories, then acceptance criteria", () => {
    expect(
      read(
        "## Features",
        "- Save it",
        "## User Stories",
        "- US-1: As a user, I want to save",
      ).requirements.map(({ text }) => text),
    ).toEqual(["Save it"]);
    expect(
      read("## User Stories", "- **US-1**: As a user, I want to save it").requirements.map(({ id }) => id),
    ).toEqual(["US-1"]);
    expect(read("## Acceptance Criteria", "- A saved file can be loaded").requirements).toHaveLength(1);
  });

  it("reads fields, endpoints with their statuses, and file paths", () => {
    const prd = read(
      "## Requirements",
      "1. Save in `src/save.ts`",
      "## Data Model",
      "```sql",
      "CREATE TABLE notes (",
      "  id INT PRIMARY KEY,",
      "  text TEXT NOT NULL",
      ");",
      "```",
      "## API",
      "### POST /api/notes - Save a note",
      "- `201`: the note is stored",
    );
    expect(prd.models).toMatchObject([
      { name: "notes", fields: [{ name: "id" }, { name: "text", note: "TEXT NOT NULL" }] },
    ]);
    expect(prd.endpoints).toMatchObject([
      {
        method: "POST",
        path: "/api/notes",
        purpose: "Save a note",
        statuses: [{ code: 201, meaning: "the note is stored" }],
      },
    ]);
    expect(prd.filePaths).toEqual(["src/save.ts"]);
  });

  it("tells of what looks like a requirement and was not taken, with its line", () => {
    const { untaken } = read(
      "## Requirements",
      "1. Save",
      "- ~~FR-2: Fly~~",
      "",
      "## Architecture",
      "The server must run on Linux.",
    );
    expect(untaken.map(({ line }) => line)).toEqual([3, 6]);
  });

  it("reads through CRLF, front matter and a fence around the whole page", () => {
    expect(
      read("---", "owner: me", "---", "# X", "## Requirements", "- FR-1: Save").requirements[0],
    ).toMatchObject({ id: "FR-1", line: 6 });
    expect(readPrd("# X\r\n\r\n## Requirements\r\n\r\n- FR-1: Save\r\n", "x.md").requirements[0]?.line).toBe(
      5,
    );
    expect(
      read("```markdown", "# X", "## Requirements", "- FR-1: Save", "```").requirements[0],
    ).toMatchObject({ id: "FR-1", line: 4 });
  });

  it("leaves out what the PRD puts off, and tells of it", () => {
    const { requirements, untaken } = read(
      "## Requirements",
      "- FR-1: Limits:",
      "  - Free: 3 profiles",
      "  - Gold: 10 profiles (future)",
      "  - A language (for later localization)",
    );
    expect(requirements[0]?.details.map(({ text }) => text)).toEqual([
      "Free: 3 profiles",
      "A language (for later localization)",
    ]);
    expect(untaken).toMatchObject([{ line: 4, reason: "it is marked as later work" }]);
  });

  it("takes what stands below the last section about the page itself for no criteria", () => {
    const { notes } = read(
      "## Requirements",
      "1. Save",
      "## Acceptance Criteria",
      "- A saved note can be loaded",
      "",
      "---",
      "",
      "**Document Version**: 2.0",
      "**Last Updated**: 2026-01-02",
      "**Author**: Somebody",
    );
    expect(notes.map(({ text }) => text)).toEqual(["A saved note can be loaded"]);
  });

  it("tells of ids within HTML, but not of those in comments", () => {
    const { requirements, untaken } = read(
      "## Requirements",
      "- FR-1: Save<br>and load",
      "",
      "<table>",
      "<tr><td>FR-2</td><td>Print</td></tr>",
      "</table>",
      "<!-- FR-3: Fly -->",
    );
    expect(requirements.map(({ text }) => text)).toEqual(["Save and load"]);
    expect(untaken).toEqual([{ line: 5, text: "FR-2 Print", reason: "it is written in HTML" }]);
  });

  it("reads lists and quotations of absurd depth, and the beginning of a line without end", () => {
    const nested = Array.from({ length: 800 }, (_, depth) => `${"  ".repeat(depth)}- Save level ${depth}`);
    expect(read("## Requirements", ...nested).requirements).toHaveLength(1);
    expect(read("## Requirements", `${"> ".repeat(3000)}- FR-1: Save`).requirements).toHaveLength(1);
    const endless = read("## Requirements", `- FR-1: Save ${"(a, b) `c` ".repeat(90_000)}`);
    expect(endless.requirements).toHaveLength(1);
    expect(endless.untaken).toMatchObject([{ line: 2, reason: "only its first 20000 characters were read" }]);
  });

  it("takes no version, algorithm or standard for an id", () => {
    expect(ids("- WCAG 2.1 AA is met", "- SHA-256: is used for hashes")).toEqual([
      "Requirement 1",
      "Requirement 2",
    ]);
  });

  it("takes the names in a list three deep for areas, and what stands in them for requirements", () => {
    const { requirements } = read(
      "## Features",
      "- **Plants**",
      "  - Add a plant",
      "    - take a photo",
      "    - choose the room",
      "  - Archive a plant",
      "- **Sharing**",
      "  - Invite a house mate",
    );
    expect(requirements.map(({ area, text, details }) => [area, text, details.length])).toEqual([
      ["Plants", "Add a plant", 2],
      ["Plants", "Archive a plant", 0],
      ["Sharing", "Invite a house mate", 0],
    ]);
  });

  it("reads the commands of a program beside its general requirements, whose numbers stay theirs", () => {
    const { requirements } = read(
      "## Commands",
      "### `sift count`",
      "Counts lines by a field.",
      "- `--top N` prints the most frequent",
      "## General requirements",
      "1. Reads from standard input",
    );
    expect(requirements.map(({ id, title, text }) => [id, title, text])).toEqual([
      ["Requirement 2", "`sift count`", "Counts lines by a field."],
      ["Requirement 1", null, "Reads from standard input"],
    ]);
  });

  it("takes the headings over plain points for areas, and a bold lead without its full stop for a title", () => {
    const { requirements } = read(
      "# X",
      "## Emails",
      "- **Set up a sequence.** A sequence has five reminders.",
      "## Billing",
      "- A failed payment stops reminders",
    );
    expect(requirements.map(({ area, title }) => [area, title])).toEqual([
      ["Emails", "Set up a sequence"],
      ["Billing", null],
    ]);
  });

  it("takes the plain sentences of a memo that plans something, and no others", () => {
    const { requirements } = read(
      "## Why",
      "Teachers measure fluency with a stopwatch.",
      "## What we ask for",
      "We need a web tool in which a teacher records a child. Two raters rate each recording, and the tool computes a score.",
      "## What we don't need",
      "The tool grades the children.",
    );
    expect(requirements.map(({ text }) => text)).toEqual([
      "A teacher records a child",
      "Two raters rate each recording",
      "The tool computes a score.",
    ]);
  });

  it("takes an idea of one paragraph, but not a text that tells of nothing to build", () => {
    expect(
      read(
        "A website where neighbours can lend tools. The owner accepts or declines by mail. No payments.",
      ).requirements.map(({ text }) => text),
    ).toEqual(["Neighbours can lend tools", "The owner accepts or declines by mail"]);
    expect(read("Teachers work in the evening. We lose most of the data.").requirements).toEqual([]);
  });

  it("reads what a route answers with, and for what", () => {
    const { endpoints } = read(
      "## Endpoints",
      "### DELETE /bookings/{id}",
      "Cancels a booking. 204. 404 if unknown, 409 if it has begun.",
      "### GET /rooms/{id}/availability",
      "Purpose: Free slots of a day",
      "Query: `date`",
      "- 400 if `date` is no date",
    );
    expect(endpoints).toMatchObject([
      {
        purpose: "Cancels a booking",
        statuses: [
          { code: 204, meaning: "" },
          { code: 404, meaning: "if unknown" },
          { code: 409, meaning: "if it has begun" },
        ],
      },
      {
        purpose: "Free slots of a day",
        statuses: [{ code: 400, meaning: "if `date` is no date" }],
        rules: ["Query: `date`"],
      },
    ]);
  });

  it("reads targets and scenarios out of tables", () => {
    const { requirements, notes } = read(
      "## Requirements",
      "1. Search",
      "## Non-functional requirements",
      "| ID | Requirement | Target |",
      "|---|---|---|",
      "| NFR-1 | Search response time | < 500 ms |",
      "| NFR-2 | All data is encrypted | AES-256 |",
      "## Performance",
      "| Operation | Target |",
      "|---|---|",
      "| count, 1 GB | < 4 s |",
      "## Acceptance",
      "| ID | Given | When | Then |",
      "|---|---|---|---|",
      "| AC-1 | a free slot | two people book it | one succeeds |",
    );
    expect(requirements.slice(1).map(({ title, text }) => [title, text])).toEqual([
      ["Search response time", "< 500 ms"],
      [null, "All data is encrypted (AES-256)"],
    ]);
    expect(notes.map(({ text }) => text)).toEqual([
      "count, 1 GB: < 4 s",
      "Given a free slot, when two people book it, one succeeds",
    ]);
  });

  it("reads the fields of a table under a heading of data", () => {
    const { models } = read(
      "## Requirements",
      "1. Save",
      "## 5. Data",
      "### 5.1 Patient",
      "| Field | Type |",
      "|---|---|",
      "| id | uuid |",
      "| name | text |",
    );
    expect(models.map(({ name, fields }) => [name, fields.length])).toEqual([["Patient", 2]]);
  });
});
