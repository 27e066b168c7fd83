import { describe, expect, it } from "vitest";
import { draftTasks } from "../../../src/tasks/generate/draft/draft-tasks.ts";
import { readPrdModel } from "../../../src/tasks/generate/prd/read-model.ts";

/** The ids that each requirement depends on, by id. */
function needsOf(...lines: readonly string[]): Readonly<Record<string, readonly string[]>> {
  const prd = readPrdModel(
    ["# PRD: Shop", "", "## Functional Requirements", "", ...lines].join("\n"),
    "x.md",
  );
  const tasks = draftTasks(prd).flatMap(({ tasks: own }) => own);
  return Object.fromEntries(tasks.map(({ key, needs }) => [key, needs]));
}

describe("the dependencies of a draft", () => {
  it("go from the requirement that uses a thing to the one that creates it", () => {
    const needs = needsOf(
      "### Loans",
      "- FR-1: Members must be able to create a loan with a due date.",
      "### Fees",
      "- FR-2: The system must charge a fee for a late loan.",
      "- FR-3: The system must print the address of the office.",
    );
    expect(needs).toEqual({ "FR-1": [], "FR-2": ["FR-1"], "FR-3": [] });
  });

  it("go to the first of an area that makes what its heading names, from those that need nothing else", () => {
    const area = [
      "- FR-2: Users must be able to set the volume.",
      "- FR-3: Users must be able to skip a song.",
    ];
    expect(needsOf("### Video Player", "- FR-1: The system must provide a video player.", ...area)).toEqual({
      "FR-1": [],
      "FR-2": ["FR-1"],
      "FR-3": ["FR-1"],
    });
    expect(needsOf("### Sound", "- FR-1: The system must provide a video player.", ...area)["FR-2"]).toEqual(
      [],
    );
  });

  it("go to the first kind of a thing that is mostly named without its kind, and to what names it by its verb", () => {
    const needs = needsOf(
      "- FR-1: Users must be able to start screen recording.",
      "- FR-2: Users must be able to start camera recording.",
      "- FR-3: Users must be able to select a row of the table.",
      "- FR-4: The system must stop the recording.",
      "- FR-5: The system must save the recording.",
      "- FR-6: The system must clear the selection.",
      "- FR-7: The system must print the selection.",
      "- FR-8: The system must show each recording.",
      "- FR-9: The system must delete each recording.",
      "- FR-10: The system must store the selection.",
      "- FR-11: The system must share the selection and the recording.",
    );
    expect(needs).toMatchObject({ "FR-4": ["FR-1"], "FR-9": ["FR-1"], "FR-6": ["FR-3"] });
  });

  it("are not found by the second half of an adjective", () => {
    const needs = needsOf(
      "- FR-1: Users must be able to read long-form posts.",
      "- FR-2: Users must be able to choose a form.",
      "- FR-3: Users must be able to cancel a form.",
    );
    expect(needs).toEqual({ "FR-1": [], "FR-2": [], "FR-3": ["FR-2"] });
  });

  it("go from a model to the model that a field refers to", () => {
    const needs = needsOf(
      "- FR-1: The system must open.",
      "## Data Model",
      "- `share_links`: id, layout_id, uuid",
      "- `layouts`: id, name, created_at",
    );
    expect(needs).toMatchObject({ "model share_links": ["model layouts"], "model layouts": [] });
  });

  it("go to the model that is named in inline code, even within a longer name", () => {
    const needs = needsOf(
      "- FR-1: The result is kept in the `species_cache` table of the store.",
      "## Data Model",
      "- `species_cache`: id, name, fact",
    );
    expect(needs["FR-1"]).toEqual(["model species_cache"]);
  });

  it("go from actions of a logged-in user to the login", () => {
    const needs = needsOf(
      "- FR-1: Users must be able to log in with their email.",
      "- FR-2: Users must be able to log out.",
      "- FR-3: Users can only see their own orders.",
    );
    expect(needs).toMatchObject({ "FR-2": ["FR-1"], "FR-3": ["FR-1"] });
  });

  it("go from the requirement that makes a thing to the one that stores all of its kind, even if that comes later", () => {
    const needs = needsOf(
      "### Trades",
      "- FR-1: The system must save a trade immediately.",
      "### Storage",
      "- FR-2: The system must store all trades in a database.",
    );
    expect(needs).toMatchObject({ "FR-1": ["FR-2"], "FR-2": [] });
  });

  it("go to the first requirement of another area, if it brings a thing that the PRD often names", () => {
    const needs = needsOf(
      "### Books",
      "- FR-1: Staff can enter a book.",
      "- FR-2: Staff can print a price list.",
      "### Search",
      "- FR-3: Visitors can search for a book.",
    );
    expect(needs).toMatchObject({ "FR-1": [], "FR-3": ["FR-1"] });
  });

  it("go to the first requirement of the area from one that names its heading in another form of the word", () => {
    const needs = needsOf(
      "### Books",
      "- FR-1: Staff can enter a book.",
      "### Filters",
      "- FR-2: Visitors can pick a filter.",
      "- FR-3: A page of results keeps the filtering.",
    );
    expect(needs).toMatchObject({ "FR-2": [], "FR-3": ["FR-2"] });
  });

  it("go to the first requirement of the area from one that names its heading, even if another area named it before", () => {
    const needs = needsOf(
      "### Books",
      "- FR-1: Staff can enter a book.",
      "- FR-2: Staff can attach a label.",
      "### Labels",
      "- FR-3: Staff can print each label.",
      "- FR-4: A label keeps its colour.",
    );
    expect(needs["FR-4"]).toContain("FR-3");
  });

  it("go to the first requirement of an area from those that share a word with it", () => {
    const needs = needsOf(
      "### Meetings",
      "- FR-1: Doctors can plan the meeting.",
      "- FR-2: The system must print a summary of the meeting.",
      "- FR-3: The system must send an email.",
      "### Look",
      "- FR-4: The system must use a dark theme.",
      "- FR-5: The system must show a logo.",
    );
    expect(needs).toEqual({ "FR-1": [], "FR-2": ["FR-1"], "FR-3": [], "FR-4": [], "FR-5": [] });
  });

  it("go to the first requirement that names a thing, in a PRD without areas, if a fifth of the others name it", () => {
    const needs = needsOf(
      "- FR-1: Staff can enter a book.",
      "- FR-2: Readers can reserve a book.",
      "- FR-3: The office prints a letter (with a stamp).",
      "- FR-4: The bus leaves on Monday.",
      "- FR-5: Staff can sell a stamp.",
    );
    expect(needs).toEqual({ "FR-1": [], "FR-2": ["FR-1"], "FR-3": [], "FR-4": [], "FR-5": [] });
  });

  it("go to a requirement that names two things first, however rare each of them is", () => {
    const rows = ["The bus leaves on Monday", "The lamp burns at night", "The dog sleeps", "The tea is hot"];
    const needs = needsOf(
      "- FR-1: Staff can scan a passport and a photo.",
      ...rows.map((row, at) => `- FR-${at + 2}: ${row}.`),
      "- FR-6: Staff can print a photo.",
      "- FR-7: Staff can rotate a photo of the passport.",
      ...rows.map((row, at) => `- FR-${at + 8}: ${row} again.`),
      ...rows.map((row, at) => `- FR-${at + 12}: ${row} twice.`),
    );
    expect(needs).toMatchObject({ "FR-6": [], "FR-7": ["FR-1"] });
  });

  it("go to the first requirement of an area that names two things together", () => {
    const needs = needsOf(
      "### Board",
      "- FR-1: Members can print a calendar.",
      "- FR-2: Members can drag a card to a column.",
      "- FR-3: Members can hide a card in a column.",
    );
    expect(needs).toMatchObject({ "FR-2": [], "FR-3": ["FR-2"] });
  });

  it("go to a requirement of another area that is the first to name two things", () => {
    const needs = needsOf(
      "### Desk",
      "- FR-1: Staff can print a calendar.",
      "- FR-2: Staff can scan a passport and a photo.",
      "### Archive",
      "- FR-3: Staff can mark a folder.",
      "- FR-4: The archive keeps the passport beside the photo.",
    );
    expect(needs).toMatchObject({ "FR-4": ["FR-2"] });
  });

  it("do not come from users, who act in many requirements", () => {
    const needs = needsOf(
      "### Books",
      "- FR-1: The system must allow users to enter a book.",
      "### Look",
      "- FR-2: The system must allow users to choose a theme.",
      "- FR-3: The system must allow users to change the font.",
    );
    expect(needs).toEqual({ "FR-1": [], "FR-2": [], "FR-3": [] });
  });

  it("do not come from users whose data others look at", () => {
    const needs = needsOf(
      "- FR-1: Staff can look up a user by email.",
      "- FR-2: Staff can list users who have not ordered for a year.",
      "- FR-3: The system must print the address of the office.",
    );
    expect(needs).toEqual({ "FR-1": [], "FR-2": [], "FR-3": [] });
  });

  it("go from a rating to the one that lets people rate", () => {
    const needs = needsOf(
      "- FR-1: Members can add a wine.",
      "- FR-2: Members can rate a wine.",
      "- FR-3: The system must show the average rating of each wine.",
    );
    expect(needs).toEqual({ "FR-1": [], "FR-2": ["FR-1"], "FR-3": ["FR-2"] });
  });

  it("do not come from what a story is good for", () => {
    const needs = needsOf(
      "- FR-1: As a cook, I want to write a recipe, so that I can plan the menu.",
      "- FR-2: As a cook, I want to count the plates, so that the menu is complete.",
      "- FR-3: As a cook, I want to print the address of the office.",
    );
    expect(needs).toEqual({ "FR-1": [], "FR-2": [], "FR-3": [] });
  });

  it("are guesses unless the PRD states them", () => {
    const prd = readPrdModel(
      [
        "# PRD: Shop",
        "",
        "## Functional Requirements",
        "",
        "- FR-1: Members must be able to create a loan.",
        "- FR-2: The system must charge a fee for a late loan.",
        "- FR-3: Members must be able to pay (see FR-2).",
      ].join("\n"),
      "x.md",
    );
    const tasks = draftTasks(prd).flatMap(({ tasks: own }) => own);
    expect(tasks.map(({ needs, guesses }) => [needs, guesses])).toEqual([
      [[], []],
      [["FR-1"], ["FR-1"]],
      [["FR-2"], []],
    ]);
  });

  it("go by the name in inline code, not by its length", () => {
    const needs = needsOf(
      "### Queues",
      "- FR-1: Staff can read `orders`.",
      "- FR-2: Staff can print `trades`.",
      "- FR-3: Staff can delete orders.",
    );
    expect(needs).toEqual({ "FR-1": [], "FR-2": [], "FR-3": ["FR-1"] });
  });

  it("are only those that a requirement states", () => {
    const needs = needsOf(
      "- FR-1: The system must store rooms.",
      "- FR-2: The system must create an invoice for each room.",
      "- FR-3: The system must send the invoice of the room.\n  - Depends on: FR-1",
    );
    expect(needs["FR-3"]).toEqual(["FR-1"]);
  });

  it("follow names in inline code if the PRD is not in English", () => {
    const needs = needsOf(
      "- FR-1: Das System legt die Tabelle `bookings` an.",
      "- FR-2: Der Wirt sieht alle Tische.",
      "- FR-3: Die Wirtin trägt eine Zeile in `bookings` ein, wenn der Gast kommt.",
      "- FR-4: Die Karte liegt in `app/menu/card.ts`.",
      "- FR-5: Der Plan liegt in `app/menu/plan.ts`.",
    );
    expect(needs).toEqual({ "FR-1": [], "FR-2": [], "FR-3": ["FR-1"], "FR-4": [], "FR-5": [] });
  });

  it("of 4,000 requirements are found without a comparison of all pairs", () => {
    const things = ["invoice", "order", "member", "card", "letter", "room", "ticket", "report"];
    const areas = Array.from({ length: 200 }, (_, area) => [
      `### ${things[area % 8]} ${area}`,
      ...Array.from(
        { length: 20 },
        (__, at) =>
          `- The system must create the ${things[(at + area) % 8]} ${things[(at * area) % 8]} of each ${things[at % 7]}.`,
      ),
    ]);
    const needs = needsOf(...areas.flat());
    expect(Object.keys(needs)).toHaveLength(4_000);
    expect(Object.values(needs).filter((own) => own.length > 0).length).toBeGreaterThan(500);
  });
});
