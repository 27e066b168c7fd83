import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Prd } from "../../../src/tasks/generate/prd/model.ts";
import { readPrdModel } from "../../../src/tasks/generate/prd/read-model.ts";

const fixture = (name: string): Prd =>
  readPrdModel(
    readFileSync(new URL(`../../fixtures/readings/${name}.md`, import.meta.url), "utf8"),
    `${name}.md`,
  );
const prdFolder = new URL("../../fixtures/prds/", import.meta.url);
const prdOf = (name: string): Prd => {
  const file = readdirSync(prdFolder).find((one) => one.endsWith(`-${name}.md`)) ?? "";
  return readPrdModel(readFileSync(new URL(file, prdFolder), "utf8"), file);
};
const ids = ({ requirements }: Prd) => requirements.map(({ id }) => id);
const plain = (label: string) => label.replace(/^### /, "").replaceAll("**", "");
const texts = (passages: readonly { readonly text: string }[]) => passages.map(({ text }) => text);
const requirement = ({ requirements }: Prd, id: string) => {
  const found = requirements.find((one) => one.id === id);
  if (found === undefined) throw new Error(`${id} was not read`);
  return found;
};
const amounts = ({ quantities }: Prd) =>
  quantities.map(({ value, unit, bound }) => [value, unit, bound] as const);

describe("a PRD with numbered requirements under areas", () => {
  const prd = fixture("numbered-areas");

  it("is read with the number, text and area of each requirement", () => {
    expect(prd.title).toBe("Tide Tables for Anglers");
    expect(prd.language).toBe("en");
    expect(ids(prd)).toEqual([1, 2, 3, 4, 5, 6].map((number) => `Requirement ${number}`));
    expect(prd.requirements.map(({ area }) => area)).toEqual([
      ...Array.from({ length: 3 }, () => "Piers"),
      ...Array.from({ length: 3 }, () => "Tide curve"),
    ]);
    expect(requirement(prd, "Requirement 1")).toMatchObject({
      text: "The system must list all piers of a region, sorted by name.",
      line: 19,
      optional: null,
      kind: "functional",
    });
  });

  it("is read with the parts, optional marks and references of each requirement", () => {
    expect(texts(requirement(prd, "Requirement 3").parts)).toEqual([
      "rename a saved pier",
      "remove a saved pier",
    ]);
    expect(requirement(prd, "Requirement 5").optional).toBe("optional");
    expect(requirement(prd, "Requirement 6").references).toEqual(["Requirement 2"]);
  });

  it("is read with the constraints, non-goals and numbers of its sections", () => {
    expect(texts(prd.constraints)).toEqual([
      "Tide data comes from the harbour office as a CSV file of at most 5 MB.",
      "Keep the parser in `src/tides/parse.ts`.",
    ]);
    expect(texts(prd.nonGoals)).toEqual(["Weather forecasts", "Bookings: no boats are rented out"]);
    expect(amounts(prd)).toEqual([
      [12, null, "max"],
      [7, "day", null],
      [800, "millisecond", "max"],
      [5, "MB", "max"],
    ]);
  });

  it("is read with its answered questions separate from the open ones", () => {
    expect(prd.answers).toMatchObject([
      {
        text: "Should units be switchable?",
        answer: "Yes, between metres and feet, metres at first.",
        line: 47,
      },
    ]);
    expect(texts(prd.openQuestions)).toEqual(["Which regions come after launch?"]);
  });

  it("is read without the version, date and authors of the document", () => {
    const said = JSON.stringify([prd.requirements, prd.constraints, prd.unread]);
    expect(said).not.toMatch(/2\.3|2026-03-04|Ida Holm/);
  });
});

describe("a PRD with a heading for each requirement", () => {
  const prd = fixture("headings-with-ids");

  it("is read with the id, title, description and criteria of each requirement", () => {
    expect(prd.title).toBe("Seed Exchange");
    expect(ids(prd)).toEqual(["FR-1", "FR-2", "FR-3", "NFR-1", "NFR-2"]);
    expect(requirement(prd, "FR-1")).toMatchObject({
      title: "Offer seeds",
      text: "A member offers a packet with its variety and harvest year.",
      parts: [],
    });
    expect(texts(requirement(prd, "FR-1").criteria)).toEqual([
      "A packet without a variety is refused",
      "A harvest year before 1990 is refused",
      "FR-1: An offered packet is found by its variety",
    ]);
    expect(requirement(prd, "FR-2").references).toEqual(["FR-1"]);
  });

  it("is read with later work and quality requirements marked", () => {
    expect(requirement(prd, "FR-3").optional).toBe("future");
    expect(requirement(prd, "NFR-1").kind).toBe("quality");
    expect(texts(prd.nonGoals)).toEqual(["Auctions"]);
  });

  it("is read with each general criterion in the requirement that it names", () => {
    expect(prd.criteria).toHaveLength(1);
    expect(requirement(prd, "FR-1").criteria).toHaveLength(3);
  });

  it("is read with two numbers for each range, one for each end", () => {
    const found = prd.quantities.filter(({ bound }) => bound === "range");
    expect(found.map(({ value, unit }) => [value, unit])).toEqual([
      [0, null],
      [100, null],
      [10, "character"],
      [64, "character"],
    ]);
  });
});

describe("a PRD with a table of requirements", () => {
  const prd = fixture("requirement-table");

  it("is read with a requirement from each row, including its area and priority", () => {
    expect(prd.requirements.map(({ id, area, text, optional }) => [id, area, text, optional])).toEqual([
      ["R1", "Booking", "A tenant books one slot of 90 minutes", null],
      ["R2", "Booking", "A tenant cancels until 30 minutes before the slot", null],
      ["R3", "Machines", "A broken machine takes no bookings", null],
      ["R4", "Machines", "Tenants vote on a new machine", "wont"],
    ]);
  });

  it("is read with the rows of a table of tiers as constraints", () => {
    expect(prd.constraints.map(({ section, text }) => [section, text])).toEqual([
      ["Plans", "Small: Slots a week 2, Price $0"],
      ["Plans", "Large: Slots a week 6, Price $4 per month"],
      ["Calendar page", "Free slots are green"],
      ["Calendar page", "The own slot is outlined"],
    ]);
  });
});

describe("a PRD that has only user stories", () => {
  const prd = fixture("stories-only");

  it("is read with each story as a requirement with its criteria", () => {
    expect(ids(prd)).toEqual(["US-001", "US-002"]);
    expect(requirement(prd, "US-001")).toMatchObject({
      title: "Say whether I come",
      text: "As a singer I want to say whether I come to a rehearsal So that the conductor can plan",
    });
    expect(texts(requirement(prd, "US-001").criteria)).toEqual([
      "The answer can be changed until the rehearsal begins",
      "A missing answer counts as unknown",
    ]);
  });
});

describe("a feature specification with scenarios", () => {
  const prd = fixture("feature-specification");

  it("is read with the scenarios of its stories as criteria, without the reasons for their priority", () => {
    expect(ids(prd)).toEqual(["FR-001", "FR-002"]);
    expect(prd.stories).toMatchObject([{ id: "User Story 1", details: [] }]);
    expect(prd.criteria).toMatchObject([
      { section: "User Story 1 - Reserve a boat (Priority: P1)", line: 13 },
      { section: "User Story 1 - Reserve a boat (Priority: P1)", line: 14 },
    ]);
  });

  it("is read with its entities as constraints, and with an open question instead of a constraint", () => {
    expect(prd.constraints.map(({ section, line }) => [section, line])).toEqual([
      ["Edge Cases", 18],
      ["Key Entities", 31],
      ["Key Entities", 32],
      ["Assumptions", 36],
    ]);
    expect(texts(prd.openQuestions)).toEqual(["How are two reservations in the same second decided?"]);
  });

  it("is read with a statement about what is out of scope as a non-goal", () => {
    expect(texts(prd.nonGoals)).toEqual(["Payment is out of scope for this version."]);
  });

  it("is read with words in angle brackets that are not HTML", () => {
    expect(requirement(prd, "FR-002").text).toMatch(/ <boat name>$/);
  });
});

describe("PRDs in other languages", () => {
  it("a German PRD with bullets is read", () => {
    const prd = fixture("german-bullets");
    expect(prd.language).toBe("other");
    expect(texts(prd.requirements)).toEqual([
      "Nutzer können ein Werkzeug mit bis zu 4 Fotos anbieten.",
      "Nutzer können ein Werkzeug für höchstens 14 Tage ausleihen.",
      "Die Anwendung erinnert am Tag vor der Rückgabe. (optional)",
    ]);
    expect(prd.requirements.map(({ optional }) => optional)).toEqual([null, null, "optional"]);
    expect(texts(prd.nonGoals)).toEqual(["Bezahlung über die Anwendung"]);
    expect(prd.answers.map(({ text, answer }) => [text, answer])).toEqual([
      ["Gibt es eine Kaution?", "Nein."],
    ]);
    expect(amounts(prd)).toEqual([
      [4, null, "max"],
      [14, "day", "max"],
      [2, "GB", null],
    ]);
  });

  it("a PRD in a language without spaces is read, including its limits", () => {
    const prd = fixture("japanese");
    expect(prd.title).toBe("図書カード");
    expect(prd.language).toBe("other");
    expect(texts(prd.requirements)).toEqual([
      "利用者は本を最大5冊まで借りられる。",
      "返却期限は14日以内とする。",
      "期限を過ぎた本の一覧を表示する。",
    ]);
    expect(texts(prd.nonGoals)).toEqual(["電子書籍の貸し出し"]);
    expect(amounts(prd)).toEqual([
      [5, null, "max"],
      [14, "day", "max"],
    ]);
  });
});

describe("a PRD of an API", () => {
  const prd = fixture("api-with-models");

  it("is read with the models in code blocks and tables, and with their rules", () => {
    expect(prd.models.map(({ name, fields }) => [name, fields.map((field) => field.name)])).toEqual([
      ["sessions", ["id", "plate", "started_at"]],
      ["Tariff", ["zone", "cents"]],
    ]);
    expect(prd.models[0]?.rules).toEqual([{ text: "UNIQUE (plate, started_at)", line: 15 }]);
    expect(prd.models[1]?.fields[1]).toEqual({ name: "cents", note: "integer, at least 1", line: 24 });
  });

  it("is read with the status codes of endpoints, which are not repeated as constraints", () => {
    expect(prd.endpoints.map(({ method, path, purpose }) => [method, path, purpose])).toEqual([
      ["POST", "/sessions", "Starts a session."],
      ["DELETE", "/sessions/:id", null],
    ]);
    expect(prd.endpoints.map(({ statuses }) => statuses.map(({ code, meaning }) => [code, meaning]))).toEqual(
      [
        [
          [201, "Session started"],
          [409, "The plate has an open session"],
        ],
        [
          [204, "after payment"],
          [404, "if there is no such session"],
        ],
      ],
    );
    expect(texts(prd.constraints)).toEqual(["The payment provider is replaced by a fake in tests."]);
  });
});

describe("a PRD with features in prose", () => {
  const prd = fixture("features-in-prose");

  it("is read with each heading and its prose as a requirement, including one marked as nice to have", () => {
    expect(prd.requirements.map(({ title, optional }) => [title, optional])).toEqual([
      ["Choose a picture", null],
      ["Write the text", null],
      ["Stamp (nice to have)", "optional"],
    ]);
    expect(prd.requirements[0]?.text).toBe(
      "The visitor picks one of the pictures of the day, or uploads a picture of up to 10 MB.",
    );
  });

  it("is read without constraints from its introduction", () => {
    expect(prd.constraints).toEqual([]);
    expect(texts(prd.nonGoals)).toEqual([
      "Nothing is printed or posted. There is no address book.",
      "Seasonal stamps",
    ]);
  });
});

describe("a PRD with ids that have other ids below them", () => {
  const prd = fixture("groups-and-lead-ins");

  it("is read with the points as requirements and the lines above them as their lead-ins", () => {
    expect(ids(prd)).toEqual(["FR-1.1", "FR-1.2", "FR-2.1", "FR-2.2", "FR-2.3"]);
    expect(requirement(prd, "FR-1.1")).toMatchObject({
      text: "Add a tree with its sort.",
      area: "Trees",
      lead: [{ text: "Growers must be able to:", line: 7 }],
    });
    expect(prd.groups.map(({ id, requirements }) => [id, requirements])).toEqual([
      ["FR-1", ["FR-1.1", "FR-1.2"]],
      ["FR-2", ["FR-2.1", "FR-2.2", "FR-2.3"]],
    ]);
    expect(prd.ids).toEqual(["FR-1", "FR-1.1", "FR-1.2", "FR-2", "FR-2.1", "FR-2.2", "FR-2.3"]);
  });

  it("is read with the references between requirements", () => {
    expect(requirement(prd, "FR-2.1").references).toEqual(["FR-1.1"]);
    expect(requirement(prd, "FR-2.2").references).toEqual(["FR-2.1", "FR-1.2"]);
  });
});

describe("PRDs in unusual forms", () => {
  it("numbers such as 1.1 are requirements below their area, and letters are their parts", () => {
    const prd = prdOf("library-kiosk");
    expect(ids(prd).slice(0, 3)).toEqual(["Requirement 1.1", "Requirement 1.2", "Requirement 1.3"]);
    expect(prd.requirements.map(({ area }) => area).slice(2, 4)).toEqual(["Borrowing", "Returning"]);
    expect(texts(requirement(prd, "Requirement 1.3").parts)).toEqual([
      "refuse the loan",
      "tell the reader to hand the book to the desk",
    ]);
    expect(prd.constraints.map(({ section }) => section)).not.toContain("2. Requirements");
  });

  it.each([
    [
      "a bullet",
      "1. **Loans**\n   - 1.1 The desk must lend\n   - 1.2 The desk must renew\n\n2. **Fees**\n   - 2.1 The desk must charge",
    ],
    [
      "a bold line",
      "**1. Loans**\n- 1.1 The desk must lend\n- 1.2 The desk must renew\n\n**2. Fees**\n- 2.1 The desk must charge",
    ],
  ])("numbers below the number of %s are requirements, and its words are their area", (_form, points) => {
    const prd = readPrdModel(`# PRD: Library\n\n## Functional Requirements\n\n${points}\n`, "library.md");
    expect(prd.requirements.map(({ id, area }) => [id, area])).toEqual([
      ["Requirement 1.1", "Loans"],
      ["Requirement 1.2", "Loans"],
      ["Requirement 2.1", "Fees"],
    ]);
  });

  it("a line such as 1.3 right below the bullets of 1.2 is a requirement of its own", () => {
    const prd = readPrdModel(
      "# PRD: Library\n\n## Functional Requirements\n\n1.1. Lend books\n1.2. Print labels with:\n   - title\n   - shelf\n1.3. `due` dates are shown\n",
      "library.md",
    );
    expect(texts(prd.requirements)).toEqual(["Lend books", "Print labels with:", "`due` dates are shown"]);
    expect(texts(requirement(prd, "Requirement 1.2").parts)).toEqual(["title", "shelf"]);
  });

  it("a list of tables and a list of columns are constraints, not models", () => {
    const prd = readPrdModel(
      "# PRD: Library\n\n## Functional Requirements\n\n1. Lend books\n\n## Database Schema\n\n### New Tables\n\n- `loans`: who has which book\n- `fines`: who pays what\n\n### New Columns\n\n- `books.shelf`: where it is\n- `books.due`: when it is due\n",
      "library.md",
    );
    expect(prd.models).toEqual([]);
    expect(prd.constraints).toHaveLength(4);
  });

  it("points of another section that go on counting are requirements", () => {
    const prd = readPrdModel(
      "# PRD: Library\n\n## Functional Requirements\n\n1. Lend books\n2. Print labels\n\n## More\n\n### Films\n\n3. Lend films\n\n## Steps\n\n1. Buy shelves\n",
      "library.md",
    );
    expect(prd.requirements.map(({ text, area }) => [text, area])).toEqual([
      ["Lend books", null],
      ["Print labels", null],
      ["Lend films", "Films"],
    ]);
  });

  it("headings are read without their accents too, and a question obliges to nothing", () => {
    const prd = readPrdModel(
      "# PRD: Biblioteca\n\n## Requisitos\n\n### RF-01: Livros\n\nO sistema deve emprestar livros.\n\n**Criterios de Aceitacao:**\n- O livro sai\n\n## Questoes Abertas\n\n1. O leitor deve pagar?\n\n## Outras\n\n- Deve haver filmes?\n",
      "b.md",
    );
    expect(prd.requirements.map(({ text, criteria }) => [text, texts(criteria)])).toEqual([
      ["O sistema deve emprestar livros.", ["O livro sai"]],
    ]);
    expect(texts(prd.openQuestions)).toEqual(["O leitor deve pagar?", "Deve haver filmes?"]);
  });

  it("a question is open if the sentence after it says that it must be decided", () => {
    const prd = readPrdModel(
      "# PRD: Library\n\n## Functional Requirements\n\n1. Lend books\n\n## Open Questions\n\n- Which films? This must be settled first.\n- Which books? All books.\n",
      "library.md",
    );
    expect(prd.answers.map(({ answer }) => answer)).toEqual(["All books."]);
    expect(prd.openQuestions).toHaveLength(1);
  });

  it("the title has no remark such as (PRD) and no words for the kind of the document in Chinese", () => {
    const titleOf = (title: string): string =>
      readPrdModel(`# ${title}\n\n- FR-1: It opens.\n`, "a.md").title;
    expect(titleOf("Product Requirements Document (PRD): Greenhouse")).toBe("Greenhouse");
    expect(titleOf("PRD.md - Greenhouse")).toBe("Greenhouse");
    expect(titleOf("Product Requirements Document (PRD.md): Greenhouse")).toBe("Greenhouse");
    expect(titleOf("温室 — 产品需求文档 (PRD)")).toBe("温室");
    expect(titleOf("Cahier des charges (MVP)")).toBe("A");
  });

  it("points with ids below a heading such as `Data Schema` are requirements, not fields", () => {
    const { requirements } = readPrdModel(
      "# PRD\n\n## Requirements\n\n### Pumps\n- **FR-1:** It opens\n\n### Data Schema\n- **FR-16:** Beds table: `id, name`\n- **FR-17:** Pumps table: `id, bed_id`\n",
      "a.md",
    );
    expect(requirements.map(({ id }) => id)).toEqual(["FR-1", "FR-16", "FR-17"]);
  });

  it("a technology stack among features gives no requirements", () => {
    const { requirements } = readPrdModel(
      "# PRD\n\n## Core Features\n\n### MVP\n- Pumps\n\n### Tech Stack\n- **Database**: SQLite\n",
      "a.md",
    );
    expect(requirements.map(({ text }) => text)).toEqual(["Pumps"]);
  });

  it("in plain text `2 · Goals` is a heading, and a list that lost its line breaks is divided", () => {
    const { requirements, nonGoals } = readPrdModel(
      "Greenhouse\n\n1 · Functional Requirements\n\nPumps1.1 The pump shall start.1.2 The pump shall stop.\n\n2 · Non-Goals\n\nVideo export.\n",
      "a.md",
    );
    expect(requirements.map(({ id, text }) => `${id} ${text}`)).toEqual([
      "Requirement 1.1 The pump shall start.",
      "Requirement 1.2 The pump shall stop.",
    ]);
    expect(nonGoals.map(({ text }) => text)).toEqual(["Video export."]);
  });

  it("the title has no words for the kind of the document", () => {
    const titleOf = (title: string) => readPrdModel(`# ${title}\n\n- Lend books\n`, "a.md").title;
    expect(titleOf("Feature Specification: Loans")).toBe("Loans");
    expect(titleOf("Specification of loans")).toBe("Specification of loans");
    expect(titleOf("Loans — MVP Product Requirements Document (PRD)")).toBe("Loans");
    expect(titleOf("대출 PRD 도구")).toBe("대출 PRD 도구");
  });

  it("leaves out a requirement that is crossed out, even with a remark in parentheses after it", () => {
    const prd = readPrdModel(
      "# PRD: Library\n\n## Functional Requirements\n\n1. Lend books\n2. ~~Lend films~~ (too few wanted it)\n3. ~~Daily~~ Hourly backups\n",
      "library.md",
    );
    expect(prd.requirements.map(({ text }) => text)).toEqual(["Lend books", "Hourly backups"]);
  });

  it.each([
    ["after an id", "- FR-1: Lend books\n- FR-2: ~~Lend films~~\n- **FR-3:** ~~Lend maps~~ (moved)\n"],
    ["in a heading", "### FR-1: Lend\n\nLend books\n\n### ~~FR-2: Lend films~~\n\nFilms are lent.\n"],
    ["in a table", "| ID | Requirement |\n|---|---|\n| FR-1 | Lend books |\n| FR-2 | ~~Lend films~~ |\n"],
    ["below a requirement", "- FR-1: Lend books\n  - ~~and films~~\n"],
    ["in a crossed-out section", "- FR-1: Lend books\n\n## ~~Features~~\n\n- Lend films\n"],
  ])("leaves out what is crossed out %s", (_, body) => {
    const prd = readPrdModel(`# PRD: Library\n\n## Functional Requirements\n\n${body}`, "library.md");
    expect(prd.requirements.map(({ id, text, parts }) => [id, text, parts])).toEqual([
      ["FR-1", "Lend books", []],
    ]);
    expect(prd.constraints).toEqual([]);
  });

  it("leaves crossed-out words out of a text, and keeps a tilde that means about", () => {
    const prd = readPrdModel(
      "# PRD: Library\n\n## Functional Requirements\n\n- FR-1: Lend ~~5~~ 10 books\n- Costs ~5K tokens (~$0.01)\n\n## Technical Considerations\n\n- ~~MySQL~~ PostgreSQL\n- ~~Redis~~\n",
      "library.md",
    );
    expect(prd.requirements.map(({ text }) => text)).toEqual(["Lend 10 books", "Costs ~5K tokens (~$0.01)"]);
    expect(prd.constraints.map(({ text }) => text)).toEqual(["PostgreSQL"]);
  });

  it("an id with nothing after it is left out and reported", () => {
    const prd = readPrdModel(
      "# PRD: Library\n\n## Functional Requirements\n\n- FR-1: Lend books\n- FR-2:\n- FR-3\n",
      "library.md",
    );
    expect(prd.requirements.map(({ id }) => id)).toEqual(["FR-1"]);
    expect(prd.unread.map(({ line, reason }) => [line, reason])).toEqual([
      [6, "nothing is written after its id"],
      [7, "nothing is written after its id"],
    ]);
  });

  it("is read with a requirement that begins In the future as later work", () => {
    const prd = readPrdModel(
      "# PRD: Library\n\n## Functional Requirements\n\n1. Lend books\n2. In the future films can be lent\n",
      "library.md",
    );
    expect(prd.requirements.map((one) => one.optional)).toEqual([null, "future"]);
  });

  it.each([
    ["Deferred", "future"],
    ["Won't", "wont"],
    ["❌ Rejected", "wont"],
    ["Optional", "optional"],
    ["Approved", null],
  ])("a requirement is marked by its status: %s", (status, optional) => {
    const place = "# PRD: Library\n\n## Functional Requirements\n\n";
    const row = `| ID | Requirement | Status |\n|---|---|---|\n| FR-1 | Export loans | ${status} |\n`;
    for (const text of [row, `- FR-1: Export loans\n  - **Status**: ${status}\n`])
      expect(readPrdModel(place + text, "library.md").requirements.map((one) => one.optional)).toEqual([
        optional,
      ]);
  });

  it.each([
    ["(optional) Export loans as CSV", "optional"],
    ["[Nice to have] Export loans as CSV", "optional"],
    ["*(Phase 2)* Export loans as CSV", "future"],
    ["(Won't) Export loans as CSV", "wont"],
    ["(optional fields included) Export loans as CSV", null],
  ])("a mark in parentheses is read at the beginning of a requirement: %s", (words, optional) => {
    const prd = readPrdModel(
      `# PRD: Library\n\n## Functional Requirements\n\n- FR-1: ${words}\n`,
      "library.md",
    );
    expect(prd.requirements.map((one) => one.optional)).toEqual([optional]);
  });

  it.each([
    ["create loans with a due date (required) and note (optional)", null],
    ["enter a name, an email, and phone number (optional)", null],
    ["export loans as CSV (optional)", "optional"],
    ["drop indexes, and print each label on the roll (optional)", "optional"],
    ["keep every loan (for future statistics)", null],
    ["lend e-books (future release)", "future"],
    ["lend e-books (deferred post-MVP — nobody has a reader)", "future"],
    ["renew loans by phone (optional - the desk has one)", "optional"],
  ])(
    "a mark at the end is read as the requirement's or as that of the last member: %s",
    (words, optional) => {
      const prd = readPrdModel(
        `# PRD: Library\n\n## Functional Requirements\n\n1. The desk must ${words}\n`,
        "library.md",
      );
      expect(prd.requirements.map((one) => one.optional)).toEqual([optional]);
    },
  );

  it.each([
    ["Import Completion", "3. Count the loans\n4. Print the loans"],
    ["Future Bookings", "3. Count the loans\n4. Print the loans"],
    ["Order History", "1. Count the loans\n2. Print the loans"],
    ["Risk Management", "- The desk must count the loans\n- The desk must print the loans"],
  ])("points below the heading %s among requirements are requirements", (heading, points) => {
    const prd = readPrdModel(
      `# PRD: Library\n\n## Functional Requirements\n\n### Loans\n\n1. Lend a book\n2. Take a book back\n\n### ${heading}\n\n${points}\n`,
      "library.md",
    );
    expect(prd.requirements.map(({ area }) => area)).toEqual(["Loans", "Loans", heading, heading]);
  });

  it("points below Overview or Out of Scope among requirements are none, unless they go on counting", () => {
    const prd = readPrdModel(
      "# PRD: Library\n\n## Functional Requirements\n\n### Overview\n\n- A desk for books\n\n### Loans\n\n1. Lend a book\n2. Take a book back\n\n### Out of Scope\n\n1. Fees\n2. Rooms\n",
      "library.md",
    );
    expect(prd.requirements.map(({ text }) => text)).toEqual(["Lend a book", "Take a book back"]);
    expect(texts(prd.nonGoals)).toEqual(["Fees", "Rooms"]);
  });

  it("what the scope obliges to is a requirement beside stories, but not beside a list of requirements", () => {
    const scope = "## Scope\n\n- The desk must count the loans\n";
    const read = (rest: string) =>
      texts(readPrdModel(`# PRD: Library\n\n${rest}\n\n${scope}`, "x.md").requirements);
    expect(read("## User Stories\n\n- As a clerk, I want to lend a book, so that it is read")).toEqual([
      "As a clerk, I want to lend a book, so that it is read",
      "The desk must count the loans",
    ]);
    expect(read("## Requirements\n\n- The desk must lend")).toEqual(["The desk must lend"]);
  });

  describe("points below a label among requirements", () => {
    const read = (label: string, point = "Pay online") =>
      readPrdModel(
        `# PRD: Courts\n\n## Functional Requirements\n\n- Members can book\n\n${label}\n- ${point}\n`,
        "courts.md",
      );

    it.each(["**Won't have:**", "Out of scope:", "**Not included:**", "**Exclusions**"])(
      "are not required after %s",
      (label) => {
        const { requirements, nonGoals, constraints } = read(label);
        const must = requirements.filter(({ optional }) => optional === null);
        const left = [...nonGoals, ...requirements.filter(({ optional }) => optional === "wont")];
        expect(texts(must)).toEqual(["Members can book"]);
        expect(texts(left)).toEqual(["Pay online"]);
        expect(constraints).toEqual([]);
      },
    );

    it.each([
      ["**Nice to have:**", "optional"],
      ["Later:", "future"],
      ["**Must have:**", null],
    ])("are marked as %s says", (label, optional) => {
      expect(read(label).requirements[1]).toMatchObject({ text: "Pay online", optional });
    });

    it.each(["**Rationale:**", "**Problem:**", "**Goals:**", "**Risks**", "**Success metrics:**"])(
      "are reported and not required after %s",
      (label) => {
        const { requirements, unread, constraints } = read(label);
        expect(texts(requirements)).toEqual(["Members can book"]);
        expect(unread).toEqual([{ text: "Pay online", line: 8, reason: `it is below "${plain(label)}"` }]);
        expect(constraints).toEqual([]);
      },
    );

    it("are open questions after **Open questions:** if they ask", () => {
      const { requirements, openQuestions } = read("**Open questions:**", "Who pays?");
      expect([...texts(requirements), ...texts(openQuestions)]).toEqual(["Members can book", "Who pays?"]);
    });

    it.each(["The system must not:", "**DON'T:**", "Avoid:", "### Never"])("are negated by %s", (label) => {
      const text = `${plain(label).replace(/:$/, "")}: Pay online`;
      expect(read(label).requirements[1]).toMatchObject({ text });
    });

    it("are negated in a table below a label that negates them", () => {
      const { requirements } = readPrdModel(
        "# PRD: Courts\n\n## Functional Requirements\n\n- Members can book\n\nThe system must not:\n\n| ID | Requirement |\n|---|---|\n| FR-1 | Pay online |\n",
        "courts.md",
      );
      expect(texts(requirements)).toEqual(["Members can book", "The system must not: Pay online"]);
    });

    it("are criteria below a label for criteria", () => {
      const { requirements, criteria } = read("**Acceptance criteria:**", "A court is shown in green");
      expect(texts(requirements)).toEqual(["Members can book"]);
      expect(texts(criteria)).toEqual(["A court is shown in green"]);
    });

    it("are open questions if they ask", () => {
      const { requirements, openQuestions } = read("Should guests book too?", "Members can cancel");
      expect(texts(requirements)).not.toContain("Should guests book too?");
      expect(texts(openQuestions)).toEqual(["Should guests book too?"]);
    });

    it.each(["Included?", "In scope", "MVP"])("are left out by a No in the column %s", (header) => {
      const { requirements } = readPrdModel(
        `# PRD: Courts\n\n## Requirements\n\n| ID | Requirement | ${header} |\n|---|---|---|\n| FR-1 | Book | Yes |\n| FR-2 | Pay | No |\n`,
        "courts.md",
      );
      expect(requirements.map(({ id, optional }) => [id, optional])).toEqual([
        ["FR-1", null],
        ["FR-2", "wont"],
      ]);
      expect(requirements[0]?.parts).toEqual([]);
    });

    it("keep their id when a label negates them", () => {
      const { requirements } = read("The system must not:", "FR-7: Pay online");
      expect(requirements[1]).toMatchObject({ id: "FR-7", text: "The system must not: Pay online" });
    });

    it("are requirements after the name of an area that can also mean context", () => {
      expect(texts(read("**Order History**", "Members must see orders").requirements)).toHaveLength(2);
      expect(texts(read("**Metric Definitions:**").requirements)).toHaveLength(2);
    });
  });

  it("a point on phase 2 is later work only without one on phase 1 beside it", () => {
    const read = (points: string) =>
      texts(
        readPrdModel(
          `# PRD: Export\n\n## Requirements\n\n- It must stop\n\n## Implementation Plan\n\n${points}\n`,
          "x.md",
        ).nonGoals,
      );
    expect(read("- Phase 1: files\n- Phase 2: folders")).toEqual([]);
    expect(read("- Files\n- Phase 2: folders")).toEqual(["Phase 2: folders"]);
  });

  it("a code block below a point that ends with a colon belongs to it, whatever its indentation", () => {
    const prd = readPrdModel(
      "# PRD: Export\n\n## Functional Requirements\n\n1. The exporter must write:\n\n```\nout/\n```\n\n2. It must stop.\n\n```\nno\n```\n",
      "export.md",
    );
    expect(prd.requirements.map(({ code }) => texts(code))).toEqual([["out/"], []]);
  });

  it("JSON is an example, not a model, unless its values are types", () => {
    const read = (json: string) =>
      readPrdModel(`# PRD: Export\n\n## Data\n\n\`\`\`json\n{ "Offer": ${json} }\n\`\`\`\n`, "x.md").models;
    expect(read('{ "id": "uuid", "tags": ["string"] }')).toMatchObject([{ name: "Offer" }]);
    expect(read('{ "id": "uuid", "state": "draft | sent" }')).toMatchObject([{ name: "Offer" }]);
    expect(read('{ "id": "a1", "price": 20 }')).toEqual([]);
    expect(read('{ "name": "Anna", "city": "Bern" }')).toEqual([]);
  });

  it("a label such as `Completed` with only a date is about the document, another one is not", () => {
    const prd = readPrdModel(
      "# PRD: Export\n\n## Acceptance Criteria\n\n- It is fast\n- Completed: 2026-01-31\n- Fiscal year begins: 2026-04-01\n",
      "x.md",
    );
    expect(texts(prd.requirements)).toEqual(["It is fast", "Fiscal year begins: 2026-04-01"]);
  });

  it("an endpoint to which a sentence sends something is not one of this PRD", () => {
    const read = (text: string) => readPrdModel(`# PRD: Export\n\n## Requirements\n\n- ${text}\n`, "x.md");
    expect(read("It must send offers to `POST /v1/offers`").endpoints).toEqual([]);
    expect(read("`POST /v1/offers` must send offers").endpoints).toHaveLength(1);
  });

  it("requirements below a heading that ends in `Completion` are read", () => {
    const prd = readPrdModel(
      "# PRD: Guests\n\n## Functional Requirements\n\n### Import\n\n- Staff can paste a list\n\n### Import Completion\n\n- The list must show the guests\n",
      "guests.md",
    );
    expect(ids(prd)).toEqual(["Requirement 1", "Requirement 2"]);
  });

  it("amounts below a numbered point are parts of it, not ids", () => {
    const prd = readPrdModel(
      "# PRD: Radio\n\n## Functional Requirements\n\n1. The radio must receive\n2. The radio must send in\n   - 2.4 GHz\n   - 5.0 GHz\n",
      "radio.md",
    );
    expect(ids(prd)).toEqual(["Requirement 1", "Requirement 2"]);
  });

  it("Given, When and Then below a heading are a requirement and its criterion", () => {
    const [first] = prdOf("gym-lockers").requirements;
    expect(first).toMatchObject({ title: "Rent a free locker" });
    expect(texts(first?.criteria ?? [])).toEqual([
      "Given a member with a valid pass And locker 12 is free When the member scans the pass at locker 12 Then the locker opens And the rental starts",
    ]);
  });

  it("points below the sentence of a story are its criteria", () => {
    const prd = prdOf("book-club");
    expect(ids(prd)).toEqual(["US-1", "US-2", "US-3", "US-4", "US-5"]);
    expect(requirement(prd, "US-2").criteria).toHaveLength(2);
  });

  it("a table below the document's title gives no constraints", () => {
    expect(JSON.stringify(prdOf("greenhouse").constraints)).not.toMatch(/Baer|Draft|0\.3/);
  });

  it("JSON blocks give models, and comments in code blocks give the purpose of endpoints", () => {
    const prd = prdOf("freight-quotes");
    expect(prd.models.map(({ name }) => name)).toEqual(["QuoteRequest", "Offer"]);
    expect(prd.endpoints.map(({ purpose }) => purpose).slice(0, 2)).toEqual([
      "create a quote request; 201, 422 if invalid",
      "read one with its offers",
    ]);
  });

  it("an endpoint gets the statuses below its own heading, not those below a longer path", () => {
    const deletion = prdOf("short-links").endpoints.find(({ method }) => method === "DELETE");
    expect(deletion?.statuses.map(({ code }) => code)).toEqual([204]);
  });
});

describe("a plan of phases", () => {
  const prd = fixture("plan-of-phases");

  it("gives the numbered steps of phases as requirements, those of finished phases as done, not concepts, examples or reasons", () => {
    expect(prd.requirements.map(({ id, title, area, optional }) => [id, title, area, optional])).toEqual([
      ["Requirement 1.1", "Read the boxes", "Phase 1: Import — ✅ DONE", "done"],
      ["Requirement 2.1", "Index the titles", "Phase 2: Search", null],
      ["Requirement 2.2", "Search page", "Phase 2: Search", null],
      ["Requirement 1", "Phase 3: Cleanup", null, null],
    ]);
    expect(texts(requirement(prd, "Requirement 2.1").parts)).toEqual([
      "Index all titles at night",
      "Keep the old index for 2 days",
    ]);
  });

  it("is read once if the document contains a copy of it", () => {
    const source = readFileSync(
      new URL("../../fixtures/readings/plan-of-phases.md", import.meta.url),
      "utf8",
    );
    const twice = readPrdModel(`${source}\n# Initial plan\n\n${source}`, "plan.md");
    expect(ids(twice)).toEqual(ids(prd));
  });
});
